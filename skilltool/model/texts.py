"""Texts with their places, and edits of them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple


class Location(NamedTuple):
    """A place in a file. Lines and columns count from 1, columns in code points.

    `end_line` and `end_column` are exclusive; both are 0 when the place is the whole file.
    `path` is what is shown to people: POSIX separators, relative to the working directory.
    """

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 0
    end_column: int = 0


@dataclass(frozen=True)
class Source:
    """The exact text of one file, with its line ends and byte order mark, and where it stands."""

    path: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        r"""Offset of the first character of each line; `\n`, `\r\n` and a lone `\r` end one."""
        # In Latin-1 every character is one byte, and bytes are split at these line ends alone.
        lines = self.text.encode("latin-1", "replace").splitlines(keepends=True)
        starts = [0, *accumulate(map(len, lines))]
        return starts if not lines or lines[-1].endswith((b"\n", b"\r")) else starts[:-1]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def location(self, start: int, end: int | None = None) -> Location:
        """The location of the characters from `start` up to but without `end`."""
        line, column = self.position(start)
        end_line, end_column = self.position(max(start, start if end is None else end))
        return Location(self.path, line, column, end_line, end_column)

    def line_text(self, line: int) -> str:
        """One line, counted from 1, without its line end; empty past the end of the file."""
        if not 1 <= line <= len(self.line_starts):
            return ""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


class Edit(NamedTuple):
    """Replace the characters from `start` up to but without `end` of a file's text."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """Edits that mend one problem in the file where the problem is.

    A safe fix keeps the meaning that the author plainly had; any other needs a person's consent.
    """

    message: str
    edits: tuple[Edit, ...]
    safe: bool = True
