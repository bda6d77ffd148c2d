"""Rank skills for a request by what their names, lines and bodies say.

A rank is lexical: it tells whether a skill can be found by its words, not whether a model will
take it. Pure.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skilltool.analyzer import analyze, detect_language, drop_hand_offs, find_surfaces
from skilltool.background import rarity
from skilltool.bm25 import BM25F, FieldWeight
from skilltool.languages import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.model import Skill

FIELDS = (FieldWeight(2.0, 0.75), FieldWeight(1.0, 0.75), FieldWeight(0.13, 1.0))
"""Weight and length normalisation of name, line and body; measured, see benchmarks/README.md."""

CONFIDENT = 0.33
"""The confidence below which a match is no answer to the request."""

_K1 = 1.2
_ENOUGH_BITS = 40.0
# Evidence must tell a skill from all others of the library, and a little more.
_SPARE_BITS = 4.0
# What a word in the body says, beside one in the line: bodies hold many words.
_BODY_SHARE = 0.5
# The names that no sentence holds by chance: those of several words.
_COMPOUND = re.compile(r"[^\W_]+(?:[-_][^\W_]+)+")
# A word that one line in eight holds says nothing about whether a skill fits.
_COMMON_BITS = 3.0


@dataclass(frozen=True, slots=True)
class MatchedTerm:
    """A word of the request that a skill holds, and what it adds to the score."""

    word: str
    contribution: float


@dataclass(frozen=True)
class Match:
    """A skill for a request.

    `terms` are the words that make the score, the weightiest first. `confidence` is the share of
    the information of the request that the skill holds: in its name and line whole, in its body
    half; in bits by the background table, beyond three for each word. Of a long request 40 bits
    count as all; a request never counts for less than it takes to tell the skills of the library
    apart. A request all of whose words stand in name and line has confidence 1.
    """

    skill: Skill
    score: float
    terms: tuple[MatchedTerm, ...]
    confidence: float = field(compare=False)

    @property
    def fits(self) -> bool:
        """Whether the skill holds enough of the request to be an answer to it."""
        return self.confidence >= CONFIDENT


class Router:
    """Ranks the skills of a library; building it reads all of them, a request is then quick.

    What a skill refuses ("Not for invoices: use invoice-read") never ranks it, nor does the name
    of another skill in its line. Manual-only skills and skills without a line are left out.
    """

    def __init__(self, skills: Sequence[Skill]) -> None:
        ranked = [skill for skill in skills if skill.routing_text and not skill.manual_only]
        self._skills = sorted(ranked, key=lambda skill: skill.path)
        self._names = {skill.name.casefold() for skill in self._skills}
        self._languages = Counter(detect_language(skill.routing_text) for skill in self._skills)
        self._documents = [self._read(skill) for skill in self._skills]
        self._index = BM25F(self._documents, FIELDS, _K1)

    def _read(self, skill: Skill) -> tuple[list[str], list[str], list[str]]:
        language = detect_language(skill.routing_text)
        line = self._drop_names(drop_hand_offs(skill.routing_text, language), skill.name)
        texts = (skill.name, line, skill.body)
        name, line_terms, body = (analyze(text, language) for text in texts)
        return name, line_terms, body

    def _drop_names(self, text: str, own: str) -> str:
        def keep(match: re.Match[str]) -> str:
            name = match[0].casefold()
            return " " if name in self._names and name != own.casefold() else match[0]

        return _COMPOUND.sub(keep, text)

    def rank(self, query: str, limit: int = 10) -> list[Match]:
        """The best skills for a request, the best first; equal scores by path.

        The skill that the request names comes first, and so does one of the first three whose name
        and line hold all of its words, where the first holds too few. Where not even the first
        `fits`, nothing in the library does. A word or two may not tell their language: then those
        of the library are tried where nothing fits.
        """
        told = detect_language(query)
        others = self._languages.most_common() if told == DEFAULT else ()
        first: list[Match] = []
        for language in dict.fromkeys([told, *(code for code, _ in others)]):
            found = _whole_first(self._rank(query, language, limit))
            if found and found[0].fits:
                return found
            first = first or found
        return first

    def _rank(self, query: str, language: str, limit: int) -> list[Match]:
        weights = {t: c * 2.2 / (c + 1.2) for t, c in Counter(analyze(query, language)).items()}
        surfaces = find_surfaces(query, language)
        index = self._index.contributions(weights)
        return [
            Match(
                self._skills[place],
                score,
                tuple(
                    MatchedTerm(surfaces[term], -contribution)
                    for contribution, term in sorted(
                        (-weights[t] * row[place], t) for t, row in index.items() if place in row
                    )
                ),
                self._confidence(weights, place),
            )
            for place, score in self._best(query, weights, limit)
        ]

    def _best(self, query: str, weights: dict[str, float], limit: int) -> list[tuple[int, float]]:
        """Places with scores, the skill whose name the request is at the top of them."""
        found = self._index.best(weights, limit)
        name = "-".join(query.casefold().split())
        return sorted(found, key=lambda item: self._skills[item[0]].name.casefold() != name)

    def _confidence(self, query: dict[str, float], place: int) -> float:
        name, line, body = self._documents[place]
        rest = query.keys() - {*name, *line}
        if not rest:
            return 1.0
        bits = {term: max(rarity(term) - _COMMON_BITS, 0.0) for term in query}
        all_bits = sum(bits.values())
        missed = sum(bits[term] for term in rest)
        in_body = sum(bits[term] for term in rest.intersection(body))
        least = math.log2(len(self._documents)) + _SPARE_BITS
        held = all_bits - missed + _BODY_SHARE * in_body
        return min(held / min(max(all_bits, least), _ENOUGH_BITS), 1.0)


def _whole_first(found: list[Match]) -> list[Match]:
    whole = next((match for match in found[:3] if match.confidence == 1), None)
    if whole is None or found[0].fits:
        return found
    return [whole, *(match for match in found if match is not whole)]
