"""Pairs of skills that compete for the same requests, why they do, and groups of such pairs.

Pure: texts of skills in, pairs out.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from skilltool.analyzer import (
    analyze,
    count_words,
    detect_language,
    drop_hand_offs,
    find_hand_offs,
    find_surfaces,
    find_words,
)
from skilltool.background import WordIdf, pooled_idf
from skilltool.bm25 import (
    cosine,
    find_bm25_pairs,
    find_cosine_pairs,
    unit_vector,
)

from skilltool.languages import load_language

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from skilltool.model import Skill

THRESHOLD = 0.32
"""The default score from which on a pair is reported; see benchmarks/README.md."""

BM25_THRESHOLD = 0.5
"""The default threshold for plain BM25."""

# The exponent sharpens the difference between common and telling words of a short line.
_LINE_EXPONENT = 1.5
_EXCLUSIVITY = 0.9
# Two lines that are less alike are not mistaken for each other, whatever the bodies hold.
_LEAST_LIKENESS = 0.2
# So many characters of a body tell what it is about; more change no verdict.
_BODY_CHARACTERS = 5000
_SKETCH_CHARACTERS = 2000
# A body with fewer distinct terms tells nothing about its skill.
_BODY_TERMS = 20
_NEAR_IDENTICAL = 0.97
# A library this small has no house style yet, only skills that are alike.
_HOUSE_LIBRARY = 4
_HOUSE_REMAINDER = 0.2
_BROAD = 4
# A number stands for no subject.
_NUMBER_WEIGHT = 0.25
_TEMPLATE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Distinct:
    """Two names of skills that somebody has looked at and found distinct, and why."""

    first: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True)
class SharedTerm:
    """A word that both lines hold and its share of their likeness; all shares sum to 1."""

    word: str
    share: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two skills that may compete, the first before the second by path.

    `score` runs from 0 to 1. `shared` are the words that make it, the weightiest first;
    `first_only` and `second_only` the words that tell the lines apart. `near_identical_bodies`
    says that the instructions are the same but for details; `handed_off` that one of the two
    refuses what it leaves to the other by name.
    """

    first: Skill
    second: Skill
    score: float
    shared: tuple[SharedTerm, ...]
    first_only: tuple[str, ...]
    second_only: tuple[str, ...]
    near_identical_bodies: bool
    handed_off: bool


