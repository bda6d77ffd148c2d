"""Destinations of links, and the reference definitions `[label]: destination "title"`."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skilltool.markdown.text import Span

LABEL = re.compile(r"\[((?:[^\[\]\\]|\\[\s\S]){0,999}+)\]")
TITLE = re.compile(
    r""""(?:[^"\\]|\\[\s\S])*+"|'(?:[^'\\]|\\[\s\S])*+'|\((?:[^()\\]|\\[\s\S])*+\)"""
)
# More characters than a line holds up to the end of a label: its markers, and a label of 999.
_LABEL_LINE = 1200
_BLANKS = re.compile(r"[ \t]*+")
_GAP = re.compile(r"[ \t\n]*+")
_ANGLE = re.compile(r"<((?:[^<>\n\\]|\\.)*+)>")
_BARE = re.compile(r"(?:[^\x00-\x20\x7f()\\]++|\\[!-/:-@\[-`{-~]|\\)*+")
_PARENTHESES = re.compile(r"(?:\\[!-/:-@\[-`{-~])++|[()]|[\x00-\x20\x7f]++")
_LINE_END = re.compile(r"[ \t]*+(?:\n|\Z)")


def may_define(text: str, at: int) -> bool:
    """False only where the `]:` at that offset ends no label, as in `list[str]: ...`."""
    nearest = max(0, at - _LABEL_LINE)
    line = text.rfind("\n", nearest, at) + 1
    if not line and nearest:
        return True
    start = text.rfind("[", line, at)
    if start < 0 or start - line > 200 or text[start - 1] == "\\":
        return True
    return not text[line:start].strip(" \t>-*+0123456789.)")


def normal(label: str) -> str:
    """The form in which labels are compared."""
    return " ".join(label.split()).casefold()


def skip_gap(source: str, at: int) -> int:
    """The first offset from `at` on that holds no blank and no line end."""
    return _GAP.match(source, at).end()  # type: ignore[union-attr]


class Destinations:
    """The destinations that a text may hold, by the offset where they start."""

    def __init__(self, source: str) -> None:
        self.source = source

    def at(self, start: int) -> tuple[Span, int] | None:
        """Span of the destination that starts there, and where what follows it begins."""
        if self.source.startswith("<", start):
            found = _ANGLE.match(self.source, start)
            return (found.span(1), found.end()) if found else None
        end = _BARE.match(self.source, start).end()  # type: ignore[union-attr]
        while self.source.startswith("(", end):
            if end not in self._pairs:
                return None
            end = _BARE.match(self.source, self._pairs[end] + 1).end()  # type: ignore[union-attr]
        return (start, end), end

    @cached_property
    def _pairs(self) -> dict[int, int]:
        """Where the parenthesis closes that opens at an offset, with no blank between them."""
        pairs: dict[int, int] = {}
        opened: list[int] = []
        for found in _PARENTHESES.finditer(self.source):
            if found[0] == "(":
                opened.append(found.start())
            elif found[0] == ")":
                if opened:
                    pairs[opened.pop()] = found.start()
            elif found[0][0] != "\\":
                opened.clear()
        return pairs


class Definition(NamedTuple):
    """The spans of the label and the destination, and where what follows the definition begins."""

    label: Span
    target: Span
    end: int


def read_definition(destinations: Destinations, at: int) -> Definition | None:
    """The definition that begins at an offset, if there is one."""
    source = destinations.source
    label = LABEL.match(source, _BLANKS.match(source, at).end())  # type: ignore[union-attr]
    if label is None or not label[1].strip() or not source.startswith(":", label.end()):
        return None
    target = destinations.at(start := skip_gap(source, label.end() + 1))
    if target is None or target[1] == start:
        return None
    span, after = target
    gap = skip_gap(source, after)
    title = TITLE.match(source, gap) if gap > after else None
    end = _LINE_END.match(source, title.end()) if title else None
    end = end or _LINE_END.match(source, after)
    return Definition(label.span(1), span, end.end()) if end else None
