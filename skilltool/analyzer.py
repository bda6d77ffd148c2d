"""Text to terms: its words, folded, without stop words, as stems; its language; what it refuses."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from typing import NamedTuple

from skilltool.languages import DEFAULT, Language, language_codes, load_language
from skilltool.vocabulary import STEMMED, load_vocabulary

_WORD = re.compile(r"[^\W_]+(?:\+\+|#(?!\w))?")
# Slower; needed where the text keeps its own composition, so that offsets hold.
_RAW_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*(?:\+\+|#(?!\w))?")
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
    known = load_vocabulary(language or detect_language(text))
    return [term for word in split_words(text) for term in known[word]]


def count_words(text: str, language: str) -> Counter[str]:
    """How often each folded word of a long text occurs, neither stemmed nor split.

    Several times faster than `analyze`. Stop words are in; a script without blanks gives the
    terms of `analyze`.
    """
    if load_language(language).script not in STEMMED:
        return Counter(analyze(text, language))
    if language == DEFAULT:
        # English words hold hardly a letter beyond ASCII, and bytes are translated at once.
        folded = text.encode("ascii", "replace").translate(_FOLD_ASCII).decode("ascii")
        return Counter(folded.split())
    return Counter(_WORD.findall(text.casefold()))


_ASCII = bytes(i if i < 128 and chr(i).isalnum() else 32 for i in range(256))
_FOLD_ASCII = _ASCII.lower()


def split_words(text: str) -> list[str]:
    """The words of a text as they are written, but for the form of their characters."""
    if not text.isascii():
        return _WORD.findall(unicodedata.normalize("NFKC", text))
    if "++" in text or "#" in text:
        return _WORD.findall(text)
    # The same, four times as fast.
    return text.encode().translate(_ASCII).decode().split()


@lru_cache(maxsize=_REMEMBERED)
def fold_words(text: str) -> frozenset[str]:
    """The distinct words of a text in small letters."""
    return frozenset(split_words(text.casefold()))


@lru_cache(maxsize=_REMEMBERED)
def told_words(text: str, language: str) -> tuple[str, ...]:
    """The words of `split_words` that stand outside the clauses by which a text refuses cases."""
    return tuple(split_words(drop_hand_offs(text, language)))


def find_terms(word: str, language: str) -> tuple[str, ...]:
    """The terms that one word of `split_words` gives in a language; none for a stop word."""
    return load_vocabulary(language)[word]


def find_words(text: str, language: str = "") -> list[Word]:
    """The words of a text with their places; a word without terms is a stop word."""
    known = load_vocabulary(language or detect_language(text))
    return [Word(m[0], m.start(), known[m[0]]) for m in _RAW_WORD.finditer(text)]


def find_surfaces(text: str, language: str) -> dict[str, str]:
    """For each term of a text the first word that gives it, folded.

    A term that is only a part of its word stands for itself.
    """
    known = load_vocabulary(language)
    surfaces: dict[str, str] = {}
    for word in split_words(text):
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
    if not chosen.hand_off.may_stand_in(fold_words(text)):
        return ()
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
    words = fold_words(text)
    markers = len(words & load_language(DEFAULT).markers)
    if markers and markers >= _MARKER_SHARE * len(words):
        return DEFAULT
    return _detect_latin(words)


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


def _detect_latin(words: frozenset[str]) -> str:
    codes = [DEFAULT, *_languages_by_script()["latin"]]
    return max(codes, key=lambda code: _count_known(words, load_language(code)))


def _count_known(words: frozenset[str], language: Language) -> int:
    return 2 * len(words & language.stop_words) + len(words & language.generic)
