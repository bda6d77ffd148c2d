"""Why the value of an entry cannot be read as its author meant it."""

from __future__ import annotations

import re

from skilltool.frontmatter.finding import Finding, finding, named
from skilltool.frontmatter.lines import BLOCK_HEADER, Entry, flow_end, quoted_end
from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Edit, Fix

_BAD_ESCAPE = re.compile(
    r"""\\(?:[^0abtnvfre "/\\N_LPxuU\r\n\t]|x(?![\da-fA-F]{2})|u(?![\da-fA-F]{4})"""
    r"""|U(?!000[\da-fA-F]{5}|0010[\da-fA-F]{4}))"""
)
_INNER_DOUBLE = re.compile(r'(?<!\\)(?:\\\\)*(")')
_INNER_SINGLE = re.compile(r"(')(?!')(?<!'')")
_INLINE_COMMENT = re.compile(r"(?<=[ \t])#")
_FIELD_ON_NEXT_LINE = re.compile(r"[\r\n][ \t]*[a-z_][\w-]*\Z")
_COLON = re.compile(r":(?=[ \t\r\n]|\Z)")
_STARTS = {
    "[": "the start of a list",
    "{": "the start of a mapping",
    "@": "a reserved sign",
    "`": "a reserved sign",
    "%": "the start of a directive",
    "*": "an alias",
    "&": "an anchor",
    "!": "a tag",
    "|": "the start of a block of lines",
    ">": "the start of a block of lines",
    "?": "the start of a key",
    "-": "a list item",
    ",": "a separator",
    "]": "the end of a list",
    "}": "the end of a mapping",
}
_OPENS = {"[": "a list", "{": "a mapping"}
_ALLOWED_START = re.compile(
    r"\*[\w-]+[ \t]*(?:#.*)?\Z|&[\w-]+(?=\s|\Z)|!(?![\w-]+!)\S*(?=\s|\Z)|[-?](?=\S)"
    r"|[^@`%*&!|>?,\]}-]"
)
_TEXT_KEYS = {"name", "description", "license", "compatibility", "when_to_use", "argument-hint"}


def find_value_fault(text: str, entry: Entry) -> Finding | None:
    """What in the value of an entry keeps it from being read; None where nothing is plain."""
    value = text[entry.start : entry.end]
    if not value or BLOCK_HEADER.fullmatch(re.split(r"[\r\n]", value, maxsplit=1)[0]):
        return None
    if value[0] in "\"'":
        return _quoted_fault(text, entry, value)
    if value[0] in "[{":
        return _flow_fault(text, entry, value)
    bad = None if _ALLOWED_START.match(value) else _bad_start(text, entry, value)
    return bad or _plain_fault(text, entry, value)


def find_flow_fault(text: str, entry: Entry, mark: int) -> Finding:
    """What keeps a list or mapping in brackets from being read at `mark`."""
    quoted = quoting_edits(text, entry.start, entry.end)
    place = min(max(mark, entry.start), entry.end - 1)
    message = (
        f"the value of {entry.path} starts with `{text[entry.start]}`, "
        f"{_STARTS[text[entry.start]]} in YAML, and cannot be read as one at "
        f"`{text[place]}`. Quote the value, or the item"
    )
    fix = Fix("quote the whole value", quoted) if entry.line.key in _TEXT_KEYS else None
    return finding(place, place + 1, message, fix, quoted)


def _quoted_fault(text: str, entry: Entry, value: str) -> Finding | None:
    closing, start = quoted_end(value), entry.start
    if closing is None:
        message = f"the value of {entry.path} opens with `{value[0]}` and never closes it"
        return finding(start, start + 1, message, Fix("close it", _closing_edits(text, entry)))
    rest = value[closing:]
    if not rest.strip() or re.match(r"[ \t]+#", rest):
        return _escape_fault(text, entry, closing) if value[0] == '"' else None
    at = start + closing - 1
    if _is_inside_word(value, closing - 1):
        message = f"this `{value[0]}` ends the value of {entry.path} early. " + (
            "Double it" if value[0] == "'" else "Put a backslash before it"
        )
        return finding(at, at + 1, message, Fix("mark it as text", _closing_edits(text, entry)))
    message = f"text follows the closing quote of the value of {entry.path}. Quote the whole value"
    fix = Fix("quote the whole value", quoting_edits(text, start, entry.end))
    return finding(at, at + 1, message, fix)


def _is_inside_word(value: str, place: int) -> bool:
    """Whether a quote sign is an apostrophe or opens a quotation, rather than closes one."""
    before, after = value[place - 1], value[place + 1 : place + 2]
    return after.isalnum() and (before.isalnum() or before in " \t(" or value[0] == before)


