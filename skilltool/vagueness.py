"""How much a routing text tells: its concrete words, and what its body could add.

Pure. It judges what a line carries, not which phrases it is made of.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from skilltool.analyzer import (
    analyze,
    count_words,
    detect_language,
    fold_words,
    split_words,
    told_words,
)
from skilltool.background import rarity, word_idf
from skilltool.claims import catch_all_phrases, claims_every_use, generic_terms
from skilltool.information import MOST_BITS, load_information
from skilltool.languages import load_language
from skilltool.line import joined_terms
from skilltool.triggers import first_trigger

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from skilltool.claims import Phrase
    from skilltool.model import Skill

ENOUGH_BITS = 12.0
"""A line with less information is vague; see benchmarks/README.md."""

# A rarer word of a name is no word.
_KNOWN_BITS = 10.0
_BODY_CHARACTERS = 5000
_BODY_TERMS = 20
_INGREDIENTS = 8
# In a smaller library a common word is the subject more often than the frame.
_HOUSE_LIBRARY = 8
# Where a skill is about skills, `skill` is no word for itself: "create a new skill".
_MADE_SKILL = re.compile(
    r"""\b(?: adapt | author | build | creat | design | develop | edit | improv | review | updat
        | writ )(?:e|es|s|ing)?
    \s+(?!(?:the|this|your)\b)(?:[\w'-]+\s+){0,3}?
    skill(?:s\b | (?=\s*(?:[.,;:()!?] | \Z | \s(?:and|for|from|or|that|to|with)\b)))""",
    re.IGNORECASE | re.VERBOSE,
)
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)


class Vagueness:
    """What the routing text of a skill carries.

    `bits` is the information of its concrete words: for each distinct one -log2 of the share of
    public skills whose line holds it, at most 7.5. `house` are folded words that say nothing in
    the library. The name, which clients show, counts where the line needs it; see `_name_bits`.
    """

    def __init__(self, skill: Skill, house: Collection[str]) -> None:
        self.skill = skill
        self.language = detect_language(skill.routing_text)
        self._words = dict.fromkeys(told_words(skill.routing_text, self.language))
        self._house = house
        told: dict[str, float] = {}
        information = load_information(self.language)
        for word in self._words:
            if (pieces := information[word]) and not (house and word.casefold() in house):
                told.update(pieces)
        self.bits = math.fsum(told.values())
        if self.bits < ENOUGH_BITS:
            name = [w for w in split_words(skill.name) if w.casefold() not in house]
            self.bits += _name_bits(" ".join(name), skill.routing_text, self.language, self.bits)
            if _makes_skills(skill):
                self.bits = max(self.bits, ENOUGH_BITS)

    @cached_property
    def concrete(self) -> tuple[str, ...]:
        """The words that say something, in order and without repeats."""
        information, house = load_information(self.language), self._house
        return tuple(w for w in self._words if information[w] and w.casefold() not in house)

    @cached_property
    def empty(self) -> tuple[str, ...]:
        """The words that would fit any skill, in order and without repeats."""
        information = load_information(self.language)
        return tuple(word for word in self._words if not information[word])

    @cached_property
    def common(self) -> tuple[str, ...]:
        """The words that say something elsewhere, but stand in most lines of this library."""
        return tuple(w for w in self._words if w not in self.concrete and w not in self.empty)

    @property
    def is_vague(self) -> bool:
        """Whether an agent cannot tell from the line what the skill is for."""
        return self.bits < ENOUGH_BITS

    @property
    def confidence(self) -> float:
        """0 at the border of the verdict, 1 for a line without a concrete word or with many."""
        return min(abs(self.bits - ENOUGH_BITS) / ENOUGH_BITS, 1.0)

    @cached_property
    def catch_all(self) -> tuple[Phrase, ...]:
        """The phrases of the line that claim every request."""
        return catch_all_phrases(self.skill.routing_text, self.language)

    @property
    def claims_everything(self) -> bool:
        """Whether the line claims every request and no subject narrows that.

        A claim on the use itself ("Use for every message") no subject narrows.
        """
        if not self.catch_all:
            return False
        text = self.skill.routing_text
        return self.bits < 2 * ENOUGH_BITS or claims_every_use(text, self.language)

    @cached_property
    def coverage(self) -> float | None:
        """The share of the body's most telling words that the line has; None for a thin body."""
        telling = self._telling_body_words
        if not telling:
            return None
        line = set(analyze(self.skill.routing_text, self.language))
        covered = [word for word in telling if line.intersection(analyze(word, self.language))]
        return len(covered) / len(telling)

    @cached_property
    def ingredients(self) -> tuple[str, ...]:
        """Telling words of the body that the line lacks, the best first: for a better line."""
        line = set(analyze(self.skill.routing_text, self.language))
        missing = [w for w in self._telling_body_words if not line & set(analyze(w, self.language))]
        return tuple(missing[:_INGREDIENTS])

    @cached_property
    def _telling_body_words(self) -> list[str]:
        prose = _CODE.sub(" ", self.skill.body[:_BODY_CHARACTERS])
        counts = count_words(prose, self.language)
        if len(counts) < _BODY_TERMS:
            return []
        language = load_language(self.language)
        repeated = {word for word, n in counts.items() if n > 1 and word.isalpha()}
        words = repeated - language.stop_words - language.generic
        weighed = zip(words, word_idf(words), strict=True)
        ranked = sorted((-(1 + math.log(counts[word])) * idf, word) for word, idf in weighed)
        return [word for _, word in ranked[: 2 * _INGREDIENTS]]


def measure(skill: Skill, house: Collection[str] = ()) -> Vagueness:
    """What the routing text of a skill carries.

    `house` are folded words that say nothing in this library; see `find_house_words`.
    """
    return Vagueness(skill, house)


def find_house_words(skills: Sequence[Skill]) -> frozenset[str]:
    """The folded words in the lines of over half of a library of eight or more."""
    if len(skills) < _HOUSE_LIBRARY:
        return frozenset()
    lines = (fold_words(skill.routing_text) for skill in skills)
    counts = Counter(chain.from_iterable(lines))
    return frozenset(word for word, n in counts.items() if n > len(skills) / 2)


# --- What the name adds --------------------------------------------------------------------------


def _name_bits(name: str, text: str, code: str, bits: float) -> float:
    """What the name of a skill adds to a line of so many bits that says when.

    A line that only says when gets from it what is done ("writing-plans: Use when you have a
    spec"); one that says both is about what it repeats ("commit: Write a commit message.").
    """
    start = first_trigger(text, code)
    if start is None:
        return 0.0
    named, line = set(analyze(name, code)), set(analyze(text, code))
    joined = named & joined_terms(text, code) - line
    told = math.fsum(_most_bits(joined - generic_terms(code)))
    if bits + told < ENOUGH_BITS / 2:
        return told
    if start == 0:
        added = {term for term in named - line if rarity(term) < _KNOWN_BITS}
    else:
        added = _repeated(text[:start], named & (line | joined), code)
    return told + max(_most_bits(added), default=0.0)


def _makes_skills(skill: Skill) -> bool:
    """Whether name and line say that skills are what is worked on, which is a whole job."""
    about_skills = {"skill", "skills"} & fold_words(skill.name)
    return bool(about_skills and _MADE_SKILL.search(skill.routing_text))


def _repeated(text: str, subject: set[str], code: str) -> set[str]:
    """The subjects of which a text says more: a concrete word, or of a rare one two words."""
    beside = set(analyze(text, code)) - subject
    if not beside <= generic_terms(code):
        return subject
    rare = {term for term in subject if rarity(term) >= ENOUGH_BITS / 2}
    return rare if len(beside) >= 2 else set()


def _most_bits(terms: Collection[str]) -> list[float]:
    return [min(rarity(term), MOST_BITS) for term in terms]
