"""Passages of a Markdown text that its rendered page does not show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skilltool.markdown import parse_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(r"<!--(?P<text>.*?)(?:-->|\Z)", re.DOTALL)
# A link definition that nothing refers to, which many use as a comment.
_DEFINITION = re.compile(
    r"^ {0,3}\[[\w/]+\]: [ \t]*(?:#|<>)[ \t]+[\"'(](?P<text>[^\n]*)[\"')][ \t]*$", re.MULTILINE
)
_ELEMENT = re.compile(
    r"<(?P<tag>[a-z][\w-]*)\b[^>]*?(?:display\s*:\s*none|visibility\s*:\s*hidden"
    r"|font-size\s*:\s*0|\shidden\b)[^>]*>(?P<text>.*?)</(?P=tag)>",
    re.DOTALL | re.IGNORECASE,
)
# What a text must hold for a form to stand in it; most texts hold none.
_FORMS = (
    (_COMMENT, ("<!--",)),
    (_DEFINITION, ("]: ",)),
    (_ELEMENT, ("style=", " hidden")),
)


class Passage(NamedTuple):
    """What a page does not show: the text, and where it stands from `start` up to `end`."""

    text: str
    start: int
    end: int


def find_passages(text: str) -> Iterator[Passage]:
    """What a page of this Markdown would not show; whether it stands in code is not asked."""
    for form, signs in _FORMS:
        if any(sign in text for sign in signs):
            for match in form.finditer(text):
                yield Passage(match["text"], *match.span())


def is_shown_as_code(text: str, passage: Passage) -> bool:
    """Whether a passage is part of an example, which the page does show."""
    document = parse_markdown(text)
    if text.startswith("<!--", passage.start):
        return all(comment.start != passage.start for comment in document.comments)
    return any(fence.start <= passage.start < fence.end for fence in document.fences)
