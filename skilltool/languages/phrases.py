"""Phrases of a language as its file writes them, with gaps and choices, to look for in a text."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

_GAP = "…"
_STOP = r"[.!?;]\s"
_START = "^"
_CLAUSE_START = r"(?:\A|(?<=[.!?;:–—-]\s)|(?<=[\n(*_]))"
_CHOICE = re.compile(r"\{([^{}]*)\}")


def expand_phrases(phrases: Iterable[str]) -> list[str]:
    """All the phrases that phrases with choices stand for."""
    return list(dict.fromkeys(chain.from_iterable(map(_expand, phrases))))


def _expand(phrase: str) -> Iterator[str]:
    """The phrases that a phrase with choices stands for."""
    choice = _CHOICE.search(phrase)
    if choice is None:
        yield phrase
        return
    before, after = phrase[: choice.start()], phrase[choice.end() :]
    for option in choice[1].split("|"):
        yield from _expand(before + option + after)


def words_of(phrases: Iterable[str]) -> frozenset[str]:
    """The folded words of some phrases, whatever is chosen."""
    return frozenset(chain.from_iterable(map(_split, phrases)))


def _split(phrase: str) -> list[str]:
    return re.findall(r"[^\W_]+", phrase.casefold())


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

    def blank(self, text: str) -> str:
        """The text with blanks in place of the matches, so that offsets hold."""
        if not self._phrases:
            return text
        kept, at = [], 0
        for match in self.finditer(text):
            kept += [text[at : match.start()], " " * len(match[0])]
            at = match.end()
        return "".join([*kept, text[at:]])

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
        if not all(_is_bounded(phrase.removeprefix(_START)) for phrase in self._phrases):
            return None
        phrases: dict[str, list[frozenset[str]]] = {}
        for words in map(_split, expand_phrases(self._phrases)):
            # Of equal ones the last: a phrase rather begins than ends with what is common.
            key = max(reversed(words), key=self._rank)
            phrases.setdefault(key, []).append(frozenset(words))
        return phrases

    def _rank(self, word: str) -> tuple[bool, int]:
        return word not in self._common, len(word)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # Small letters against a plain pattern are four times as fast as IGNORECASE.
        ordered = sorted(map(str.lower, self._phrases), key=lambda p: (-_longest(p), p))
        first = [phrase.removeprefix(_START) for phrase in ordered if phrase.startswith(_START)]
        bounded = [phrase for phrase in ordered if _is_bounded(phrase)]
        free = [p for p in ordered if not _is_bounded(p) and not p.startswith(_START)]
        # The boundary stands before the alternatives, and these begin with one word each: that is
        # what makes the search fast.
        heads = [rf"\b(?:{_alternatives(bounded)})(?!\w)"] if bounded else []
        heads += [rf"{_CLAUSE_START}(?:{_alternatives(first)})(?!\w)"] if first else []
        return re.compile("|".join([*heads, *map(_phrase_pattern, free)]) or r"(?!)")


def _alternatives(phrases: list[str]) -> str:
    """The phrases as alternatives, those with the same first word drawn together."""
    tails: dict[str, list[str]] = {}
    for phrase in phrases:
        head, blank, tail = ("", "", phrase) if phrase[0] == "{" else phrase.partition(" ")
        tails.setdefault(head, []).append(_phrase_pattern(blank + tail))
    grouped = ((_phrase_pattern(head), "|".join(group)) for head, group in tails.items())
    return "|".join(f"{head}(?:{group})" for head, group in grouped)


def _phrase_pattern(phrase: str) -> str:
    """A phrase as a pattern; choices stay choices: that compiles faster than all they stand for."""
    parts = enumerate(_CHOICE.split(phrase))
    return "".join(
        _options_pattern(part) if place % 2 else _words_pattern(part) for place, part in parts
    )


def _options_pattern(options: str) -> str:
    ordered = sorted(options.split("|"), key=len, reverse=True)
    return f"(?:{'|'.join(map(_words_pattern, ordered))})"


def _words_pattern(words: str) -> str:
    parts = (re.escape(part).replace(r"\ ", r"\s+") for part in words.split(_GAP))
    return rf"(?:(?!{_STOP}).){{1,80}}?".join(parts)


def _longest(phrase: str) -> int:
    return len(_CHOICE.sub(lambda choice: max(choice[1].split("|"), key=len), phrase))


def _is_bounded(phrase: str) -> bool:
    first = phrase.lstrip("{|")[0]
    return first.isalnum() and first < "\u1100"
