"""The markup inside one paragraph or heading: links, images, code spans and comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.markdown.definitions import LABEL, TITLE, Destinations, normal, skip_gap
from skilltool.markdown.parts import LinkKind

if TYPE_CHECKING:
    from skilltool.markdown.text import Span

_TOKEN = re.compile(r"\\[\s\S]|`+|!?\[|\]|<")
_BACKTICKS = re.compile(r"`+")
_DECLARATIONS = (("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
FoundLink = tuple[LinkKind, int, int, int, int]


class Inlines:
    """One pass over the text of a paragraph or heading; all spans are offsets into it."""

    def __init__(self, source: str, labels: set[str]) -> None:
        self.source = source
        self.destinations = Destinations(source)
        self.labels = labels
        self.links: list[FoundLink] = []
        self.code: list[Span] = []
        self.comments: list[Span] = []
        # Per open bracket: whether it opens an image, and where its text starts. Those in
        # `nested` hold a further bracket. Link openers below `dead` enclose a link, so they
        # cannot be one.
        self.openers: list[tuple[bool, int]] = []
        self.nested: set[int] = set()
        self.dead = 0
        self.absent: set[str] = set()
        self.runs: dict[int, list[int]] | None = None
        self._scan()

    def _scan(self) -> None:
        source, at = self.source, 0
        while (found := _TOKEN.search(source, at)) is not None:
            start, at = found.span()
            char = source[start]
            if char == "`":
                at = self._code(start, at)
            elif char == "]":
                at = self._close_bracket(start, at)
            elif char == "<":
                at = self._html(start, at)
            elif char != "\\":
                if self.labels and self.openers:
                    self.nested.add(len(self.openers) - 1)
                self.openers.append((char == "!", at))

    # -- code --

    def _code(self, start: int, end: int) -> int:
        closers = self._closers(end - start)
        while closers and closers[-1] < end:
            closers.pop()
        if not closers:
            return end
        self.code.append((end, closers[-1]))
        return closers[-1] + end - start

    def _closers(self, length: int) -> list[int]:
        """Starts of the runs of so many backticks that are still ahead, the nearest last."""
        if self.runs is None:
            self.runs = {}
            for run in _BACKTICKS.finditer(self.source):
                self.runs.setdefault(run.end() - run.start(), []).append(run.start())
            for starts in self.runs.values():
                starts.reverse()
        return self.runs.get(length, [])

    # -- HTML --

    def _html(self, start: int, end: int) -> int:
        from skilltool.markdown.html import tag_end

        after = tag_end(self.source, start)
        if after >= 0:
            return after
        if self.source.startswith("<!--", start):
            return self._comment(start, end)
        for opening, closing in _DECLARATIONS:
            if self.source.startswith(opening, start) and closing not in self.absent:
                return self._declaration(start + len(opening), end, closing)
        return end

    def _comment(self, start: int, end: int) -> int:
        from skilltool.markdown.html import comment_end

        if "-->" in self.absent:
            return end
        close = comment_end(self.source, start, len(self.source))
        if close < 0:
            self.absent.add("-->")
            return end
        self.comments.append((start, close))
        return close

    def _declaration(self, start: int, end: int, closing: str) -> int:
        if closing == ">" and not self.source[start : start + 1].isalpha():
            return end
        close = self.source.find(closing, start)
        if close < 0:
            self.absent.add(closing)
            return end
        return close + len(closing)

    # -- links --

    def _close_bracket(self, start: int, end: int) -> int:
        if not self.openers:
            return end
        image, text = self.openers.pop()
        index = len(self.openers)
        alive = image or index >= self.dead
        self.dead = min(self.dead, index)
        after = None
        if alive:
            after = self._inline_target(image, text, start, end)
            if after is None and self.labels:
                after = self._reference(text, start, end, index)
            if after is not None and not image:
                self.dead = index
        self.nested.discard(index)
        return end if after is None else after

    def _inline_target(self, image: bool, text: int, close: int, at: int) -> int | None:
        """Where the `(destination "title")` ends that makes a link of the bracketed text."""
        if not self.source.startswith("(", at):
            return None
        target = self.destinations.at(skip_gap(self.source, at + 1))
        if target is None:
            return None
        span, at = target
        end = skip_gap(self.source, at)
        title = TITLE.match(self.source, end) if end > at else None
        if title is not None:
            end = skip_gap(self.source, title.end())
        if not self.source.startswith(")", end):
            return None
        self.links.append((LinkKind.IMAGE if image else LinkKind.LINK, *span, text, close))
        return end + 1

    def _reference(self, text: int, close: int, at: int, index: int) -> int | None:
        label = LABEL.match(self.source, at)
        if label is not None and label[1]:
            return label.end() if normal(label[1]) in self.labels else None
        if index in self.nested or close - text > 999:
            return None
        known = normal(self.source[text:close]) in self.labels
        return (label.end() if label else at) if known else None
