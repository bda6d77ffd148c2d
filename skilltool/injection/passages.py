"""Passages of a Markdown text that its rendered page does not show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skilltool.markdown import parse_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

# A link definition that nothing refers to, which many use as a comment.
_DEFINITION = re.compile(
    r"^ {0,3}\[(?://|comment|hidden|_)\]:[ \t]*(?:#|<>)[ \t]+[\"'(](?P<text>[^\n]*)[\"')][ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_ELEMENT = re.compile(
    r"<(?P<tag>[a-z][\w-]*)\b[^>]*?(?:display\s*:\s*none|visibility\s*:\s*hidden"
    r"|font-size\s*:\s*0|\shidden\b)[^>]*>(?P<text>.*?)</(?P=tag)>",
    re.DOTALL | re.IGNORECASE,
)


class Passage(NamedTuple):
    """What a page does not show: the text, and where it stands from `start` up to `end`."""

    text: str
    start: int
    end: int


def find_passages(text: str) -> Iterator[Passage]:
    """The comments, and what else is out of sight, of a Markdown text; code holds none."""
    comments = "<!--" in text
    others = [match for form in (_DEFINITION, _ELEMENT) for match in form.finditer(text)]
    if not (comments or others):
        return
    document = parse_markdown(text)
    for comment in document.comments:
        yield Passage(comment.content, comment.start, comment.end)
    for match in others:
        if not any(fence.start <= match.start() < fence.end for fence in document.fences):
            yield Passage(match["text"], *match.span())
