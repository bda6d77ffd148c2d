"""How alike two skills are, by their names, lines and bodies, within their library.

Pure. Terms of a line weigh (1 + log count) x idf^1.5, the idf steadied by the background table.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cached_property
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from skilltool.background import pooled_idf, word_idf
from skilltool.bm25 import Similar, cosine, find_cosine_pairs, unit_vector
from skilltool.languages import load_language
from skilltool.line import BODY_CHARACTERS, BODY_TERMS, Line

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from skilltool.model import Skill

# The exponent sharpens the difference between common and telling words of a short line.
_LINE_EXPONENT = 1.5
_EXCLUSIVITY = 0.9
# Two lines that are less alike are not mistaken for each other, whatever the bodies hold.
_LEAST_LIKENESS = 0.25
_BODY_SAMPLE = 20
# A library this small has no house style yet, only skills that are alike.
_HOUSE_LIBRARY = 4
_HOUSE_SHARE = 0.8
_BROAD = 4
# A number stands for no subject.
_NUMBER_WEIGHT = 0.25
_TEMPLATE_SHARE = 0.5
# The least that an exchanged name tells, as a share of what the words around it tell.
_NAME_TELLS = 0.9
# 1 + log of a count, which cannot exceed what is read of a body.
_LOG = [0.0, *(1 + math.log(n) for n in range(1, BODY_CHARACTERS))]
# Rounding must not lose a pair that just reaches the threshold.
_HAIR = 1 - 1e-9


class _Body(NamedTuple):
    """The weights of the words of a body, and their length as a vector."""

    weights: dict[str, float]
    length: float


class Likeness:
    """The likeness of the skills of one library, with the weights that only all of them give."""

    def __init__(self, skills: Sequence[Skill]) -> None:
        self.lines = [Line(skill) for skill in skills]
        frequencies = Counter(chain.from_iterable(line.counts for line in self.lines))
        self._idf = pooled_idf(frequencies, len(self.lines))
        self._term_weights = {term: _weigh_term(term, idf) for term, idf in self._idf.items()}
        self._house = _common_terms(frequencies, len(self.lines))
        self._vectors: dict[int, dict[str, float]] = {}
        self._bodies: dict[int, _Body] = {}
        self._empty: dict[str, frozenset[str]] = {}
        self._body_likeness: dict[tuple[int, int], float | None] = {}

    def find(self, threshold: float) -> list[Similar]:
        """The pairs of `lines`, by their places, whose score reaches a threshold."""
        vectors = [self.vector(line) for line in self.lines]
        found = []
        for first, second, likeness in find_cosine_pairs(vectors, self._least(threshold)):
            a, b = self.lines[first], self.lines[second]
            factor = self._name_distinctness(a, b)
            if math.sqrt(likeness) * factor < threshold * _HAIR:
                continue
            factor *= self._breadth(a, b)
            if math.sqrt(likeness) * factor < threshold * _HAIR:
                continue
            score = self._blend(a, b, likeness) * factor
            if score >= threshold and self._is_sibling(a, b):
                score = self.score(a, b)
            if score >= threshold:
                found.append(Similar(first, second, score))
        return found

    def _least(self, threshold: float) -> float:
        """The line cosine below which no body can lift a pair to the threshold."""
        with_body = sum(line.has_body for line in self.lines)
        exponent = 2 if with_body > 1 else 2 / 3
        return max(threshold**exponent, _LEAST_LIKENESS)

    def score(self, a: Line, b: Line) -> float:
        """From 0 to 1; `overlap.find_pairs` documents the formula."""
        line = cosine(self.vector(a), self.vector(b))
        return self._blend(a, b, line) * (self._distinctness(a, b) * self._breadth(a, b))

    def _blend(self, a: Line, b: Line, line: float) -> float:
        """Line and body likeness in one, from 0 to 1."""
        line = min(line, 1.0)
        body = self.body_likeness(a, b)
        return math.pow(line, 1.5) if body is None else math.sqrt(line * body)

    def _breadth(self, a: Line, b: Line) -> float:
        """Less than 1 where the likeness rests on fewer than four terms: a topic is no job.

        How many terms it rests on is the inverse of the sum of their squared shares.
        """
        first, second = self.vector(a), self.vector(b)
        products = [first[term] * second[term] for term in first.keys() & second.keys()]
        total = math.fsum(products)
        if not total:
            return 1.0
        terms = total * total / math.fsum(product * product for product in products)
        return math.sqrt(min(terms / _BROAD, 1.0))

    def vector(self, line: Line) -> dict[str, float]:
        """The terms of name and line with their weights, as a unit vector."""
        known = self._vectors.get(id(line))
        if known is None:
            known = self._vectors[id(line)] = self._weigh(line)
        return known

    def _weigh(self, line: Line) -> dict[str, float]:
        known = self._term_weights
        weights = {
            term: known[term] if count == 1 else (1 + math.log(count)) * known[term]
            for term, count in line.counts.items()
        }
        shared = self._house & weights.keys()
        if shared and self._is_frame(shared & line.line_terms, line.line_terms, weights):
            for term in shared:
                del weights[term]
        return unit_vector(weights)

    def _is_frame(
        self, shared: Collection[str], whole: Collection[str], weights: Mapping[str, float]
    ) -> bool:
        """Whether what a line shares with the library leaves something that it says itself."""
        return _square(weights, shared) <= _HOUSE_SHARE * _square(weights, whole)

    def body_likeness(self, a: Line, b: Line) -> float | None:
        """The cosine of two bodies; None where one of them is too thin to tell anything."""
        key = (id(a), id(b))
        if key not in self._body_likeness:
            self._body_likeness[key] = self._compare_bodies(a, b)
        return self._body_likeness[key]

    def _compare_bodies(self, a: Line, b: Line) -> float | None:
        if not (a.has_body and b.has_body):
            return None
        first, second = self._body(a), self._body(b)
        if min(len(first.weights), len(second.weights)) < BODY_TERMS:
            return None
        fewer, more = sorted((first.weights, second.weights), key=len)
        products = [weight * more[word] for word, weight in fewer.items() if word in more]
        return min(math.fsum(products) / (first.length * second.length), 1.0)

    def _body(self, line: Line) -> _Body:
        known = self._bodies.get(id(line))
        if known is None:
            # The background alone weighs a body, so that it weighs the same in any library.
            left_out = self._empty_words(line.language)
            counts = {word: n for word, n in line.body_counts.items() if word not in left_out}
            weights = list(map(mul, map(_LOG.__getitem__, counts.values()), word_idf(counts)))
            known = _Body(dict(zip(counts, weights, strict=True)), math.hypot(*weights))
            self._bodies[id(line)] = known
        return known

    def _empty_words(self, language: str) -> frozenset[str]:
        if language not in self._empty:
            self._empty[language] = load_language(language).stop_words | self._house_of_bodies
        return self._empty[language]

    @cached_property
    def _house_of_bodies(self) -> frozenset[str]:
        """The words of a frame that the bodies of the library share, by a sample of them."""
        sample = self.lines[:: max(len(self.lines) // _BODY_SAMPLE, 1)]
        frequencies = Counter(word for line in sample for word in line.body_counts)
        return _common_terms(frequencies, len(sample))

    def _distinctness(self, a: Line, b: Line) -> float:
        """What is left of a likeness between siblings; 1 for two that no name tells apart."""
        if self._is_sibling(a, b):
            return 1 - _EXCLUSIVITY
        return self._name_distinctness(a, b)

    def _name_distinctness(self, a: Line, b: Line) -> float:
        exclusivity = self._name_exclusivity(a, b)
        if exclusivity:
            exclusivity = min(exclusivity, self._name_exclusivity(b, a))
        return 1 - _EXCLUSIVITY * exclusivity

    def _name_exclusivity(self, a: Line, b: Line) -> float:
        """The share of a's name, by squared idf, that a's line takes up and b's line lacks."""
        alone = a.alone(b)
        if not alone:
            return 0.0
        return self._weight(a.told_name_terms.intersection(alone)) / self._weight(a.name_terms)

    def _is_sibling(self, a: Line, b: Line) -> bool:
        """Whether two lines are one text in which only names are exchanged, or opposites by name.

        Names are the names of things, and what a skill takes up from its line into its own name.
        They tell more than the words around them: where these are the rarer ones, as in "drafts"
        and "writes an answer to a complaint", one job is told in other words.
        """
        if a.name == b.name:
            return False
        if a.opposes(b):
            return True
        shared = a.line_terms & b.line_terms
        if len(shared) < _TEMPLATE_SHARE * max(len(a.line_terms), len(b.line_terms)):
            return False
        usual = self._mean_idf(shared)
        return all(
            self._weight(only & (line.proper_terms | line.told_name_terms))
            > 0.5 * self._weight(only)
            and self._mean_idf(only) >= _NAME_TELLS * usual
            for line, only in ((a, a.line_terms - shared), (b, b.line_terms - shared))
        )

    def _mean_idf(self, terms: Collection[str]) -> float:
        return math.fsum(self._idf[term] for term in terms) / max(len(terms), 1)

    def _weight(self, terms: Collection[str]) -> float:
        """The squared idf of terms, added up."""
        return math.fsum(self._idf[term] ** 2 for term in terms)


def _weigh_term(term: str, idf: float) -> float:
    weight = math.pow(idf, _LINE_EXPONENT)
    return weight * _NUMBER_WEIGHT if term.isdecimal() else weight


def _common_terms(frequencies: Mapping[str, int], documents: int) -> frozenset[str]:
    """Terms of the house style: in over half of a library of four or more."""
    if documents < _HOUSE_LIBRARY:
        return frozenset()
    return frozenset(term for term, n in frequencies.items() if n > documents / 2)


def _square(weights: Mapping[str, float], terms: Collection[str]) -> float:
    return math.fsum([weights[term] ** 2 for term in terms])
