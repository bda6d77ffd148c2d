"""Why YAML text cannot be read, in its author's terms, and how to read on after the fault.

A patch replaces characters of the value at fault by stand-ins, one for one, so that every offset
stays what it is and `restore` gives the author's text back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Edit, Fault, Fix

if TYPE_CHECKING:
    import yaml

_STAND_IN = 0x10F000
_MARKUP = ":#\"'[]{}@`%*&!|>,?-\\\t"
_HIDE = {ord(char): chr(_STAND_IN + ord(char)) for char in _MARKUP}
_SHOW = {_STAND_IN + ord(char): char for char in _MARKUP}
_ENTRY = re.compile(
    r"""(?P<indent>[ \t]*(?:-[ ]+)*)(?P<key>"[^"\r\n]*"|'[^'\r\n]*'|[^\s#'"\[{\-][^:\r\n]*?):"""
    r"""(?:[ \t]+(?P<value>[^\r\n]*?))?[ \t]*(?=\r|\n|\Z)"""
)
_SQUEEZED = re.compile(r"[ \t]*(?P<key>[A-Za-z_-]+):(?=[^\s:/])[^\r\n]*")
_BLOCK_HEADER = re.compile(r"[|>][-+\d]*(?:[ \t]+#.*)?")
_KNOWN = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
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


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line `key: value` with the lines that continue it; offsets count from the block's start."""

    key: str
    indent: int
    line_start: int
    start: int
    end: int


def restore(text: str) -> str:
    """The author's text of a value that was read with stand-ins."""
    return text.translate(_SHOW)


def repair(text: str, offset: int, block: str, error: yaml.YAMLError) -> tuple[Fault, str | None]:
    """The fault behind `error`, and the block with it patched, or None where reading must stop.

    `block` is the YAML text, perhaps patched already; it starts at `offset` of the file's `text`.
    """
    problem = _problem(error)
    mark = _mark_index(error)
    raw = text[offset : offset + len(block)]
    at_mark = raw[mark : mark + 1]
    if "control characters" in problem or ("not allowed" in problem and at_mark < " "):
        return _control_character(offset, mark, raw, block)
    if tab := _indenting_tab(block, mark):
        return _tab(offset, tab, block)
    entry = _entry_at(block, mark)
    for diagnose in (_squeezed_colon, _bad_escape, _value_to_quote, _cut_by_comment):
        if entry is not None and (found := diagnose(text, offset, block, mark, entry)):
            return found
    return _by_position(raw, offset, mark, problem, entry), None


def _mark_index(error: Any) -> int:
    """Where the fault begins: for a scalar that never ends, where it was opened."""
    opened = "quoted scalar" in (getattr(error, "context", None) or "")
    unended = opened and "end of stream" in _problem(error)
    mark = getattr(error, "context_mark" if unended else "problem_mark", None)
    index = mark.index if mark is not None else getattr(error, "position", 0)
    return int(index or 0)


def _problem(error: Any) -> str:
    return getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)


def _fault(start: int, end: int, message: str, fix: Fix | None = None) -> Fault:
    return Fault("invalid-front-matter", start, end, message, fix)


def _control_character(offset: int, mark: int, raw: str, block: str) -> tuple[Fault, str | None]:
    bad = re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]", block)
    place = bad.start() if bad else mark
    code = f"U+{ord(raw[place : place + 1] or ' '):04X}"
    message = f"the front matter holds the control character {code}; YAML refuses it. Remove it"
    fix = Fix("remove the character", (Edit(offset + place, offset + place + 1, ""),))
    patched = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]", " ", block)
    return _fault(offset + place, offset + place + 1, message, fix), patched if bad else None


def _indenting_tab(block: str, mark: int) -> re.Match[str] | None:
    line_start = _line_start(block, mark)
    match = re.compile(r"[ ]*(\t[ \t]*)").match(block, line_start)
    return match if match and mark <= match.end() + 1 else None


def _tab(offset: int, tab: re.Match[str], block: str) -> tuple[Fault, str | None]:
    start, end = tab.span(1)
    fix = Fix(
        "indent with spaces",
        (Edit(offset + start, offset + end, tab.group(1).replace("\t", "  ")),),
        safe=True,
    )
    message = "a tab indents this line; YAML indents with spaces only"
    patched = block[:start] + " " * (end - start) + block[end:]
    return _fault(offset + start, offset + end, message, fix), patched


