"""Where reading may begin in the middle of a text: what need not be read at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.markdown.lines import is_plain_item

if TYPE_CHECKING:
    from skilltool.markdown.text import Span

# Blocks that go on over blank lines, so that a text behind them may be no text.
_TAG = re.compile(
    r"<(?:[!?]|(?:[sS][cC][rR][iI][pP][tT]|[pP][rR][eE]|[sS][tT][yY][lL][eE]"
    r"|[tT][eE][xX][tT][aA][rR][eE][aA])(?:\s|>|\Z))"
)
_INDENTS = frozenset({"", " ", "  ", "   "})
# Most lines begin with a letter, which one look settles. An empty item is no paragraph that the
# next line could underline.
_HEADING = re.compile(
    r"\n(?=[ \t>*+0-9.)#=-])(?:[ \t>*+0-9.)-]*+#|(?<!\n-\n)[ \t>]*+(?:=++|-++)[ \t]*+$)",
    re.MULTILINE,
)


def heading_places(text: str) -> list[int]:
    """Ascending offsets in the lines that may be headings or underline one."""
    return [0, *(found.end() - 1 for found in _HEADING.finditer(text))] if text else []


def clean_start(text: str, start: int, place: int) -> int:
    """The last offset up to `place` where every block has ended that began behind `start`.

    That is `start` itself, a line behind a blank one with no blank in front, or a list item at
    the left edge. No block that spans blank lines may begin in between.
    """
    at = text.rfind("\n\n", start, place)
    while at >= 0 and text[at + 2 : at + 3] in " \t\n":
        at = text.rfind("\n\n", start, at + 1)
    start = at + 2 if at >= 0 else start
    item = text.rfind("\n- ", start, place) + 1
    sure = item and is_plain_item(text, item) and text.find("<", start, item) < 0
    return item if sure else start


def may_interrupt(text: str, start: int, at: int) -> bool:
    """Whether a block that may interrupt a paragraph begins at the left edge behind a clean line.

    Nothing but an HTML block can keep it from that.
    """
    return text.find("<", start, at) < 0 or text.find("<", clean_start(text, start, at), at) < 0


def closing_line(text: str, marker: str, start: int) -> Span:
    """The line from `start` on that closes a fence at the left edge; both its ends.

    Where none does, both are the end of the text.
    """
    at = text.find(marker, start)
    while at >= 0:
        line, end = text.rfind("\n", start, at) + 1 or start, text.find("\n", at)
        end = len(text) if end < 0 else end
        if text[line:at] in _INDENTS and not text[at:end].rstrip(" \t").lstrip(marker[0]):
            return line, end
        at = text.find(marker, end)
    return len(text), len(text)


class Openers:
    """The places before `stop` where a block may begin that goes on over blank lines, ascending."""

    def __init__(self, text: str, stop: int) -> None:
        self._text = text
        self._stop = stop
        self._backticks = self._rare = self._tag = -1
        # A single character is found much faster than several.
        self._tildes = -1 if "~" in text else len(text)

    def first(self, start: int, stop: int) -> int:
        """The first such place from `start` on and before `stop`, else -1. `start` only grows."""
        if self._backticks < start:
            at = self._text.find("```", start)
            self._backticks = at if at >= 0 else len(self._text)
        if self._rare < start:
            self._advance_rare(start)
        nearest = self._backticks if self._backticks < self._rare else self._rare
        return nearest if nearest < stop else -1

    def _advance_rare(self, start: int) -> None:
        """Look for what hardly any text holds: tildes and tags."""
        text, size = self._text, len(self._text)
        if self._tildes < start:
            at = text.find("~~~", start, self._stop + 2)
            self._tildes = at if at >= 0 else size
        if self._tag < start:
            at = text.find("<", start, self._stop)
            found = _TAG.search(text, at) if at >= 0 else None
            self._tag = found.start() if found else size
        self._rare = min(self._tildes, self._tag)
