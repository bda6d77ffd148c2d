"""The text of a heading as a reader sees it, and the anchors that lead to places in a document."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from skilltool.markdown.text import unescape

if TYPE_CHECKING:
    from collections.abc import Sequence

_TAG_ANCHOR = re.compile(r"""<[a-zA-Z][^<>]{0,200}?\b(?:id|name)=["']([^"'<>]{1,200})["']""")
_INLINE_LINK = re.compile(r"(!?)\[([^\[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^\[\]]*\])")
_MARKUP = re.compile(r"`+|</?[a-zA-Z][^<>]*>|\*+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")
_MARKS = frozenset("`<*_[\\&")
_DOUBTFUL = re.compile(r"[^\w\- ]|[^\x00-\x7f]")


def plain_text(source: str) -> str:
    """The text of a heading as a reader sees it."""
    text = " ".join(source.split())
    if _MARKS.isdisjoint(text):
        return text
    if "[" in text:
        text = _INLINE_LINK.sub(lambda found: "" if found[1] else found[2], text)
    return unescape(_MARKUP.sub("", text)).strip()


def tag_anchors(text: str) -> Sequence[str]:
    """The values of `id` and `name` of all tags."""
    return _TAG_ANCHOR.findall(text) if "<" in text else ()


def slug(text: str) -> str:
    """The anchor that GitHub makes of a heading's text, before it is made unique."""
    return _DOUBTFUL.sub(_keep_word, text.lower()).replace(" ", "-")


def _keep_word(found: re.Match[str]) -> str:
    """The character if it belongs to a word as GitHub sees it; no ASCII one found does."""
    category = unicodedata.category(found[0])
    return found[0] if category[0] in "LM" or category in {"Nd", "Pc"} else ""


class Slugs:
    """The anchors of one document: a repeated one gets a number."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def next(self, text: str) -> str:
        """The anchor of the next heading."""
        base = unique = slug(text)
        while unique in self._counts:
            self._counts[base] += 1
            unique = f"{base}-{self._counts[base]}"
        self._counts[unique] = 0
        return unique
