"""The index on disk against the one that the library gives."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from skilltool.index.target import normalise
from skilltool.model import Location, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.index.entries import Pair
    from skilltool.model import Edit, Problem, Skipped

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Names(NamedTuple):
    """How two lists of names and routing texts differ, each tuple sorted."""

    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    reordered: bool = False

    def __str__(self) -> str:
        kinds = {"missing": self.missing, "extra": self.extra, "changed": self.changed}
        parts = [f"{kind}: {', '.join(names)}" for kind, names in kinds.items() if names]
        return "; ".join([*parts, *["the order differs"] * self.reordered])


def compare_names(old: Sequence[Pair], new: Sequence[Pair]) -> Names:
    """What the new list has more, less or otherwise than the old one."""
    before, after = (Counter(name for name, _ in pairs) for pairs in (old, new))
    missing, extra = after - before, before - after
    kept_old, kept_new = (
        [pair for pair in pairs if pair[0] not in missing and pair[0] not in extra]
        for pairs in (old, new)
    )
    changed = {name for name, _ in Counter(kept_new) - Counter(kept_old)}
    return Names(
        tuple(sorted(missing.elements())),
        tuple(sorted(extra.elements())),
        tuple(sorted(changed)),
        [name for name, _ in kept_old] != [name for name, _ in kept_new],
    )


_NO_NAMES = Names()


@dataclass(frozen=True)
class Comparison:
    """An index file as it is and as it should be.

    `old` is the whole text, None when there is no file. `edit` makes it what it should be; it is
    None when a `problem` forbids to write. `left_out` are the skills that can have no entry.
    `mended` are faults of skills whose entry is what the SKILL.md would say without them.
    """

    path: str
    old: str | None
    left_out: tuple[Skipped, ...]
    edit: Edit | None = None
    problem: Problem | None = None
    names: Names = _NO_NAMES
    mended: tuple[Problem, ...] = ()

    @cached_property
    def new(self) -> str:
        """The whole text as it should be; the old one when nothing can be written."""
        old = self.old or ""
        return (
            f"{old[: self.edit.start]}{self.edit.text}{old[self.edit.end :]}" if self.edit else old
        )

    @cached_property
    def fresh(self) -> bool:
        """Whether the file needs no writing; line ends do not count."""
        if self.problem or self.old is None:
            return False
        return normalise(self.old) == normalise(self.new)

    @cached_property
    def summary(self) -> str:
        """What is stale in one line, such as `missing: chart-make`; empty when fresh."""
        if self.problem:
            return self.problem.message
        if self.fresh:
            return ""
        if self.old is None:
            return "the file does not exist"
        return str(self.names) or "links, digests or layout differ"

    @cached_property
    def diff(self) -> str:
        """A unified diff from the old to the new text, line ends normalised; empty when fresh."""
        old, new = (_LINE.findall(normalise(text)) for text in (self.old or "", self.new))
        lines = difflib.unified_diff(old, new, self.path, self.path)
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in lines
        )

    @cached_property
    def _first_changed(self) -> int | None:
        """Offset of the first character that differs, None when fresh or not comparable."""
        return None if self.fresh or self.problem else _common_prefix(self.old or "", self.new)

    @cached_property
    def location(self) -> Location:
        """Where the first change is, or the problem; the whole file when it does not exist."""
        if self.problem:
            return self.problem.location
        if self.old is None or self._first_changed is None:
            return Location(self.path)
        return Source(self.path, self.old).location(self._first_changed)

    @cached_property
    def first_changed_byte(self) -> int | None:
        """Offset in bytes, from 0, of the first character that writing changes; None if none."""
        if self._first_changed is None:
            return None
        return len((self.old or "")[: self._first_changed].encode("utf-8"))

    @cached_property
    def invalidated_text(self) -> str:
        """The old text from the first change to its end: what a prompt cache loses."""
        return "" if self._first_changed is None else (self.old or "")[self._first_changed :]


def _common_prefix(left: str, right: str) -> int:
    """How many characters two texts share from their beginning."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(left), len(right)))
