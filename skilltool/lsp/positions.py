"""Places in a text as an editor counts them, in code units of its encoding, and as offsets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from pygls.workspace import PositionCodec

    from skilltool.model import Location, Source

_WORD = re.compile(r"[\w-]+")


class Positions:
    """Converts the places of one text. Lines and code units of an editor count from 0.

    A line ends where `Source` says, which is where the protocol says: no other character that
    Unicode knows as a line end counts.
    """

    def __init__(self, source: Source, codec: PositionCodec) -> None:
        self._source = source
        self._codec = codec

    def position(self, offset: int) -> types.Position:
        """The place of a character offset."""
        line, column = self._source.position(offset)
        return self._position(line, column)

    def _position(self, line: int, column: int) -> types.Position:
        before = self._source.line_text(line)[: column - 1]
        return types.Position(line - 1, self._codec.client_num_units(before))

    def offset(self, position: types.Position) -> int:
        """The character offset of a place; of the nearest one before where there is none."""
        if position.line >= len(self._source.line_starts):
            return len(self._source.text)
        units = column = 0
        for character in self._source.line_text(position.line + 1):
            units += self._codec.client_num_units(character)
            if units > position.character:
                break
            column += 1
        return self._source.line_starts[position.line] + column

    def range(self, start: int, end: int) -> types.Range:
        """The range of the characters from `start` up to but without `end`."""
        return types.Range(self.position(start), self.position(end))

    def range_of(self, place: Location) -> types.Range:
        """The range of a location in this text; its first line for the whole file."""
        if not place.end_line:
            return self.range(0, len(self._source.line_text(1)))
        start = self._position(place.line, place.column)
        return types.Range(start, self._position(place.end_line, place.end_column))


def word_at(source: Source, offset: int) -> str:
    """The letters, digits and hyphens around a character offset; empty where there are none."""
    line, column = source.position(offset)
    for match in _WORD.finditer(source.line_text(line)):
        if match.start() < column <= match.end() + 1:
            return match.group()
    return ""
