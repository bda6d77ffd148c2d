"""Plain text operations that several parts share: occurrences, escapes, regions."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# Characters of a text that are read: more than the context of an agent holds.
MAX_LENGTH = 1_000_000

Span = tuple[int, int]


class Region(NamedTuple):
    """Text that may hold inline markup: a paragraph, or a heading of a level from 1.

    `margins` are the spans of quote markers inside it, which are no part of its text.
    """

    start: int
    end: int
    level: int = 0
    margins: tuple[Span, ...] = ()

    def cut(self, text: str) -> str:
        """The text of the region, as long as the region, with blanks for the quote markers."""
        if not self.margins:
            return text[self.start : self.end]
        parts: list[str] = []
        at = self.start
        for start, stop in self.margins:
            parts += text[at:start], " " * (stop - start)
            at = stop
        return "".join((*parts, text[at : self.end]))


def occurrences(text: str, needle: str) -> Iterator[int]:
    """The offsets of a string in the text, overlapping ones among them."""
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


@cache
def _escape() -> re.Pattern[str]:
    import re

    reference = r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{2,31});"
    return re.compile(rf"\\([!-/:-@\[-`{{-~])|({reference})")


def unescape(text: str) -> str:
    """The text with backslash escapes and character references resolved."""
    if "\\" not in text and "&" not in text:
        return text
    return _escape().sub(lambda found: found[1] or _resolve(found[2]), text)


def _resolve(reference: str) -> str:
    # Most texts hold an ampersand, hardly any a reference, and the table of names is large.
    from html import unescape as resolve

    return resolve(reference)
