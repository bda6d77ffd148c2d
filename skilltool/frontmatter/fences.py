"""Where the front matter of a file begins and ends."""

from __future__ import annotations

import re

from skilltool.frontmatter.block import (
    MAX_CHARACTERS,
    NEAR_CHARACTERS,
    Block,
    find_fence,
    line_end_of,
)
from skilltool.frontmatter.conflicts import find_conflict_in_front
from skilltool.frontmatter.foreign import find_foreign
from skilltool.frontmatter.lines import Line, after_line_end, find_lines
from skilltool.frontmatter.opening import DASHES, find_opening, missing, misspelt_fence
from skilltool.frontmatter.second import doubled_fence, find_second
from skilltool.model import Edit, Fault, Fix

_NEAR_CLOSING = re.compile(rf"(?<![^\r\n])[ \t]*(?:{DASHES})[ \t]*(?=\r|\n|\Z)")
_FIELD = re.compile(r"""[a-z_][\w-]*|["'].*""")
FIELD_LINE = re.compile(r"(?<![^\r\n])([\w-]+):(?=[ \t\r\n]|\Z)")
_GAP = re.compile(r"\n[ \t]*\r?[\n#]|\r[ \t]*[\r#]")


def find_block(text: str) -> tuple[Block, list[Fault]]:
    """The block between the fences, empty when there is none, and what is wrong with the fences."""
    faults: list[Fault] = []
    first = len(text) - len(text.lstrip("\ufeff"))
    if first:
        faults.append(_byte_order_mark(0, first))
    if conflict := find_conflict_in_front(text, first):
        faults.append(conflict[0])
        return conflict[1], faults
    opening = find_opening(text, first, faults)
    if opening is None:
        fault, block = find_foreign(text, first) or (missing(text, first), Block(0, 0, first))
        faults.append(fault)
        return block, faults
    if text.startswith("\ufeff", opening):
        faults.append(_byte_order_mark(opening, opening + 1))
        opening += 1
    return _find_end(text, opening, faults), faults


def _find_end(text: str, opening: int, faults: list[Fault]) -> Block:
    if doubled := doubled_fence(text, opening):
        faults.append(doubled[0])
        opening = doubled[1]
    block = _find_closing(text, opening, faults)
    if second := find_second(text, block):
        faults.append(second)
    return block


def _byte_order_mark(start: int, end: int) -> Fault:
    where = "the file starts with" if start == 0 else "the front matter starts with"
    return Fault(
        "byte-order-mark",
        start,
        end,
        f"{where} a UTF-8 byte order mark; some clients then see no front matter",
        Fix("remove the byte order mark", (Edit(start, end, ""),)),
    )


def _find_closing(text: str, opening: int, faults: list[Fault]) -> Block:
    closing = find_fence(text, opening)
    limit = min(closing.start() if closing else len(text), opening + MAX_CHARACTERS)
    body = _find_body(text, opening, limit)
    if closing and not (body and _is_rule_in_body(text, body, closing)):
        body = None
    near = _NEAR_CLOSING.search(text, opening, limit if body is None else body)
    if near and _ends_front_matter(text, near, closing):
        faults.append(misspelt_fence(text, near.start(), near.end(), "closing"))
        return Block(opening, near.start(), after_line_end(text, near.end()))
    if closing and body is None:
        return Block(opening, closing.start(), closing.end())
    return _without_closing(text, opening, len(text) if body is None else body, faults)


def _without_closing(text: str, opening: int, end: int, faults: list[Fault]) -> Block:
    """A block that no fence closes, ends where the body starts or at a `---` behind a value."""
    content = text[opening:end].rstrip()
    if not content:
        first = len(text) - len(text.lstrip("\ufeff"))
        faults.append(missing(text, first))
        return Block(0, 0, end)
    place = opening + len(content) - 3
    if content.endswith("---") and text[place - 1] not in "-\r\n":
        faults.append(_glued(text, place))
        return Block(opening, place, after_line_end(text, place + 3))
    faults.append(_unclosed(text, opening, end))
    return Block(opening, end, end)


def _glued(text: str, place: int) -> Fault:
    return Fault(
        "misspelt-fence",
        place,
        place + 3,
        "the closing fence of the front matter must be a line of its own, here it stands at the "
        "end of a value",
        Fix("put it on its own line", (Edit(place, place, line_end_of(text)),)),
    )


def _ends_front_matter(text: str, near: re.Match[str], closing: re.Match[str] | None) -> bool:
    """Whether a line that resembles a fence is meant as one.

    Inside a block of lines it is indented; as a fence it precedes a body, which starts with no
    field.
    """
    if closing is None:
        return True
    if near.group().startswith((" ", "\t")):
        return False
    below = find_lines(text[near.end() : min(closing.start(), near.end() + NEAR_CHARACTERS)])
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
    if FIELD_LINE.search(text, body, closing.start()):
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
