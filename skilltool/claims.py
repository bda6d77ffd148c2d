"""What a routing text claims: every request, and what narrows such a claim. Pure."""

from __future__ import annotations

import re
from functools import cache
from itertools import dropwhile, islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from skilltool.analyzer import (
    analyze,
    detect_language,
    find_hand_offs,
    fold_words,
    split_words,
)
from skilltool.languages import DEFAULT, Language, load_language
from skilltool.vocabulary import STEMMED, find_runs

if TYPE_CHECKING:
    from collections.abc import Iterable

_SENTENCE_END = re.compile(r"[.;:!?()\n。！？；]")
_CLAUSE_END = re.compile(r"[.,;:!?()\n。，、！？；]|\s[–—-]\s")
# How many claims of a text are read, and how many characters beside each.
_MOST = 20
_REACH = 200


class Phrase(NamedTuple):
    """A phrase as it stands in a text, from `start` up to but without `end`, in characters."""

    text: str
    start: int
    end: int


def catch_all_phrases(text: str, language: str = "") -> tuple[Phrase, ...]:
    """The phrases that claim every request, in order, but for those that what follows narrows.

    A word such as "always" counts only in a text that has such a phrase.
    """
    chosen = load_language(language or detect_language(text))
    if not chosen.catch_all.may_stand_in(fold_words(text)):
        return ()
    wide = (m for m in chosen.catch_all.finditer(text) if not _is_narrowed(text, m.span(), chosen))
    claims = [Phrase(text[m.start() : m.end()], *m.span()) for m in islice(wide, _MOST)]
    refused = find_hand_offs(text, chosen.code) if claims else ()
    claims = [c for c in claims if not any(start <= c.start < end for start, end in refused)]
    if not claims:
        return ()
    for match in chosen.catch_all_beside.finditer(text):
        start, end = match.span()
        if all(end <= claim.start or start >= claim.end for claim in claims):
            claims.append(Phrase(text[start:end], start, end))
    return tuple(sorted(claims, key=lambda claim: claim.start))


def claims_every_use(text: str, language: str = "") -> bool:
    """Whether a text says to use something for every request, as in "Use for every message".

    What else the text tells does not narrow that, unless it speaks of the same ("Slack messages").
    """
    chosen = load_language(language or detect_language(text))
    claims = catch_all_phrases(text, chosen.code)
    on_use = [
        claim.text
        for claim in claims
        if chosen.every_request.search(claim.text) and _is_said_of_use(text, claim, chosen)
    ]
    if not on_use:
        return False
    rest = _without(text, claims)
    return not all(_is_subject(rest, claim, chosen) for claim in on_use)


def _without(text: str, phrases: Iterable[Phrase]) -> str:
    kept, at = [], 0
    for phrase in phrases:
        kept.append(text[at : phrase.start])
        at = phrase.end
    return " ".join([*kept, text[at:]])


# --- What narrows a claim ------------------------------------------------------------------------


def _is_narrowed(text: str, span: tuple[int, int], language: Language) -> bool:
    """Whether what stands beside a claim limits it: "all messages" to those "of the inbox"."""
    if language.script not in STEMMED:
        return _is_narrowed_before(_clause_before(text, span[0], _CLAUSE_END), language)
    words = [word.casefold() for word in split_words(_clause_after(text, span[1]))]
    skipped = list(takewhile(lambda word: _fills(word, language), words))
    beside = words[len(skipped) :]
    known = language.generic | language.claim_words
    if beside and beside[0] in language.narrowing:
        beside = list(dropwhile(language.stop_words.__contains__, beside[1:]))
        known |= language.everyday
    elif not language.stop_words.isdisjoint(skipped):
        return False
    # Without such words what follows is of one noun with it: "any message queue".
    subject = takewhile(lambda word: word not in language.stop_words, beside)
    return not known.issuperset(subject)


def _fills(word: str, language: Language) -> bool:
    """Whether a word says nothing and brings nothing."""
    if word in language.narrowing:
        return False
    known = word in language.stop_words or word in language.claim_words
    return known or generic_terms(language.code).issuperset(analyze(word, language.code))


def _clause_before(text: str, at: int, end: re.Pattern[str]) -> str:
    return end.split(text[max(at - _REACH, 0) : at])[-1].rstrip()


def _clause_after(text: str, at: int) -> str:
    return _CLAUSE_END.split(text[at : at + _REACH], 1)[0]


def _is_narrowed_before(before: str, language: Language) -> bool:
    if not before.endswith(tuple(language.narrowing)):
        return False
    return bool(_concrete_runs(before, language))


# --- Whether a claim is on the use ---------------------------------------------------------------


def _is_said_of_use(text: str, claim: Phrase, language: Language) -> bool:
    """Whether the sentence of a claim says nothing but to use something."""
    after = _clause_after(text, claim.end)
    if language.script not in STEMMED:
        before = _clause_before(text, claim.start, _CLAUSE_END)
        used = any(word in before + after for word in language.uses)
        return used and not _concrete_runs(f"{before} {after}", language)
    words = [
        word.casefold() for word in split_words(_clause_before(text, claim.start, _SENTENCE_END))
    ]
    if not language.uses.isdisjoint(words):
        # "Load all messages" is no use of the skill, "load for all messages" is.
        return words[-1] not in language.uses and _only_fills(words, language)
    words += [word.casefold() for word in split_words(after)]
    return not language.uses.isdisjoint(words) and _only_fills(words, language)


def _only_fills(words: list[str], language: Language) -> bool:
    known = language.stop_words | language.uses
    return all(word in known or _fills(word, language) for word in words)


def _is_subject(rest: str, claim: str, language: Language) -> bool:
    """Whether the rest of a text speaks of what a claim is about, as of a thing of its own."""
    if language.script not in STEMMED:
        return claim[-2:] in rest
    noun = split_words(claim)[-1]
    return not set(analyze(noun, language.code)).isdisjoint(analyze(rest, language.code))


@cache
def generic_terms(code: str) -> frozenset[str]:
    """The terms of the empty words of a language, and of English, which stands in any text."""
    codes = (code, DEFAULT)
    return frozenset(t for c in codes for t in analyze(" ".join(load_language(c).generic), code))


def _concrete_runs(text: str, language: Language) -> list[str]:
    """What a text of Han, kana or hangul holds beside empty words and the use of something."""
    return [run for run in find_runs(_fillers(language.code).sub(" ", text)) if len(run) > 1]


@cache
def _fillers(code: str) -> re.Pattern[str]:
    language = load_language(code)
    words = language.stop_words | language.generic | language.uses | language.fillers
    words |= language.narrowing
    runs = sorted(words, key=lambda run: (-len(run), run))
    return re.compile("|".join(map(re.escape, runs)))