@dataclass(frozen=True, slots=True)
class Cluster:
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
    nobody. A pair is left out when it is in `distinct`, or when one skill hands over to the other
    by name. `method` is "blend" or "bm25":

    - blend: sqrt(line cosine x body cosine) x breadth x (1 - .9 x exclusivity). Terms of a line weigh
      (1 + log count) x idf^1.5, the idf steadied by the background table; terms that over half of
      a library share weigh nothing. Where bodies tell nothing, the squared line cosine stands in
      for theirs. Breadth is below 1 where fewer than four terms make the likeness. Exclusivity is the share of a name that the other line lacks, the smaller of
      both directions: azure/aws are siblings and not rivals.
    - bm25: the likeness of `bm25.find_bm25_pairs` of the lines alone.
    """
    field = _Field(skills)
    waived = {frozenset((item.first, item.second)) for item in distinct}
    pairs = []
    for first, second, score in field.find(threshold, method):
        a, b = field.lines[first], field.lines[second]
        if frozenset((a.name, b.name)) in waived or _is_handed_off(a, b):
            continue
        pairs.append(field.explain(a, b, score))
    return sorted(pairs, key=lambda pair: (-pair.score, pair.first.path, pair.second.path))


def score_pair(first: Skill, second: Skill, skills: Sequence[Skill] = ()) -> Pair:
    """The pair of two skills, however low its score, as members of a library."""
    rest = [skill for skill in skills if skill is not first and skill is not second]
    field = _Field([first, second, *rest], everyone=True)
    a, b = sorted(field.lines[:2], key=lambda line: line.skill.path)
    return field.explain(a, b, field.score(a, b))


class _Line:
    """What the overlap needs of one skill; costly parts are made when they are asked for."""

    def __init__(self, skill: Skill) -> None:
        self.skill = skill
        self.name = skill.name
        self.routing = skill.routing_text
        self.language = detect_language(self.routing)
        line = drop_hand_offs(self.routing, self.language)
        self.text = f"{self.name}. {line}"
        terms = analyze(line, self.language)
        name_terms = analyze(self.name, self.language)
        self.name_terms = frozenset(name_terms)
        self.line_terms = frozenset(terms)
        self.counts = Counter(name_terms + terms)

    @cached_property
    def told_name_terms(self) -> frozenset[str]:
        """The terms of the name that the line itself takes up, be it in another form."""
        starts = _starts(self.line_terms)
        return frozenset(t for t in self.name_terms if t in self.line_terms or t[:_STEM] in starts)

    def lacks(self, term: str) -> bool:
        """Whether neither a term nor another form of it is in name and line."""
        return term not in self.counts and term[:_STEM] not in self.starts

    @cached_property
    def starts(self) -> frozenset[str]:
        return _starts(self.counts)

    @cached_property
    def body_weights(self) -> dict[str, float]:
        """The words of the body; the background alone weighs them, whatever the library."""
        counts = count_words(self.skill.body[:_BODY_CHARACTERS], self.language)
        idf = _word_idf(self.language)
        return {word: _LOG[n] * idf[word] for word, n in counts.items()}

    @cached_property
    def body_length(self) -> float:
        return math.hypot(*self.body_weights.values())

    @cached_property
    def body_sketch(self) -> frozenset[str]:
        return frozenset(self.skill.body[:_SKETCH_CHARACTERS].split())

    @cached_property
    def surfaces(self) -> dict[str, str]:
        return find_surfaces(self.text, self.language)

    @cached_property
    def proper_terms(self) -> frozenset[str]:
        """Terms of words with a capital inside a sentence, or with a digit: names of things."""
        words = find_words(self.routing, self.language)
        inner = [w for w in words if not _STARTS_SENTENCE.search(self.routing, 0, w.start)]
        capital = [w for w in inner if w.text != w.folded]
        if len(capital) > _CAPITALS_SHARE * len(inner):
            return frozenset()
        return frozenset(term for word in capital for term in word.terms)


_LOG = [0.0, *(1 + math.log(n) for n in range(1, _BODY_CHARACTERS))]
# Two words with the same first letters are taken for forms of one: Austria, Austrian.
_STEM = 6
_STARTS_SENTENCE = re.compile(r"(?:^|[.!?:;]\s+|[。！？；：])[\W_]*\Z")
# Where so many words inside a sentence have a capital (a title, German nouns), it tells no name.
_CAPITALS_SHARE = 0.3


def _may_reach(a: _Line, b: _Line, wanted: float) -> bool:
    """Whether two bodies may have the wanted cosine, by a sketch that costs a tenth of it.

    Of 109 pairs of a library of 559 it loses one.
    """
    first, second = a.body_sketch, b.body_sketch
    if min(len(first), len(second)) < _BODY_TERMS:
        return True
    return len(first & second) >= wanted / 2 * math.sqrt(len(first) * len(second))


def _starts(terms: Iterable[str]) -> frozenset[str]:
    return frozenset(term[:_STEM] for term in terms if len(term) >= _STEM)


class _Field:
    """The competing skills of a library, with the weights that only the whole library gives."""

    def __init__(self, skills: Sequence[Skill], *, everyone: bool = False) -> None:
        ordered = skills if everyone else sorted(skills, key=lambda skill: skill.path)
        self.lines = [_Line(s) for s in ordered if everyone or _competes(s)]
        frequencies: Counter[str] = Counter()
        for line in self.lines:
            frequencies.update(line.counts.keys())
        self._idf = pooled_idf(frequencies, len(self.lines))
        self._house = _common_terms(frequencies, len(self.lines))
        self._vectors: dict[int, dict[str, float]] = {}

    def find(self, threshold: float | None, method: str) -> list[tuple[int, int, float]]:
        if method == "bm25":
            documents = [list(line.counts.elements()) for line in self.lines]
            return list(find_bm25_pairs(documents, threshold or BM25_THRESHOLD))
        return self._find_blend(THRESHOLD if threshold is None else threshold)

    def _find_blend(self, threshold: float) -> list[tuple[int, int, float]]:
        vectors = [self._vector(line) for line in self.lines]
        found = []
        for first, second, likeness in find_cosine_pairs(vectors, self._least(threshold)):
            a, b = self.lines[first], self.lines[second]
            factor = self._breadth(a, b) * self._name_distinctness(a, b)
            wanted = (threshold / factor) ** 2 / likeness
            if wanted <= 1.0 + 1e-9 and _may_reach(a, b, wanted):
                score = self.score(a, b)
                if score >= threshold:
                    found.append((first, second, score))
        return found

    def _least(self, threshold: float) -> float:
        """The line cosine below which no body can lift a pair to the threshold."""
        with_body = sum(len(line.skill.body) >= 4 * _BODY_TERMS for line in self.lines)
        exponent = 2 if with_body > 1 else 2 / 3
        return max(threshold**exponent, _LEAST_LIKENESS)

    def score(self, a: _Line, b: _Line) -> float:
        line = min(cosine(self._vector(a), self._vector(b)), 1.0)
        body = self._body_likeness(a, b)
        likeness = line**1.5 if body is None else math.sqrt(line * body)
        return likeness * self._breadth(a, b) * self._distinctness(a, b)

    def _breadth(self, a: _Line, b: _Line) -> float:
        """Less than 1 where the likeness rests on fewer than four terms: a topic is no job.

        How many terms it rests on is the inverse of the sum of their squared shares.
        """
        first, second = self._vector(a), self._vector(b)
        products = [first[term] * second[term] for term in first.keys() & second.keys()]
        total = math.fsum(products)
        if not total:
            return 1.0
        terms = total * total / math.fsum(product * product for product in products)
        return math.sqrt(min(terms / _BROAD, 1.0))

    def _vector(self, line: _Line) -> dict[str, float]:
        known = self._vectors.get(id(line))
        if known is None:
            known = self._vectors[id(line)] = self._weigh(line)
        return known

    def _weigh(self, line: _Line) -> dict[str, float]:
        weights = {
            term: (1 + math.log(count)) * self._idf[term] ** _LINE_EXPONENT
            for term, count in line.counts.items()
        }
        for term in weights:
            if term.isdecimal():
                weights[term] *= _NUMBER_WEIGHT
        own = {term: weight for term, weight in weights.items() if term not in self._house}
        if _square(own, line.line_terms) < _HOUSE_REMAINDER * _square(weights, line.line_terms):
            # What the library shares is all that this line says: it is no frame around a subject.
            return unit_vector(weights)
        return unit_vector(own)

    def _body_likeness(self, a: _Line, b: _Line) -> float | None:
        first, second = a.body_weights, b.body_weights
        if min(len(first), len(second)) < _BODY_TERMS:
            return None
        product = math.fsum(first[word] * second[word] for word in first.keys() & second.keys())
        return min(product / (a.body_length * b.body_length), 1.0)

    def _distinctness(self, a: _Line, b: _Line) -> float:
        """What is left of a likeness between siblings; 1 for two that no name tells apart."""
        if self._is_sibling(a, b):
            return 1 - _EXCLUSIVITY
        return self._name_distinctness(a, b)

    def _name_distinctness(self, a: _Line, b: _Line) -> float:
        exclusivity = min(self._name_exclusivity(a, b), self._name_exclusivity(b, a))
        return 1 - _EXCLUSIVITY * exclusivity

    def _name_exclusivity(self, a: _Line, b: _Line) -> float:
        """The share of a's name, by squared idf, that a's line takes up and b's line lacks."""
        alone = [term for term in a.name_terms if b.lacks(term)]
        if not alone:
            return 0.0
        told = sum(self._squared_idf(term) for term in alone if term in a.told_name_terms)
        return told / sum(self._squared_idf(term) for term in a.name_terms)

    def _squared_idf(self, term: str) -> float:
        return self._idf.get(term, 0.0) ** 2

    def _is_sibling(self, a: _Line, b: _Line) -> bool:
        """Whether two lines are one text in which only names are exchanged.

        Names are the names of things, and what a skill takes up from its line into its own name.
        """
        if a.name == b.name:
            return False
        shared = a.line_terms & b.line_terms
        if len(shared) < _TEMPLATE_SHARE * max(len(a.line_terms), len(b.line_terms)):
            return False
        return all(
            self._weight(only & (line.proper_terms | line.told_name_terms))
            > 0.5 * self._weight(only)
            for line, only in ((a, a.line_terms - shared), (b, b.line_terms - shared))
        )

    def _weight(self, terms: Collection[str]) -> float:
        return sum(map(self._squared_idf, terms))

    def explain(self, a: _Line, b: _Line, score: float) -> Pair:
        first, second = self._vector(a), self._vector(b)
        likeness = cosine(first, second)
        shares = [(-first[t] * second[t] / likeness, t) for t in first.keys() & second.keys()]
        body = self._body_likeness(a, b)
        return Pair(
            first=a.skill,
            second=b.skill,
            score=score,
            shared=tuple(SharedTerm(a.surfaces[t], -share) for share, t in sorted(shares)),
            first_only=_telling_words(a, first, second),
            second_only=_telling_words(b, second, first),
            near_identical_bodies=body is not None and body >= _NEAR_IDENTICAL,
            handed_off=_is_handed_off(a, b),
        )


