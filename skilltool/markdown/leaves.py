"""The leaf blocks of a text as they open and close: paragraphs, headings, fences, HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skilltool.markdown.definitions import Destinations, normal, read_definition
from skilltool.markdown.parts import LinkKind
from skilltool.markdown.text import Region

if TYPE_CHECKING:
    import re

    from skilltool.markdown.inlines import FoundLink
    from skilltool.markdown.text import Span


class Verbatim(NamedTuple):
    """An open fence or HTML block, what closes it, and where it began.

    `info` bounds the info string of a fence; it is None for HTML. `closer` is None where a blank
    line closes the block. A line that starts with `margin` and does not hold `skips` cannot.
    """

    offset: int
    content: int
    info: Span | None
    closer: re.Pattern[str] | None
    skips: str = ""
    margin: str = ""


class Leaves:
    """The leaf blocks found so far, and the one that is open.

    `paragraph` is where the open one starts, else -1; `margins` are the quote markers inside it.
    """

    def __init__(self, text: str, *, defines: bool) -> None:
        self.text = text
        self.defines = defines
        self.regions: list[Region] = []
        self.fences: list[tuple[int, int, int, int, int]] = []
        self.html: list[Span] = []
        self.definitions: list[FoundLink] = []
        self.labels: set[str] = set()
        self.paragraph = -1
        self.margins: list[Span] = []
        self.verbatim: Verbatim | None = None

    def close_verbatim(self, end: int) -> None:
        """The open fence or HTML block, if there is one, ends here."""
        opened, self.verbatim = self.verbatim, None
        if opened is None:
            return
        if opened.info is None:
            self.html.append((opened.offset, end))
        else:
            content = min(opened.content, end)
            self.fences.append((opened.offset, *opened.info, content, end))

    def close_all(self) -> None:
        """The text ends here."""
        self.close_verbatim(len(self.text))
        self.close_paragraph(len(self.text))

    def close_paragraph(self, end: int) -> None:
        """The open paragraph, if there is one, ends here."""
        start, self.paragraph = self.paragraph, -1
        if start < 0:
            return
        region = Region(start, end, 0, tuple(self.margins))
        self.margins.clear()
        if self.defines and self.text[start] == "[":
            start = self._take_definitions(region)
            margins = tuple(span for span in region.margins if span[0] >= start)
            region = Region(start, end, 0, margins)
        if start < end:
            self.regions.append(region)

    def underline(self, start: int, level: int) -> bool:
        """Make a heading of the open paragraph, whose underline starts there; False for none."""
        count = len(self.regions)
        self.close_paragraph(start)
        if len(self.regions) == count:
            # All of it was reference definitions: the line is text of its own.
            return False
        self.regions[-1] = self.regions[-1]._replace(level=level)
        return True

    def _take_definitions(self, region: Region) -> int:
        """Where the paragraph goes on behind the reference definitions that it begins with."""
        destinations, base, at = Destinations(region.cut(self.text)), region.start, 0
        while (found := read_definition(destinations, at)) is not None:
            label, target, at = found
            self.labels.add(normal(destinations.source[slice(*label)]))
            start, end, text_start, text_end = (base + offset for offset in (*target, *label))
            self.definitions.append((LinkKind.DEFINITION, start, end, text_start, text_end))
        return base + at
