"""The places in a text where paths may stand that are no links: inline code, commands, imports."""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING

from skilltool.links.mentions import Mention, mentions_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.markdown import Document

SHELLS = frozenset({"bash", "sh", "shell", "zsh", "console", "shell-session", "terminal"})
# A path that is read though it is no link: `@references/a.md`, `<img src="assets/a.png">`.
_IMPORT = re.compile(
    r"(?:(?<![\w./@])@|<(?:a|img)\b[^<>]*?[ \t](?:href|src)=[\"'])"
    r"((?:\./)?(?:[\w-]+/)+[\w-]+(?:\.[\w-]+)*\.\w+)"
)
# The languages of blocks in which a line is a command where it begins with a program.
_MIXED = frozenset({"", "text", "txt", "plaintext", "python", "py"})
_COMMAND = re.compile(
    r"[ \t]*(?:[$>][ \t]+)?(?:bash|sh|zsh|python[\d.]*|uv run|node|bun|deno run|npx|\./)\b"
)


def find_mentions(text: str, document: Document, hits: list[int]) -> list[Mention]:
    """The words near the ascending hits that may be paths, by place."""
    found = [
        *_in_spans(text, document, hits),
        *_in_fences(text, document, hits),
        *_outside_of_code(text, document, hits),
    ]
    return sorted(found, key=attrgetter("start"))


def _in_spans(text: str, document: Document, hits: list[int]) -> Iterator[Mention]:
    if any(text.find("`", *line) >= 0 for line in lines_of(text, hits)):
        for span in document.code_near(hits):
            yield from mentions_in(text, span, span[0], inline=True)


def _outside_of_code(text: str, document: Document, hits: list[int]) -> Iterator[Mention]:
    lines = (line for line in lines_of(text, hits) if _may_import(text, line))
    found = [word.span(1) for line in lines for word in _IMPORT.finditer(text, *line)]
    if found:
        code = [*document.code_near(hits), *((each.start, each.end) for each in document.fences)]
        code += [(each.start, each.end) for each in document.comments]
        for start, end in found:
            if not any(first <= start < last for first, last in code):
                yield Mention(text, start, end, (start, end), start, inline=True)


def _may_import(text: str, line: tuple[int, int]) -> bool:
    return any(text.find(sign, *line) >= 0 for sign in ("@", "src=", "href="))


def _in_fences(text: str, document: Document, hits: list[int]) -> Iterator[Mention]:
    for fence in document.fences:
        is_shell = fence.language in SHELLS
        if is_shell or fence.language in _MIXED:
            inside = hits[bisect_left(hits, fence.start) : bisect_left(hits, fence.end)]
            for line in lines_of(text, inside):
                if is_shell or _COMMAND.match(text, *line):
                    yield from mentions_in(text, line, fence.start, inline=False)


def lines_of(text: str, hits: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Start and end of each line in which one of the ascending hits lies, once."""
    end = -1
    for at in hits:
        if at > end:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield text.rfind("\n", 0, at) + 1, end
