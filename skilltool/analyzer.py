"""Text to terms: the words of a text, folded, without stop words, as stems.

Han, kana and hangul are read as pairs of neighbouring characters, so that they need no dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from skilltool.background import load_background
from skilltool.languages import DEFAULT, Language, language_codes, load_language

if TYPE_CHECKING:
    from collections.abc import Callable

_WORD = re.compile(r"[^\W_]+(?:\+\+|#(?!\w))?")
# Slower; needed where the text keeps its own composition, so that offsets hold.
_RAW_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*(?:\+\+|#(?!\w))?")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:\+\+|#(?!\w))?")
_CJK = (
    "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
# In the order in which they tell a language: kana stands beside Han, Han beside hangul.
_SCRIPTS = {
    "kana": (("\u3040", "\u30ff"),),
    "hangul": (("\u1100", "\u11ff"), ("\uac00", "\ud7af")),
    "han": (("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"), ("\uf900", "\ufaff")),
    "cyrillic": (("\u0400", "\u052f"),),
}
_LAST_LATIN = "\u036f"
# A text in a script of its own still holds file names, products and code in Latin letters.
_SCRIPT_SHARE = {"kana": 0.05, "hangul": 0.15, "han": 0.15, "cyrillic": 0.3}
_MARKER_SHARE = 0.1
# Several measures ask the same of each line of a library.
_REMEMBERED = 4096
_SENTENCE_END = re.compile(r"[.!?;)](?=\s|$)|[。！？；]|\n")


class Word(NamedTuple):
    """One word of a text as it is written, its offset in characters, and the terms it gives."""

    text: str
    start: int
    terms: tuple[str, ...]

    @property
    def folded(self) -> str:
        """The word without regard to case and width."""
        return unicodedata.normalize("NFKC", self.text).casefold()


def analyze(text: str, language: str = "") -> list[str]:
    """The terms of a text, in order and with repeats.

    `language` is a code of `languages/`; where it is empty it is told from the text.
    """
    if text.isascii():
        words = _ASCII_WORD.findall(text)
    else:
        text = unicodedata.normalize("NFKC", text)
        words = _WORD.findall(text)
    known = _vocabulary(language or detect_language(text))
    return [term for word in words for term in known[word]]


def count_words(text: str, language: str) -> Counter[str]:
    """How often each folded word of a long text occurs, neither stemmed nor split.

    Several times faster than `analyze`. Stop words are in; a script without blanks gives the
    terms of `analyze`.
    """
    if load_language(language).script not in _STEMMED:
        return Counter(analyze(text, language))
    if language == DEFAULT:
        # English words hold hardly a letter beyond ASCII, and bytes are translated at once.
        folded = text.encode("ascii", "replace").translate(_FOLD_ASCII).decode("ascii")
        return Counter(folded.split())
    return Counter(_WORD.findall(text.casefold()))


_FOLD_ASCII = bytes(ord(chr(i).lower()) if chr(i).isalnum() and i < 128 else 32 for i in range(256))


def split_words(text: str) -> list[str]:
    """The words of a text as they are written, but for the form of their characters."""
    return _WORD.findall(text if text.isascii() else unicodedata.normalize("NFKC", text))


def find_terms(word: str, language: str) -> tuple[str, ...]:
    """The terms that one word of `split_words` gives in a language; none for a stop word."""
    return _vocabulary(language)[word]


def find_words(text: str, language: str = "") -> list[Word]:
    """The words of a text with their places; a word without terms is a stop word."""
    known = _vocabulary(language or detect_language(text))
    return [Word(m[0], m.start(), known[m[0]]) for m in _RAW_WORD.finditer(text)]


def find_runs(text: str) -> list[str]:
    """The runs of Han, kana and hangul in a text."""
    return [] if text.isascii() else _run_pattern().findall(text)


@cache
def _run_pattern() -> re.Pattern[str]:
    # Made on demand: the ranges take milliseconds, and most libraries have no such text.
    return re.compile(f"([{_CJK}]+)")


def find_surfaces(text: str, language: str) -> dict[str, str]:
    """For each term of a text the first word that gives it, folded.

    A term that is only a part of its word stands for itself.
    """
    known = _vocabulary(language)
    surfaces: dict[str, str] = {}
    for word in _WORD.findall(unicodedata.normalize("NFKC", text)):
        terms = known[word]
        for term in terms:
            if term not in surfaces:
                surfaces[term] = word.casefold() if len(terms) == 1 else term
    return surfaces


@lru_cache(maxsize=_REMEMBERED)
def find_hand_offs(text: str, language: str = "") -> tuple[tuple[int, int], ...]:
    """The clauses by which a text refuses cases ("Not for invoices: use invoice-read").

    Each as start and end offset, the end mark left out. A clause begins at its phrase; in a
    language whose phrases stand last, at the beginning of the sentence.
    """
    chosen = load_language(language or detect_language(text))
    clauses: list[tuple[int, int]] = []
    for match in chosen.hand_off.finditer(text):
        start = match.start()
        if chosen.phrases_last:
            start = max((m.end() for m in _SENTENCE_END.finditer(text, 0, start)), default=0)
        if clauses and start < clauses[-1][1]:
            continue
        end = _SENTENCE_END.search(text, match.end())
        clauses.append((start, end.start() if end else len(text)))
    return tuple(clauses)


def drop_hand_offs(text: str, language: str = "") -> str:
    """The text without the clauses of `find_hand_offs`."""
    kept, at = [], 0
    for start, end in find_hand_offs(text, language):
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]])


@lru_cache(maxsize=_REMEMBERED)
def detect_language(text: str) -> str:
    """The code of the language of a text: by its script, then by its stop words.

    English where nothing speaks for another language.
    """
    if not text.isascii():
        script = _detect_script(text)
        if script:
            return _languages_by_script()[script][0]
    folded = text.casefold()
    words = set(folded.split())
    markers = len(words & load_language(DEFAULT).markers)
    if markers and markers >= _MARKER_SHARE * len(words):
        return DEFAULT
    return _detect_latin(set(_WORD.findall(folded)))


def _detect_script(text: str) -> str:
    foreign = [letter for letter in text if letter > _LAST_LATIN and letter.isalpha()]
    if not foreign:
        return ""
    letters = sum(map(str.isalpha, text))
    for script, ranges in _SCRIPTS.items():
        found = sum(any(low <= c <= high for low, high in ranges) for c in foreign)
        if found and found >= _SCRIPT_SHARE[script] * letters:
            return script
    return ""


@cache
def _languages_by_script() -> dict[str, list[str]]:
    codes: dict[str, list[str]] = {}
    for code in language_codes():
        codes.setdefault(load_language(code).script, []).append(code)
    return codes


def _detect_latin(words: set[str]) -> str:
    codes = [DEFAULT, *_languages_by_script()["latin"]]
    return max(codes, key=lambda code: _count_known(words, load_language(code)))


def _count_known(words: set[str], language: Language) -> int:
    return 2 * len(words & language.stop_words) + len(words & language.generic)


@cache
def _vocabulary(code: str) -> _Vocabulary:
    return _Vocabulary(load_language(code))


class _Vocabulary(dict[str, tuple[str, ...]]):
    """From a word as written to its terms in one language; remembers each word that it meets."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._stop_words = language.stop_words | load_language(DEFAULT).stop_words
        if language.script == "latin":
            self._stop_words = language.stop_words
        self._split_run = _run_splitter(language)
        self._stem = _stemmer(language if language.script in _STEMMED else load_language(DEFAULT))

    def __missing__(self, word: str) -> tuple[str, ...]:
        terms = tuple(self._terms(word))
        self[word] = terms
        return terms

    def _terms(self, word: str) -> list[str]:
        if not word.isascii():
            word = unicodedata.normalize("NFKC", word)
            if find_runs(word):
                return self._mixed_terms(word)
        folded = word.casefold()
        if word[1:].islower() or word.isupper() or folded == word or _known_stem(folded):
            return [] if self._is_empty(folded) else [self._stem(folded)]
        parts = [part.casefold() for part in _CAMEL.findall(word)] if word.isascii() else [folded]
        return [self._stem(part) for part in parts if not self._is_empty(part)]

    def _is_empty(self, folded: str) -> bool:
        """Whether a word is a stop word, or a letter or digit that is no programming language."""
        if len(folded) == 1 and folded.isascii():
            return folded not in "cr"
        return folded in self._stop_words

    def _mixed_terms(self, word: str) -> list[str]:
        terms: list[str] = []
        for place, piece in enumerate(_run_pattern().split(word)):
            if place % 2:
                for run in self._split_run(piece):
                    terms += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
            elif piece:
                terms += self[piece]
        return terms


_STEMMED = ("latin", "cyrillic")


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


_ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s", "d", "ly")


@cache
def _snowball(algorithm: str) -> Callable[[str], str]:
    # snowballstemmer takes PyStemmer by itself where that is installed.
    import snowballstemmer

    stem: Callable[[str], str] = snowballstemmer.stemmer(algorithm).stemWord
    return stem
