"""Markdown text -> headings, links, code fences, code spans and comments with their offsets.

The block structure and the inline rules follow CommonMark 0.31; tables are read as paragraphs.
Every pass is linear in the text, whatever it holds.
"""

from __future__ import annotations

import enum
import html
import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Containers nested deeper than this are text: a limit that keeps hostile input linear.
MAX_NESTING = 100


class LinkKind(enum.StrEnum):
    """How a destination is written: `[x](y)`, `![x](y)` or `[x]: y`."""

    LINK = "link"
    IMAGE = "image"
    DEFINITION = "definition"


@dataclass(frozen=True, slots=True)
class Link:
    """A link, an image or a reference definition; `start` and `end` bound its destination.

    The angle brackets of `<...>` lie outside that span. The text is cut out on demand, because
    nested images may share it many times over.
    """

    kind: LinkKind
    start: int
    end: int
    text_start: int
    text_end: int
    document: str = field(repr=False, compare=False)

    @property
    def written(self) -> str:
        """The destination exactly as in the file."""
        return self.document[self.start : self.end]

    @property
    def destination(self) -> str:
        """The destination with backslash escapes and character references resolved."""
        return _unescape(self.written)

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


_Span = tuple[int, int]
# Text that may hold inline markup: start, end, the level of the heading that it is or 0, and
# the spans of quote markers inside it, which are no part of its text.
_Region = tuple[int, int, int, tuple[_Span, ...]]


@dataclass(frozen=True)
class Document:
    """Markdown text and, each found when first asked for, the parts of it."""

    text: str

    @cached_property
    def _lines(self) -> str:
        # Every line end becomes one that `\n` closes; no offset moves.
        if "\r" not in self.text:
            return self.text
        return self.text.replace("\r\n", " \n").replace("\r", "\n")

    @cached_property
    def _blocks(self) -> _Blocks:
        return _Blocks(self._lines, defines=self.may_define)

    @cached_property
    def may_define(self) -> bool:
        """Whether reference definitions are possible: `]:` behind a bracket that starts a line."""
        return any(_may_define_at(self._lines, at) for at in _occurrences(self._lines, "]:"))

    def _scans(self, offsets: Iterable[int]) -> Iterator[tuple[int, _Inlines]]:
        """The inline parts of the regions that the offsets lie in, and where each one starts."""
        regions, end = self._blocks.regions, 0
        for at in offsets:
            if at < end:
                continue
            index = bisect_right(regions, (at, len(self._lines) + 1)) - 1
            if index >= 0 and at < regions[index][1]:
                start, end, _, _ = regions[index]
                source = _region_text(self._lines, regions[index])
                yield start, _Inlines(source, self._blocks.labels)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Inline links, images and reference definitions in file order; no autolinks."""
        if "](" not in self.text and not self.may_define:
            return ()
        found = list(self._blocks.definitions)
        for base, scan in self._scans(_occurrences(self._lines, "](")):
            for kind, start, end, text_start, text_end in scan.links:
                found.append((kind, base + start, base + end, base + text_start, base + text_end))
        return tuple(Link(*link, self.text) for link in sorted(found, key=lambda link: link[1]))

    @cached_property
    def code_spans(self) -> tuple[CodeSpan, ...]:
        """Inline code in file order."""
        if "`" not in self.text:
            return ()
        return tuple(self.code_spans_near(_occurrences(self._lines, "`")))

    def code_spans_near(self, offsets: Iterable[int]) -> Iterator[CodeSpan]:
        """Inline code of those paragraphs and headings alone that the ascending offsets lie in."""
        for base, scan in self._scans(offsets):
            for start, end in scan.code:
                yield CodeSpan(self.text[base + start : base + end], base + start, base + end)

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        """HTML comments in file order, those within paragraphs among them."""
        if "<!--" not in self.text:
            return ()
        spans = [
            (base + start, base + end)
            for base, scan in self._scans(_occurrences(self._lines, "<!--"))
            for start, end in scan.comments
        ]
        for start, end in self._blocks.html:
            spans += _comment_spans(self._lines, start, end)
        return tuple(
            Comment(_comment_content(self.text[start:end]), start, end)
            for start, end in sorted(spans)
        )

    @cached_property
    def fences(self) -> tuple[Fence, ...]:
        """Fenced code blocks in file order; an unclosed one reaches to its container's end."""
        if "```" not in self.text and "~~~" not in self.text:
            return ()
        return tuple(
            Fence(_unescape(self.text[start:end]).strip(), content, content_end, offset)
            for offset, start, end, content, content_end in self._blocks.fences
        )

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """Headings in file order, underlined ones among them."""
        slugs = _Slugs()
        return tuple(
            Heading(region[2], text, region[0], slugs.next(text))
            for region in self._blocks.regions
            if region[2]
            for text in (_plain_text(_region_text(self._lines, region)),)
        )

    @cached_property
    def anchors(self) -> frozenset[str]:
        """Every fragment that leads somewhere: the headings' slugs and `id` or `name` of tags."""
        named = _HTML_ANCHOR.findall(self.text) if "<" in self.text else ()
        return frozenset((*(heading.slug for heading in self.headings), *named))


