"""One skill as its likeness sees it: the terms of its name and line, and its body's words.

Pure.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from skilltool.analyzer import (
    analyze,
    count_words,
    detect_language,
    drop_hand_offs,
    find_surfaces,
    find_words,
    split_words,
    told_words,
)
from skilltool.languages import DEFAULT
from skilltool.placeholders import find_in_body
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
# Where so many words inside a sentence have a capital (a title, German nouns), it tells no name;
# acronyms do not count, unless nearly all is written in capitals.
_TITLED_SHARE = 0.3
_CAPITALS_SHARE = 0.6
# Each part of a domain or a file name: `gouv` of impots.gouv.
_JOINED = re.compile(r"\w+(?=\.\w)|(?<=\w\.)\w+")
_NAME_PART = re.compile(r"[^\W\d_]+|\d+")
_DIRECTIONS = frozenset({"to", "2", "from", "into"})
# Names are mostly English, whatever the language of the line.
_OPPOSITES = """
    accept reject, add remove, add delete, approve reject, attach detach, backend frontend, backup
    restore, archive restore, buy sell, client server, close open, compress decompress, compress
    extract, connect disconnect, consumer producer, create delete, create remove, credit debit,
    decode encode, decrypt encrypt, deserialize serialize, disable enable, download upload,
    downgrade upgrade, downstream upstream, export import, external internal, incoming outgoing,
    inbound outbound, input output, install uninstall, lock unlock, merge split, mount unmount, pack
    unpack, private public, pull push, read send, read write, receive send, source target, start
    stop, subscribe unsubscribe, unzip zip
"""


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
        alone = [term for term in missing if term[:_STEM] not in other._starts]
        return [term for term in alone if term not in other._joined] if alone else []

    @cached_property
    def told_name_terms(self) -> frozenset[str]:
        """The terms of the name that the line itself takes up, be it in another form or in parts.

        Both ends of a name such as `md-to-docx` are told by the name: the line may say Word.
        """
        starts = _starts(self.line_terms)
        told = {t for t in self.name_terms if t in self.line_terms or t[:_STEM] in starts}
        if len(told) < len(self.name_terms):
            told |= self.name_terms & self._joined
        return frozenset(told.union(*(analyze(end, self.language) for end in self._ends)))

    def opposes(self, other: Line) -> bool:
        """Whether two names say opposite directions of a job: `a-to-b` and `b-to-a`, or opposites.

        Of two opposites such as import and export each stands in one of the names, is taken up by
        the line of that skill, and not both stand in both lines.
        """
        if self._ends and sorted(self._name_parts) == sorted(other._name_parts):
            return self._name_parts != other._name_parts
        if not (self._actions and other._actions):
            return False
        return any(
            self._leaves(mine, theirs, other)
            for mine in self._actions
            for theirs in opposites_of(mine) & other._actions
        )

    def _leaves(self, mine: str, theirs: str, other: Line) -> bool:
        if theirs in self._actions or mine in other._actions:
            return False
        return theirs not in self.line_terms or mine not in other.line_terms

    @cached_property
    def _actions(self) -> frozenset[str]:
        """The words with an opposite that stand in the name and that the line takes up."""
        actions = {term: find_action(term) for term in self.name_terms}
        if not any(actions.values()):
            return frozenset()
        told = self.line_terms | self.told_name_terms
        return frozenset(a for term, a in actions.items() if a and (a in told or term in told))

    @property
    def _name_parts(self) -> list[str]:
        return _NAME_PART.findall(self.name.casefold())

    @cached_property
    def _ends(self) -> tuple[str, ...]:
        """What stands around the `to` of a name such as `a-to-b`; nothing in any other name."""
        parts = self._name_parts
        places = [i for i in range(1, len(parts) - 1) if parts[i] in _DIRECTIONS]
        return tuple(parts[near] for i in places for near in (i - 1, i + 1))

    @cached_property
    def _starts(self) -> frozenset[str]:
        return _starts(self.counts)

    @cached_property
    def _joined(self) -> frozenset[str]:
        return joined_terms(self.routing, self.language)

    @cached_property
    def body_counts(self) -> Counter[str]:
        """How often each word of the body occurs."""
        return count_words(self.body_head, self.language)

    @property
    def body_head(self) -> str:
        """What is read of the body."""
        start = self.skill.front_matter.body_start
        return self.skill.source.text[start : start + BODY_CHARACTERS]

    @property
    def body_length(self) -> int:
        """The length of the whole body in characters."""
        return len(self.skill.source.text) - self.skill.front_matter.body_start

    @cached_property
    def has_body(self) -> bool:
        """Whether the body can tell anything: long enough, and no longer that of a template."""
        return self.body_length >= 4 * BODY_TERMS and not find_in_body(self.body_head)

    @cached_property
    def surfaces(self) -> dict[str, str]:
        """For each term of name and line a word that gives it."""
        line = drop_hand_offs(self.routing, self.language)
        return find_surfaces(f"{self.name}. {line}", self.language)

    @cached_property
    def proper_terms(self) -> frozenset[str]:
        """Terms of names of things: words with a capital inside a sentence, or parts of a file."""
        starts = {match.end() for match in _SENTENCE_START.finditer(self.routing)}
        words = find_words(self.routing, self.language)
        inner = [word for word in words if word.start not in starts]
        capital = [word for word in inner if word.text != word.folded]
        # An acronym is a name in any language.
        titled = [word for word in capital if not word.text.isupper()]
        size = len(inner)
        if len(titled) > _TITLED_SHARE * size or len(capital) > _CAPITALS_SHARE * size:
            return frozenset()
        joined = {match.start() for match in _JOINED.finditer(self.routing)}
        names = [*capital, *(word for word in inner if word.start in joined)]
        return frozenset(term for word in names for term in word.terms)


def joined_terms(text: str, language: str) -> frozenset[str]:
    """The terms of neighbouring words written as one: `todo` of "to-do", `nodejs` of "Node.js"."""
    pairs = pairwise(split_words(text.casefold()))
    return frozenset(analyze(" ".join(map("".join, pairs)), language))


def _starts(terms: Iterable[str]) -> frozenset[str]:
    return frozenset(term[:_STEM] for term in terms if len(term) >= _STEM)


def opposites_of(action: str) -> frozenset[str]:
    """The terms that say the opposite of a term: export for import."""
    return _opposite_terms()[action]


def find_action(term: str) -> str:
    """The term with an opposite that a term is a form of (read, reader); empty if there is none."""
    forms = (term, term[:-1], term[:-2]) if term.endswith("er") else (term,)
    return next((form for form in forms if form in _opposite_terms()), "")


@cache
def _opposite_terms() -> dict[str, frozenset[str]]:
    opposites: defaultdict[str, set[str]] = defaultdict(set)
    for words in _OPPOSITES.split(","):
        first, second = analyze(words, DEFAULT)
        opposites[first].add(second)
        opposites[second].add(first)
    return {term: frozenset(terms) for term, terms in opposites.items()}
