"""Pairs of skills that compete for the same requests, why they do, and groups of such pairs.

Pure: texts of skills in, pairs out.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from skilltool.analyzer import find_hand_offs, fold_words
from skilltool.bm25 import Similar, find_bm25_pairs
from skilltool.likeness import Likeness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.line import Line
    from skilltool.model import Skill

THRESHOLD = 0.28
"""The default score from which on a pair is reported; see benchmarks/README.md."""

BM25_THRESHOLD = 0.5
"""The default threshold for plain BM25."""

_NEAR_IDENTICAL = 0.97


class _Side(NamedTuple):
    """One side of a pair: what its line says and how much each term of it weighs."""

    line: Line
    vector: dict[str, float]


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
    """

    first: Skill
    second: Skill
    score: float
    near_identical_bodies: bool
    handed_off: bool
    outdated: Distinct | None
    _sides: tuple[_Side, _Side]

    @cached_property
    def shared(self) -> tuple[SharedTerm, ...]:
        """The words that make the likeness of the lines, the weightiest first."""
        (line, first), (_, second) = self._sides
        products = {term: first[term] * second[term] for term in first.keys() & second.keys()}
        total = math.fsum(products.values())
        ranked = sorted((-product / total, term) for term, product in products.items())
        return tuple(SharedTerm(line.surfaces[term], -share) for share, term in ranked)

    @property
    def told_apart(self) -> bool:
        """Whether each of the lines has a word that the other lacks."""
        (_, first), (_, second) = self._sides
        return bool(first.keys() - second.keys() and second.keys() - first.keys())

    @property
    def first_only(self) -> tuple[str, ...]:
        """The words that only the first skill's line has, the most telling first."""
        return _telling_words(*self._sides)

    @property
    def second_only(self) -> tuple[str, ...]:
        """The words that only the second skill's line has, the most telling first."""
        return _telling_words(*reversed(self._sides))


