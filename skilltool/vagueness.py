"""How much a routing text tells: its concrete words, what it claims, and what its body could add.

Pure. It judges what a line carries, not which phrases it is made of.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache, cached_property
from itertools import chain, dropwhile, takewhile
from typing import TYPE_CHECKING, NamedTuple

from skilltool.analyzer import (
    analyze,
    count_words,
    detect_language,
    fold_words,
    split_words,
    told_words,
)
from skilltool.background import rarity, word_idf
from skilltool.languages import DEFAULT, load_language
from skilltool.vocabulary import find_runs, load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from skilltool.languages import Language
    from skilltool.model import Skill

ENOUGH_BITS = 12.0
"""A line with less information is vague; see benchmarks/README.md."""

# However rare, one word alone does not say what is done to what.
_MOST_BITS = 7.5
# What a word is taken to tell in a language that the background table hardly knows.
_FOREIGN_BITS = 6.0
_CHARACTER_BITS = 3.0
_HIRAGANA = re.compile("[\u3040-\u309f]+")
_BODY_CHARACTERS = 5000
_BODY_TERMS = 20
_INGREDIENTS = 8
# In a smaller library a common word is the subject more often than the frame.
_HOUSE_LIBRARY = 8
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)


class Phrase(NamedTuple):
    """A phrase as it stands in a text, from `start` up to but without `end`, in characters."""

    text: str
    start: int
    end: int


class Vagueness:
    """What the routing text of a skill carries.

    `bits` is the information of its concrete words: for each distinct one -log2 of the share of
    public skills whose line holds it, at most 7.5. `house` are folded words that say nothing in
    the library.
    """

    def __init__(self, skill: Skill, house: Collection[str]) -> None:
        self.skill = skill
        self.language = detect_language(skill.routing_text)
        self._words = dict.fromkeys(told_words(skill.routing_text, self.language))
        self._house = house
        told: dict[str, float] = {}
        information = _information(self.language)
        for word in self._words:
            if (pieces := information[word]) and not (house and word.casefold() in house):
                told.update(pieces)
        self.bits = math.fsum(told.values())

    @cached_property
    def concrete(self) -> tuple[str, ...]:
        """The words that say something, in order and without repeats."""
        information, house = _information(self.language), self._house
        return tuple(w for w in self._words if information[w] and w.casefold() not in house)

    @cached_property
    def empty(self) -> tuple[str, ...]:
        """The words that would fit any skill, in order and without repeats."""
        return tuple(word for word in self._words if word not in self.concrete)

    @property
    def is_vague(self) -> bool:
        """Whether an agent cannot tell from the line what the skill is for."""
        return self.bits < ENOUGH_BITS

    @property
    def confidence(self) -> float:
        """0 at the border of the verdict, 1 for a line without a concrete word or with many."""
        return min(abs(self.bits - ENOUGH_BITS) / ENOUGH_BITS, 1.0)

    @property
    def names_task(self) -> bool:
        """Whether the line has words for both what is done and to what: two concrete words."""
        return len(self.concrete) >= 2

    @cached_property
    def catch_all(self) -> tuple[Phrase, ...]:
        """The phrases of the line that claim every request."""
        return catch_all_phrases(self.skill.routing_text, self.language)

    @cached_property
    def has_trigger(self) -> bool:
        """Whether the line says when to use the skill."""
        return has_trigger(self.skill.routing_text, self.language)

    @property
    def claims_everything(self) -> bool:
        """Whether the line claims every request and no subject narrows that."""
        return bool(self.catch_all) and self.bits < 2 * ENOUGH_BITS

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


@cache
def _information(code: str) -> _Information:
    return _Information(load_language(code))


class _Information(dict[str, dict[str, float]]):
    """From a word as written to the bits of its terms; empty for one that would fit any skill."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language
        self._terms = load_vocabulary(language.code)
        self._generic_terms = _generic_terms(language.code)

    def __missing__(self, word: str) -> dict[str, float]:
        known = word.casefold() in self._language.generic
        found = self[word] = {} if known else self._weigh(word)
        return found

    def _weigh(self, word: str) -> dict[str, float]:
        runs = [] if word.isascii() else _split_runs(word.casefold(), self._language)
        told = {run: min(_CHARACTER_BITS * len(run), 2 * _MOST_BITS) for run in runs}
        for term in self._terms[word]:
            if term not in self._generic_terms and not find_runs(term):
                bits = _term_bits(term, self._language)
                if bits:
                    told[term] = bits
        return told


