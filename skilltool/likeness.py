"""How alike two skills are, by their names, lines and bodies, within their library.

Pure. Terms of a line weigh (1 + log count) x idf^1.5, the idf steadied by the background table.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from skilltool.analyzer import (
    analyze,
    count_words,
    detect_language,
    drop_hand_offs,
    find_surfaces,
    find_words,
)
from skilltool.background import WordIdf, pooled_idf
from skilltool.bm25 import Similar, cosine, find_cosine_pairs, unit_vector
from skilltool.languages import load_language

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from skilltool.model import Skill

# The exponent sharpens the difference between common and telling words of a short line.
_LINE_EXPONENT = 1.5
_EXCLUSIVITY = 0.9
# Two lines that are less alike are not mistaken for each other, whatever the bodies hold.
_LEAST_LIKENESS = 0.25
# So many characters of a body tell what it is about; more change no verdict.
_BODY_CHARACTERS = 4500
_SKETCH_CHARACTERS = 2000
_BODY_SAMPLE = 20
# A body with fewer distinct terms tells nothing about its skill.
_BODY_TERMS = 20
# A library this small has no house style yet, only skills that are alike.
_HOUSE_LIBRARY = 4
_HOUSE_REMAINDER = 0.2
_BROAD = 4
# A number stands for no subject.
_NUMBER_WEIGHT = 0.25
_TEMPLATE_SHARE = 0.5


class Line:
    """What its likeness needs of one skill; costly parts are made when they are asked for."""

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
        return term not in self.counts and term[:_STEM] not in self._starts

    @cached_property
    def _starts(self) -> frozenset[str]:
        return _starts(self.counts)

    @cached_property
    def body_counts(self) -> Counter[str]:
        """How often each word of the body occurs."""
        return count_words(self.skill.body[:_BODY_CHARACTERS], self.language)

    @cached_property
    def has_body(self) -> bool:
        """Whether the body is long enough to hold the words that make it telling."""
        return len(self.skill.body) >= 4 * _BODY_TERMS

    @cached_property
    def body_sketch(self) -> frozenset[str]:
        """The pieces between blanks at the beginning of the body."""
        return frozenset(self.skill.body[:_SKETCH_CHARACTERS].split())

    @cached_property
    def surfaces(self) -> dict[str, str]:
        """For each term of name and line a word that gives it."""
        return find_surfaces(self.text, self.language)

    @cached_property
    def proper_terms(self) -> frozenset[str]:
        """Terms of words with a capital inside a sentence, or with a digit: names of things."""
        starts = {match.end() for match in _SENTENCE_START.finditer(self.routing)}
        words = find_words(self.routing, self.language)
        inner = [word for word in words if word.start not in starts]
        capital = [w for w in inner if w.text != w.folded]
        if len(capital) > _CAPITALS_SHARE * len(inner):
            return frozenset()
        return frozenset(term for word in capital for term in word.terms)


# 1 + log of a count, which cannot exceed what is read of a body.
_LOG = [0.0, *(1 + math.log(n) for n in range(1, _BODY_CHARACTERS))]
# Rounding must not lose a pair that just reaches the threshold.
_HAIR = 1 - 1e-9
# Two words with the same first letters are taken for forms of one: Austria, Austrian.
_STEM = 6
_SENTENCE_START = re.compile(r"(?:^|[.!?:;]\s+|[。！？；：])[\W_]*")
# Where so many words inside a sentence have a capital (a title, German nouns), it tells no name.
_CAPITALS_SHARE = 0.3


def _may_reach(a: Line, b: Line, wanted: float) -> bool:
    """Whether two bodies may have the wanted cosine, by a sketch that costs a tenth of it.

    Of some hundred pairs of a library of 559 it loses one.
    """
    if not (a.has_body and b.has_body):
        return True
    first, second = a.body_sketch, b.body_sketch
    if min(len(first), len(second)) < _BODY_TERMS:
        return True
    return len(first & second) >= 0.6 * wanted * math.sqrt(len(first) * len(second))


def _starts(terms: Iterable[str]) -> frozenset[str]:
    return frozenset(term[:_STEM] for term in terms if len(term) >= _STEM)


class Likeness:
    """The likeness of the skills of one library, with the weights that only all of them give."""

    def __init__(self, skills: Sequence[Skill]) -> None:
        self.lines = [Line(skill) for skill in skills]
        frequencies: Counter[str] = Counter()
        for line in self.lines:
            frequencies.update(line.counts.keys())
        self._idf = pooled_idf(frequencies, len(self.lines))
        self._term_weights = {term: _weigh_term(term, idf) for term, idf in self._idf.items()}
        self._house = _common_terms(frequencies, len(self.lines))
        self._vectors: dict[int, dict[str, float]] = {}
        self._bodies: dict[int, dict[str, float]] = {}
        self._body_idf: dict[str, WordIdf] = {}

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
            wanted = (threshold * _HAIR / factor) ** 2 / likeness
            if wanted > 1 or not _may_reach(a, b, wanted):
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
        weights = {term: (1 + math.log(count)) * known[term] for term, count in line.counts.items()}
        if self._house.isdisjoint(weights):
            return unit_vector(weights)
        own = {term: weight for term, weight in weights.items() if term not in self._house}
        if _square(own, line.line_terms) < _HOUSE_REMAINDER * _square(weights, line.line_terms):
            # What the library shares is all that this line says: it is no frame around a subject.
            return unit_vector(weights)
        return unit_vector(own)

    def body_likeness(self, a: Line, b: Line) -> float | None:
        """The cosine of two bodies; None where one of them is too thin to tell anything."""
        if not (a.has_body and b.has_body):
            return None
        first, second = self._body(a), self._body(b)
        if min(len(first), len(second)) < _BODY_TERMS:
            return None
        return min(cosine(first, second), 1.0)

    def _body(self, line: Line) -> dict[str, float]:
        known = self._bodies.get(id(line))
        if known is None:
            # The background alone weighs a body, so that it weighs the same in any library.
            idf = self._idf_of_bodies(line.language)
            counts = line.body_counts
            weights = {word: _LOG[n] * x for word, n in counts.items() if (x := idf[word])}
            known = self._bodies[id(line)] = unit_vector(weights)
        return known

    def _idf_of_bodies(self, language: str) -> WordIdf:
        if language not in self._body_idf:
            stop_words = load_language(language).stop_words
            self._body_idf[language] = WordIdf(stop_words | self._house_of_bodies)
        return self._body_idf[language]

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
        exclusivity = min(self._name_exclusivity(a, b), self._name_exclusivity(b, a))
        return 1 - _EXCLUSIVITY * exclusivity

    def _name_exclusivity(self, a: Line, b: Line) -> float:
        """The share of a's name, by squared idf, that a's line takes up and b's line lacks."""
        alone = [term for term in a.name_terms if b.lacks(term)]
        if not alone:
            return 0.0
        told = sum(self._squared_idf(term) for term in alone if term in a.told_name_terms)
        return told / sum(self._squared_idf(term) for term in a.name_terms)

    def _squared_idf(self, term: str) -> float:
        return self._idf.get(term, 0.0) ** 2

    def _is_sibling(self, a: Line, b: Line) -> bool:
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


def _weigh_term(term: str, idf: float) -> float:
    weight = math.pow(idf, _LINE_EXPONENT)
    return weight * _NUMBER_WEIGHT if term.isdecimal() else weight


def _common_terms(frequencies: Mapping[str, int], documents: int) -> frozenset[str]:
    """Terms of the house style: in over half of a library of four or more."""
    if documents < _HOUSE_LIBRARY:
        return frozenset()
    return frozenset(term for term, n in frequencies.items() if n > documents / 2)


def _square(weights: Mapping[str, float], terms: Collection[str]) -> float:
    return sum(weight * weight for term, weight in weights.items() if term in terms)
