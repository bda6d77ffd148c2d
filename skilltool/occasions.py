"""What a body says on when to use a skill: the section, and the situations in it. Pure."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from skilltool.analyzer import drop_hand_offs
from skilltool.languages import language_codes, load_language
from skilltool.markdown import parse_markdown
from skilltool.triggers import has_trigger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.markdown import Document

_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(\S.*)$", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*\|([^|\n]*)\|", re.MULTILINE)
_RULE = re.compile(r"[\s:-]*")
_SENTENCE = re.compile(r"(?:[^.!?\n。！？]|[.!?](?=\S))+")
# A paragraph that begins with words in bold, and what stands beside them.
_LEAD = re.compile(r"^(?:\*\*|__)([^*_\n]{3,60})(?:\*\*|__)(.*)$", re.MULTILINE)
_EDGES = re.compile(r"^[\W\d_]+|[\W_]+$")
_TOP = 2
_MARKS = re.compile(r"[`*_]|\s+")


class Occasions(NamedTuple):
    """A section on when to use a skill: its title, the offset of that, its situations.

    `is_prose` tells that the situations are sentences.
    """

    title: str
    offset: int
    situations: tuple[str, ...]
    is_prose: bool


def find_occasions(body: str, name: str) -> Occasions | None:
    """The first section of a body on when to use the skill of a name, or None."""
    document = parse_markdown(body)
    found = next(_sections(document, name), None) or next(_leads(document, name), None)
    if found is None:
        return None
    title, offset, text = found
    parts = _listed(text)
    situations = parts or filter(has_trigger, _SENTENCE.findall(text))
    kept = tuple(part for part in situations if drop_hand_offs(part) == part)
    return Occasions(title, offset, kept, is_prose=not parts)


def _sections(document: Document, name: str) -> Iterator[tuple[str, int, str]]:
    """Titles of sections on the use, their offsets and texts up to what is no use.

    A title below another section speaks of that: when to use a pattern, not the skill.
    """
    for number, heading in enumerate(document.headings):
        if heading.level <= _TOP and _says_when(heading.text, name):
            text = document.text[heading.offset + len(heading.text) : _end(document, number)]
            yield heading.text, heading.offset, _until_refusal(text)


def _end(document: Document, number: int) -> int:
    """Where the section of a heading ends: its sub-sections count, but for one that refuses."""
    level = document.headings[number].level
    for heading in document.headings[number + 1 :]:
        if heading.level <= level or _refuses(heading.text):
            return heading.offset
    return len(document.text)


def _leads(document: Document, name: str) -> Iterator[tuple[str, int, str]]:
    """The same of paragraphs that begin with such words in bold, before the second heading."""
    stop = next((heading.offset for heading in document.headings[1:2]), len(document.text))
    leads = list(_LEAD.finditer(document.text, 0, stop))
    spans = pairwise([*(lead.start() for lead in leads), stop])
    for lead, (_, end) in zip(leads, spans, strict=True):
        if _says_when(lead[1], name):
            yield lead[1], lead.start(1), document.text[lead.start(1) : end]


def _until_refusal(text: str) -> str:
    refusal = next((m for m in _LEAD.finditer(text) if _refuses(m[1])), None)
    return text[: refusal.start()] if refusal else text


def _listed(text: str) -> list[str]:
    """The items of lists, else the first cells of tables."""
    rows = [row for row in _ROW.findall(text) if not _RULE.fullmatch(row)]
    return _ITEM.findall(text) or rows[1:]


# --- Titles --------------------------------------------------------------------------------------


def _says_when(title: str, name: str) -> bool:
    plain = " ".join(_EDGES.sub("", _MARKS.sub(" ", title.casefold())).split())
    forms = (plain, *(plain.replace(n, "this skill") for n in (name, name.replace("-", " ")) if n))
    return not _titles().isdisjoint(forms)


@cache
def _titles() -> frozenset[str]:
    return frozenset().union(*(load_language(code).trigger_headings for code in language_codes()))


def _refuses(title: str) -> bool:
    return any(load_language(code).negation.search(title) for code in language_codes())
