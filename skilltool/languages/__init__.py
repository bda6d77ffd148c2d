"""The languages that the package reads: one TOML file each, loaded when a text needs it.

A new language is a new file with its example lines; no Python names a language.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

DEFAULT = "en"
_GAP = "…"


class Language:
    """Words and phrases of one language, by the data of its file.

    In a phrase a blank stands for any white space and `…` for a gap of at most 80 characters.
    `stop_words`, `generic` (they would fit any skill) and `everyday` (they are said in any
    conversation) are folded words, or runs of characters for `han`, `kana` and `hangul`;
    `script` is the name of the script that the language is told by; `stemmer` is the name of its
    Snowball algorithm, empty for none; `phrases_last` tells that a phrase stands after what it is
    about. Where one word in ten of a text is a marker, the text is in that language. After a claim
    on everything a word of `narrowing` brings what it is limited to.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.code: str = data["code"]
        self.name: str = data["name"]
        self.script: str = data["script"]
        self.stemmer: str = data["stemmer"]
        self.stop_words = frozenset(data["stop_words"].split())
        self.generic = frozenset(data["generic"].split())
        self.everyday = frozenset(data["everyday"].split())
        self.markers = frozenset(data.get("markers", "").split())
        self.narrowing = frozenset(data.get("narrowing", "").split())
        self.phrases_last: bool = data.get("phrases_last", False)
        self.examples: list[dict[str, Any]] = data["examples"]
        self._data = data

    @cached_property
    def trigger(self) -> Phrases:
        """Finds a phrase that says when to use something."""
        return self._phrases("triggers")

    @cached_property
    def catch_all(self) -> Phrases:
        """Finds a phrase that claims every request."""
        return self._phrases("catch_all")

    @cached_property
    def catch_all_beside(self) -> Phrases:
        """Finds a word that claims everything only beside such a phrase."""
        return self._phrases("catch_all_beside")

    @cached_property
    def hand_off(self) -> Phrases:
        """Finds a phrase by which a text refuses a case."""
        return self._phrases("hand_off")

    @cached_property
    def claim_words(self) -> frozenset[str]:
        """The words of the phrases that claim every request."""
        return _words_of(self._data["catch_all"])

    def _phrases(self, kind: str) -> Phrases:
        return Phrases(self._data[kind], _words_of(self._data["triggers"]))


def _words_of(phrases: Iterable[str]) -> frozenset[str]:
    return frozenset(chain.from_iterable(map(_split, phrases)))


def _split(phrase: str) -> list[str]:
    return re.findall(r"[^\W_]+", phrase.casefold())


@cache
def language_codes() -> tuple[str, ...]:
    """The codes of all languages, sorted."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.toml")))


@cache
def load_language(code: str) -> Language:
    """The language of a code; raises FileNotFoundError for a code without a file."""
    path = Path(__file__).parent / f"{code}.toml"
    return Language(tomllib.loads(path.read_text(encoding="utf-8")))


class Phrases:
    """Phrases to look for in a text, the longest first, without regard to case.

    A phrase in a script that writes blanks between its words is found at word boundaries only.
    """

    def __init__(self, phrases: Sequence[str], common: Collection[str] = ()) -> None:
        self._phrases = phrases
        self._common = common

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """The matches in the text in small letters, which has the same offsets."""
        lowered = text.lower()
        # Lower case of the Turkish dotted I is longer; such a text is read as it is.
        return self._pattern.finditer(lowered if len(lowered) == len(text) else text)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match, or None."""
        return next(self.finditer(text), None)

    def may_stand_in(self, folded: frozenset[str]) -> bool:
        """Whether a text of these folded words may hold a phrase: a look that costs no search."""
        phrases = self._by_word
        if phrases is None:
            return True
        return any(words <= folded for key in phrases.keys() & folded for words in phrases[key])

    @cached_property
    def _by_word(self) -> dict[str, list[frozenset[str]]] | None:
        """The words of each phrase by the longest that is not common, if it has one.

        None where phrases stand inside of words.
        """
        if not all(map(_is_bounded, self._phrases)):
            return None
        phrases: dict[str, list[frozenset[str]]] = {}
        for words in map(_split, self._phrases):
            # Of equal ones the last: a phrase rather begins than ends with what is common.
            key = max(reversed(words), key=self._rank)
            phrases.setdefault(key, []).append(frozenset(words))
        return phrases

    def _rank(self, word: str) -> tuple[bool, int]:
        return word not in self._common, len(word)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # Small letters against a plain pattern are four times as fast as IGNORECASE.
        ordered = sorted(map(str.lower, self._phrases), key=lambda phrase: (-len(phrase), phrase))
        bounded = [phrase for phrase in ordered if _is_bounded(phrase)]
        free = [phrase for phrase in ordered if not _is_bounded(phrase)]
        # The boundary stands before the alternatives, and these begin with one word each: that is
        # what makes the search fast.
        heads = [rf"\b(?:{_alternatives(bounded)})(?!\w)"] if bounded else []
        return re.compile("|".join([*heads, *map(_phrase_pattern, free)]))


def _alternatives(phrases: list[str]) -> str:
    """The phrases as alternatives, those with the same first word drawn together."""
    tails: dict[str, list[str]] = {}
    for phrase in phrases:
        head, *tail = phrase.split(" ", 1)
        pattern = rf"\s+{_phrase_pattern(tail[0])}" if tail else ""
        tails.setdefault(head, []).append(pattern)
    grouped = ((_phrase_pattern(head), "|".join(group)) for head, group in tails.items())
    return "|".join(f"{head}(?:{group})" for head, group in grouped)


def _phrase_pattern(phrase: str) -> str:
    parts = (re.escape(part).replace(r"\ ", r"\s+") for part in phrase.split(_GAP))
    return r".{1,80}?".join(parts)


def _is_bounded(phrase: str) -> bool:
    return phrase[0].isalnum() and phrase[0] < "\u1100"