def _line_start(block: str, index: int) -> int:
    return max(block.rfind("\n", 0, index), block.rfind("\r", 0, index)) + 1


def _entry_at(block: str, mark: int) -> _Entry | None:
    """The entry in whose lines the mark stands: the mark's line or the nearest entry above."""
    line = _line_start(block, min(mark, len(block)))
    if line == len(block) and line:
        line = _line_start(block, line - 1)
    while True:
        match = _ENTRY.match(block, line)
        if match and not _continues_prose(block, line, match):
            return _entry(block, line, match)
        squeezed = _SQUEEZED.match(block, line)
        if squeezed or not line:
            return _Entry("", 0, line, line, line) if squeezed else None
        line = _line_start(block, line - 1)


def _continues_prose(block: str, line: int, match: re.Match[str]) -> bool:
    """Whether a line that looks like an entry is the indented second line of a plain value."""
    indent = len(match["indent"])
    if indent == 0 or match["indent"].strip() or match["key"].strip("\"'") in _KNOWN:
        return False
    above = line
    while above:
        above = _line_start(block, above - 1)
        parent = _ENTRY.match(block, above)
        if parent and len(parent["indent"]) < indent:
            value = parent["value"] or ""
            return bool(value) and value[0] not in "|>"
        if not block[above:].startswith((" ", "\t")):
            return False
    return False


def _entry(block: str, line: int, match: re.Match[str]) -> _Entry:
    indent = len(match["indent"])
    value = match["value"] or ""
    start = match.start("value") if value else match.end()
    end = start + len(value)
    if value and not _BLOCK_HEADER.fullmatch(value):
        end = _continuation_end(block, end, indent)
    return _Entry(match["key"].strip("\"'"), indent, line, start, end)


def _continuation_end(block: str, end: int, indent: int) -> int:
    """Where a value ends that goes on over lines that are indented deeper than its key."""
    pattern = re.compile(rf"(?:(?:\r\n|\r|\n)[ ]{{{indent + 1},}}(?![ \t#]|-[ ])[^\r\n]*)+")
    match = pattern.match(block, end)
    return end if match is None else match.start() + len(match.group().rstrip())


def _squeezed_colon(
    text: str, offset: int, block: str, mark: int, entry: _Entry
) -> tuple[Fault, str | None] | None:
    match = _SQUEEZED.match(block, entry.line_start)
    if match is None:
        match = _SQUEEZED.match(block, _line_start(block, max(entry.line_start - 1, 0)))
    if match is None or _ENTRY.match(block, match.start()):
        return None
    place = offset + match.end("key") + 1
    fix = Fix("put a space after the colon", (Edit(place, place, " "),))
    message = f"`{match['key']}:` needs a space after the colon to be a key"
    return _fault(offset + match.start("key"), place, message, fix), None


def _bad_escape(
    text: str, offset: int, block: str, mark: int, entry: _Entry
) -> tuple[Fault, str | None] | None:
    escape = re.compile(r"""\\(?![0abtnvfre "/\\N_LPxuU\r\n])""").match(block, mark - 1)
    escape = escape or re.compile(r"""\\(?![0abtnvfre "/\\N_LPxuU\r\n])""").match(block, mark)
    if escape is None or block[entry.start : entry.start + 1] != '"':
        return None
    place = escape.start()
    message = (
        f"`{text[offset + place : offset + place + 2]}` is no escape of a double-quoted YAML "
        "value. Double the backslash"
    )
    fix = Fix("double the backslash", (Edit(offset + place, offset + place, "\\"),))
    patched = block[:place] + _HIDE[ord("\\")] + block[place + 1 :]
    return _fault(offset + place, offset + place + 2, message, fix), patched


def _value_to_quote(
    text: str, offset: int, block: str, mark: int, entry: _Entry
) -> tuple[Fault, str | None] | None:
    """A plain value that holds YAML's own signs, or a quoted one that goes on after its quote."""
    value = block[entry.start : entry.end]
    found = _sign_in_value(value, entry.key)
    if found is None:
        return None
    place, width, message, closed = found
    start, end = offset + entry.start, offset + entry.end
    fix = Fix("quote the whole value", quoting_edits(text, start, end)) if closed else None
    patched = block[: entry.start] + value.translate(_HIDE) + block[entry.end :]
    at = offset + entry.start + place
    return _fault(at, at + width, message, fix), patched


