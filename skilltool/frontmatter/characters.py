"""Characters that YAML refuses or that readers take for different things; tabs among them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.frontmatter.finding import Finding, finding
from skilltool.frontmatter.lines import BLOCK_HEADER, Line, find_lines
from skilltool.model import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

ODD_BLANKS = "\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff"
"""Characters that look like a space and are none in YAML, as part of a character class."""

_UNSEEN = "\u200b\ufeff"
_CONTROL = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
_ODD_BREAK = "[\x85\u2028\u2029]"
_ODD_INDENT = rf"(?<![^\r\n])[{ODD_BLANKS}]+"


def find_odd_characters(text: str) -> list[Finding]:
    """Characters that look like a line end or like indentation and are it for some readers only.

    They may change what is read without making it unreadable, so they are looked for first.
    """
    if text.isascii():
        return []
    at_start = list(re.finditer(_ODD_INDENT, text))
    breaks = (
        "ends a line for some YAML readers and not for others. Write a space",
        "write a space",
        list(re.finditer(_ODD_BREAK, text)),
    )
    indents = (
        "indents this line; YAML indents with spaces only",
        "indent with spaces",
        [match for match in at_start if match.group().strip(_UNSEEN)],
    )
    unseen = (
        "stands unseen at the start of this line. Remove it",
        "remove it",
        [match for match in at_start if not match.group().strip(_UNSEEN)],
    )
    return [
        _odd_characters(matches, message, words)
        for message, words, matches in (breaks, indents, unseen)
        if matches
    ]


def _odd_characters(matches: list[re.Match[str]], message: str, words: str) -> Finding:
    blank = "" if words == "remove it" else " "
    edits = (Edit(match.start(), match.end(), blank * len(match.group())) for match in matches)
    first = matches[0]
    return finding(
        first.start(),
        first.end(),
        f"the character U+{ord(first.group()[0]):04X} {message}",
        Fix(words, tuple(edits)),
    )


def find_control_characters(text: str) -> Finding | None:
    """All characters that YAML refuses, as one fault."""
    places = [match.start() for match in re.finditer(_CONTROL, text)]
    if not places:
        return None
    first = places[0]
    fix = Fix("remove it", tuple(Edit(place, place + 1, "") for place in places))
    message = (
        f"the front matter holds the control character U+{ord(text[first]):04X}; YAML refuses "
        "it. Remove it"
    )
    return finding(first, first + 1, message, fix)


def find_tabs(text: str) -> Finding | None:
    """All tabs that indent lines or follow a dash, outside of blocks of lines, as one fault."""
    lines = _outside_blocks(text) if "\t" in text else ()
    edits = [edit for line in lines for edit in _tab_edits(text, line)]
    if not edits:
        return None
    message = "a tab indents this line; YAML indents with spaces only"
    if len(edits) > 1:
        message += f" ({len(edits)} lines)"
    return finding(edits[0].start, edits[0].end, message, Fix("indent with spaces", tuple(edits)))


def _outside_blocks(text: str) -> Iterator[Line]:
    block: int | None = None
    for line in find_lines(text):
        spaces = len(text[line.start : line.end]) - len(text[line.start : line.end].lstrip(" "))
        if block is not None and (spaces > block or line.start + spaces == line.end):
            continue
        block = None
        value = text[line.key_end : line.end].strip() if line.key else ""
        if value and BLOCK_HEADER.fullmatch(value):
            block = line.indent
        yield line


def _tab_edits(text: str, line: Line) -> Iterator[Edit]:
    prefix = text[line.start : line.text_start]
    if "\t" not in prefix:
        return
    first = line.start + prefix.index("\t")
    if line.text_start == line.end:
        yield Edit(first, line.text_start, "")
        return
    dash = line.start + line.dash if line.dash >= 0 else line.text_start
    head, tail = text[first : max(first, dash)], text[max(first, dash) : line.text_start]
    yield Edit(first, line.text_start, head.replace("\t", "  ") + tail.replace("\t", " "))
