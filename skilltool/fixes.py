"""Apply the edits of fixes: byte for byte, never half, never to a file that they would break."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left, insort
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from skilltool import frontmatter
from skilltool.files import write_text
from skilltool.library import read_text
from skilltool.library.overlay import with_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from skilltool.model import Diagnostic, Edit, Fix, Library

MAX_ROUNDS = 10
"""How often files are checked again for what earlier fixes have brought to light."""


@dataclass(frozen=True, slots=True)
class Applied:
    """A text after fixes. `skipped` are those that overlap one that stands before them."""

    text: str
    applied: tuple[Fix, ...] = ()
    skipped: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What fixes make of one file. `path` is the shown path."""

    path: str
    before: str
    after: str
    applied: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A fix that was not applied, and why."""

    path: str
    fix: Fix
    cause: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The changes of a run, one a file, sorted by path, and the fixes that were refused."""

    changes: tuple[Change, ...] = ()
    refused: tuple[Refused, ...] = ()


def apply(source_text: str, fixes: Sequence[Fix]) -> Applied:
    """The text with all edits of each fix or none of them; the first by position wins.

    Offsets of all fixes count characters of `source_text`. Two edits overlap when they share a
    character or start at the same place; those of two fixes also where one writes right behind what
    the other replaces. The same fix given twice is applied once.
    """
    accepted: list[Edit] = []
    applied: list[Fix] = []
    skipped: list[Fix] = []
    distinct: dict[tuple[Edit, ...], Fix] = {}
    for fix in fixes:
        distinct.setdefault(fix.edits, fix)
    for fix in sorted(distinct.values(), key=_first_place):
        if fix.edits and _fits(fix.edits, accepted, len(source_text)):
            for edit in fix.edits:
                insort(accepted, edit, key=_place)
            applied.append(fix)
        else:
            skipped.append(fix)
    return Applied(_edited(source_text, accepted), tuple(applied), tuple(skipped))