def _sign_in_value(value: str, key: str) -> tuple[int, int, str, bool] | None:
    """Place, width and meaning of the sign that breaks a value; whether quoting it is sure."""
    if not value:
        return None
    if value[0] in "\"'":
        return _after_quote(value, key)
    if value[0] in _STARTS and (value[0] not in "-?" or value[1:2] in " \t"):
        if _BLOCK_HEADER.fullmatch(value):
            return None
        closed = value[0] not in "[{" or not _closes(value)
        meaning = _STARTS[value[0]]
        message = f"the value of {key} starts with `{value[0]}`, {meaning} in YAML. Quote the value"
        return 0, 1, message, closed
    colon = re.search(r":(?=[ \t\r\n]|\Z)", value)
    if colon is None:
        return None
    before = value[: colon.start()].split()
    after = f" (after `{before[-1]}`)" if before else ""
    message = (
        f"the value of {key} is not quoted and contains `: `{after}; YAML reads it as a "
        "nested key. Quote the value"
    )
    return colon.start(), 1, message, True


def _closes(value: str) -> bool:
    return value.rstrip().endswith("]" if value[0] == "[" else "}")


def _after_quote(value: str, key: str) -> tuple[int, int, str, bool] | None:
    sign = value[0]
    body = r'"(?:[^"\\]|\\(?s:.))*"' if sign == '"' else r"'(?:[^']|'')*'"
    closed = re.match(body, value)
    if closed is None:
        message = f"the value of {key} opens with `{sign}` and never closes it"
        return 0, 1, message, True
    rest = value[closed.end() :]
    if not rest.strip() or (rest.lstrip().startswith("#") and rest[0] in " \t"):
        return None
    place = closed.end() + len(rest) - len(rest.lstrip())
    message = f"text follows the closing quote of the value of {key}. Quote the whole value"
    return place, max(1, len(rest.split()[0])), message, True


def _cut_by_comment(
    text: str, offset: int, block: str, mark: int, entry: _Entry
) -> tuple[Fault, str | None] | None:
    value = block[entry.start : entry.end]
    comment = re.search(r"[ \t](#)", value)
    if comment is None:
        return None
    start, end = offset + entry.start, offset + entry.end
    at = start + comment.start(1)
    message = (
        f"the value of {entry.key} ends before this `#`, YAML reads ` #` as a comment, and the "
        "next line then fits nowhere. Quote the value"
    )
    patched = block[: entry.start] + value.translate(_HIDE) + block[entry.end :]
    fix = Fix("quote the whole value", quoting_edits(text, start, end))
    return _fault(at, at + 1, message, fix), patched


def _by_position(raw: str, offset: int, mark: int, problem: str, entry: _Entry | None) -> Fault:
    """A fault that only its place and YAML's words describe."""
    start = _line_start(raw, min(mark, len(raw)))
    if start >= len(raw) and start:
        start = _line_start(raw, start - 1)
    if "could not find expected ':'" in problem and start:
        start = _line_start(raw, start - 1)
    line = re.match(r"[^\r\n]*", raw[start:])
    words = line.group() if line else ""
    indent = len(words) - len(words.lstrip())
    at = offset + start + indent
    return _fault(at, offset + start + len(words.rstrip()), _cause(words, indent, problem))


def _cause(line: str, indent: int, problem: str) -> str:
    if "maximum nesting" in problem:
        return "the front matter is nested far too deeply to be read"
    if "another document" in problem:
        return (
            "a line that starts with `---` ends the YAML text; quote the value or indent the line"
        )
    if "undefined alias" in problem:
        return "`*` starts an alias in YAML. Quote the value"
    if _ENTRY.match(line) and indent:
        return "this line is indented in a way that fits none of the lines above it"
    if not _ENTRY.match(line) and line.strip():
        return (
            "this line is neither `key: value` nor indented as part of the value above it; is "
            "the closing `---` missing before it?"
        )
    return f"YAML cannot read the front matter here: {problem}"
