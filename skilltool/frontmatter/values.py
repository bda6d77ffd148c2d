"""Why the value of an entry cannot be read as its author meant it."""

from __future__ import annotations

import re

from skilltool.frontmatter.finding import Finding, finding, named, quote_whole
from skilltool.frontmatter.glued import find_second_field, find_separator
from skilltool.frontmatter.lines import BLOCK_HEADER, Entry, flow_end
from skilltool.frontmatter.quoted import find_quoted_fault
from skilltool.frontmatter.quoting import TEXT_KEYS, quoting_edits
from skilltool.model import Edit, Fix

_INLINE_COMMENT = re.compile(r"(?<=[ \t])#")
_FIELD_ON_NEXT_LINE = re.compile(r"[\r\n][ \t]*[a-z_][\w-]*\Z")
_COLON = re.compile(r":(?=[ \t\r\n]|\Z)")
_BLOCK_SIGN = re.compile(r"([|>][-+\d]{0,2})[ \t]+(?=\S)")
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
_QUOTED_ITEM = r"""(?<=[\s,:\[{])(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*')"""
_QUOTE_OF_ITEM = re.compile(r"""[\s,:\[{]["']""")


def find_value_fault(text: str, entry: Entry) -> Finding | None:
    """What in the value of an entry keeps it from being read; None where nothing is plain."""
    fault = _fault(text, entry)
    is_item = entry.line.dash >= 0 and "(" in entry.line.key and ")" not in entry.line.key
    return _unquoted_item(text, entry) if fault and is_item else fault


def _unquoted_item(text: str, entry: Entry) -> Finding:
    """An item such as `Bash(git: *)`, in which YAML reads a key."""
    item, colon = entry._replace(start=entry.line.text_start), entry.line.key_end - 1
    words = text[item.start : item.end].splitlines()[0]
    message = f"`{words}` is not quoted and contains `: `; YAML reads a key in it. Quote it"
    return quote_whole(text, item, colon, colon + 1, message)


def _fault(text: str, entry: Entry) -> Finding | None:
    value = text[entry.start : entry.end]
    if not value or BLOCK_HEADER.fullmatch(re.split(r"[\r\n]", value, maxsplit=1)[0]):
        return None
    if value[0] in "\"'":
        return find_quoted_fault(text, entry)
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
    if entry.line.key in TEXT_KEYS:
        return quote_whole(text, entry, place, place + 1, message)
    return finding(place, place + 1, message, None, quoted)


def _flow_fault(text: str, entry: Entry, value: str) -> Finding | None:
    """A list or mapping that is not closed, or after which the value goes on."""
    closing, sign = flow_end(value), value[0]
    is_text = entry.line.key in TEXT_KEYS
    rest = "" if closing is None else value[closing:]
    if closing is None:
        message = (
            f"the value of {entry.path} opens {_OPENS[sign]} with `{sign}` and never closes it"
        )
        fix = _closing_bracket(entry, value)
    elif separator := find_separator(text, entry, entry.start + closing):
        return separator
    elif rest.strip() and not re.match(r"[ \t]+#", rest):
        message = (
            f"the value of {entry.path} starts with `{sign}`, {_STARTS[sign]} in YAML, and goes "
            "on after its end. Quote the value"
        )
        is_text = is_text or (rest.strip()[0] not in "]}," and len(value.splitlines()) == 1)
        fix = None
    else:
        return None
    if is_text:
        return quote_whole(text, entry, entry.start, entry.start + 1, message)
    patch = quoting_edits(text, entry.start, entry.end)
    return finding(entry.start, entry.start + 1, message, fix, patch)


def _closing_bracket(entry: Entry, value: str) -> Fix | None:
    opened = sum(value.count(sign) for sign in "[{") - sum(value.count(sign) for sign in "]}")
    open_quote = _QUOTE_OF_ITEM.search(re.sub(_QUOTED_ITEM, "", value))
    if opened != 1 or open_quote or "\n" in value or "\r" in value:
        return None
    bracket = "]" if value[0] == "[" else "}"
    return Fix("close it", (Edit(entry.end, entry.end, bracket),))


def _bad_start(text: str, entry: Entry, value: str) -> Finding:
    if block := _BLOCK_SIGN.match(value):
        return _text_on_header(text, entry, value, block)
    message = (
        f"the value of {entry.path} starts with {named(value[0])}, {_STARTS[value[0]]} in YAML. "
        "Quote the value"
    )
    return quote_whole(text, entry, entry.start, entry.start + 1, message)


def _text_on_header(text: str, entry: Entry, value: str, sign: re.Match[str]) -> Finding:
    """Text on the line of the sign of a block; quotes fold lines as `>` does."""
    start, end = entry.start, entry.start + sign.end()
    rest = value[sign.end() :]
    is_quoted = rest[0] in "\"'"
    quoted = () if is_quoted else quoting_edits(text, end, entry.end)
    edits = (Edit(start, end, quoted[0].text if quoted else ""), *quoted[1:])
    is_block = len(sign[1]) > 1 or is_quoted or rest[0].isalpha()
    keeps_lines = sign[1][0] == "|" and len(value.splitlines()) > 1
    message = f"the text of {entry.path} must start below `{sign[1]}`, or stand in quotes alone"
    fix = Fix("quote the text without the sign", edits, safe=is_block and not keeps_lines)
    return finding(start, start + len(sign[1]), message, fix)


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
    start = entry.start + place
    if second := find_second_field(text, entry, entry.start + len(value.split(maxsplit=1)[0])):
        return second
    before = value[:place].split()
    after = f" (after `{before[-1]}`)" if before else ""
    message = (
        f"the value of {entry.path} is not quoted and contains `: `{after}; YAML reads it as a "
        "nested key. Quote the value"
    )
    # A line such as `author: x` below a value may as well be a field of its own.
    is_text = _FIELD_ON_NEXT_LINE.search(value[:place]) is None
    return quote_whole(text, entry, start, start + 1, message, safe=is_text)


def _cut_by_comment(text: str, entry: Entry, place: int) -> Finding:
    message = (
        f"the value of {entry.path} ends before this `#`, YAML reads ` #` as a comment, and the "
        "next line then fits nowhere. Quote the value"
    )
    start = entry.start + place
    return quote_whole(text, entry, start, start + 1, message)