def _place(edit: Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _first_place(fix: Fix) -> tuple[int, int]:
    return min(map(_place, fix.edits), default=(0, 0))


def _fits(edits: Sequence[Edit], accepted: list[Edit], length: int) -> bool:
    """Whether edits lie inside the text and overlap neither each other nor accepted ones."""
    ordered = sorted(edits, key=_place)
    if ordered[0].start < 0 or any(not edit.start <= edit.end <= length for edit in ordered):
        return False
    if any(_overlap(one, other) for one, other in pairwise(ordered)):
        return False
    return not any(_meets(edit, accepted) for edit in ordered)


def _meets(edit: Edit, accepted: list[Edit]) -> bool:
    at = bisect_left(accepted, _place(edit), key=_place)
    before, after = accepted[max(at - 1, 0) : at], accepted[at : at + 1]
    return any(_touch(one, edit) for one in before) or any(_touch(edit, one) for one in after)


def _touch(first: Edit, second: Edit) -> bool:
    """What is inserted behind a value belongs to the value that was, not to its replacement."""
    is_behind = second.start == second.end == first.end
    return is_behind or _overlap(first, second)


def _overlap(first: Edit, second: Edit) -> bool:
    return first.start == second.start or second.start < first.end


def _edited(text: str, edits: Sequence[Edit]) -> str:
    parts: list[str] = []
    place = 0
    for edit in edits:
        parts += (text[place : edit.start], edit.text)
        place = edit.end
    return "".join((*parts, text[place:]))


def plan_fixes(
    diagnostics: Iterable[Diagnostic],
    *,
    unsafe: bool = False,
    texts: Mapping[str, str] = MappingProxyType({}),
) -> Outcome:
    """What the fixes of the diagnostics would change; nothing is written.

    Unsafe fixes count only with `unsafe`. A fix that would add a fault to a front matter, that
    overlaps another, or whose file cannot be read, is refused. `texts` are those of files, by shown
    path, that the diagnostics are about in place of what is on disk.
    """
    changes: list[Change] = []
    refused: list[Refused] = []
    for path, fixes in sorted(_by_path(diagnostics, unsafe=unsafe).items()):
        text, unreadable = (texts[path], "") if path in texts else read_text(Path(path))
        if unreadable:
            refused += [Refused(path, fix, unreadable) for fix in fixes]
            continue
        outcome, dropped = _apply_harmless(text, fixes)
        refused += [Refused(path, fix, "it would break the front matter") for fix in dropped]
        refused += [Refused(path, fix, "it overlaps another fix") for fix in outcome.skipped]
        if outcome.text != text:
            changes.append(Change(path, text, outcome.text, outcome.applied))
    return Outcome(tuple(changes), tuple(refused))


def _by_path(diagnostics: Iterable[Diagnostic], *, unsafe: bool) -> dict[str, list[Fix]]:
    fixes: dict[str, list[Fix]] = {}
    for item in diagnostics:
        fix = item.problem.fix
        if fix is not None and (fix.safe or unsafe):
            fixes.setdefault(item.problem.location.path, []).append(fix)
    return fixes


def _apply_harmless(text: str, fixes: Sequence[Fix]) -> tuple[Applied, list[Fix]]:
    """All fixes that leave the front matter no worse, and those that were dropped."""
    together = apply(text, fixes)
    kept = _harmless(text, [], together.applied)
    dropped = [fix for fix in together.applied if fix not in kept]
    return Applied(apply(text, kept).text, tuple(kept), together.skipped), dropped


def _harmless(text: str, kept: list[Fix], fixes: Sequence[Fix]) -> list[Fix]:
    """`kept` and those of the fixes that add no fault to it; a harmful one is found by halving.

    Several fixes together must mend as many faults as they are meant to, lest one hides behind
    the others. A single one may bring a fault to light for the one that it mends.
    """
    mended = _count_mended(text, fixes) if len(fixes) > 1 else 0
    allowed = _count_faults(apply(text, kept).text) - mended
    if _count_faults(apply(text, [*kept, *fixes]).text) <= allowed:
        return [*kept, *fixes]
    if len(fixes) <= 1:
        return kept
    half = len(fixes) // 2
    return _harmless(text, _harmless(text, kept, fixes[:half]), fixes[half:])


def _count_faults(text: str) -> int:
    return len(frontmatter.parse(text).faults)


def _count_mended(text: str, fixes: Sequence[Fix]) -> int:
    meant = {fix.edits for fix in fixes}
    faults = frontmatter.parse(text).faults
    return sum(fault.fix is not None and fault.fix.edits in meant for fault in faults)


def preview_fixes(
    libraries: Sequence[Library],
    check: Callable[[Sequence[Library]], Iterable[Diagnostic]],
    *,
    unsafe: bool = False,
) -> Outcome:
    """What `fix_files` would make of the libraries; nothing is written.

    Files of skills are checked again as they would be; any other file only as it is on disk.
    """
    planned: dict[str, Change] = {}
    outcome = plan_fixes(check(libraries), unsafe=unsafe)
    for _ in range(MAX_ROUNDS):
        for change in outcome.changes:
            planned[change.path] = _joined(planned, change)
        known = {path: change.after for path, change in planned.items()}
        if not outcome.changes:
            break
        libraries = [with_texts(library, known) for library in libraries]
        found = (item for item in check(libraries) if _is_known(item, libraries))
        outcome = plan_fixes(found, unsafe=unsafe, texts=known)
    return _outcome(planned, outcome.refused)


def _is_known(item: Diagnostic, libraries: Sequence[Library]) -> bool:
    path = item.problem.location.path
    return any(library.skill_at(path) for library in libraries)


def fix_files(check: Callable[[], Iterable[Diagnostic]], *, unsafe: bool = False) -> Outcome:
    """Write the fixes of what `check` finds, until it finds nothing more to fix.

    `check` reads the files anew each time. Each file is written whole or not at all. Raises
    SkilltoolError when a file cannot be written.
    """
    written: dict[str, Change] = {}
    outcome = Outcome()
    for _ in range(MAX_ROUNDS):
        outcome = plan_fixes(check(), unsafe=unsafe)
        for change in outcome.changes:
            write_text(Path(change.path), change.after)
            written[change.path] = _joined(written, change)
        if not outcome.changes:
            break
    return _outcome(written, outcome.refused)


def _outcome(made: Mapping[str, Change], refused: tuple[Refused, ...]) -> Outcome:
    changes = (change for _, change in sorted(made.items()) if change.before != change.after)
    return Outcome(tuple(changes), refused)


def _joined(written: Mapping[str, Change], change: Change) -> Change:
    """A change of a file together with the one that an earlier round made."""
    earlier = written.get(change.path)
    if earlier is None:
        return change
    return Change(change.path, earlier.before, change.after, earlier.applied + change.applied)


def render_diff(changes: Iterable[Change]) -> str:
    r"""A unified diff that `git apply` and `patch -p1` read; only `\n` ends its lines."""
    return "".join(line for change in changes for line in _diff(change))


def _diff(change: Change) -> list[str]:
    lines = difflib.unified_diff(
        _lines(change.before), _lines(change.after), f"a/{change.path}", f"b/{change.path}"
    )
    return [
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    ]


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)
