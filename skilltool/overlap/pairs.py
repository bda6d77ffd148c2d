"""Two skills that may compete: how much, by which words, and what tells them apart."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skilltool.line import Line
    from skilltool.model import Skill


class Side(NamedTuple):
    """One side of a pair: what its line says and how much each term of it weighs."""

    line: Line
    vector: dict[str, float]

    def telling_words(self, other: Side) -> tuple[str, ...]:
        """The words that the other side lacks, the most telling first."""
        ranked = sorted((-self.vector[term], term) for term in self.vector.keys() - other.vector)
        return tuple(self.line.surfaces[term] for _, term in ranked)


class Distinct(NamedTuple):
    """Two names of skills that somebody has looked at and found distinct, and why.

    `seen` is the `fingerprint` of the lines that were looked at; empty, it holds for any lines.
    """

    first: str
    second: str
    reason: str
    seen: str = ""


def fingerprint(first: Skill, second: Skill) -> str:
    """Eight hexadecimal digits that change with either routing text, but not with case or order."""
    one, other = sorted(skill.routing_text.casefold() for skill in (first, second))
    return f"{zlib.crc32(f'{one} | {other}'.encode()):08x}"


class SharedTerm(NamedTuple):
    """A word that both lines hold and its share of their likeness; all shares sum to 1."""

    word: str
    share: float


@dataclass(eq=False, repr=False)
class Pair:
    """Two skills that may compete, the first before the second by path.

    `score` runs from 0 to 1. `near_identical_bodies` says that the instructions are the same but
    for details; `handed_off` that one of the two refuses what it leaves to the other by name.
    `outdated` is the entry that found the two distinct before one of the lines changed.
    `by_instructions` tells that the lines do not compete and the instructions alone are the same.
    """

    first: Skill
    second: Skill
    score: float
    near_identical_bodies: bool
    handed_off: bool
    outdated: Distinct | None
    by_instructions: bool
    sides: tuple[Side, Side]

    def rival_of(self, skill: Skill) -> Skill | None:
        """The other of the two; None for a skill that is neither."""
        if skill is self.first:
            return self.second
        return self.first if skill is self.second else None

    @cached_property
    def shared(self) -> tuple[SharedTerm, ...]:
        """The words that make the likeness of the lines, the weightiest first."""
        (line, first), (_, second) = self.sides
        products = {term: first[term] * second[term] for term in first.keys() & second.keys()}
        total = math.fsum(products.values())
        ranked = sorted((-product / total, term) for term, product in products.items())
        return tuple(SharedTerm(line.surfaces[term], -share) for share, term in ranked)

    @property
    def told_apart(self) -> bool:
        """Whether each of the lines has a word that the other lacks."""
        (_, first), (_, second) = self.sides
        return bool(first.keys() - second.keys() and second.keys() - first.keys())

    @property
    def opposed(self) -> bool:
        """Whether the two names say opposite directions of a job."""
        first, second = self.sides
        return first.line.opposes(second.line)

    @property
    def first_only(self) -> tuple[str, ...]:
        """The words that only the first skill's line has, the most telling first."""
        first, second = self.sides
        return first.telling_words(second)

    @property
    def second_only(self) -> tuple[str, ...]:
        """The words that only the second skill's line has, the most telling first."""
        first, second = self.sides
        return second.telling_words(first)
