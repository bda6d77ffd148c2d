"""One line at a time: the containers it continues or opens, and the leaf block it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.markdown.cursor import Cursor
from skilltool.markdown.leaves import Verbatim
from skilltool.markdown.lines import (
    BLOCK_START,
    MARKER,
    PLAIN_LINE,
    fence_closer,
    is_underline,
    match_fence,
    match_heading,
)

if TYPE_CHECKING:
    from skilltool.markdown.leaves import Leaves

# Containers nested deeper than this are text: a limit that keeps hostile input linear.
MAX_NESTING = 100
# A heading or fence that begins a line needs no look at the containers, which it leaves.
_FLUSH_LEAF = frozenset("#`~")


class LineReader:
    """Reads lines in order, as the appendix of CommonMark describes.

    A container is the number of columns that a list item indents its content by, or 0 for a
    quote. `hollow` tells that the innermost is an item with nothing in it so far.
    """

    def __init__(self, text: str, leaves: Leaves) -> None:
        self.text = text
        self.leaves = leaves
        self.cursor = Cursor(text)
        self.containers: list[int] = []
        self.hollow = False
        self._ruled = ("", 0)

    def start_anew(self) -> None:
        """Every container ends before the next line."""
        self.containers.clear()
        self.hollow = False

    def read(self, start: int, end: int) -> None:
        """Read the line between two offsets. Frequent kinds need no look at their columns."""
        if self.leaves.verbatim is not None or 0 in self.containers:
            self._line(start, end)
        elif start < end and self.text[start] not in BLOCK_START:
            self._flush_text(start, start)
        elif start == end:
            self._flush_blank(start)
        elif not self._plain_line(start, end):
            self._line(start, end)

    # -- frequent lines --

    def _flush_text(self, start: int, content: int) -> None:
        """A line at the left edge that begins or continues a paragraph, or holds a plain item."""
        if content > start and self.leaves.paragraph >= 0:
            self.leaves.close_paragraph(start)
        if self.leaves.paragraph < 0:
            self.containers[:] = (content - start,) if content > start else ()
            self.hollow = False
            self.leaves.paragraph = content

    def _flush_blank(self, start: int) -> None:
        if self.leaves.paragraph >= 0:
            self.leaves.close_paragraph(start)
        elif self.hollow:
            self.containers.pop()
            self.hollow = False

    def _plain_line(self, start: int, end: int) -> bool:
        found = PLAIN_LINE.match(self.text, start, end)
        if found is None:
            return False
        marker = found.end(1)
        if not self.containers and self.leaves.paragraph >= 0 and marker > start + 1:
            # A number may or may not interrupt a paragraph.
            return False
        self._flush_text(start, marker + 1 if marker >= 0 else start)
        return True

    # -- any line --

    def _line(self, start: int, end: int) -> None:
        cursor = self.cursor
        cursor.enter(start, end)
        first = self.text[start] if start < end else ""
        flush = first in _FLUSH_LEAF and self.leaves.verbatim is None and 0 not in self.containers
        if flush and self._leaf(first, 0, inside=False):
            return
        cursor.advance(start, 0)
        depth = self._match_containers() if self.containers else 0
        inside = depth == len(self.containers)
        if self.leaves.verbatim is not None:
            if inside:
                self._continue_verbatim(self.leaves.verbatim)
                return
            self.leaves.close_verbatim(start)
        if cursor.is_blank:
            self._blank(depth)
        else:
            self._text_line(depth, inside)

    def _match_containers(self) -> int:
        """How many of the open containers the line continues."""
        cursor = self.cursor
        for depth, width in enumerate(self.containers):
            if width:
                if not cursor.is_blank:
                    if cursor.indent < width:
                        return depth
                    cursor.base += width
            elif cursor.is_blank or not cursor.at_quote:
                return depth
            else:
                cursor.enter_quote()
        return len(self.containers)

    def _blank(self, depth: int) -> None:
        if depth < len(self.containers):
            self._leave(depth)
        self.leaves.close_paragraph(self.cursor.start)
        if self.hollow:
            self.containers.pop()
            self.hollow = False

    def _text_line(self, depth: int, inside: bool) -> None:
        cursor, opened = self.cursor, False
        while cursor.indent < 4 and not cursor.is_blank:
            char = self.text[cursor.at]
            if char == ">" and len(self.containers) < MAX_NESTING:
                self._leave(depth)
                cursor.enter_quote()
                self.containers.append(0)
            elif self._leaf(char, depth, inside=inside and not opened):
                return
            elif not self._enter_item(char, depth, inside=inside and not opened):
                break
            depth, opened = len(self.containers), True
        self._paragraph_line(depth, opened)

    def _paragraph_line(self, depth: int, opened: bool) -> None:
        cursor = self.cursor
        if cursor.is_blank:
            # Only an item or a quote that has just been opened has nothing behind its marker.
            return
        lazy = self.leaves.paragraph >= 0 and not opened
        if not lazy:
            self._leave(depth)
        self.hollow = False
        if self.leaves.paragraph >= 0:
            if 0 in self.containers and cursor.at > cursor.start:
                self.leaves.margins.append((cursor.start, cursor.at))
        elif cursor.indent < 4:
            self.leaves.paragraph = cursor.at

    def _leave(self, depth: int) -> None:
        """Close every leaf, and the containers beyond `depth`."""
        self.leaves.close_paragraph(self.cursor.start)
        if depth < len(self.containers):
            del self.containers[depth:]
            self.hollow = False

    # -- starts of blocks --

    def _leaf(self, char: str, depth: int, *, inside: bool) -> bool:
        """Take the line as a heading, rule, fence or HTML block, if it is the start of one."""
        if char == "#":
            return self._heading(depth)
        if char in "`~":
            return self._open_fence(depth)
        if char == "<":
            return self._open_html(depth)
        if char in "=-" and inside and self.leaves.paragraph >= 0 and self._underline(char):
            return True
        if char in "*-_" and self._is_rule(char):
            self._begin_leaf(depth)
            return True
        return False

    def _begin_leaf(self, depth: int) -> None:
        self._leave(depth)
        self.hollow = False

    def _heading(self, depth: int) -> bool:
        found = match_heading(self.text, self.cursor.at, self.cursor.end)
        if found is None:
            return False
        self._begin_leaf(depth)
        self.leaves.regions.append(found)
        return True

    def _underline(self, char: str) -> bool:
        cursor = self.cursor
        if not is_underline(self.text, cursor.at, cursor.end):
            return False
        return self.leaves.underline(cursor.start, 1 if char == "=" else 2)

    def _is_rule(self, char: str) -> bool:
        """Whether the rest of the line is a thematic break; one look serves the whole line."""
        cursor = self.cursor
        if self.text.count(char, cursor.at, cursor.end) < 3:
            return False
        if self._ruled[0] != char or self._ruled[1] < cursor.start:
            line = self.text[cursor.start : cursor.end]
            self._ruled = (char, cursor.start + len(line.rstrip(char + " \t")))
        return self._ruled[1] <= cursor.at

    def _open_fence(self, depth: int) -> bool:
        at, end = self.cursor.at, self.cursor.end
        marker = match_fence(self.text, at, end)
        if not marker:
            return False
        self._begin_leaf(depth)
        content = min(end + 1, len(self.text))
        skips = "" if 0 in self.containers else marker
        margin = " " * sum(self.containers)
        info = (at + len(marker), end)
        self.leaves.verbatim = Verbatim(at, content, info, fence_closer(marker), skips, margin)
        return True

    def _open_html(self, depth: int) -> bool:
        from skilltool.markdown.html import match_block

        at, end = self.cursor.at, self.cursor.end
        found = match_block(self.text, at, end, any_tag=self.leaves.paragraph < 0)
        if found is None:
            return False
        self._begin_leaf(depth)
        self.leaves.verbatim = Verbatim(at, at, None, found.pattern)
        if found.pattern is not None and found.pattern.search(self.text, at, end):
            self.leaves.close_verbatim(end)
        return True

    def _enter_item(self, char: str, depth: int, *, inside: bool) -> bool:
        if char not in "-+*0123456789" or len(self.containers) >= MAX_NESTING:
            return False
        cursor = self.cursor
        found = MARKER.match(self.text, cursor.at, cursor.end)
        if found is None:
            return False
        start, indent = (cursor.at, cursor.column), cursor.indent
        width = found.end() - cursor.at
        after = cursor.column + width
        cursor.advance(found.end(), after)
        empty = cursor.is_blank
        if inside and self.leaves.paragraph >= 0 and (empty or (found[1] and int(found[1]) != 1)):
            cursor.at, cursor.column = start
            return False
        spaces = cursor.column - after
        gap = 1 if empty or spaces > 4 else spaces
        self._leave(depth)
        cursor.base = after + gap
        self.containers.append(indent + width + gap)
        self.hollow = empty
        return True

    def _continue_verbatim(self, opened: Verbatim) -> None:
        cursor, closer = self.cursor, opened.closer
        if closer is None:
            if cursor.is_blank:
                self.leaves.close_verbatim(cursor.start)
        elif opened.info is not None:
            if cursor.indent < 4 and closer.match(self.text, cursor.at, cursor.end):
                self.leaves.close_verbatim(cursor.start)
        elif closer.search(self.text, cursor.at, cursor.end):
            self.leaves.close_verbatim(cursor.end)
