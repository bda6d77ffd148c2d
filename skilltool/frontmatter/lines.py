"""The lines of a YAML text as its author sees them: entries, list items and what continues them.

No YAML reader: it never fails, so that it can tell what a broken text was meant to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SPEC_FIELDS = frozenset(
    {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
)
_LINE = re.compile(
    r"(?P<indent>[ \t]*)(?P<dashes>(?:-(?:[ \t]+|(?=[\r\n]|\Z)))*)(?P<rest>[^\r\n]*)"
    r"(?:\r\n|\r|\n|\Z)"
)
_KEY_END = re.compile(r":(?=[ \t]|\Z)")
_QUOTED_KEY = re.compile(r"""(?:"[^"\r\n]*"|'[^'\r\n]*')[ \t]*:(?=[ \t]|\Z)""")
_IDENTIFIER = re.compile(r"[a-z_][\w-]*")
_COMMENT = re.compile(r"#|[ \t]#")
BLOCK_HEADER = re.compile(r"[|>][-+\d]{0,2}(?:[ \t]+#.*)?[ \t]*")


class Line(NamedTuple):
    """One line; offsets count from the start of the YAML text. `end` leaves out the line end."""

    start: int
    text_start: int
    dash: int
    end: int
    key: str = ""
    key_end: int = 0

    @property
    def indent(self) -> int:
        """The column of the first character that is neither a blank nor a list item's dash."""
        return self.text_start - self.start

    @property
    def outer(self) -> int:
        """The column of the dash where the line is a list item, else the indentation."""
        return self.dash if self.dash >= 0 else self.indent


class Entry(NamedTuple):
    """A line `key: value`, `- value` or both with the lines that continue the value.

    `path` names it for people, such as `arguments[0].description`. `column` is where it should
    start, when that is elsewhere; None where it stands well.
    """

    line: Line
    path: str
    start: int
    end: int
    column: int | None = None


class Stray(NamedTuple):
    """Lines that are no entry and continue none; `above` is the entry that they follow."""

    lines: tuple[Line, ...]
    above: Entry | None
    after_blank: bool


@dataclass(slots=True)
class _Level:
    """An open key or list item: its column, its path, how many items it has, whether a key."""

    column: int
    path: str
    is_key: bool
    items: int = 0
    value: str = ""


class Outline(NamedTuple):
    """All lines of a text, and the entries and strays that they make, in the order of the text."""

    lines: list[Line]
    entries: list[Entry]
    strays: list[Stray]


def find_lines(text: str) -> Iterator[Line]:
    r"""All lines; `\n`, `\r\n` and a lone `\r` end one."""
    for match in _LINE.finditer(text):
        if match.start() < len(text):
            yield _line(match)


def _line(match: re.Match[str]) -> Line:
    dash = match.end("indent") - match.start() if match["dashes"] else -1
    rest = match["rest"]
    key = _QUOTED_KEY.match(rest) if rest[:1] in ('"', "'") else _KEY_END.search(rest)
    name = rest[: key.end()].rstrip(":").rstrip() if key else ""
    start, end = match.start("rest"), match.end("rest")
    if not key or not name or name[0] in "#[{" or _COMMENT.search(name):
        return Line(match.start(), start, dash, end)
    return Line(match.start(), start, dash, end, name.strip("\"'"), start + key.end())


def after_line_end(text: str, place: int) -> int:
    """Where the next line starts, when `place` is at a line end; else the place itself."""
    return place + (2 if text.startswith("\r\n", place) else text.startswith(("\r", "\n"), place))


