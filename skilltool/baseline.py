"""The findings that an old library is allowed to keep: written once, subtracted from each run.

A finding is known by rule, file and message, numbers in the message left out, so that moving
lines wakes none; nor does moving the folder of a skill.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from skilltool.errors import SkilltoolError
from skilltool.files import write_text
from skilltool.library import absolute, read_text, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from skilltool.model import Diagnostic

FILE_NAME = ".skills-baseline.json"
_VERSION = 1

Key = tuple[str, str, str]


def load_baseline(file: Path) -> Counter[Key]:
    """How often each finding is known. Raises SkilltoolError for a file that is no baseline."""
    text, unreadable = read_text(file)
    hint = "`skills check --write-baseline` writes one"
    if unreadable:
        raise SkilltoolError(f"{file} {unreadable.removeprefix(f'{file.name} ')}; {hint}")
    try:
        data: Any = json.loads(text)
        if data["version"] != _VERSION:
            raise SkilltoolError(
                f"{file} is a baseline of version {data['version']}; write it anew"
            )
        return Counter(
            {(item["path"], item["rule"], item["message"]): item["count"] for item in data["known"]}
        )
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise SkilltoolError(f"{file} is no baseline file; {hint}") from error


def write_baseline(file: Path, diagnostics: Iterable[Diagnostic]) -> int:
    """Write the findings as known ones, sorted, and give their number."""
    counts = count_findings(diagnostics, file.parent)
    known = [
        {"path": path, "rule": rule, "message": message, "count": count}
        for (path, rule, message), count in sorted(counts.items())
    ]
    document = {"version": _VERSION, "known": known}
    write_text(file, json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    return counts.total()


def count_findings(diagnostics: Iterable[Diagnostic], folder: Path) -> Counter[Key]:
    """How often each finding occurs, known by its path from `folder`, its rule and its words."""
    return Counter(_key(item, folder) for item in diagnostics)


def subtract(
    diagnostics: Iterable[Diagnostic], known: Counter[Key], folder: Path
) -> tuple[list[Diagnostic], list[Diagnostic], int]:
    """The new findings, the known ones, and how many known ones were not found again.

    A finding in a file whose folder was moved is a known one where the old place is gone.
    """
    left = Counter(known)
    here, old = _taken(diagnostics, left, lambda item: _key(item, folder))
    gone = {key: count for key, count in left.items() if not (folder / key[0]).exists()}
    moved = Counter[Key]()
    for key, count in gone.items():
        moved[_without_folder(key)] += count
    new, found = _taken(here, moved, lambda item: _without_folder(_key(item, folder)))
    return new, old + found, left.total() - len(found)


def _taken(
    diagnostics: Iterable[Diagnostic], left: Counter[Key], key_of: Callable[[Diagnostic], Key]
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
    path, rule, message = key
    return posixpath.basename(path), rule, message


def _key(item: Diagnostic, folder: Path) -> Key:
    place = absolute(folder)
    path = os.path.relpath(item.problem.location.path, place).replace(os.sep, "/")
    message = item.problem.message.replace(f"{shown(place)}/", "")
    return path, item.rule, re.sub(r"\d+", "#", message)
