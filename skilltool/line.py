"""One skill as its likeness sees it: the terms of its name and line, and its body's words.

Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from skilltool.analyzer import (
    analyze,
    count_words,
    detect_language,
    drop_hand_offs,
    find_surfaces,
    find_words,
    told_words,
)
from skilltool.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skilltool.model import Skill

BODY_CHARACTERS = 3000
"""So many characters of a body tell what it is about; more change no verdict."""

BODY_TERMS = 20
"""A body with fewer distinct terms tells nothing about its skill."""

# Two words with the same first letters are taken for forms of one: Austria, Austrian.
_STEM = 6
_SENTENCE_START = re.compile(r"(?:^|[.!?:;]\s+|[。！？；：])[\W_]*")
# Where so many words inside a sentence have a capital (a title, German nouns), it tells no name.
_CAPITALS_SHARE = 0.3


class Line:
    """What its likeness needs of one skill; costly parts are made when they are asked for."""

    def __init__(self, skill: Skill) -> None:
        self.skill = skill
        self.name = skill.name
        self.routing = skill.routing_text
        self.language = detect_language(self.routing)
        known = load_vocabulary(self.language)
        terms = [term for word in told_words(self.routing, self.language) for term in known[word]]
        name_terms = analyze(self.name, self.language)
        self.name_terms = frozenset(name_terms)
        self.line_terms = frozenset(terms)
        self.counts = Counter(name_terms + terms)

    def alone(self, other: Line) -> list[str]:
        """The terms of the name that are in no form in the other's name and line."""
        missing = self.name_terms - other.counts.keys()
        return [term for term in missing if term[:_STEM] not in other._starts]

    @cached_property
    def told_name_terms(self) -> frozenset[str]:
        """The terms of the name that the line itself takes up, be it in another form."""
        starts = _starts(self.line_terms)
        return frozenset(t for t in self.name_terms if t in self.line_terms or t[:_STEM] in starts)

    @cached_property
    def _starts(self) -> frozenset[str]:
        return _starts(self.counts)

    @cached_property
    def body_counts(self) -> Counter[str]:
        """How often each word of the body occurs."""
        text, start = self.skill.source.text, self.skill.front_matter.body_start
        return count_words(text[start : start + BODY_CHARACTERS], self.language)

    @cached_property
    def has_body(self) -> bool:
        """Whether the body is long enough to hold the words that make it telling."""
        length = len(self.skill.source.text) - self.skill.front_matter.body_start
        return length >= 4 * BODY_TERMS

    @cached_property
    def surfaces(self) -> dict[str, str]:
        """For each term of name and line a word that gives it."""
        line = drop_hand_offs(self.routing, self.language)
        return find_surfaces(f"{self.name}. {line}", self.language)

    @cached_property
    def proper_terms(self) -> frozenset[str]:
        """Terms of words with a capital inside a sentence, or with a digit: names of things."""
        starts = {match.end() for match in _SENTENCE_START.finditer(self.routing)}
        words = find_words(self.routing, self.language)
        inner = [word for word in words if word.start not in starts]
        capital = [w for w in inner if w.text != w.folded]
        if len(capital) > _CAPITALS_SHARE * len(inner):
            return frozenset()
        return frozenset(term for word in capital for term in word.terms)


def _starts(terms: Iterable[str]) -> frozenset[str]:
    return frozenset(term[:_STEM] for term in terms if len(term) >= _STEM)
