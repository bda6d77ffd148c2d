"""The findings that an old library is allowed to keep: written once, subtracted from each run.

A finding is known by rule, file and the text that is flagged, so that neither moved lines nor a
rule that says it in other words wakes one; nor does moving the folder of a skill.
"""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skilltool.errors import SkilltoolError
from skilltool.files import write_text
from skilltool.library import absolute, read_text, shown
from skilltool.model import Diagnostic, Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skilltool.model import Location

FILE_NAME = ".skills-baseline.json"
_VERSION = 2
_WORD_OF_VERSION = {1: "message", _VERSION: "text"}
"""The key of an entry by which a finding is known, beside `path` and `rule`."""
_LONGEST = 120
"""Characters of a flagged text that are kept as they are; a longer one ends in its digest."""

Key = tuple[str, str, str]
KeyOf = Callable[[Diagnostic], Key]


@dataclass(frozen=True)
class Known:
    """How often each finding is known; `version` tells by what."""

    counts: Counter[Key]
    version: int = _VERSION


def load_baseline(file: Path) -> Known:
    """The known findings. Raises SkilltoolError for a file that is no baseline."""
    text, unreadable = read_text(file)
    hint = "`skills check --write-baseline` writes one"
    if unreadable:
        raise SkilltoolError(f"{file} {unreadable.removeprefix(f'{file.name} ')}; {hint}")
    try:
        data: Any = json.loads(text)
        version = data["version"]
        if version not in _WORD_OF_VERSION:
            raise SkilltoolError(f"{file} is a baseline of version {version}; write it anew")
        word = _WORD_OF_VERSION[version]
        counts = {(it["path"], it["rule"], it[word]): it["count"] for it in data["known"]}
        return Known(Counter(counts), version)
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise SkilltoolError(f"{file} is no baseline file; {hint}") from error


def write_baseline(file: Path, diagnostics: Iterable[Diagnostic]) -> int:
    """Write the findings as known ones, sorted, and give their number."""
    counts = count_findings(diagnostics, file.parent).counts
    known = [
        {"path": path, "rule": rule, "text": text, "count": count}
        for (path, rule, text), count in sorted(counts.items())
    ]
    document = {"version": _VERSION, "known": known}
    write_text(file, json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    return counts.total()


def count_findings(diagnostics: Iterable[Diagnostic], folder: Path) -> Known:
    """How often each finding occurs, known by its path from `folder`, its rule and its text.

    Reads the files that the findings are in.
    """
    return Known(Counter(map(_key_of(folder, _VERSION), diagnostics)))


def subtract(
    diagnostics: Iterable[Diagnostic], known: Known, folder: Path
) -> tuple[list[Diagnostic], list[Diagnostic], int]:
    """The new findings, the known ones, and how many known ones were not found again.

    A finding in a file whose folder was moved is a known one where the old place is gone.
    """
    left, key_of = Counter(known.counts), _key_of(folder, known.version)
    here, old = _taken(diagnostics, left, key_of)
    gone = {key: count for key, count in left.items() if not (folder / key[0]).exists()}
    moved = Counter[Key]()
    for key, count in gone.items():
        moved[_without_folder(key)] += count
    new, found = _taken(here, moved, lambda item: _without_folder(key_of(item)))
    return new, old + found, left.total() - len(found)


def _taken(
    diagnostics: Iterable[Diagnostic], left: Counter[Key], key_of: KeyOf
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The findings that are not among those `left`, and those that are, which is counted down."""
    new: list[Diagnostic] = []
    old: list[Diagnostic] = []
    for item in diagnostics:
        key = key_of(item)
        (old if left[key] else new).append(item)
        left[key] -= left[key] > 0
    return new, old


def _without_folder(key: Key) -> Key:
    path, rule, word = key
    return posixpath.basename(path), rule, word


# ---- keys ----------------------------------------------------------------------------------


def _key_of(folder: Path, version: int) -> KeyOf:
    """What gives the key of a finding, its path counted from `folder`; reads each file once."""
    place, source_of = absolute(folder), cache(_source)

    def key(item: Diagnostic) -> Key:
        path = os.path.relpath(item.problem.location.path, place).replace(os.sep, "/")
        by_message = version == 1
        word = _folded_message(item, place) if by_message else _flagged_text(item, source_of)
        return path, item.rule, word

    return key


def _source(path: str) -> Source:
    return Source(path, read_text(Path(path))[0])


def _flagged_text(item: Diagnostic, source_of: Callable[[str], Source]) -> str:
    """The text at the place in one line; the name of the skill where it is a point or the file."""
    location = item.problem.location
    text = _text_at(source_of(location.path), location) if location.end_line else ""
    text = " ".join(text.split()) or item.skill
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]} {hashlib.sha256(text.encode('utf-8')).hexdigest()}"


def _text_at(source: Source, location: Location) -> str:
    starts = [*source.line_starts, len(source.text)]
    start, end = (
        starts[min(line, len(starts)) - 1] + column - 1
        for line, column in (location[1:3], location[3:5])
    )
    return source.text[start:end]


def _folded_message(item: Diagnostic, place: Path) -> str:
    """The words of a finding without numbers, which change with the place."""
    message = item.problem.message.replace(f"{shown(place)}/", "")
    return re.sub(r"\d+", "#", message)
