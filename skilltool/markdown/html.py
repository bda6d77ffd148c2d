"""HTML in Markdown: which tags start a block, what ends it, inline tags and comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.markdown.text import Span

_NAMES = (
    "address article aside base basefont blockquote body caption center col colgroup "
    "dd details dialog dir div dl dt fieldset figcaption figure footer form frame "
    "frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu "
    "menuitem nav noframes ol optgroup option p param search section summary table "
    "tbody td tfoot th thead title tr track ul"
)
_BLOCK_NAMES = frozenset(_NAMES.split())
_VERBATIM_NAMES = frozenset({"script", "pre", "style", "textarea"})
_ATTRIBUTE = (
    r"""[ \t\n]++[a-zA-Z_:][\w:.-]*+"""
    r"""(?:[ \t\n]*+=[ \t\n]*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?"""
)
_TAG = (
    rf"<(?:[a-zA-Z][a-zA-Z0-9-]*+(?:{_ATTRIBUTE})*+[ \t\n]*+/?|/[a-zA-Z][a-zA-Z0-9-]*+[ \t\n]*+)>"
)
_NAME = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)(?=[ \t]|(/?>)|$)")
_TAG_OR_AUTOLINK = re.compile(
    rf"({_TAG})|<[a-zA-Z][a-zA-Z0-9+.-]{{1,31}}:[^\s<>]*+>"
    r"|<[\w.!#$%&'*+/=?^`{|}~-]++@[\w.-]++>"
)


class BlockEnd(NamedTuple):
    """What the last line of an HTML block holds; None for a blank line behind it."""

    pattern: re.Pattern[str] | None


def match_block(text: str, at: int, end: int, *, any_tag: bool) -> BlockEnd | None:
    """The end of the HTML block that a line starts, of the seven kinds of the specification.

    The last kind, `any_tag` alone on its line, cannot interrupt a paragraph.
    """
    for opening, closing in (("<!--", "-->"), ("<?", r"\?>"), ("<![CDATA[", r"\]\]>")):
        if text.startswith(opening, at, end):
            return BlockEnd(re.compile(closing))
    if text.startswith("<!", at, end) and text[at + 2 : at + 3].isalpha():
        return BlockEnd(re.compile(">"))
    found = _NAME.match(text, at, end)
    name = found[2].lower() if found else ""
    if found and name in _VERBATIM_NAMES and not found[1] and found[3] != "/>":
        names = "|".join(sorted(_VERBATIM_NAMES))
        return BlockEnd(re.compile(rf"</(?:{names})>", re.IGNORECASE))
    alone = any_tag and _is_tag_alone(text, at, end)
    return BlockEnd(None) if name in _BLOCK_NAMES or alone else None


def _is_tag_alone(text: str, at: int, end: int) -> bool:
    found = _TAG_OR_AUTOLINK.match(text, at, end)
    return found is not None and bool(found[1]) and not text[found.end() : end].strip(" \t")


def tag_end(text: str, at: int) -> int:
    """Where the tag or autolink ends that starts at an offset, `-1` when none does."""
    found = _TAG_OR_AUTOLINK.match(text, at)
    return found.end() if found else -1


def comment_content(comment: str) -> str:
    """What stands between the markers of a comment."""
    return comment.removeprefix("<!--").removesuffix("-->")


def comment_end(text: str, start: int, end: int) -> int:
    """Where the comment that opens at `start` ends, `-1` when nothing closes it."""
    for short in ("<!-->", "<!--->"):
        if text.startswith(short, start, end):
            return start + len(short)
    close = text.find("-->", start + 4, end)
    return close + 3 if close >= 0 else -1


def comment_spans(text: str, start: int, end: int) -> Iterator[Span]:
    """The comments within an HTML block; the last may reach to its end unclosed."""
    while (start := text.find("<!--", start, end)) >= 0:
        close = comment_end(text, start, end)
        yield start, close if close >= 0 else end
        if close < 0:
            return
        start = close
