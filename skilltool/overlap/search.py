"""The search for pairs in a library, and the score of two skills by name."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from skilltool.bm25 import Similar, find_bm25_pairs
from skilltool.likeness import Likeness
from skilltool.overlap.hand_offs import is_handed_off
from skilltool.overlap.instructions import NEAR_IDENTICAL, find_same_instructions
from skilltool.overlap.pairs import Distinct, Pair, Side, fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.line import Line
    from skilltool.model import Skill

THRESHOLD = 0.28
"""The default score from which on a pair is reported; see benchmarks/README.md."""

BM25_THRESHOLD = 0.5
"""The default threshold for plain BM25."""


def find_pairs(
    skills: Sequence[Skill],
    *,
    threshold: float | None = None,
    distinct: Iterable[Distinct] = (),
    method: str = "blend",
) -> list[Pair]:
    """The pairs that compete, the strongest first.

    Skills that a client keeps out of the listing, and skills without a routing text, compete with
    nobody. A pair is left out when an entry of `distinct` names it and has seen the same lines, or
    when one skill hands over to the other by name. `method` is "blend" or "bm25":

    - blend: sqrt(line cosine x body cosine) x breadth x (1 - .9 x exclusivity). Terms of a line
      weigh (1 + log count) x idf^1.5, the idf steadied by the background table; terms that over
      half of a library share weigh nothing. Where bodies tell nothing, the squared line cosine
      stands in for theirs. Breadth is below 1 where fewer than four terms make the likeness.
      Exclusivity is the share of a name that the other line lacks, the smaller of both
      directions: azure/aws are siblings and not rivals, and so are opposite directions by name
      (`Line.opposes`). Skills with the same line score 1. Skills with nearly the same instructions
      are a pair, however low their score.
    - bm25: the likeness of `bm25.find_bm25_pairs` of the lines alone.
    """
    competing = [skill for skill in skills if skill.routing_text and not skill.manual_only]
    competing.sort(key=lambda skill: skill.path)
    known: defaultdict[frozenset[str], list[Distinct]] = defaultdict(list)
    for entry in distinct:
        known[frozenset(entry[:2])].append(entry)
    pairs = []
    for candidate in _candidates(competing, threshold, method):
        a, b = candidate.a, candidate.b
        entries = known.get(frozenset((a.name, b.name)), [])
        if any(_holds(entry, a.skill, b.skill) for entry in entries) or is_handed_off(a, b):
            continue
        pairs.append(_pair(candidate, outdated=entries[0] if entries else None))
    return sorted(pairs, key=lambda pair: (-pair.score, pair.first.path, pair.second.path))


class _Candidate(NamedTuple):
    """Two lines, what compared them, and their score."""

    likeness: Likeness
    a: Line
    b: Line
    score: float
    by_instructions: bool = False


def _candidates(
    skills: Sequence[Skill], threshold: float | None, method: str
) -> Iterator[_Candidate]:
    """The pairs whose lines or instructions are alike, and skills that have one and the same line.

    Of a line that many skills have, one stands for all, and each is paired with the next only:
    all pairs of 2,000 skills would be two million that say the same.
    """
    same: defaultdict[str, list[Skill]] = defaultdict(list)
    for skill in skills:
        same[skill.routing_text.casefold()].append(skill)
    likeness = Likeness([group[0] for group in same.values()])
    found = _find(likeness, threshold, method)
    for first, second, score in found:
        yield _Candidate(likeness, likeness.lines[first], likeness.lines[second], score)
    if method == "blend":
        yield from _same_instructions(likeness, {(pair.first, pair.second) for pair in found})
    for group in same.values():
        for neighbours in pairwise(group):
            alone = Likeness(neighbours)
            yield _Candidate(alone, alone.lines[0], alone.lines[1], 1.0)


def _same_instructions(likeness: Likeness, found: set[tuple[int, int]]) -> Iterator[_Candidate]:
    for places in find_same_instructions(likeness):
        if places not in found:
            a, b = (likeness.lines[place] for place in places)
            yield _Candidate(likeness, a, b, likeness.score(a, b), by_instructions=True)


def _holds(entry: Distinct, first: Skill, second: Skill) -> bool:
    return entry.seen in ("", fingerprint(first, second))


def _find(likeness: Likeness, threshold: float | None, method: str) -> list[Similar]:
    if method == "bm25":
        documents = [list(line.counts.elements()) for line in likeness.lines]
        return find_bm25_pairs(documents, BM25_THRESHOLD if threshold is None else threshold)
    return likeness.find(THRESHOLD if threshold is None else threshold)


def score_pair(first: Skill, second: Skill, skills: Sequence[Skill] = ()) -> Pair:
    """The pair of two skills, however low its score, as members of a library."""
    rest = [skill for skill in skills if skill is not first and skill is not second]
    likeness = Likeness([first, second, *rest])
    a, b = sorted(likeness.lines[:2], key=lambda line: line.skill.path)
    candidate = _Candidate(likeness, a, b, likeness.score(a, b))
    return _pair(candidate, handed_off=is_handed_off(a, b))


def _pair(
    candidate: _Candidate, *, handed_off: bool = False, outdated: Distinct | None = None
) -> Pair:
    likeness, a, b, score, by_instructions = candidate
    body = likeness.body_likeness(a, b)
    return Pair(
        first=a.skill,
        second=b.skill,
        score=score,
        near_identical_bodies=body is not None and body >= NEAR_IDENTICAL,
        handed_off=handed_off,
        outdated=outdated,
        by_instructions=by_instructions,
        sides=(Side(a, likeness.vector(a)), Side(b, likeness.vector(b))),
    )
