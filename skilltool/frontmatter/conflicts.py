"""Conflicts that a merge has left in a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skilltool.frontmatter.block import FENCE, LINE_END, Block, find_fence, line_number
from skilltool.model import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKER = re.compile(r"(?<![^\r\n])(?:(?:<{7}|>{7})(?:[ \t][^\r\n]*)?|={7}[ \t]*)(?=\r|\n|\Z)")


class Conflict(NamedTuple):
    """Character offsets: of the whole, and the end of its first line."""

    start: int
    marker_end: int
    end: int


def find_conflicts(text: str) -> Iterator[Conflict]:
    """All conflicts with the three lines of git: `<<<<<<<`, then `=======`, then `>>>>>>>`."""
    if "<<<<<<<" not in text:
        return
    opened: re.Match[str] | None = None
    is_parted = False
    for match in _MARKER.finditer(text):
        sign = match.group()[0]
        if sign == "<":
            opened, is_parted = match, False
        elif sign == "=":
            is_parted = opened is not None
        elif opened and is_parted:
            yield Conflict(opened.start(), opened.end(), match.end())
            opened, is_parted = None, False


def conflict_message(first: int, last: int) -> str:
    """What to say of a conflict from one line to another."""
    return (
        f"merge conflict left on lines {first} to {last}: keep one side, or both, and remove the "
        "lines `<<<<<<<`, `=======` and `>>>>>>>`"
    )


def find_conflict_in_front(text: str, first: int) -> tuple[Fault, Block] | None:
    """The first conflict in the front matter; what it means is not known, so nothing is read."""
    conflicts = list(find_conflicts(text))
    if not conflicts or not _is_in_front(text, first, conflicts[0]):
        return None
    found, end = conflicts[0], conflicts[0].end
    closing = find_fence(text, end)
    if closing and all(map(str.strip, LINE_END.split(text[end : closing.start()])[1:-1])):
        end = closing.end()
    first_line, last_line = (line_number(text, place) for place in (found.start, found.end))
    message = conflict_message(first_line, last_line)
    fault = Fault("merge-conflict", found.start, found.marker_end, message)
    return fault, Block(0, 0, end)


def _is_in_front(text: str, first: int, conflict: Conflict) -> bool:
    if conflict.start == first:
        return True
    opening = FENCE.match(text, first)
    if opening is None:
        return False
    closing = find_fence(text, opening.end())
    return closing is None or conflict.start < closing.start()