def outline(text: str) -> Outline:
    """The entries of a YAML text whose indentation holds no tabs."""
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = list(find_lines(text))
        self.at = 0
        self.levels: list[_Level] = []
        self.found = Outline(self.lines, [], [])

    def run(self) -> Outline:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            content = self.text[line.text_start : line.end].strip()
            if line.dash < 0 and (not content or content.startswith("#")):
                self.at += 1
            elif line.key or line.dash >= 0:
                self._entry(line)
            else:
                self._stray()
        return self.found

    def _entry(self, line: Line) -> None:
        column = self._open_levels(line)
        start, end = self._value(line)
        self.at += 1
        value = self.text[start:end]
        end = self._continued(line, start, end)
        self.levels[-1].value = value
        path = self.levels[-1].path
        self.found.entries.append(Entry(line, path, start, end, column))

    def _open_levels(self, line: Line) -> int | None:
        """Close what the line ends, open what it starts. The column where it should start."""
        closed = self._close(line.outer, is_item=line.dash >= 0)
        column = self._expected_column(line, closed)
        if line.dash >= 0:
            self._open_items(line)
        if line.key:
            parent = self.levels[-1].path if self.levels else ""
            path = f"{parent}.{line.key}" if parent else line.key
            self.levels.append(_Level(line.indent, path, is_key=True))
        return column

    def _close(self, column: int, *, is_item: bool) -> list[_Level]:
        closed = []
        while self.levels:
            top = self.levels[-1]
            stays = top.column < column or (is_item and top.is_key and top.column == column)
            if stays:
                break
            closed.append(self.levels.pop())
        return closed

    def _expected_column(self, line: Line, closed: list[_Level]) -> int | None:
        parent = self.levels[-1] if self.levels else None
        if closed and closed[-1].column > line.outer:
            begun = parent is None or parent.items or line.dash < 0
            return closed[-1].column if begun else None
        if line.dash < 0 and parent is not None and parent.is_key and parent.value and not closed:
            return parent.column
        return None

    def _open_items(self, line: Line) -> None:
        parent = self.levels[-1] if self.levels else None
        number = parent.items if parent else 0
        if parent:
            parent.items += 1
        path = f"{parent.path if parent else ''}[{number}]"
        self.levels.append(_Level(line.dash, path, is_key=False))

    def _value(self, line: Line) -> tuple[int, int]:
        """Where the value on the line itself starts and ends; equal when there is none."""
        start = line.key_end if line.key else line.text_start
        raw = self.text[start : line.end]
        start += len(raw) - len(raw.lstrip(" \t"))
        value = raw.strip(" \t")
        if value.startswith("#"):
            return line.key_end or start, line.key_end or start
        return start, start + len(value)

    def _continued(self, line: Line, start: int, end: int) -> int:
        """Where the value ends with all lines that go on with it; trailing blanks left out."""
        value = self.text[start:end]
        if not value:
            return end
        column = line.indent if line.key else line.dash
        closing = self._closing(start, end, column)
        while self.at < len(self.lines):
            following = self.lines[self.at]
            if not _blank(following):
                if following.start >= closing and not _continues(following, column, value, closing):
                    break
                end = following.end
            self.at += 1
        return start + len(self.text[start:end].rstrip())

    def _closing(self, start: int, end: int, column: int) -> int:
        """Where the quote, list or mapping that opens at `start` is closed; -1 if nowhere."""
        if self.text[start] not in "\"'[{":
            return -1
        for line in self.lines[self.at :]:
            if line.outer <= column and (line.key or line.dash >= 0) and not _blank(line):
                break
            end = line.end
        length = closed_length(self.text[start:end])
        return -1 if length is None else start + length

    def _stray(self) -> None:
        first = self.at
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.key or line.dash >= 0 or _blank(line):
                break
            self.at += 1
        lines = tuple(self.lines[first : self.at])
        above = self.found.entries[-1] if self.found.entries else None
        after_blank = first > 0 and _blank(self.lines[first - 1])
        self.found.strays.append(Stray(lines, above, after_blank))


def _blank(line: Line) -> bool:
    return line.text_start == line.end


def _continues(line: Line, column: int, value: str, closing: int) -> bool:
    """Whether a line below a value goes on with it; prose may hold what looks like a key."""
    if line.outer <= column:
        return False
    if BLOCK_HEADER.fullmatch(value):
        return True
    complete = value[0] in "\"'" and closing >= 0
    return line.key not in SPEC_FIELDS and not (complete and _IDENTIFIER.fullmatch(line.key))


def closed_length(value: str) -> int | None:
    """How much of `value` the quotes or brackets enclose that open it; None if never closed."""
    return quoted_end(value) if value[0] in "\"'" else flow_end(value)


def quoted_end(value: str) -> int | None:
    """Where the quoted text at the start of `value` ends; None where it is never closed."""
    pattern = r'"[^"\\]*(?:\\(?s:.)[^"\\]*)*"' if value[0] == '"' else r"'[^']*(?:''[^']*)*'"
    match = re.match(pattern, value)
    return match.end() if match else None


_FLOW_SIGN = r"""[\[\]{}]|(?<=[\s,:\[{])"[^"\\]*(?:\\.[^"\\]*)*"|(?<=[\s,:\[{])'[^']*'"""


def flow_end(value: str) -> int | None:
    """Where the list or mapping at the start of `value` ends; None where it is never closed."""
    depth = 0
    for match in re.finditer(_FLOW_SIGN, value):
        sign = match.group()
        depth += (sign in ("[", "{")) - (sign in ("]", "}"))
        if depth == 0:
            return match.end()
    return None