def parse_markdown(text: str) -> Document:
    """The document of a text; nothing is computed until a part of it is asked for."""
    return Document(text)


# ---- text -------------------------------------------------------------------------------------

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])|(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{2,31});)")
_HTML_ANCHOR = re.compile(r"""<[a-zA-Z][^<>]{0,200}?\b(?:id|name)=["']([^"'<>]{1,200})["']""")
_INLINE_LINK = re.compile(r"(!?)\[([^\[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^\[\]]*\])")
_MARKUP = re.compile(r"`+|</?[a-zA-Z][^<>]*>|\*+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")


def _occurrences(text: str, needle: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def _may_define_at(text: str, at: int) -> bool:
    """False only where the `]:` at that offset ends no label, as in `list[str]: ...`."""
    line = text.rfind("\n", 0, at) + 1
    start = text.rfind("[", line, at)
    if start < 0 or start - line > 200 or text[start - 1] == "\\":
        return True
    return not text[line:start].strip(" \t>-*+0123456789.)")


def _region_text(text: str, region: _Region) -> str:
    """The text of a region, as long as the region, with blanks for the quote markers."""
    at, end, _, margins = region
    if not margins:
        return text[at:end]
    parts: list[str] = []
    for start, stop in margins:
        parts += text[at:start], " " * (stop - start)
        at = stop
    return "".join((*parts, text[at:end]))


def _unescape(text: str) -> str:
    if "\\" not in text and "&" not in text:
        return text
    return _ESCAPE.sub(lambda found: found[1] or html.unescape(found[2]), text)


def _plain_text(source: str) -> str:
    """The text of a heading as a reader sees it."""
    text = " ".join(source.split())
    if "[" in text:
        text = _INLINE_LINK.sub(lambda found: "" if found[1] else found[2], text)
    return _unescape(_MARKUP.sub("", text)).strip()


def _slug(text: str) -> str:
    """The anchor that GitHub makes of a heading's text, before it is made unique."""
    lowered = text.lower()
    if lowered.isascii():
        return re.sub(r"[^\w\- ]", "", lowered).replace(" ", "-")
    kept = (char for char in lowered if char in " -" or _is_word(unicodedata.category(char)))
    return "".join(kept).replace(" ", "-")


def _is_word(category: str) -> bool:
    return category[0] in "LM" or category in {"Nd", "Pc"}


class _Slugs:
    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def next(self, text: str) -> str:
        base = slug = _slug(text)
        while slug in self._counts:
            self._counts[base] += 1
            slug = f"{base}-{self._counts[base]}"
        self._counts[slug] = 0
        return slug


def _comment_content(comment: str) -> str:
    return comment.removeprefix("<!--").removesuffix("-->")


def _comment_end(text: str, start: int, end: int) -> int:
    """Where the comment that opens at `start` ends, `-1` when nothing closes it."""
    for short in ("<!-->", "<!--->"):
        if text.startswith(short, start, end):
            return start + len(short)
    close = text.find("-->", start + 4, end)
    return close + 3 if close >= 0 else -1


def _comment_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while (start := text.find("<!--", start, end)) >= 0:
        close = _comment_end(text, start, end)
        yield start, close if close >= 0 else end
        if close < 0:
            return
        start = close


# ---- blocks -----------------------------------------------------------------------------------

# First characters that a block may start with; any other begins or continues a paragraph.
_BLOCK_START = frozenset(["", *" \t#>-+*_=~`<0123456789"])
# Such a line that is text after all, or a list item (its marker is the group) that holds text
# and no further block.
_TEXT = r"\*\*?[^\s*]|`[^`\s]|[0-9]++[^0-9.)]"
_PLAIN_LINE = re.compile(rf"{_TEXT}|([-*+]|[0-9]{{1,9}}[.)]) (?:[^\s#>\-+*_=~`<0-9]|{_TEXT})")
# A heading or fence that begins a line needs no look at the containers, which it leaves.
_FLUSH_LEAF = frozenset("#`~")
_BLANKS = re.compile(r"[ \t]*+")
_ATX = re.compile(r"(#{1,6})(?=[ \t]|$)[ \t]*+")
_SETEXT = re.compile(r"(?:=++|-++)[ \t]*+$")
_MARKER = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)")
_FENCE = re.compile(r"(`{3,}+)[^`]*$|(~{3,}+)")
_BLOCK_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details"
    "|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head"
    "|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p"
    "|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_ATTRIBUTE = (
    r"""[ \t\n]++[a-zA-Z_:][\w:.-]*+"""
    r"""(?:[ \t\n]*+=[ \t\n]*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?"""
)
_TAG = (
    rf"<(?:[a-zA-Z][a-zA-Z0-9-]*+(?:{_ATTRIBUTE})*+[ \t\n]*+/?|/[a-zA-Z][a-zA-Z0-9-]*+[ \t\n]*+)>"
)
_HTML_BLOCKS = tuple(
    (re.compile(start, re.IGNORECASE), re.compile(end, re.IGNORECASE) if end else None)
    for start, end in (
        (r"<(?:script|pre|style|textarea)(?=[\s>]|$)", r"</(?:script|pre|style|textarea)>"),
        (r"<!--", r"-->"),
        (r"<\?", r"\?>"),
        (r"<![a-z]", r">"),
        (r"<!\[CDATA\[", r"\]\]>"),
        (rf"</?(?:{_BLOCK_NAMES})(?=\s|/?>|$)", ""),
        (rf"{_TAG}[ \t]*$", ""),
    )
)
_INTERRUPTING_HTML_BLOCKS = _HTML_BLOCKS[:-1]