class Cluster(NamedTuple):
    """Skills that are joined by pairs, sorted by path.

    `from_template` tells that their lines are one text with a few words changed. `advice` is one
    of "merge", "specialise" and "add a hand-off".
    """

    skills: tuple[Skill, ...]
    pairs: tuple[Pair, ...]
    from_template: bool
    advice: str


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
      directions: azure/aws are siblings and not rivals. Skills with the same line score 1.
    - bm25: the likeness of `bm25.find_bm25_pairs` of the lines alone.
    """
    competing = [skill for skill in skills if skill.routing_text and not skill.manual_only]
    competing.sort(key=lambda skill: skill.path)
    known: defaultdict[frozenset[str], list[Distinct]] = defaultdict(list)
    for entry in distinct:
        known[frozenset(entry[:2])].append(entry)
    pairs = []
    for likeness, a, b, score in _candidates(competing, threshold, method):
        entries = known.get(frozenset((a.name, b.name)), [])
        if any(_holds(entry, a.skill, b.skill) for entry in entries) or _is_handed_off(a, b):
            continue
        outdated = entries[0] if entries else None
        pairs.append(_pair(likeness, a, b, score, outdated=outdated))
    return sorted(pairs, key=lambda pair: (-pair.score, pair.first.path, pair.second.path))


def _candidates(
    skills: Sequence[Skill], threshold: float | None, method: str
) -> Iterator[tuple[Likeness, Line, Line, float]]:
    """The pairs whose score reaches the threshold, and skills that have one and the same line.

    Of a line that many skills have, one stands for all, and each is paired with the next only:
    all pairs of 2,000 skills would be two million that say the same.
    """
    same: defaultdict[str, list[Skill]] = defaultdict(list)
    for skill in skills:
        same[skill.routing_text.casefold()].append(skill)
    likeness = Likeness([group[0] for group in same.values()])
    for first, second, score in _find(likeness, threshold, method):
        yield likeness, likeness.lines[first], likeness.lines[second], score
    for group in same.values():
        for neighbours in pairwise(group):
            alone = Likeness(neighbours)
            yield alone, alone.lines[0], alone.lines[1], 1.0


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
    return _pair(likeness, a, b, likeness.score(a, b), handed_off=_is_handed_off(a, b))


def _pair(
    likeness: Likeness,
    a: Line,
    b: Line,
    score: float,
    *,
    handed_off: bool = False,
    outdated: Distinct | None = None,
) -> Pair:
    body = likeness.body_likeness(a, b)
    return Pair(
        first=a.skill,
        second=b.skill,
        score=score,
        near_identical_bodies=body is not None and body >= _NEAR_IDENTICAL,
        handed_off=handed_off,
        outdated=outdated,
        _sides=(_Side(a, likeness.vector(a)), _Side(b, likeness.vector(b))),
    )


def _telling_words(side: _Side, other: _Side) -> tuple[str, ...]:
    own = side.vector
    ranked = sorted((-own[term], term) for term in own.keys() - other.vector.keys())
    return tuple(side.line.surfaces[term] for _, term in ranked)


def _is_handed_off(a: Line, b: Line) -> bool:
    return _hands_off(a, b.name) or _hands_off(b, a.name)


def _hands_off(line: Line, name: str) -> bool:
    """Whether a line names another skill in, or one sentence after, a clause that refuses.

    Or sends its reader there: "For sent mail, see mail-out". A name of one word may be a word.
    """
    if not name or name.casefold() not in line.routing.casefold():
        return False
    if "-" in name and re.search(_POINTER + re.escape(name) + r"(?![\w-])", line.routing, re.I):
        return True
    mention = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", re.IGNORECASE)
    places = [match.start() for match in mention.finditer(line.routing)]
    for start, end in find_hand_offs(line.routing, line.language):
        after = _NEXT_SENTENCE.match(line.routing, end)
        stop = after.end() if after else end
        if any(start <= place < stop for place in places):
            return True
    return False


_POINTER = r"""\b(?:see|use)\s+(?:the\s+)?[`"'*]*"""
_NEXT_SENTENCE = re.compile(r"[.!?;)。！？；\s]+[^.!?;。！？；]*")


def find_clusters(pairs: Sequence[Pair]) -> list[Cluster]:
    """The pairs joined into groups: skills that are linked, and all skills of one template.

    The largest first, then by path.
    """
    groups = _merge_templates(_connected(pairs))
    clusters = [_cluster(group) for group in groups]
    return sorted(clusters, key=lambda c: (-len(c.skills), [skill.path for skill in c.skills]))


def _connected(pairs: Sequence[Pair]) -> list[list[Pair]]:
    parents: dict[str, str] = {}

    def root(path: str) -> str:
        while parents.setdefault(path, path) != path:
            path = parents[path] = parents[parents[path]]
        return path

    for pair in pairs:
        parents[root(pair.first.path)] = root(pair.second.path)
    groups: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[root(pair.first.path)].append(pair)
    return list(groups.values())


def _merge_templates(groups: list[list[Pair]]) -> list[list[Pair]]:
    """Join the groups whose members have the same frame of words around their subjects."""
    merged: list[tuple[frozenset[str], list[Pair]]] = []
    for group in groups:
        frame = _frame(group)
        for known, members in merged:
            if len(frame & known) >= _FRAME_WORDS and _jaccard(frame, known) >= _FRAME_LIKENESS:
                members.extend(group)
                break
        else:
            merged.append((frame, list(group)))
    return [members for _, members in merged]


_FRAME_WORDS = 4
_FRAME_LIKENESS = 0.6


def _frame(group: Sequence[Pair]) -> frozenset[str]:
    """The words that all lines of a group share, stop words among them."""
    lines = [skill.routing_text for pair in group for skill in (pair.first, pair.second)]
    return frozenset.intersection(*(fold_words(line) for line in lines))


def _jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second)


def _cluster(group: Sequence[Pair]) -> Cluster:
    members = {s.path: s for pair in group for s in (pair.first, pair.second)}
    skills = tuple(members[path] for path in sorted(members))
    widest = max(len(fold_words(skill.routing_text)) for skill in skills)
    from_template = len(skills) > 2 and len(_frame(group)) >= _FRAME_LIKENESS * widest
    return Cluster(skills, tuple(group), from_template, _advise(group, from_template=from_template))


def _advise(group: Sequence[Pair], *, from_template: bool) -> str:
    """Merge what is the same, tell apart what came out of one template, else name the border."""
    if from_template:
        return "specialise"
    if all(pair.near_identical_bodies or pair.score >= _SAME for pair in group):
        return "merge"
    return "add a hand-off" if all(pair.told_apart for pair in group) else "specialise"


_SAME = 0.75
