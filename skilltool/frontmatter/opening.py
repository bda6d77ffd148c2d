"""Where front matter begins, and what is wrong with its first line."""

from __future__ import annotations

import re

from skilltool.frontmatter.block import (
    FENCE,
    KNOWN_KEY,
    LINE_END,
    NEAR_CHARACTERS,
    find_fence,
    line_number,
)
from skilltool.frontmatter.characters import ODD_BLANKS
from skilltool.frontmatter.lines import after_line_end
from skilltool.model import Edit, Fault, Fix

DASHES = (
    r"-{2,}|\.{3}|[\u2010-\u2015\u2212]+-*|---[ \t]+#[^\r\n]*"
    rf"|\*{{3,}}|={{3,}}|_{{3,}}|~{{3,}}|\+{{3,}}|---[ \t{ODD_BLANKS}]+"
)
"""What is taken for a fence when it stands where one belongs."""

_NEAR_OPENING = rf"[ \t\u200b\ufeff]*(?:{DASHES}|---[ \t]*ya?ml)[ \t]*(?=\r|\n|\Z)"
_COMMENTS = r"(?:[ \t]*(?:\r\n|\r|\n)|[ \t]*<!--(?s:.*?)-->|#[^\r\n]*(?:\r\n|\r|\n))*"
_ANY_KEY = re.compile(r"[\w-]+[ \t]*:")
_LICENCE = re.compile(r"#[^\r\n]*(?:copyright|licen[cs]e|spdx|\(c\)|©)", re.IGNORECASE)


def find_opening(text: str, first: int, faults: list[Fault]) -> int | None:
    """Offset of the first character after the opening fence; None where there is none."""
    if match := FENCE.match(text, first):
        return match.end()
    near = re.compile(_NEAR_OPENING).match(text, first)
    if near and KNOWN_KEY.match(text, after_line_end(text, near.end())):
        faults.append(misspelt_fence(text, near.start(), near.end(), "opening"))
        return after_line_end(text, near.end())
    late = _find_late(text, first)
    if late and _opens_front_matter(text, first, late):
        faults.append(_text_before(text, first, late))
        return late.end()
    if late and KNOWN_KEY.match(text, first):
        faults.append(_missing_opening(text, first))
        return first
    return None


def _find_late(text: str, first: int) -> re.Match[str] | None:
    """The first fence below the first line; one inside a comment is none."""
    limit = first + NEAR_CHARACTERS
    comments = re.compile(_COMMENTS).match(text, first, limit)
    return find_fence(text, comments.end() if comments else first, limit)


def _opens_front_matter(text: str, first: int, fence: re.Match[str]) -> bool:
    """Whether a fence below the first line is meant as the front matter's, not as a rule."""
    preamble = re.compile(_COMMENTS).match(text, first, fence.start())
    only_comments = preamble is not None and preamble.end() == fence.start()
    return bool(KNOWN_KEY.match(text, fence.end())) or (
        only_comments and _ANY_KEY.match(text, fence.end(), fence.end() + 80) is not None
    )


def _text_before(text: str, first: int, fence: re.Match[str]) -> Fault:
    preamble = text[first : fence.start()]
    line = line_number(text, fence.start())
    return Fault(
        "text-before-front-matter",
        first,
        first + len(preamble.rstrip()),
        "the front matter must start on the first line of the file; "
        f"{_kind_of(preamble)} stands before its `---` on line {line}, so clients see no front "
        "matter",
        _fix_text_before(text, first, fence),
    )


def _kind_of(preamble: str) -> str:
    start = preamble.lstrip()
    if not start:
        return "a blank line"
    if start.startswith("#!"):
        return "a line that starts with `#!`"
    if start.startswith("<!--") or _LICENCE.match(start):
        return "a comment"
    if start.startswith(("```", "~~~")):
        return "the fence of a code block"
    return "a heading" if start[0] == "#" else "text"


def _fix_text_before(text: str, first: int, fence: re.Match[str]) -> Fix | None:
    preamble = text[first : fence.start()]
    removed = Edit(first, fence.start(), "")
    if not preamble.strip():
        return Fix("remove the blank lines", (removed,))
    closing = find_fence(text, fence.end())
    if closing is None or preamble.lstrip()[0] not in "<#" or closing.group()[-1] not in "\r\n":
        return None
    moved = Edit(closing.end(), closing.end(), preamble)
    return Fix("move it below the front matter", (removed, moved))


def missing(text: str, first: int) -> Fault:
    """What to say of a file without front matter."""
    content = text[first:].strip()
    what = "" if content else ": the file is empty"
    if content == "---":
        what = ": the file holds nothing but a line `---`"
    return Fault(
        "missing-front-matter",
        first,
        min(first + 1, len(text)),
        f"no front matter{what}; clients that follow the specification skip this skill. Start the "
        "file with a line `---`, then `name:` and `description:`, then another line `---`",
    )


def _missing_opening(text: str, first: int) -> Fault:
    line_end = LINE_END.search(text)
    fence = f"---{line_end.group() if line_end else ''}"
    return Fault(
        "misspelt-fence",
        first,
        first,
        "the opening fence of the front matter, a line of exactly `---`, is missing",
        Fix("open it with `---`", (Edit(first, first, fence),)),
    )


def misspelt_fence(text: str, start: int, end: int, which: str) -> Fault:
    """What to say of a line that is taken for a fence. `which` is opening or closing."""
    shown = text[start:end]
    odd = "".join(
        f" with U+{ord(char):04X}"
        for char in dict.fromkeys(shown)
        if char.isspace() and not char.isascii()
    )
    return Fault(
        "misspelt-fence",
        start,
        end,
        f"the {which} fence of the front matter must be a line of exactly `---`, "
        f"here it is `{shown.strip() if odd else shown}`{odd}",
        Fix("write `---`", (Edit(start, end, "---"),)),
    )
