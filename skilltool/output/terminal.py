"""Text in the cells of a terminal: widths, wrapping, cutting, colour."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

ELLIPSIS = "…"
_WORD = re.compile("(?:`[^`]{1,60}`|[^ ])+")
_STYLES = {
    "bold": "1",
    "dim": "2",
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "good": "1;32",
}


def paint(text: str, style: str, *, color: bool) -> str:
    """The text in a style (bold, dim, good, or a severity) where colour is wanted."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color and text else text


def text_width(text: str) -> int:
    """The number of cells that a printable text takes."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


@cache
def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":
        return 0  # a combining mark, or a later part of a Hangul syllable
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """The text in at most `width` cells; `…` stands for what is cut off."""
    if text_width(text) <= width:
        return text
    room = width - 1
    for place, character in enumerate(text):
        room -= _character_width(character)
        if room < 0:
            return text[:place].rstrip() + ELLIPSIS
    return text


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled up with blanks to `width` cells, on the left for `right`-aligned text."""
    blanks = " " * (width - text_width(text))
    return blanks + text if right else text + blanks


def wrap(text: str, width: int) -> list[str]:
    """The words of a text in lines of at most `width` cells; a longer word gets its own line.

    A short code span counts as one word, so that it can be copied.
    """
    lines, line = [], ""
    for word in _WORD.findall(text):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]
