"""The languages that the package reads: one TOML file each, loaded when a text needs it.

A new language is a new file with its example lines; no Python names a language.
"""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from skilltool.languages.phrases import Phrases, expand_phrases, words_of

__all__ = ["DEFAULT", "Language", "Phrases", "language_codes", "load_language"]

DEFAULT = "en"


class Language:
    """Words and phrases of one language, by the data of its file.

    In a phrase a blank stands for any white space, `…` for a gap of at most 80 characters in a
    sentence, `{a|b}` for either; one that begins with `^` stands only at the beginning of a clause.
    `stop_words`, `generic` (they would fit any skill) and `everyday` (they are said in any
    conversation) are folded words, or runs of characters for `han`, `kana` and `hangul`;
    `script` is the name of the script that the language is told by; `stemmer` is the name of its
    Snowball algorithm, empty for none; `phrases_last` tells that a phrase stands after what it is
    about. Where one word in ten of a text is a marker, the text is in that language. After a claim
    on everything a word of `narrowing` brings what it is limited to; `uses` are the words by which
    a line says that it is to be used.
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
        self.narrowing = frozenset(data["narrowing"].split())
        self.uses = frozenset(data["uses"].split())
        self.fillers = frozenset(data.get("fillers", "").split())
        self.phrases_last: bool = data.get("phrases_last", False)
        self.examples: list[dict[str, Any]] = data["examples"]
        self._data = data

    @cached_property
    def trigger(self) -> Phrases:
        """Finds a phrase that says when to use something."""
        return self._phrases("triggers")

    @cached_property
    def no_trigger(self) -> Phrases:
        """Finds a phrase that looks like a trigger and says something else."""
        return self._phrases("no_triggers")

    @cached_property
    def saying(self) -> Phrases:
        """Finds what stands before the words at which something is to be used."""
        return self._phrases("sayings")

    @cached_property
    def trigger_headings(self) -> frozenset[str]:
        """Folded headings of a section on when to use something."""
        return frozenset(map(str.casefold, expand_phrases(self._data["trigger_headings"])))

    @cached_property
    def negation(self) -> Phrases:
        """Finds a word by which a title refuses."""
        return self._phrases("negations")

    @cached_property
    def catch_all(self) -> Phrases:
        """Finds a phrase that claims every request."""
        return Phrases([*self._data["every_request"], *self._data["catch_all"]], self._common)

    @cached_property
    def every_request(self) -> Phrases:
        """Finds a phrase that names every request, or all that is said in a conversation."""
        return self._phrases("every_request")

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
        return words_of([*self._data["every_request"], *self._data["catch_all"]])

    @cached_property
    def _common(self) -> frozenset[str]:
        return words_of(self._data["triggers"])

    def _phrases(self, kind: str) -> Phrases:
        return Phrases(self._data.get(kind, ()), self._common)


@cache
def language_codes() -> tuple[str, ...]:
    """The codes of all languages, sorted."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.toml")))


@cache
def load_language(code: str) -> Language:
    """The language of a code; raises FileNotFoundError for a code without a file."""
    path = Path(__file__).parent / f"{code}.toml"
    return Language(tomllib.loads(path.read_text(encoding="utf-8")))
