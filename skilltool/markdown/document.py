"""A document and its parts, each read when first asked for, and only as far as needed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from skilltool.markdown.parts import CodeSpan, Comment, Fence, Heading, Link
from skilltool.markdown.text import MAX_LENGTH, occurrences, unescape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.markdown.inlines import Inlines
    from skilltool.markdown.leaves import Leaves
    from skilltool.markdown.text import Span


class Document:
    """Markdown text and, each found when first asked for, the parts of it.

    Text behind `MAX_LENGTH` characters has no parts, which bounds what hostile input costs.

    With `near` it holds, apart from headings and anchors, the parts of those paragraphs and
    blocks alone in which one of these ascending offsets lies. Offsets of `]:` must be among them
    for definitions to count.
    """

    def __init__(self, text: str, near: Sequence[int] | None = None) -> None:
        self.text = text
        self.near = near
        self._inlines: dict[int, Inlines] = {}

    @cached_property
    def _lines(self) -> str:
        text = self.text[:MAX_LENGTH]
        # Every line end becomes one that `\n` closes; no offset moves.
        return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text

    # -- blocks --

    def _blocks(self, places: Iterable[int]) -> Leaves:
        """The blocks at the ascending places, or those that the whole document is read near."""
        return self._read(places) if self.near is None else self._near

    @cached_property
    def _near(self) -> Leaves:
        return self._read(self.near or ())

    def _read(self, places: Iterable[int]) -> Leaves:
        from skilltool.markdown.blocks import Blocks

        if self._label_ends:
            places = sorted([*places, *self._label_ends])
        return Blocks(self._lines, places, defines=bool(self._label_ends)).leaves

    @cached_property
    def _label_ends(self) -> list[int]:
        from skilltool.markdown.definitions import may_define

        lines = self._lines
        ends = occurrences(lines, "]:") if self.near is None else self.near
        return [at for at in ends if lines.startswith("]:", at) and may_define(lines, at)]

    # -- inlines --

    def _inlines_with(
        self, needle: str, leaves: Leaves, offsets: Iterable[int]
    ) -> Iterator[tuple[int, Inlines]]:
        """Where each region starts that holds the needle and an offset, and what is in it."""
        lines, regions, end = self._lines, leaves.regions, 0
        for at in offsets:
            if at < end:
                continue
            index = bisect_right(regions, (at, len(lines) + 1)) - 1
            if index >= 0 and at < regions[index].end:
                start, end, _, _ = regions[index]
                if lines.find(needle, start, end) >= 0:
                    yield start, self._inlines_of(leaves, index)

    def _inlines_of(self, leaves: Leaves, index: int) -> Inlines:
        from skilltool.markdown.inlines import Inlines

        region = leaves.regions[index]
        if region.start not in self._inlines:
            self._inlines[region.start] = Inlines(region.cut(self._lines), leaves.labels)
        return self._inlines[region.start]

    def _places(self, needle: str) -> Iterable[int]:
        return occurrences(self._lines, needle) if self.near is None else self.near

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Inline links, images and reference definitions in file order; no autolinks."""
        if "](" not in self.text and not self._label_ends:
            return ()
        leaves = self._blocks(self._places("]("))
        found = list(leaves.definitions)
        for base, inlines in self._inlines_with("](", leaves, self._places("](")):
            for kind, start, end, text_start, text_end in inlines.links:
                found.append((kind, base + start, base + end, base + text_start, base + text_end))
        return tuple(Link(*link, self.text) for link in sorted(found, key=lambda link: link[1]))

    @cached_property
    def code_spans(self) -> tuple[CodeSpan, ...]:
        """Inline code in file order."""
        return tuple(self.code_spans_near(self._places("`")))

    def code_spans_near(self, offsets: Iterable[int]) -> Iterator[CodeSpan]:
        """Inline code of those paragraphs and headings alone that the ascending offsets lie in."""
        for start, end in self.code_near(offsets):
            yield CodeSpan(self.text[start:end], start, end)

    def code_near(self, offsets: Iterable[int]) -> Iterator[Span]:
        """Where the contents of that inline code start and end."""
        if "`" not in self.text:
            return
        offsets = list(offsets)
        for base, inlines in self._inlines_with("`", self._blocks(offsets), offsets):
            for start, end in inlines.code:
                yield base + start, base + end

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        """HTML comments in file order, those within paragraphs among them."""
        if "<!--" not in self.text:
            return ()
        from skilltool.markdown.html import comment_content, comment_spans

        leaves = self._blocks(self._places("<!--"))
        spans = [
            (base + start, base + end)
            for base, inlines in self._inlines_with("<!--", leaves, self._places("<!--"))
            for start, end in inlines.comments
        ]
        for start, end in leaves.html:
            spans += comment_spans(self._lines, start, end)
        cut = ((self.text[start:end], start, end) for start, end in sorted(spans))
        return tuple(Comment(comment_content(text), start, end) for text, start, end in cut)

    # -- whole blocks --

    @cached_property
    def fences(self) -> tuple[Fence, ...]:
        """Fenced code blocks in file order; an unclosed one reaches to its container's end."""
        if "```" not in self.text and "~~~" not in self.text:
            return ()
        fences = self._blocks((len(self._lines) - 1,)).fences
        if self.near is not None:
            fences = [fence for fence in fences if _holds_one(self.near, *fence[-2:])]
        return tuple(
            Fence(unescape(self.text[start:end]).strip(), content, content_end, offset)
            for offset, start, end, content, content_end in fences
        )

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """Headings in file order, underlined ones among them."""
        from skilltool.markdown.headings import Slugs, plain_text
        from skilltool.markdown.skipping import heading_places

        slugs, lines = Slugs(), self._lines
        regions = [region for region in self._read(heading_places(lines)).regions if region.level]
        texts = [plain_text(region.cut(lines)) for region in regions]
        return tuple(
            Heading(region.level, text, region.start, slugs.next(text))
            for region, text in zip(regions, texts, strict=True)
        )

    @cached_property
    def anchors(self) -> frozenset[str]:
        """Every fragment that leads somewhere: the headings' slugs and `id` or `name` of tags."""
        from skilltool.markdown.headings import tag_anchors

        return frozenset((*(heading.slug for heading in self.headings), *tag_anchors(self.text)))


def parse_markdown(text: str, near: Sequence[int] | None = None) -> Document:
    """The document of a text, or what it holds `near` ascending offsets.

    Nothing is computed until a part of it is asked for.
    """
    return Document(text, near)


def _holds_one(offsets: Sequence[int], start: int, end: int) -> bool:
    index = bisect_left(offsets, start)
    return index < len(offsets) and offsets[index] < end
