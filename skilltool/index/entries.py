"""A library to the entries of its index, and the skills that cannot have one."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from skilltool.index.escaping import replace_surrogates
from skilltool.model import Problem, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skilltool.model import Fault, Library, Skill

Pair = tuple[str, str]
"""Name and routing text, both one line."""

_CUT = "truncating-comment"
_MENDED = {
    "invalid-front-matter",
    "merge-conflict",
    "misspelt-fence",
    "text-before-front-matter",
    "unclosed-front-matter",
    _CUT,
}
"""The faults behind which a client reads another line, or none."""


class Entry(NamedTuple):
    """One skill in an index.

    `path` leads from the folder of the index file to the SKILL.md, POSIX separators; `digest` is
    `sha256:` and 64 hexadecimal digits of its bytes; `tokens` are those of the instructions and
    `folder_hash` the one that a lock file holds; both are None when nobody asked.
    """

    name: str
    text: str
    path: str
    digest: str
    tokens: int | None = None
    folder_hash: str | None = None

    @property
    def pair(self) -> Pair:
        """What identifies the entry in every format."""
        return self.name, self.text

    @property
    def sort_key(self) -> tuple[str, str]:
        """Name, then path, in the order of code points: the same on every platform."""
        return self.name, self.path


def find_entries(
    library: Library,
    folder: Path,
    refuse: Callable[[Entry], str],
    complete: Callable[[Entry, Skill], Entry],
) -> tuple[list[Entry], tuple[Skipped, ...]]:
    """The entries sorted by name, and what has none with the cause.

    `folder` is where the index file is. `refuse` says why a format cannot hold an entry, else
    nothing; `complete` adds what the format holds beyond the rest. Skills for manual use are in
    neither result.
    """
    entries, left_out = [], []
    for skill in library.skills:
        if skill.manual_only:
            continue
        cause = _unlisted(skill)
        if not cause:
            entry = _entry(skill, folder)
            cause = refuse(entry)
        if cause:
            left_out.append(Skipped(skill.path, cause))
        else:
            entries.append(complete(entry, skill))
    return sorted(entries, key=lambda entry: entry.sort_key), tuple(left_out)


def find_mended(library: Library) -> tuple[Problem, ...]:
    """The faults behind which clients read another line in a SKILL.md than its entry has."""
    listed = (it for it in library.skills if not it.manual_only and not _unlisted(it))
    found = ((it.source, fault) for it in listed if (fault := _mended(it)))
    return tuple(Problem(source.location(it.start, it.end), it.message) for source, it in found)


def _mended(skill: Skill) -> Fault | None:
    faults = (fault for fault in skill.front_matter.faults if fault.kind in _MENDED)
    return next((it for it in faults if it.kind != _CUT or _is_in_routing_text(skill, it)), None)


def _is_in_routing_text(skill: Skill, fault: Fault) -> bool:
    above = [it for it in skill.front_matter.fields.values() if it.key_start <= fault.start]
    return bool(above) and above[-1] in skill.routing_fields


def append_order(entries: Iterable[Entry], old: Iterable[Pair]) -> list[Entry]:
    """The entries that `old` names in its order, then the others by name."""
    waiting: dict[str, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.sort_key, reverse=True):
        waiting[entry.name].append(entry)
    kept = [waiting[name].pop() for name, _ in old if waiting.get(name)]
    rest = (entry for group in waiting.values() for entry in group)
    return [*kept, *sorted(rest, key=lambda entry: entry.sort_key)]


def _unlisted(skill: Skill) -> str:
    """Why a skill can have no entry, else nothing."""
    if skill.unreadable:
        return skill.unreadable
    if skill.routing_text:
        return ""
    if skill.front_matter.faults:
        return skill.front_matter.faults[0].message
    return f"nothing says when to use it: no {' or '.join(skill.profile.routing)}"


def _entry(skill: Skill, folder: Path) -> Entry:
    return Entry(
        _one_line(skill.name),
        _one_line(skill.routing_text),
        _relative(skill, folder),
        f"sha256:{hashlib.sha256(skill.source.text.encode('utf-8')).hexdigest()}",
    )


def _one_line(text: str) -> str:
    return replace_surrogates(" ".join(text.split()))


def _relative(skill: Skill, folder: Path) -> str:
    file = skill.folder / PurePosixPath(skill.path).name
    return Path(os.path.relpath(file, folder)).as_posix()