@lru_cache(maxsize=64)
def _fence_closer(marker: str) -> re.Pattern[str]:
    return re.compile(rf"{marker[0]}{{{len(marker)},}}+[ \t]*+$")


class _Verbatim(NamedTuple):
    """An open fence or HTML block, what closes it, and where it began.

    A line that starts with `margin` and does not hold `skips` cannot close it.
    """

    offset: int
    content: int
    info: _Span | None
    closer: re.Pattern[str] | None
    skips: str = ""
    margin: str = ""


class _Blocks:
    """One pass over the lines: containers, then leaves, as the CommonMark appendix describes.

    A container is the number of columns that a list item indents its content by, or 0 for a
    quote. `at` and `column` tell where the rest of the line begins, `base` the column where the
    content of the innermost matched container does.
    """

    def __init__(self, text: str, *, defines: bool) -> None:
        self.text = text
        self.defines = defines
        self.regions: list[_Region] = []
        self.fences: list[tuple[int, int, int, int, int]] = []
        self.html: list[_Span] = []
        self.definitions: list[tuple[LinkKind, int, int, int, int]] = []
        self.labels: set[str] = set()
        self.containers: list[int] = []
        self.paragraph = -1
        self.margins: list[_Span] = []
        self.verbatim: _Verbatim | None = None
        self.hollow = False
        self.line_start = self.line_end = self.at = self.column = self.base = 0
        self.ruled = ("", 0)
        self._scan()

    def _scan(self) -> None:
        """Take the frequent kinds of line here, without a look at their columns."""
        containers, regions, defines = self.containers, self.regions, self.defines
        skips, margin, plain = "", "", True
        paragraph, start = -1, 0
        for line in self.text.split("\n"):
            if skips and skips not in line and (not line or line.startswith(margin)):
                pass
            elif plain and line[:1] not in _BLOCK_START:
                if paragraph < 0:
                    containers.clear()
                    self.hollow = False
                    paragraph = start
            elif plain and not line and paragraph >= 0 and not defines:
                regions.append((paragraph, start, 0, ()))
                paragraph = -1
            elif plain and not line and paragraph < 0 and not self.hollow:
                pass
            elif (
                plain
                and (found := _PLAIN_LINE.match(line))
                and (containers or paragraph < 0 or found.end(1) < 2)
            ):
                width = found.end(1) + 1
                if width and paragraph >= 0:
                    self.paragraph = paragraph
                    self._close_paragraph(start)
                if width or paragraph < 0:
                    containers[:] = (width,) if width else ()
                    self.hollow = False
                    paragraph = start + width
            else:
                self.paragraph = paragraph
                self._line(start, start + len(line))
                paragraph = self.paragraph
                opened = self.verbatim
                skips, margin = (opened.skips, opened.margin) if opened else ("", "")
                plain = opened is None and 0 not in containers
            start += len(line) + 1
        self.paragraph, self.line_start = paragraph, len(self.text)
        self._close_leaves()

    # -- one line --

    def _line(self, start: int, end: int) -> None:
        self.line_start, self.line_end = start, end
        self.base = self.column = 0
        self.at = start
        if (
            self.verbatim is None
            and self.text[start:end][:1] in _FLUSH_LEAF
            and 0 not in self.containers
            and self._leaf(self.text[start], 0, inside=False)
        ):
            return
        self._advance(start, 0)
        depth = self._match_containers() if self.containers else 0
        inside = depth == len(self.containers)
        if self.verbatim is not None:
            if inside:
                self._continue_verbatim()
                return
            self._close_verbatim(start)
        if self.at == end:
            self._blank(depth)
        else:
            self._text_line(depth, inside)

    def _advance(self, at: int, column: int) -> None:
        """Move past blanks; `column` is that of `at`, or a later one inside a tab there."""
        end = _BLANKS.match(self.text, at, self.line_end).end()  # type: ignore[union-attr]
        if end == at:
            self.at, self.column = at, column
            return
        if "\t" in self.text[at:end]:
            for char in self.text[at:end]:
                column = (column // 4 + 1) * 4 if char == "\t" else column + 1
        else:
            column += end - at
        self.at, self.column = end, column

    def _match_containers(self) -> int:
        """How many of the open containers the line continues."""
        blank = self.at == self.line_end
        for depth, width in enumerate(self.containers):
            if width:
                if not blank:
                    if self.column - self.base < width:
                        return depth
                    self.base += width
            elif blank or not self._at_quote():
                return depth
            else:
                self._enter_quote()
                blank = self.at == self.line_end
        return len(self.containers)

    def _at_quote(self) -> bool:
        return self.column - self.base < 4 and self.text.startswith(">", self.at, self.line_end)

    def _enter_quote(self) -> None:
        at, column = self.at + 1, self.column + 1
        self._advance(at, column)
        self.base = column + 1 if self.at > at else column

    def _blank(self, depth: int) -> None:
        if depth < len(self.containers):
            self._leave(depth)
        self._close_paragraph(self.line_start)
        if self.hollow:
            self.containers.pop()
            self.hollow = False

    def _text_line(self, depth: int, inside: bool) -> None:
        opened = False
        while self.column - self.base < 4 and self.at < self.line_end:
            char = self.text[self.at]
            if char == ">" and len(self.containers) < MAX_NESTING:
                self._leave(depth)
                self._enter_quote()
                self.containers.append(0)
            elif self._leaf(char, depth, inside=inside and not opened):
                return
            elif not self._enter_item(char, depth, inside=inside and not opened):
                break
            depth, opened = len(self.containers), True
        self._paragraph_line(depth, opened)

    def _paragraph_line(self, depth: int, opened: bool) -> None:
        if self.at == self.line_end:
            # Only an item or a quote that has just been opened has nothing behind its marker.
            return
        lazy = self.paragraph >= 0 and not opened
        if not lazy:
            self._leave(depth)
        self.hollow = False
        if self.paragraph >= 0:
            if 0 in self.containers and self.at > self.line_start:
                self.margins.append((self.line_start, self.at))
        elif self.column - self.base < 4:
            self.paragraph = self.at

    def _leave(self, depth: int) -> None:
        """Close every leaf, and the containers beyond `depth`."""
        self._close_paragraph(self.line_start)
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
        if char in "=-" and inside and self.paragraph >= 0 and self._underline(char):
            return True
        if char in "*-_" and self._is_rule(char):
            self._leave(depth)
            self.hollow = False
            return True
        return False

    def _heading(self, depth: int) -> bool:
        found = _ATX.match(self.text, self.at, self.line_end)
        if found is None:
            return False
        self._leave(depth)
        self.hollow = False
        content = self.text[found.end() : self.line_end].rstrip(" \t")
        if content.endswith("#"):
            bare = content.rstrip("#")
            if not bare or bare[-1] in " \t":
                content = bare.rstrip(" \t")
        end = found.end() + len(content)
        self.regions.append((found.end(), end, len(found[1]), ()))
        return True

    def _underline(self, char: str) -> bool:
        if not _SETEXT.match(self.text, self.at, self.line_end):
            return False
        count = len(self.regions)
        self._close_paragraph(self.line_start)
        if len(self.regions) == count:
            # All of it was reference definitions: the line is text of its own.
            return False
        begin, end, _, margins = self.regions[-1]
        self.regions[-1] = (begin, end, 1 if char == "=" else 2, margins)
        return True

    def _is_rule(self, char: str) -> bool:
        """Whether the rest of the line is a thematic break; one look serves the whole line."""
        if self.ruled[0] != char or self.ruled[1] < self.line_start:
            line = self.text[self.line_start : self.line_end]
            self.ruled = (char, self.line_start + len(line.rstrip(char + " \t")))
        if self.ruled[1] > self.at:
            return False
        return self.text.count(char, self.at, self.line_end) >= 3

    def _open_fence(self, depth: int) -> bool:
        found = _FENCE.match(self.text, self.at, self.line_end)
        if found is None:
            return False
        self._leave(depth)
        self.hollow = False
        marker = found[1] or found[2]
        info = (self.at + len(marker), self.line_end)
        content = min(self.line_end + 1, len(self.text))
        skips = "" if 0 in self.containers else marker
        margin = " " * sum(self.containers)
        self.verbatim = _Verbatim(self.at, content, info, _fence_closer(marker), skips, margin)
        return True

    def _open_html(self, depth: int) -> bool:
        kinds = _HTML_BLOCKS if self.paragraph < 0 else _INTERRUPTING_HTML_BLOCKS
        for start, closer in kinds:
            if start.match(self.text, self.at, self.line_end):
                self._leave(depth)
                self.hollow = False
                self.verbatim = _Verbatim(self.at, self.at, None, closer)
                if closer is not None and closer.search(self.text, self.at, self.line_end):
                    self._close_verbatim(self.line_end)
                return True
        return False

    def _enter_item(self, char: str, depth: int, *, inside: bool) -> bool:
        if char not in "-+*0123456789" or len(self.containers) >= MAX_NESTING:
            return False
        found = _MARKER.match(self.text, self.at, self.line_end)
        if found is None:
            return False
        indent = self.column - self.base
        width = found.end() - self.at
        after = self.column + width
        start = self.at, self.column
        self._advance(found.end(), after)
        empty = self.at == self.line_end
        if inside and self.paragraph >= 0 and (empty or (found[1] and int(found[1]) != 1)):
            self.at, self.column = start
            return False
        spaces = self.column - after
        gap = 1 if empty or spaces > 4 else spaces
        self._leave(depth)
        self.base = after + gap
        self.containers.append(indent + width + gap)
        self.hollow = empty
        return True

    # -- ends of blocks --

    def _continue_verbatim(self) -> None:
        opened = self.verbatim
        assert opened is not None
        blank = self.at == self.line_end
        if opened.info is not None:
            if (
                not blank
                and self.column - self.base < 4
                and opened.closer is not None
                and opened.closer.match(self.text, self.at, self.line_end)
            ):
                self._close_verbatim(self.line_start)
        elif opened.closer is None:
            if blank:
                self._close_verbatim(self.line_start)
        elif opened.closer.search(self.text, self.at, self.line_end):
            self._close_verbatim(self.line_end)

    def _close_verbatim(self, end: int) -> None:
        opened, self.verbatim = self.verbatim, None
        if opened is None:
            return
        if opened.info is None:
            self.html.append((opened.offset, end))
        else:
            content = min(opened.content, end)
            self.fences.append((opened.offset, *opened.info, content, end))

    def _close_leaves(self) -> None:
        self._close_verbatim(len(self.text))
        self._close_paragraph(len(self.text))

    def _close_paragraph(self, end: int) -> None:
        start, self.paragraph = self.paragraph, -1
        if start < 0:
            return
        margins = tuple(self.margins)
        if margins:
            self.margins = []
        if self.defines and self.text[start] == "[":
            start = self._take_definitions((start, end, 0, margins))
            margins = tuple(span for span in margins if span[0] >= start)
        if start < end:
            self.regions.append((start, end, 0, margins))

    def _take_definitions(self, region: _Region) -> int:
        """Where the paragraph goes on behind the reference definitions that it begins with."""
        destinations, base, at = _Destinations(_region_text(self.text, region)), region[0], 0
        while (found := _definition(destinations, at)) is not None:
            label, target, at = found
            self.labels.add(_normal(destinations.source[slice(*label)]))
            start, end, text_start, text_end = (base + offset for offset in (*target, *label))
            self.definitions.append((LinkKind.DEFINITION, start, end, text_start, text_end))
        return base + at


# ---- inlines ----------------------------------------------------------------------------------

_TOKEN = re.compile(r"\\[\s\S]|`+|!?\[|\]|<")
_BACKTICKS = re.compile(r"`+")
_INLINE_HTML = re.compile(
    rf"{_TAG}|<[a-zA-Z][a-zA-Z0-9+.-]{{1,31}}:[^\s<>]*+>|<[\w.!#$%&'*+/=?^`{{|}}~-]++@[\w.-]++>"
)
_DECLARATIONS = (("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\[\s\S]){0,999}+)\]")
_GAP = re.compile(r"[ \t\n]*+")
_ANGLE = re.compile(r"<((?:[^<>\n\\]|\\.)*+)>")
_BARE = re.compile(r"(?:[^\x00-\x20\x7f()\\]++|\\[!-/:-@\[-`{-~]|\\)*+")
_PARENTHESES = re.compile(r"(?:\\[!-/:-@\[-`{-~])++|[()]|[\x00-\x20\x7f]++")
_TITLE = re.compile(
    r""""(?:[^"\\]|\\[\s\S])*+"|'(?:[^'\\]|\\[\s\S])*+'|\((?:[^()\\]|\\[\s\S])*+\)"""
)
_LINE_END = re.compile(r"[ \t]*+(?:\n|\Z)")


def _normal(label: str) -> str:
    return " ".join(label.split()).casefold()


def _gap(source: str, at: int) -> int:
    return _GAP.match(source, at).end()  # type: ignore[union-attr]


class _Destinations:
    """The destinations that a text may hold, by the offset where they start."""

    def __init__(self, source: str) -> None:
        self.source = source

    def at(self, start: int) -> tuple[_Span, int] | None:
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


def _definition(destinations: _Destinations, at: int) -> tuple[_Span, _Span, int] | None:
    """Spans of the label and the destination of a definition at `at`, and where it ends."""
    source = destinations.source
    at = _BLANKS.match(source, at).end()  # type: ignore[union-attr]
    label = _LABEL.match(source, at)
    if label is None or not label[1].strip() or not source.startswith(":", label.end()):
        return None
    target = destinations.at(start := _gap(source, label.end() + 1))
    if target is None or target[1] == start:
        return None
    span, after = target
    gap = _gap(source, after)
    title = _TITLE.match(source, gap) if gap > after else None
    end = _LINE_END.match(source, title.end()) if title else None
    end = end or _LINE_END.match(source, after)
    return (label.span(1), span, end.end()) if end else None


class _Inlines:
    """One pass over the text of a paragraph or heading; all spans are offsets into it."""

    def __init__(self, source: str, labels: set[str]) -> None:
        self.source = source
        self.destinations = _Destinations(source)
        self.labels = labels
        self.links: list[tuple[LinkKind, int, int, int, int]] = []
        self.code: list[_Span] = []
        self.comments: list[_Span] = []
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

    def _html(self, start: int, end: int) -> int:
        found = _INLINE_HTML.match(self.source, start)
        if found is not None:
            return found.end()
        if self.source.startswith("<!--", start):
            close = (
                -1 if "-->" in self.absent else _comment_end(self.source, start, len(self.source))
            )
            if close < 0:
                self.absent.add("-->")
                return end
            self.comments.append((start, close))
            return close
        for opening, closing in _DECLARATIONS:
            if self.source.startswith(opening, start) and closing not in self.absent:
                return self._declaration(start + len(opening), end, closing)
        return end

    def _declaration(self, start: int, end: int, closing: str) -> int:
        if closing == ">" and not self.source[start : start + 1].isalpha():
            return end
        close = self.source.find(closing, start)
        if close < 0:
            self.absent.add(closing)
            return end
        return close + len(closing)

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
        target = self.destinations.at(_gap(self.source, at + 1))
        if target is None:
            return None
        span, at = target
        end = _gap(self.source, at)
        title = _TITLE.match(self.source, end) if end > at else None
        if title is not None:
            end = _gap(self.source, title.end())
        if not self.source.startswith(")", end):
            return None
        self.links.append((LinkKind.IMAGE if image else LinkKind.LINK, *span, text, close))
        return end + 1

    def _reference(self, text: int, close: int, at: int, index: int) -> int | None:
        label = _LABEL.match(self.source, at)
        if label is not None and label[1]:
            return label.end() if _normal(label[1]) in self.labels else None
        if index in self.nested or close - text > 999:
            return None
        known = _normal(self.source[text:close]) in self.labels
        return (label.end() if label else at) if known else None