@cache
def _word_idf(language: str) -> WordIdf:
    return WordIdf(load_language(language).stop_words)


def _competes(skill: Skill) -> bool:
    return not skill.manual_only and bool(skill.routing_text)


def _common_terms(frequencies: Mapping[str, int], documents: int) -> frozenset[str]:
    """Terms of the house style: in over half of a library of four or more."""
    if documents < _HOUSE_LIBRARY:
        return frozenset()
    return frozenset(term for term, n in frequencies.items() if n > documents / 2)


def _square(weights: Mapping[str, float], terms: Collection[str]) -> float:
    return sum(weight * weight for term, weight in weights.items() if term in terms)


def _telling_words(
    line: _Line, own: Mapping[str, float], other: Mapping[str, float]
) -> tuple[str, ...]:
    ranked = sorted((-own[term], term) for term in own.keys() - other.keys())
    return tuple([line.surfaces[term] for _, term in ranked])


def _is_handed_off(a: _Line, b: _Line) -> bool:
    return _hands_off(a, b.name) or _hands_off(b, a.name)


def _hands_off(line: _Line, name: str) -> bool:
    """Whether a line names another skill in, or one sentence after, a clause that refuses."""
    if not name or name.casefold() not in line.routing.casefold():
        return False
    mention = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", re.IGNORECASE)
    places = [match.start() for match in mention.finditer(line.routing)]
    for start, end in find_hand_offs(line.routing, line.language):
        after = _NEXT_SENTENCE.match(line.routing, end)
        stop = after.end() if after else end
        if any(start <= place < stop for place in places):
            return True
    return False


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
    return frozenset.intersection(*(_folded_words(line) for line in lines))


def _folded_words(text: str) -> frozenset[str]:
    return frozenset(word.folded for word in find_words(text))


def _jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second)


def _cluster(group: Sequence[Pair]) -> Cluster:
    members = {s.path: s for pair in group for s in (pair.first, pair.second)}
    skills = tuple(members[path] for path in sorted(members))
    widest = max(len(_folded_words(skill.routing_text)) for skill in skills)
    from_template = len(skills) > 2 and len(_frame(group)) >= _FRAME_LIKENESS * widest
    return Cluster(skills, tuple(group), from_template, _advise(group, from_template=from_template))


def _advise(group: Sequence[Pair], *, from_template: bool) -> str:
    """Merge what is the same, tell apart what came out of one template, else name the border."""
    if from_template:
        return "specialise"
    if all(pair.near_identical_bodies or pair.score >= _SAME for pair in group):
        return "merge"
    told_apart = all(pair.first_only and pair.second_only for pair in group)
    return "add a hand-off" if told_apart else "specialise"


_SAME = 0.75
