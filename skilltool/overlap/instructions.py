"""Skills whose instructions are nearly identical, whatever their lines say."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skilltool.likeness import Likeness
    from skilltool.line import Line

NEAR_IDENTICAL = 0.97
"""The likeness of two bodies from which on they are the same but for details."""

# A shorter body is a stub, which any skill may have.
_LEAST_CHARACTERS = 500
_LEAST_LENGTH_RATIO = 0.9
# Two bodies that are the same but for details share two of so many longest lines.
_MARKS = 4
_SHARED_MARKS = 2
# They are looked for in the last part of what is read: bodies begin alike.
_MARKED_CHARACTERS = 1500
# So many bodies that begin a group are compared with each further one that has the same mark.
_LEADERS = 8


def find_same_instructions(likeness: Likeness) -> Iterator[tuple[int, int]]:
    """The places of two skills, the first below the second, whose bodies are nearly identical.

    Each skill is paired with the first of its group only: the rest would say the same again.
    """
    leaders: defaultdict[str, list[int]] = defaultdict(list)
    for place, line in enumerate(likeness.lines):
        if line.body_length < _LEAST_CHARACTERS or not line.has_body:
            continue
        marks = sorted(line.body_head[-_MARKED_CHARACTERS:].split("\n"), key=len)[-_MARKS:]
        first = _first_like(likeness, line, _candidates(leaders, marks))
        if first is not None:
            yield first, place
        else:
            for mark in marks:
                leaders[mark].append(place)


def _candidates(leaders: Mapping[str, list[int]], marks: list[str]) -> list[int]:
    shared = Counter(leader for mark in marks for leader in leaders.get(mark, ())[:_LEADERS])
    least = min(_SHARED_MARKS, len(marks))
    return sorted(leader for leader, count in shared.items() if count >= least)


def _first_like(likeness: Likeness, line: Line, candidates: list[int]) -> int | None:
    lines = likeness.lines
    return next((place for place in candidates if _is_same(likeness, lines[place], line)), None)


def _share_lines(first: Line, second: Line) -> bool:
    """Whether half of the lines are common: a look that saves most comparisons of words."""
    one, other = (set(line.body_head.split("\n")) for line in (first, second))
    return 2 * len(one & other) >= max(len(one), len(other))


def _is_same(likeness: Likeness, first: Line, second: Line) -> bool:
    shorter, longer = sorted((first.body_length, second.body_length))
    if shorter < _LEAST_LENGTH_RATIO * longer or not _share_lines(first, second):
        return False
    body = likeness.body_likeness(first, second)
    return body is not None and body >= NEAR_IDENTICAL
