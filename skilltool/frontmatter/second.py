"""Front matter that goes on, or begins again, below its closing fence: no client reads it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.frontmatter.block import (
    KNOWN_KEY,
    NEAR_CHARACTERS,
    Block,
    find_fence,
    line_number,
)
from skilltool.frontmatter.lines import BLOCK_HEADER, SPEC_FIELDS, find_lines
from skilltool.model import Edit, Fault, Fix

if TYPE_CHECKING:
    from skilltool.frontmatter.lines import Line

_FENCE_BELOW = re.compile(r"(?:[ \t]*+(?:\r\n|\r|\n))*+(---)[ \t]*(?:\r\n|\r|\n)")
_KEY = re.compile(r"[a-z_][\w-]*")


def find_second(text: str, block: Block) -> Fault | None:
    """A second block of fields below the first, or the rest of one that is closed too early."""
    if block.end == block.body:
        return None
    if opening := _FENCE_BELOW.match(text, block.body):
        return _second_block(text, opening)
    return _closed_early(text, block)


def _second_block(text: str, opening: re.Match[str]) -> Fault | None:
    start = opening.end()
    closing = find_fence(text, start, start + NEAR_CHARACTERS)
    lines = _filled_lines(text, start, closing.start()) if closing else []
    if not lines or not _is_field(lines[0]) or not any(_is_known(text, start, x) for x in lines):
        return None
    message = (
        f"a second front matter block starts on line {line_number(text, opening.start(1))}; "
        "clients read the first alone. Make one block of the two"
    )
    return Fault("second-front-matter", opening.start(1), opening.end(1), message)


def _closed_early(text: str, block: Block) -> Fault | None:
    """Fields, or the rest of a block of lines, between the closing fence and another one."""
    closing = find_fence(text, block.body, block.body + NEAR_CHARACTERS)
    lines = list(find_lines(text[block.body : closing.start()])) if closing else []
    if not closing or not lines or any(line.text_start == line.end for line in lines):
        return None
    if not (_go_on_as_fields(lines) or _go_on_as_value(text, block, lines)):
        return None
    message = (
        "the front matter ends at this `---`, yet it goes on until line "
        f"{line_number(text, closing.start())}; no client reads what stands between. Remove this "
        "line, or indent it if it belongs to the value above"
    )
    return Fault("second-front-matter", block.end, block.end + 3, message)


def _go_on_as_fields(lines: list[Line]) -> bool:
    """Fields alone, or some text and then a field of the specification."""
    tops = [line for line in lines if line.outer == 0]
    if lines[0] in tops and all(_is_field(line) for line in tops):
        return True
    return any(line.key in SPEC_FIELDS and _is_field(line) for line in tops)


def _go_on_as_value(text: str, block: Block, lines: list[Line]) -> bool:
    """Indented lines below a field whose value is a block of lines."""
    if not all(line.indent for line in lines):
        return False
    above = [line for line in _filled_lines(text, block.start, block.end) if line.indent == 0]
    if not above or not above[-1].key:
        return False
    value = text[block.start + above[-1].key_end : block.start + above[-1].end].strip()
    return BLOCK_HEADER.fullmatch(value) is not None


def _filled_lines(text: str, start: int, end: int) -> list[Line]:
    return [line for line in find_lines(text[start:end]) if line.text_start < line.end]


def _is_field(line: Line) -> bool:
    return line.outer == 0 and line.dash < 0 and _KEY.fullmatch(line.key) is not None


def _is_known(text: str, start: int, line: Line) -> bool:
    return KNOWN_KEY.match(text, start + line.start) is not None


def doubled_fence(text: str, opening: int) -> tuple[Fault, int] | None:
    """Two opening fences in a row: the fault, and where the fields start after the second."""
    second = find_fence(text, opening, opening + NEAR_CHARACTERS)
    if second is None or text[opening : second.start()].strip():
        return None
    if not KNOWN_KEY.match(text, second.end()) or not find_fence(text, second.end()):
        return None
    message = "the opening fence is doubled; clients read the empty front matter between the two"
    fix = Fix("remove the second", (Edit(opening, second.end(), ""),))
    place = second.start()
    return Fault("misspelt-fence", place, place + 3, message, fix), second.end()
