"""A place in one line, with its column: blanks, tabs and quote markers move it."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"[ \t]*+")


class Cursor:
    """Where the rest of a line begins.

    `at` is the offset and `column` its column; `base` is the column where the content of the
    innermost container begins that the line continues.
    """

    __slots__ = ("at", "base", "column", "end", "start", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = self.end = self.at = self.column = self.base = 0

    def enter(self, start: int, end: int) -> None:
        """Go to the beginning of a line."""
        self.start, self.end = start, end
        self.at = start
        self.column = self.base = 0

    @property
    def is_blank(self) -> bool:
        """Whether nothing is left of the line."""
        return self.at == self.end

    @property
    def indent(self) -> int:
        """How many columns lie between the container's content and here."""
        return self.column - self.base

    def advance(self, at: int, column: int) -> None:
        """Move past blanks; `column` is that of `at`, or a later one inside a tab there."""
        end = _BLANKS.match(self.text, at, self.end).end()  # type: ignore[union-attr]
        if end > at and "\t" in self.text[at:end]:
            for char in self.text[at:end]:
                column = (column // 4 + 1) * 4 if char == "\t" else column + 1
        else:
            column += end - at
        self.at, self.column = end, column

    @property
    def at_quote(self) -> bool:
        """Whether a quote marker stands here."""
        return self.indent < 4 and self.text.startswith(">", self.at, self.end)

    def enter_quote(self) -> None:
        """Move past a quote marker and one blank behind it."""
        at, column = self.at + 1, self.column + 1
        self.advance(at, column)
        self.base = column + 1 if self.at > at else column
