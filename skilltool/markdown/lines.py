"""How single lines look that begin or end a leaf block: headings, rules, fences, items."""

from __future__ import annotations

import re
from functools import lru_cache

from skilltool.markdown.text import Region

# First characters that a block may start with; any other begins or continues a paragraph.
BLOCK_START = frozenset(" \t#>-+*_=~`<0123456789")
# A line with such a first character that is text after all, or a list item (its marker is the
# group) that holds text and no further block.
_TEXT = r"\*\*?[^\s*]|`[^`\s]|[0-9]++[^0-9.)]"
_ITEM_TEXT = rf"(?:[^\s#>\-+*_=~`<0-9]|{_TEXT})"
PLAIN_LINE = re.compile(rf"{_TEXT}|([-*+]|[0-9]{{1,9}}[.)]) {_ITEM_TEXT}")
# A whole paragraph or list item of such lines alone, sure to end there.
_PLAIN_PARAGRAPH = re.compile(
    rf"(?:{_ITEM_TEXT}[^\n]*+\n)++(?=\n)|- {_ITEM_TEXT}[^\n]*+\n(?=- {_ITEM_TEXT}|\n[^ \t\n])"
)
_PLAIN_ITEM = re.compile(f"- {_ITEM_TEXT}")
MARKER = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)")
_ATX = re.compile(r"(#{1,6})(?=[ \t]|$)[ \t]*+")
_SETEXT = re.compile(r"(?:=++|-++)[ \t]*+$")
_FENCE = re.compile(r"(`{3,}+)[^`]*$|(~{3,}+)")


def is_plain_item(text: str, at: int) -> bool:
    """Whether a line that begins there is sure to be a list item that holds text."""
    return _PLAIN_ITEM.match(text, at) is not None


def match_plain_paragraph(text: str, at: int) -> Region | None:
    """The paragraph that begins on a clean line, where its lines alone tell that it is one."""
    found = _PLAIN_PARAGRAPH.match(text, at)
    if found is None:
        return None
    return Region(at + 2 if text.startswith("- ", at) else at, found.end())


def match_heading(text: str, at: int, end: int) -> Region | None:
    """The text of the heading that a line is, without the hashes that may close it."""
    found = _ATX.match(text, at, end)
    if found is None:
        return None
    content = text[found.end() : end].rstrip(" \t")
    if content.endswith("#"):
        bare = content.rstrip("#")
        if not bare or bare[-1] in " \t":
            content = bare.rstrip(" \t")
    return Region(found.end(), found.end() + len(content), len(found[1]))


def is_underline(text: str, at: int, end: int) -> bool:
    """Whether a line makes a heading of the paragraph above it."""
    return _SETEXT.match(text, at, end) is not None


def match_fence(text: str, at: int, end: int) -> str:
    """The marker of the fence that a line opens, else empty."""
    found = _FENCE.match(text, at, end)
    return (found[1] or found[2]) if found else ""


@lru_cache(maxsize=64)
def fence_closer(marker: str) -> re.Pattern[str]:
    """What a line looks like that closes the fence of that marker."""
    return re.compile(rf"{marker[0]}{{{len(marker)},}}+[ \t]*+$")
