"""Word to terms: its parts without stop words, folded, as stems, in one language.

Han, kana and hangul are read as pairs of neighbouring characters, so that they need no dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from skilltool.background import load_background
from skilltool.languages import DEFAULT, load_language

if TYPE_CHECKING:
    from collections.abc import Callable

    from skilltool.languages import Language

STEMMED = ("latin", "cyrillic")
"""The scripts whose words are stemmed."""

_CJK = (
    "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
# A letter or digit alone says nothing, unless it is a programming language.
_SINGLE = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_PROGRAMMING = frozenset("cr")
_ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s", "d", "ly")


def find_runs(text: str) -> list[str]:
    """The runs of Han, kana and hangul in a text."""
    return [] if text.isascii() else _run_pattern().findall(text)


@cache
def _run_pattern() -> re.Pattern[str]:
    # Made on demand: the ranges take milliseconds, and most libraries have no such text.
    return re.compile(f"([{_CJK}]+)")


@cache
def load_vocabulary(code: str) -> Vocabulary:
    """The vocabulary of a language."""
    return Vocabulary(load_language(code))


class Vocabulary(dict[str, tuple[str, ...]]):
    """From a word as written to its terms in one language; remembers each word that it meets."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        empty = language.stop_words | _SINGLE
        if language.script != "latin":
            empty |= load_language(DEFAULT).stop_words
        self._empty = empty - _PROGRAMMING
        # English writes them in a few loan words, and there not always: résumé, café.
        self._drops_accents = language.code == DEFAULT
        self._split_run = _run_splitter(language)
        self._stem = _stemmer(language if language.script in STEMMED else load_language(DEFAULT))

    def __missing__(self, word: str) -> tuple[str, ...]:
        terms = self[word] = tuple(self._terms(word))
        return terms

    def _terms(self, word: str) -> list[str]:
        if not word.isascii():
            word = unicodedata.normalize("NFKC", word)
            if find_runs(word):
                return self._mixed_terms(word)
            if self._drops_accents:
                word = _without_accents(word)
        folded = word.casefold()
        if folded == word or word[1:].islower() or word.isupper() or _known_stem(folded):
            return [] if folded in self._empty else [self._stem(folded)]
        parts = [part.casefold() for part in _CAMEL.findall(word)] if word.isascii() else [folded]
        return [self._stem(part) for part in parts if part not in self._empty]

    def _mixed_terms(self, word: str) -> list[str]:
        terms: list[str] = []
        for place, piece in enumerate(_run_pattern().split(word)):
            if place % 2:
                for run in self._split_run(piece):
                    terms += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
            elif piece:
                terms += self[piece]
        return terms


def _without_accents(word: str) -> str:
    parts = unicodedata.normalize("NFKD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def _run_splitter(language: Language) -> Callable[[str], list[str]]:
    """What cuts the stop words out of a run of characters that has no blanks."""
    stops = [word for word in language.stop_words if find_runs(word) == [word]]
    if not stops:
        return lambda run: [run]
    pattern = re.compile("|".join(sorted(map(re.escape, stops), key=lambda s: (-len(s), s))))
    return lambda run: [part for part in pattern.split(run) if part]


def _stemmer(language: Language) -> Callable[[str], str]:
    """From a folded word to its Snowball stem; for English by the shipped table."""
    return _english_stem if language.code == DEFAULT else cache(_snowball(language.stemmer))


def _english_stem(word: str) -> str:
    """The stem of the table; of a word that it lacks, the stem of the known word in it.

    The import of a stemmer would cost more than the stems of the few rare words of a library.
    """
    known = _known_stem(word)
    if known is not None or not (word.isalpha() and word.isascii()):
        return known or word
    for ending in filter(word.endswith, _ENDINGS):
        base = word.removesuffix(ending)
        found = _known_stem(base) or _known_stem(base + "e")
        if found is not None:
            return found
    return word.removesuffix("s")


def _known_stem(word: str) -> str | None:
    background = load_background()
    return background.stems.get(word) or (word if word in background.routing else None)


@cache
def _snowball(algorithm: str) -> Callable[[str], str]:
    # snowballstemmer takes PyStemmer by itself where that is installed.
    import snowballstemmer

    stem: Callable[[str], str] = snowballstemmer.stemmer(algorithm).stemWord
    return stem
