"""Where the front matter of a file begins and ends."""

from __future__ import annotations

import re
from typing import NamedTuple

from skilltool.frontmatter.lines import Line, after_line_end, find_lines
from skilltool.model import Edit, Fault, Fix

MAX_CHARACTERS = 65_536
"""Longest YAML block that is read. All fields at the limits of the specification fit in 2,000."""

_FENCE = re.compile(r"---[ \t]*(?:\r\n|\r|\n|\Z)")
_DASHES = (
    r"-{2,}|\.{3}|[\u2010-\u2015\u2212]+-*|---[ \t]+#[^\r\n]*"
    r"|\*{3,}|={3,}|_{3,}|~{3,}|\+{3,}"
)
_NEAR_CLOSING = re.compile(rf"(?<![^\r\n])[ \t]*(?:{_DASHES})[ \t]*(?=\r|\n|\Z)")
_NEAR_OPENING = rf"[ \t\u200b\ufeff]*(?:{_DASHES}|---[ \t]*ya?ml)[ \t]*(?=\r|\n|\Z)"
_COMMENTS = r"(?:[ \t]*(?:\r\n|\r|\n)|[ \t]*<!--(?s:.*?)-->|#[^\r\n]*(?:\r\n|\r|\n))*"
_KNOWN_KEY = re.compile(r"""["']?(?:name|description)["']?[ \t]*:""")
_ANY_KEY = re.compile(r"[\w-]+[ \t]*:")
_FIELD = re.compile(r"""[a-z_][\w-]*|["'].*""")
_FIELD_LINE = re.compile(r"(?<![^\r\n])[\w-]+:(?=[ \t\r\n]|\Z)")
_GAP = re.compile(r"\n[ \t]*\r?[\n#]|\r[ \t]*[\r#]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_PREAMBLE_LIMIT = 4_096


class Block(NamedTuple):
    """Character offsets: the YAML text from `start` to `end`, the body from `body` on."""

    start: int
    end: int
    body: int


def find_block(text: str) -> tuple[Block | None, list[Fault]]:
    """The block between the fences, None when there is none, and what is wrong with the fences."""
    faults: list[Fault] = []
    first = len(text) - len(text.lstrip("\ufeff"))
    if first:
        faults.append(_byte_order_mark(0, first))
    opening = _find_opening(text, first, faults)
    if opening is None:
        return None, faults
    if text.startswith("\ufeff", opening):
        faults.append(_byte_order_mark(opening, opening + 1))
        opening += 1
    return _find_closing(text, opening, faults), faults


def _byte_order_mark(start: int, end: int) -> Fault:
    where = "the file starts with" if start == 0 else "the front matter starts with"
    return Fault(
        "byte-order-mark",
        start,
        end,
        f"{where} a UTF-8 byte order mark; some clients then see no front matter",
        Fix("remove the byte order mark", (Edit(start, end, ""),)),
    )


def _find_fence(text: str, start: int, end: int | None = None) -> re.Match[str] | None:
    """The next line of exactly `---`, blanks at its end aside."""
    for match in _FENCE.finditer(text, start, len(text) if end is None else end):
        if match.start() == start or text[match.start() - 1] in "\r\n":
            return match
    return None


def _find_opening(text: str, first: int, faults: list[Fault]) -> int | None:
    """Offset of the first character after the opening fence."""
    if match := _FENCE.match(text, first):
        return match.end()
    near = re.compile(_NEAR_OPENING).match(text, first)
    if near and _KNOWN_KEY.match(text, after_line_end(text, near.end())):
        faults.append(_misspelt_fence(text, near.start(), near.end(), "opening"))
        return after_line_end(text, near.end())
    late = _find_fence(text, first, first + _PREAMBLE_LIMIT)
    if late and _opens_front_matter(text, first, late):
        faults.append(_text_before(text, first, late))
        return late.end()
    if late and _KNOWN_KEY.match(text, first):
        faults.append(_missing_opening(text, first))
        return first
    faults.append(_missing(text, first))
    return None


def _opens_front_matter(text: str, first: int, fence: re.Match[str]) -> bool:
    """Whether a fence below the first line is meant as the front matter's, not as a rule."""
    preamble = re.compile(_COMMENTS).match(text, first, fence.start())
    only_comments = preamble is not None and preamble.end() == fence.start()
    return bool(_KNOWN_KEY.match(text, fence.end())) or (
        only_comments and _ANY_KEY.match(text, fence.end(), fence.end() + 80) is not None
    )


def _text_before(text: str, first: int, fence: re.Match[str]) -> Fault:
    preamble = text[first : fence.start()]
    line = len(_LINE_END.findall(text, 0, fence.start())) + 1
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
    return "a comment" if start.startswith("<!--") else "a heading" if start[0] == "#" else "text"


def _fix_text_before(text: str, first: int, fence: re.Match[str]) -> Fix | None:
    preamble = text[first : fence.start()]
    removed = Edit(first, fence.start(), "")
    if not preamble.strip():
        return Fix("remove the blank lines", (removed,))
    closing = _find_fence(text, fence.end())
    if closing is None or _kind_of(preamble) == "text" or closing.group()[-1] not in "\r\n":
        return None
    moved = Edit(closing.end(), closing.end(), preamble)
    return Fix("move it below the front matter", (removed, moved))


def _missing(text: str, first: int) -> Fault:
    end = min(first + 1, len(text))
    return Fault(
        "missing-front-matter",
        first,
        end,
        "no front matter; clients that follow the specification skip this skill. Start the file "
        "with a line `---`, then `name:` and `description:`, then another line `---`",
    )


def _missing_opening(text: str, first: int) -> Fault:
    line_end = _LINE_END.search(text)
    fence = f"---{line_end.group() if line_end else ''}"
    return Fault(
        "misspelt-fence",
        first,
        first,
        "the opening fence of the front matter, a line of exactly `---`, is missing",
        Fix("open it with `---`", (Edit(first, first, fence),)),
    )


def _misspelt_fence(text: str, start: int, end: int, which: str) -> Fault:
    return Fault(
        "misspelt-fence",
        start,
        end,
        f"the {which} fence of the front matter must be a line of exactly `---`, "
        f"here it is `{text[start:end]}`",
        Fix("write `---`", (Edit(start, end, "---"),)),
    )


def _find_closing(text: str, opening: int, faults: list[Fault]) -> Block:
    closing = _find_fence(text, opening)
    limit = min(closing.start() if closing else len(text), opening + MAX_CHARACTERS)
    body = _find_body(text, opening, limit)
    if closing and not (body and _is_rule_in_body(text, body, closing)):
        body = None
    near = _NEAR_CLOSING.search(text, opening, limit if body is None else body)
    if near and _ends_front_matter(text, near, closing):
        faults.append(_misspelt_fence(text, near.start(), near.end(), "closing"))
        return Block(opening, near.start(), after_line_end(text, near.end()))
    if closing and body is None:
        return Block(opening, closing.start(), closing.end())
    end = len(text) if body is None else body
    faults.append(_unclosed(text, opening, end))
    return Block(opening, end, end)


def _ends_front_matter(text: str, near: re.Match[str], closing: re.Match[str] | None) -> bool:
    """Whether a line that resembles a fence is meant as one.

    Inside a block of lines it is indented; as a fence it precedes a body, which starts with no
    field.
    """
    if closing is None:
        return True
    if near.group().startswith((" ", "\t")):
        return False
    below = find_lines(text[near.end() : min(closing.start(), near.end() + _PREAMBLE_LIMIT)])
    first = next((line for line in below if line.text_start < line.end), None)
    return first is None or not _is_field(first)


def _find_body(text: str, opening: int, limit: int) -> int | None:
    """Where the body begins in front matter that no fence closes; None when there is no sign of it.

    It begins with the first unindented line that is no field and follows a blank line or a
    heading, or with the headings and blank lines just above that line.
    """
    if not _GAP.search(text, opening, limit):
        return None
    begun: int | None = None
    headings, has_value = 0, False
    for line in find_lines(text[opening:limit]):
        start, content = line.start, text[opening + line.text_start : opening + line.end]
        is_heading = line.indent == 0 and content.startswith("#")
        if not content or is_heading:
            begun = start if begun is None else begun
            headings += is_heading
        elif line.outer or _is_field(line) or (line.dash == 0 and not has_value):
            begun, headings = None, 0
            has_value = bool(text[opening + line.key_end : opening + line.end].strip())
        elif begun is not None:
            return opening + begun
    return opening + begun if begun is not None and headings and limit == len(text) else None


def _is_field(line: Line) -> bool:
    return line.dash < 0 and bool(line.key and _FIELD.fullmatch(line.key))


def _is_rule_in_body(text: str, body: int, closing: re.Match[str]) -> bool:
    """Whether the first `---` line is a horizontal rule because the fence before it is missing."""
    if _FIELD_LINE.search(text, body, closing.start()):
        return False
    above = text[max(body, closing.start() - 4) : closing.start()]
    return above.endswith(("\n\n", "\r\n\r\n", "\r\r")) or text[body:].lstrip().startswith("#")


def _unclosed(text: str, opening: int, end: int) -> Fault:
    line_end = "\r\n" if "\r\n" in text[:opening] else "\r" if "\r" in text[:opening] else "\n"
    lead = "" if end == 0 or text[end - 1] in "\r\n" else line_end
    start = max(text.rfind("---", 0, opening), 0)
    return Fault(
        "unclosed-front-matter",
        start,
        start + 3,
        "the front matter that starts here has no closing line `---`",
        Fix("close it with `---`", (Edit(end, end, f"{lead}---{line_end}"),), safe=False),
    )
