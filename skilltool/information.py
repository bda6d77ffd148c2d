"""What a word of a routing text tells, in bits: the more, the fewer public skills use it. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from skilltool.background import rarity
from skilltool.claims import generic_terms
from skilltool.languages import DEFAULT, load_language
from skilltool.vocabulary import find_runs, load_vocabulary

if TYPE_CHECKING:
    from skilltool.languages import Language

MOST_BITS = 7.5
"""However rare, one word alone does not say what is done to what."""

# What a word is taken to tell in a language that the background table hardly knows.
_FOREIGN_BITS = 6.0
_CHARACTER_BITS = 3.0
_HIRAGANA = re.compile("[\u3040-\u309f]+")


@cache
def load_information(code: str) -> Information:
    """The information of the words of a language."""
    return Information(load_language(code))


class Information(dict[str, dict[str, float]]):
    """From a word as written to the bits of its terms; empty for one that would fit any skill."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language
        self._terms = load_vocabulary(language.code)
        self._generic_terms = generic_terms(language.code)

    def __missing__(self, word: str) -> dict[str, float]:
        known = word.casefold() in self._language.generic
        found = self[word] = {} if known else self._weigh(word)
        return found

    def _weigh(self, word: str) -> dict[str, float]:
        runs = [] if word.isascii() else _split_runs(word.casefold(), self._language)
        told = {run: min(_CHARACTER_BITS * len(run), 2 * MOST_BITS) for run in runs}
        for term in self._terms[word]:
            if term not in self._generic_terms and not find_runs(term):
                bits = _term_bits(term, self._language)
                if bits:
                    told[term] = bits
        return told


def _term_bits(term: str, language: Language) -> float:
    if term.isdecimal():
        return 0.0
    bits = min(rarity(term), MOST_BITS)
    return bits if language.code == DEFAULT else min(bits, _FOREIGN_BITS)


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
