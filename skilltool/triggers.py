"""When a routing text says that the skill is used: its trigger, and words that people say. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left

from skilltool.analyzer import detect_language, find_terms, fold_words, split_words
from skilltool.background import rarity
from skilltool.claims import Phrase
from skilltool.languages import DEFAULT, load_language
from skilltool.vocabulary import STEMMED

# Of public lines in Czech, Dutch, Turkish or Ukrainian nearly all have fewer stop words of the
# language that they are taken for; of English ones with fewer all but few have more common words.
_STOP_SHARE = 0.125
_COMMON_SHARE = 0.6
_COMMON_BITS = 10.0


def has_trigger(text: str, language: str = "") -> bool:
    """Whether a text says when to use something, in any of the known phrasings."""
    return first_trigger(text, language) is not None


def first_trigger(text: str, language: str = "") -> int | None:
    """The offset in characters of the first phrase that says when, or None."""
    codes = dict.fromkeys((language or detect_language(text), DEFAULT))
    languages = map(load_language, codes)
    found = [known.trigger.search(known.no_trigger.blank(text)) for known in languages]
    return min((match.start() for match in found if match), default=None)


def is_in_known_language(text: str, language: str = "") -> bool:
    """Whether a text is in one of the languages of the folder, not in one taken for it.

    Told by the share of stop words among its distinct words; English also by common words.
    """
    chosen = load_language(language or detect_language(text))
    words = [word for word in fold_words(text) if not word.isdecimal()]
    if not words or chosen.script not in STEMMED:
        return True
    stops = sum(word in chosen.stop_words for word in words)
    if stops > _STOP_SHARE * len(words):
        return True
    return chosen.code == DEFAULT and sum(map(_is_common, words)) >= _COMMON_SHARE * len(words)


def _is_common(word: str) -> bool:
    return all(rarity(term) < _COMMON_BITS for term in find_terms(word, DEFAULT))


# --- Words that people say every day -------------------------------------------------------------

_QUOTED = re.compile(
    r"[“„«「『‘]([^“”„«»「」『』‘’]{1,40})[”“»」』’]"
    r"""|(?<!\w)(["'])(?!\s)((?:(?!\2).){1,40})(?<!\s)\2(?!\w)"""
)
_QUOTES = frozenset("\"'“„«「『‘")
_CODE = re.compile(r"`([^`\n]{1,40})`")
_SENTENCE_END = re.compile(r"[.;!?](?=\s|$)|[。！？；\n]")
# "Triggers on: help, note": words without marks, but for the sign before them.
_LIST = re.compile(r"(?:(?<=[:：])|\s*[:：])\s*")
_ITEM = re.compile(r"[^,，、/|\s\"'`“”「」](?:[^,，、/|\"'`“”「」]*[^,，、/|\s\"'`“”「」])?")
_EVERYDAY_WORDS = 2
_REACH = 300


def everyday_triggers(text: str, language: str = "") -> tuple[Phrase, ...]:
    """Phrases of at most two words that people say in any conversation, as triggers.

    They are in quotes, in backticks after a word such as "says", or in a list of trigger words.
    """
    chosen = load_language(language or detect_language(text))
    said = chosen.everyday | chosen.stop_words
    quoted = _quoted(text) if _QUOTES.intersection(text) else []
    everyday = {phrase for phrase in quoted if _is_made_of(phrase, said | chosen.generic)}
    rests = [_rest(text, match.end()) for match in chosen.saying.finditer(text)]
    for match in _CODE.finditer(text) if rests else ():
        phrase = Phrase(match[1], *match.span(1))
        if _is_made_of(phrase, said) and _stands_in(phrase, rests):
            everyday.add(phrase)
    for start, end in rests:
        everyday |= _listed(text, start, end, said)
    return tuple(sorted(everyday, key=lambda phrase: phrase.start))


def _rest(text: str, start: int) -> tuple[int, int]:
    """From an offset to the end of its sentence, or as far as is read."""
    stop = _SENTENCE_END.search(text, start, start + _REACH)
    return start, stop.start() if stop else min(start + _REACH, len(text))


def _stands_in(phrase: Phrase, spans: list[tuple[int, int]]) -> bool:
    """Whether the last of some sorted spans that begins before a phrase holds it."""
    before = bisect_left(spans, (phrase.start, 0))
    return before > 0 and phrase.end <= spans[before - 1][1]


def _quoted(text: str) -> list[Phrase]:
    groups = ((m, 3 if m[1] is None else 1) for m in _QUOTED.finditer(text))
    return [Phrase(match[group], *match.span(group)) for match, group in groups]


def _listed(text: str, start: int, end: int, said: frozenset[str]) -> set[Phrase]:
    """The everyday items after a colon, if they are two or more and at least half."""
    colon = _LIST.match(text, start, end)
    if colon is None:
        return set()
    items = [Phrase(m[0], *m.span()) for m in _ITEM.finditer(text, colon.end(), end)]
    everyday = {item for item in items if _is_made_of(item, said)}
    return everyday if len(everyday) >= 2 and 2 * len(everyday) >= len(items) else set()


def _is_made_of(phrase: Phrase, known: frozenset[str]) -> bool:
    words = [word.casefold() for word in split_words(phrase.text)]
    return 1 <= len(words) <= _EVERYDAY_WORDS and known.issuperset(words)
