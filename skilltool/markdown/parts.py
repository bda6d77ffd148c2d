"""What a document is made of: links, headings, fences, code spans and comments, with offsets."""

from __future__ import annotations

import enum
from typing import NamedTuple

from skilltool.markdown.text import unescape


class LinkKind(enum.StrEnum):
    """How a destination is written: `[x](y)`, `![x](y)` or `[x]: y`."""

    LINK = "link"
    IMAGE = "image"
    DEFINITION = "definition"


class Link(NamedTuple):
    """A link, an image or a reference definition; `start` and `end` bound its destination.

    The angle brackets of `<...>` lie outside that span. The text is cut out of the `document` on
    demand, because nested images may share it many times over.
    """

    kind: LinkKind
    start: int
    end: int
    text_start: int
    text_end: int
    document: str

    @property
    def written(self) -> str:
        """The destination exactly as in the file."""
        return self.document[self.start : self.end]

    @property
    def destination(self) -> str:
        """The destination with backslash escapes and character references resolved."""
        return unescape(self.written)

    @property
    def text(self) -> str:
        """What stands between the brackets, exactly as in the file."""
        return self.document[self.text_start : self.text_end]


class Heading(NamedTuple):
    """A heading; `offset` is where its text starts, `slug` the anchor that GitHub gives it."""

    level: int
    text: str
    offset: int
    slug: str


class Fence(NamedTuple):
    """A fenced code block; `start` and `end` bound its content, `offset` is the opening marker.

    The content of a block in a quote keeps the quote markers of its lines.
    """

    info: str
    start: int
    end: int
    offset: int

    @property
    def language(self) -> str:
        """The first word of the info string in lower case, else empty."""
        return self.info.partition(" ")[0].lower()


class CodeSpan(NamedTuple):
    """Inline code; `start` and `end` bound the content between the backticks."""

    content: str
    start: int
    end: int


class Comment(NamedTuple):
    """An HTML comment; `start` and `end` bound it with its markers, unclosed to the block's end."""

    content: str
    start: int
    end: int