def _term_bits(term: str, language: Language) -> float:
    if term.isdecimal():
        return 0.0
    bits = min(rarity(term), _MOST_BITS)
    return bits if language.code == DEFAULT else min(bits, _FOREIGN_BITS)


@cache
def _generic_terms(code: str) -> frozenset[str]:
    """The stems of the empty words of a language, and of English, which stands in any text."""
    codes = (code, DEFAULT)
    return frozenset(t for c in codes for t in analyze(" ".join(load_language(c).generic), code))


def _split_runs(folded: str, language: Language) -> list[str]:
    """What a word of Han, kana or hangul holds beside empty words."""
    if not find_runs(folded):
        return []
    kept = _empty_runs(language.code).sub(" ", folded)
    if language.script == "kana":
        # What is written in hiragana is nearly always grammar.
        kept = _HIRAGANA.sub(" ", kept)
    return [run for run in find_runs(kept) if len(run) > 1]


@cache
def _empty_runs(code: str) -> re.Pattern[str]:
    language = load_language(code)
    runs = sorted(language.stop_words | language.generic, key=lambda run: (-len(run), run))
    return re.compile("|".join(map(re.escape, runs)))


# --- What a line says about its use ------------------------------------------------------------


def has_trigger(text: str, language: str = "") -> bool:
    """Whether a text says when to use something, in any of the known phrasings."""
    return first_trigger(text, language) is not None


def first_trigger(text: str, language: str = "") -> int | None:
    """The offset in characters of the first phrase that says when, or None."""
    codes = dict.fromkeys((language or detect_language(text), DEFAULT))
    found = [match.start() for code in codes if (match := load_language(code).trigger.search(text))]
    return min(found, default=None)


def catch_all_phrases(text: str, language: str = "") -> tuple[Phrase, ...]:
    """The phrases that claim every request, in order, but for those that what follows narrows.

    A word such as "always" counts only in a text that has such a phrase.
    """
    chosen = load_language(language or detect_language(text))
    if not chosen.catch_all.may_stand_in(fold_words(text)):
        return ()
    claims = [
        Phrase(text[match.start() : match.end()], *match.span())
        for match in chosen.catch_all.finditer(text)
        if not _is_narrowed(text[match.end() :], chosen)
    ]
    if not claims:
        return ()
    for match in chosen.catch_all_beside.finditer(text):
        start, end = match.span()
        if all(end <= claim.start or start >= claim.end for claim in claims):
            claims.append(Phrase(text[start:end], start, end))
    return tuple(sorted(claims, key=lambda claim: claim.start))


_CLAUSE_END = re.compile(r"[.,;:!?()]")


def _is_narrowed(after: str, language: Language) -> bool:
    """Whether what follows a claim limits it: "all messages" to those "of the support inbox"."""
    words = [word.casefold() for word in split_words(_CLAUSE_END.split(after, 1)[0])]
    if not words or words[0] not in language.narrowing:
        return False
    noun = dropwhile(language.stop_words.__contains__, words[1:])
    subject = takewhile(lambda word: word not in language.stop_words, noun)
    anything = language.generic | language.everyday | language.claim_words
    return not anything.issuperset(subject)


_QUOTED = re.compile(
    r"[“„«「『‘]([^“”„«»「」『』‘’]{1,40})[”“»」』’]"
    r"""|(?<!\w)(["'])(?!\s)((?:(?!\2).){1,40})(?<!\s)\2(?!\w)"""
)
_QUOTES = frozenset("\"'“„«「『‘")
_EVERYDAY_WORDS = 2


def everyday_triggers(text: str, language: str = "") -> tuple[Phrase, ...]:
    """Quoted phrases of at most two words that people say in any conversation."""
    code = language or detect_language(text)
    phrases: list[Phrase] = []
    if not _QUOTES.intersection(text):
        return ()
    for match in _QUOTED.finditer(text):
        group = 3 if match[1] is None else 1
        phrase = Phrase(match[group], *match.span(group))
        if _is_everyday(phrase.text, code):
            phrases.append(phrase)
    return tuple(phrases)


def _is_everyday(phrase: str, language: str) -> bool:
    words = [word.casefold() for word in split_words(phrase)]
    chosen = load_language(language)
    known = chosen.everyday | chosen.generic | chosen.stop_words
    return 1 <= len(words) <= _EVERYDAY_WORDS and known.issuperset(words)