def _closing_edits(text: str, entry: Entry) -> tuple[Edit, ...]:
    """Edits after which the quote sign at the start encloses the whole value."""
    sign, start, end = text[entry.start], entry.start, entry.end
    value = text[start:end]
    backslashes = len(value.rstrip(sign)) - len(value.rstrip(sign).rstrip("\\"))
    escaped = sign == '"' and backslashes % 2 == 1
    closed = len(value) > 1 and value[-1] == sign and not (escaped and value[-2] == "\\")
    inner = _INNER_DOUBLE if sign == '"' else _INNER_SINGLE
    places = [m.start(1) for m in inner.finditer(text, start + 1, end - 1 if closed else end)]
    marks = tuple(Edit(place, place, "\\" if sign == '"' else "'") for place in places)
    if closed:
        return marks
    return (*marks, Edit(end, end, f"\\{sign}" if escaped and value[-1] == "\\" else sign))


def _escape_fault(text: str, entry: Entry, length: int) -> Finding | None:
    value = text[entry.start : entry.start + length]
    bad, others = [], set()
    for match in re.finditer(r"\\(?s:.)", value):
        if _BAD_ESCAPE.match(value, match.start()):
            bad.append(entry.start + match.start())
        else:
            others.add(match.group())
    if not bad:
        return None
    message = (
        f"`{text[bad[0] : bad[0] + 2]}` is no escape of a double-quoted YAML value. "
        "Double the backslash"
    )
    edits = tuple(Edit(place, place, "\\") for place in bad)
    safe = others <= {"\\\\", '\\"', "\\/"}
    return finding(bad[0], bad[0] + 2, message, Fix("double the backslash", edits, safe=safe))


def _flow_fault(text: str, entry: Entry, value: str) -> Finding | None:
    """A list or mapping that is not closed, or after which the value goes on."""
    closing, sign = flow_end(value), value[0]
    quoted = Fix("quote the whole value", quoting_edits(text, entry.start, entry.end))
    is_text = entry.line.key in _TEXT_KEYS
    fix: Fix | None = quoted
    rest = "" if closing is None else value[closing:]
    if closing is None:
        message = (
            f"the value of {entry.path} opens {_OPENS[sign]} with `{sign}` and never closes it"
        )
        fix = quoted if is_text else _closing_bracket(entry, value)
    elif rest.strip() and not re.match(r"[ \t]+#", rest):
        message = (
            f"the value of {entry.path} starts with `{sign}`, {_STARTS[sign]} in YAML, and goes "
            "on after its end. Quote the value"
        )
        fix = quoted if is_text or rest.strip()[0] not in "]}," else None
    else:
        return None
    return finding(entry.start, entry.start + 1, message, fix, quoted.edits)


def _closing_bracket(entry: Entry, value: str) -> Fix | None:
    opened = sum(value.count(sign) for sign in "[{") - sum(value.count(sign) for sign in "]}")
    if opened != 1 or "\n" in value or "\r" in value:
        return None
    bracket = "]" if value[0] == "[" else "}"
    return Fix("close it", (Edit(entry.end, entry.end, bracket),))


def _bad_start(text: str, entry: Entry, value: str) -> Finding:
    fix = Fix("quote the whole value", quoting_edits(text, entry.start, entry.end))
    message = (
        f"the value of {entry.path} starts with {named(value[0])}, {_STARTS[value[0]]} in YAML. "
        "Quote the value"
    )
    return finding(entry.start, entry.start + 1, message, fix)


def _plain_fault(text: str, entry: Entry, value: str) -> Finding | None:
    """A plain value that holds `: `, or ` #` before its last line."""
    place = 0
    for line in value.splitlines(keepends=True):
        comment = _INLINE_COMMENT.search(line)
        if colon := _COLON.search(line, 0, comment.start() if comment else len(line)):
            return _colon_fault(text, entry, value, place + colon.start())
        if comment and place + len(line) < len(value):
            return _cut_by_comment(text, entry, place + comment.start())
        place += len(line)
    return None


def _colon_fault(text: str, entry: Entry, value: str, place: int) -> Finding:
    before = value[:place].split()
    after = f" (after `{before[-1]}`)" if before else ""
    message = (
        f"the value of {entry.path} is not quoted and contains `: `{after}; YAML reads it as a "
        "nested key. Quote the value"
    )
    edits = quoting_edits(text, entry.start, entry.end)
    # A line such as `author: x` below a value may as well be a field of its own.
    is_text = _FIELD_ON_NEXT_LINE.search(value[:place]) is None
    fix = Fix("quote the whole value", edits, safe=is_text)
    return finding(entry.start + place, entry.start + place + 1, message, fix)


def _cut_by_comment(text: str, entry: Entry, place: int) -> Finding:
    message = (
        f"the value of {entry.path} ends before this `#`, YAML reads ` #` as a comment, and the "
        "next line then fits nowhere. Quote the value"
    )
    fix = Fix("quote the whole value", quoting_edits(text, entry.start, entry.end))
    return finding(entry.start + place, entry.start + place + 1, message, fix)
