"""The blocks of a text around some places; what lies between them is passed over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.markdown.leaves import Leaves
from skilltool.markdown.line_reader import LineReader
from skilltool.markdown.lines import (
    is_plain_item,
    match_fence,
    match_heading,
    match_plain_paragraph,
)
from skilltool.markdown.skipping import Openers, clean_start, closing_line, may_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skilltool.markdown.leaves import Verbatim

# A whole fence at the left edge as nearly all are: three backticks, and none within.
_USUAL_FENCE = re.compile(r"(?<![^\n])```([^`\n]*+)\n([^`]*+)(?<=\n)```[ \t]*+(?:\n|\Z)")


class Blocks:
    """The leaf blocks that lie at some ascending places of a text, and all fences before the last.

    Some of those between the places are among them, too.
    """

    def __init__(self, text: str, places: Iterable[int], *, defines: bool) -> None:
        self.text = text
        self.leaves = Leaves(text, defines=defines)
        self._reader = LineReader(text, self.leaves)
        self._read_near(list(places))

    def _read_near(self, places: list[int]) -> None:
        """Read around the places, and where a block begins that may reach up to one."""
        text, openers, at = self.text, Openers(self.text, places[-1] if places else 0), 0
        for place in places:
            if place >= len(text):
                break
            while (opener := openers.first(at, place)) >= 0:
                fenced = self._take_fence(at, opener)
                at = fenced or self._read(clean_start(text, at, opener), opener)
            if at <= place:
                at = self._take_heading(at, place) or self._take_text(at, place)

    def _take_heading(self, start: int, place: int) -> int:
        """Where the line ends that is a heading at the left edge; 0 where the blocks must tell."""
        text = self.text
        if text[place] != "#" or text[place - 1 : place] not in {"", "\n"}:
            return 0
        end = text.find("\n", place)
        found = match_heading(text, place, end) if end >= 0 else None
        if found is None or not may_interrupt(text, start, place):
            return 0
        self.leaves.regions.append(found)
        return end + 1

    def _take_text(self, start: int, place: int) -> int:
        """Where the paragraph ends that holds the place, or the blocks read instead."""
        start = clean_start(self.text, start, place)
        # A paragraph may begin with definitions, which are no part of it.
        found = None if self.leaves.defines else match_plain_paragraph(self.text, start)
        if found is None or found.end <= place:
            return self._read(start, place)
        self.leaves.regions.append(found)
        return found.end

    def _take_fence(self, start: int, opener: int) -> int:
        """Where the fence ends that begins at the left edge; 0 where the blocks must tell.

        Nothing but an HTML block can keep such a line from opening a fence.
        """
        text = self.text
        usual = _USUAL_FENCE.match(text, opener)
        if usual is not None and may_interrupt(text, start, opener):
            self.leaves.fences.append((opener, *usual.span(1), *usual.span(2)))
            return usual.end()
        end = text.find("\n", opener)
        if end < 0 or text[opener] == "<" or text[opener - 1 : opener] not in {"", "\n"}:
            return 0
        marker = match_fence(text, opener, end)
        if not marker or not may_interrupt(text, start, opener):
            return 0
        close, after = closing_line(text, marker, end + 1)
        self.leaves.fences.append((opener, opener + len(marker), end, end + 1, close))
        return min(after + 1, len(text))

    def _read(self, start: int, place: int) -> int:
        """Read from a clean line to the next clean one behind the place, and say where it is.

        A line is clean that continues no block before it.
        """
        text, leaves, reader = self.text, self.leaves, self._reader
        reader.start_anew()
        while start < len(text):
            if start > place and self._is_clean(start):
                return start
            if leaves.verbatim is not None and leaves.verbatim.skips:
                start = self._skip(leaves.verbatim, start)
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            reader.read(start, end)
            start = end + 1
        leaves.close_all()
        return len(text)

    def _is_clean(self, start: int) -> bool:
        if self.leaves.verbatim is not None:
            return False
        if self.leaves.paragraph >= 0:
            return self._ends_paragraph(start)
        return not self._reader.containers or self.text[start] not in " \t\n"

    def _ends_paragraph(self, start: int) -> bool:
        """Close the paragraph if the line is sure to begin a list item at the left edge."""
        if not is_plain_item(self.text, start):
            return False
        self.leaves.close_paragraph(start)
        return True

    def _skip(self, opened: Verbatim, start: int) -> int:
        """The start of the first line from here on that may close the fence."""
        text, margin, marker = self.text, opened.margin, opened.skips
        if not margin:
            at = text.find(marker, start)
            return text.rfind("\n", start, at) + 1 or start if at >= 0 else len(text)
        while start < len(text) and (text.startswith(margin, start) or text[start] == "\n"):
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            if text.find(marker, start, end) >= 0:
                break
            start = end + 1
        return min(start, len(text))
