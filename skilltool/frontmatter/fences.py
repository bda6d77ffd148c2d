"""Where the front matter of a file begins and ends."""

from __future__ import annotations

import re
from dataclasses import dataclass

from skilltool.model import Edit, Fault, Fix

_FENCE = re.compile(r"^---[ \t]*(?:\r\n|\r|\n|\Z)", re.MULTILINE)
_NEAR_FENCE = re.compile(
    r"^[ \t]*(?:-{2,}|\.{3}|[\u2010-\u2015\u2212]+-*)[ \t]*(?=\r|\n|\Z)", re.MULTILINE
)
_COMMENTS = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n)|[ \t]*<!--(?s:.*?)-->|#[^\r\n]*(?:\r\n|\r|\n))*")
_KNOWN_KEY = re.compile(r"(?:name|description)[ \t]*:")
_HEADING_AFTER_BLANK = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?=(?:\r\n|\r|\n)#{1,6} )")
_PREAMBLE_LIMIT = 4_096


@dataclass(frozen=True, slots=True)
class Block:
    """Character offsets: the YAML text from `start` to `end`, the body from `body` on."""

    start: int
    end: int
    body: int


def find_block(text: str) -> tuple[Block | None, list[Fault]]:
    """The block between the fences, None when there is none, and what is wrong with the fences."""
    faults: list[Fault] = []
    first = 0
    if text.startswith("\ufeff"):
        first = 1
        faults.append(_byte_order_mark())
    opening = _find_opening(text, first, faults)
    if opening is None:
        return None, faults
    return _find_closing(text, opening, faults), faults


def _byte_order_mark() -> Fault:
    return Fault(
        "byte-order-mark",
        0,
        1,
        "the file starts with a UTF-8 byte order mark; some clients then see no front matter",
        Fix("remove the byte order mark", (Edit(0, 1, ""),)),
    )


def _find_opening(text: str, first: int, faults: list[Fault]) -> int | None:
    """Offset of the first character after the opening fence."""
    if match := _FENCE.match(text, first):
        return match.end()
    near = _NEAR_FENCE.match(text, first)
    if near and _KNOWN_KEY.match(text, after_line_end(text, near.end())):
        faults.append(_misspelt_fence(text, near.start(), near.end(), "opening"))
        return after_line_end(text, near.end())
    late = _FENCE.search(text, first, first + _PREAMBLE_LIMIT)
    if late and _opens_front_matter(text, first, late):
        faults.append(_text_before(text, first, late))
        return late.end()
    faults.append(_missing(text, first))
    return None


def _opens_front_matter(text: str, first: int, fence: re.Match[str]) -> bool:
    """Whether a fence below the first line is meant as the front matter's, not as a rule."""
    preamble = _COMMENTS.match(text, first, fence.start())
    only_comments = preamble is not None and preamble.end() == fence.start()
    return bool(_KNOWN_KEY.match(text, fence.end())) or (
        only_comments
        and re.match(r"[\w-]+[ \t]*:", text[fence.end() : fence.end() + 80]) is not None
    )


def _text_before(text: str, first: int, fence: re.Match[str]) -> Fault:
    preamble = text[first : fence.start()]
    line = len(re.findall(r"\r\n|\r|\n", preamble)) + 1
    kind = "text" if preamble.strip() else "a blank line"
    if preamble.lstrip().startswith(("<!--", "#")):
        kind = "a comment"
    closing = _FENCE.search(text, fence.end())
    fix = None
    if not preamble.strip():
        fix = Fix("remove the blank lines", (Edit(first, fence.start(), ""),))
    elif closing and kind == "a comment":
        moved = preamble if preamble.endswith(("\n", "\r")) else preamble + "\n"
        edits = (Edit(first, fence.start(), ""), Edit(closing.end(), closing.end(), moved))
        fix = Fix("move the comment below the front matter", edits)
    return Fault(
        "text-before-front-matter",
        first,
        first + len(preamble.rstrip()),
        f"the front matter must start on the first line of the file; {kind} stands before "
        f"its `---` on line {line}, so clients see no front matter",
        fix,
    )


def _missing(text: str, first: int) -> Fault:
    end = min(first + 1, len(text))
    return Fault(
        "missing-front-matter",
        first,
        end,
        "no front matter; clients that follow the specification skip this skill. Start the file "
        "with a line `---`, then `name:` and `description:`, then another line `---`",
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
    closing = _FENCE.search(text, opening)
    near = _NEAR_FENCE.search(text, opening, closing.start() if closing else len(text))
    if near and _ends_front_matter(text, opening, near, closing):
        faults.append(_misspelt_fence(text, near.start(), near.end(), "closing"))
        return Block(opening, near.start(), after_line_end(text, near.end()))
    heading = _HEADING_AFTER_BLANK.search(text, opening, closing.start() if closing else len(text))
    if closing and not (heading and _is_rule_in_body(text, opening, closing, heading)):
        return Block(opening, closing.start(), closing.end())
    end = heading.start() + 1 if heading else len(text)
    end = after_line_end(text, heading.start()) if heading else end
    faults.append(_unclosed(text, opening, end))
    return Block(opening, end, end)


def _ends_front_matter(
    text: str, opening: int, near: re.Match[str], closing: re.Match[str] | None
) -> bool:
    """Whether a line that resembles a fence is meant as one.

    Inside a block scalar it stands between indented lines; as a fence it follows the fields and
    precedes the body.
    """
    if near.group().startswith((" ", "\t")) and closing is not None:
        return False
    if closing is None:
        return True
    rest = text[near.end() : closing.start()]
    return re.search(r"^[\w-]+:(?:[ \t]|$)", rest, re.MULTILINE) is None


def _is_rule_in_body(
    text: str, opening: int, closing: re.Match[str], heading: re.Match[str]
) -> bool:
    """Whether the first `---` line is a horizontal rule because the fence before it is missing.

    A YAML comment looks like a heading. It is one when fields follow it up to the fence.
    """
    rest = text[heading.end() : closing.start()]
    fields = len(re.findall(r"^[\w-]+:(?:[ \t]|$)", rest, re.MULTILINE))
    prose = len(re.findall(r"^(?!#|[\w-]+:|\s|-\s)\S.*$", rest, re.MULTILINE))
    return fields == 0 or prose > fields


def _unclosed(text: str, opening: int, end: int) -> Fault:
    line_end = "\r\n" if "\r\n" in text[:opening] else "\n"
    lead = "" if end == 0 or text[end - 1] in "\r\n" else line_end
    start = text.rfind("---", 0, opening)
    return Fault(
        "unclosed-front-matter",
        start,
        start + 3,
        "the front matter that starts here has no closing line `---`",
        Fix("close it with `---`", (Edit(end, end, f"{lead}---{line_end}"),), safe=False),
    )


def after_line_end(text: str, offset: int) -> int:
    """The offset of the next line's first character, when `offset` is at a line end."""
    match = re.compile(r"\r\n|\r|\n").match(text, offset)
    return match.end() if match else offset
