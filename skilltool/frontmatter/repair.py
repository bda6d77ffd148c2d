"""Why YAML text cannot be read, in its author's terms, and how to read on after each fault.

Offsets count from the start of the YAML text. The fix of a fault is also what reading goes on with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from skilltool.frontmatter.lines import (
    BLOCK_HEADER,
    SPEC_FIELDS,
    Entry,
    Line,
    Outline,
    Stray,
    find_lines,
    flow_end,
    outline,
    quoted_end,
)
from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Edit, Fault, Fix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_ODD_BREAK = re.compile("[\x85\u2028\u2029]")
_ODD_BLANK = "\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff"
_BAD_ESCAPE = re.compile(
    r"""\\(?:[^0abtnvfre "/\\N_LPxuU\r\n\t]|x(?![\da-fA-F]{2})|u(?![\da-fA-F]{4})"""
    r"""|U(?!000[\da-fA-F]{5}|0010[\da-fA-F]{4}))"""
)
_INNER_DOUBLE = re.compile(r'(?<!\\)(?:\\\\)*(")')
_INNER_SINGLE = re.compile(r"(')(?!')(?<!'')")
_SQUEEZED = re.compile(r"[a-z_][\w-]*:(?=[^\s:/])")
_OTHER_SEPARATOR = re.compile(rf"([\w-]+)([ \t]*(?:=|：)[ \t]*|:[{_ODD_BLANK}]+)")
_WITHOUT_COLON = re.compile(r"(name|description|license|compatibility)[ \t]+(?=\w)")
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


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault and the edits with which reading goes on."""

    fault: Fault
    patch: tuple[Edit, ...]


def _finding(
    start: int, end: int, message: str, fix: Fix | None = None, patch: tuple[Edit, ...] = ()
) -> Finding:
    fault = Fault("invalid-front-matter", start, end, message, fix)
    return Finding(fault, fix.edits if fix else patch)


def find_odd_breaks(text: str) -> Finding | None:
    """The characters that end a line in YAML 1.1 and nowhere else; None where there is none."""
    places = [match.start() for match in _ODD_BREAK.finditer(text)]
    if not places:
        return None
    first = places[0]
    fix = Fix("write a space", tuple(Edit(place, place + 1, " ") for place in places))
    message = (
        f"the front matter holds the character U+{ord(text[first]):04X}, which ends a line for "
        "some YAML readers and not for others. Write a space"
    )
    return _finding(first, first + 1, message, fix)


def find_faults(text: str) -> list[Finding]:
    """Every fault that the text shows by itself, in its order; empty where none is plain.

    Characters and tabs that hide the structure come alone.
    """
    if hidden := _control_characters(text) or _tabs(text):
        return [hidden]
    found = outline(text)
    entries = (_entry_fault(text, found, entry) for entry in found.entries)
    strays = (finding for stray in found.strays for finding in _stray_faults(text, found, stray))
    findings = [*filter(None, entries), *strays]
    return sorted(findings, key=lambda finding: finding.fault.start)


def find_by_position(text: str, error: Any) -> Finding:
    """A fault that only its place and YAML's own words describe; reading leaves out its entry."""
    found = outline(text)
    mark = _mark_index(error)
    entry = _entry_at(found, mark)
    if entry and entry.line.start <= mark < entry.end and text[entry.start] in "[{":
        return _inside_flow(text, entry, mark)
    start, end = _line_around(text, mark)
    words = text[start:end].strip()
    start += len(text[start:end]) - len(text[start:end].lstrip())
    patch = _without_entry(text, start)
    return _finding(start, start + len(words), _cause(str(error)), patch=patch)


def _control_characters(text: str) -> Finding | None:
    places = [match.start() for match in _CONTROL.finditer(text)]
    if not places:
        return None
    first = places[0]
    fix = Fix("remove it", tuple(Edit(place, place + 1, "") for place in places))
    message = (
        f"the front matter holds the control character U+{ord(text[first]):04X}; YAML refuses "
        "it. Remove it"
    )
    return _finding(first, first + 1, message, fix)


def _tabs(text: str) -> Finding | None:
    """All tabs that indent lines or follow a dash, outside of blocks of lines, as one fault."""
    edits = [edit for line in _outside_blocks(text) for edit in _tab_edits(text, line)]
    if not edits:
        return None
    message = "a tab indents this line; YAML indents with spaces only"
    if len(edits) > 1:
        message += f" ({len(edits)} lines)"
    return _finding(edits[0].start, edits[0].end, message, Fix("indent with spaces", tuple(edits)))


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


def _entry_fault(text: str, found: Outline, entry: Entry) -> Finding | None:
    if entry.column is not None and (misplaced := _misplaced(text, found, entry)):
        return misplaced
    value = text[entry.start : entry.end]
    if not value or BLOCK_HEADER.fullmatch(re.split(r"[\r\n]", value, maxsplit=1)[0]):
        return None
    if value[0] in "\"'":
        return _quoted_fault(text, entry, value)
    if value[0] in "[{":
        return _flow_fault(text, entry, value)
    bad = None if _ALLOWED_START.match(value) else _bad_start(text, entry, value)
    return bad or _plain_fault(text, entry, value)


def _misplaced(text: str, found: Outline, entry: Entry) -> Finding | None:
    """An entry whose indentation fits none of the lines above it."""
    column, line = entry.column or 0, entry.line
    if line.outer == 0:
        return _first_indented(text, found, line) if found.entries[0].line.outer else None
    edits = tuple(_shifted(text, line, column - line.outer))
    message = "this line is indented in a way that fits none of the lines above it"
    fix = Fix(f"indent it by {column} spaces" if column else "do not indent it", edits)
    return _finding(line.start + line.outer, line.end, message, fix)


def _first_indented(text: str, found: Outline, line: Line) -> Finding:
    first = found.entries[0].line
    above = [other for other in find_lines(text) if first.start <= other.start < line.start]
    edits = tuple(
        Edit(other.start, other.start + min(first.outer, other.outer), "")
        for other in above
        if other.outer
    )
    message = "the first field is indented and the ones below it are not; YAML reads only the first"
    fix = Fix("do not indent it", edits)
    return _finding(first.start + first.outer, first.end, message, fix)


def _shifted(text: str, line: Line, delta: int) -> Iterator[Edit]:
    """Edits that move a line, and the deeper lines below it, by `delta` columns."""
    for other in find_lines(text):
        if other.start < line.start or other.text_start == other.end:
            continue
        if other.start > line.start and other.outer <= line.outer:
            return
        if delta < 0:
            yield Edit(other.start, other.start - delta, "")
        else:
            yield Edit(other.start, other.start, " " * delta)


def _quoted_fault(text: str, entry: Entry, value: str) -> Finding | None:
    closing, start = quoted_end(value), entry.start
    if closing is None:
        message = f"the value of {entry.path} opens with `{value[0]}` and never closes it"
        return _finding(start, start + 1, message, Fix("close it", _closing_edits(text, entry)))
    rest = value[closing:]
    if not rest.strip() or re.match(r"[ \t]+#", rest):
        return _escape_fault(text, entry, closing) if value[0] == '"' else None
    at = start + closing - 1
    if _is_inside_word(value, closing - 1):
        message = f"this `{value[0]}` ends the value of {entry.path} early. " + (
            "Double it" if value[0] == "'" else "Put a backslash before it"
        )
        return _finding(at, at + 1, message, Fix("mark it as text", _closing_edits(text, entry)))
    message = f"text follows the closing quote of the value of {entry.path}. Quote the whole value"
    fix = Fix("quote the whole value", quoting_edits(text, start, entry.end))
    return _finding(at, at + 1, message, fix)


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
    return _finding(bad[0], bad[0] + 2, message, Fix("double the backslash", edits, safe=safe))


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
    return _finding(entry.start, entry.start + 1, message, fix, quoted.edits)


def _closing_bracket(entry: Entry, value: str) -> Fix | None:
    opened = sum(value.count(sign) for sign in "[{") - sum(value.count(sign) for sign in "]}")
    if opened != 1 or "\n" in value or "\r" in value:
        return None
    bracket = "]" if value[0] == "[" else "}"
    return Fix("close it", (Edit(entry.end, entry.end, bracket),))


def _bad_start(text: str, entry: Entry, value: str) -> Finding:
    fix = Fix("quote the whole value", quoting_edits(text, entry.start, entry.end))
    message = (
        f"the value of {entry.path} starts with {_named(value[0])}, {_STARTS[value[0]]} in YAML. "
        "Quote the value"
    )
    return _finding(entry.start, entry.start + 1, message, fix)


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
    return _finding(entry.start + place, entry.start + place + 1, message, fix)


def _cut_by_comment(text: str, entry: Entry, place: int) -> Finding:
    message = (
        f"the value of {entry.path} ends before this `#`, YAML reads ` #` as a comment, and the "
        "next line then fits nowhere. Quote the value"
    )
    fix = Fix("quote the whole value", quoting_edits(text, entry.start, entry.end))
    return _finding(entry.start + place, entry.start + place + 1, message, fix)


def _stray_faults(text: str, found: Outline, stray: Stray) -> Iterator[Finding]:
    """The faults of lines that are no entry: first those that were meant as one."""
    rest = []
    for line in stray.lines:
        if meant := _meant_as_entry(text, found, line):
            yield meant
        else:
            rest.append(line)
    if rest:
        yield _continuation(text, rest, stray) or _neither(text, rest, stray)


def _meant_as_entry(text: str, found: Outline, line: Line) -> Finding | None:
    start, words = line.text_start, text[line.text_start : line.end]
    if squeezed := _SQUEEZED.match(words):
        place = start + squeezed.end()
        message = f"`{squeezed.group()}` needs a space after the colon to be a key"
        return _finding(
            start, place, message, Fix("put a space after the colon", (Edit(place, place, " "),))
        )
    other = _OTHER_SEPARATOR.match(words)
    if other and (other[1] in SPEC_FIELDS or not other[2].strip().startswith("=")):
        sign = other[2].strip(" \t")
        place = start + words.index(sign)
        message = (
            f"after the key `{other[1]}` stands {_named(sign)}; YAML asks for a colon and a space"
        )
        edits = (Edit(start + other.start(2), start + other.end(2), ": "),)
        return _finding(place, place + len(sign), message, Fix("write `: `", edits))
    bare = _WITHOUT_COLON.match(words)
    if bare and all(entry.line.key != bare[1] for entry in found.entries):
        place = start + bare.end(1)
        message = f"the key `{bare[1]}` needs a colon"
        return _finding(start, place, message, Fix("put a colon", (Edit(place, place, ":"),)))
    return None


def _named(sign: str) -> str:
    """A sign as a message shows it."""
    if sign == "`":
        return "a backtick"
    codes = " ".join(f"U+{ord(char):04X}" for char in sign if not char.isascii())
    return f"`{sign}`" if not codes or sign.isprintable() else codes


def _continuation(text: str, lines: list[Line], stray: Stray) -> Finding | None:
    """Lines that go on with the value above them, but are not indented."""
    above = stray.above
    if above is None or stray.after_blank or above.start == above.end:
        return None
    starts = (":", "%", "---", "...", "```")
    if text[above.start] in "\"'[{" or text.startswith(starts, lines[0].start):
        return None
    indent = " " * (above.line.indent + 2)
    edits = tuple(Edit(line.start, line.text_start, indent) for line in lines)
    message = f"this line goes on with the value of {above.path} but is not indented below it"
    return _finding(lines[0].text_start, lines[0].end, message, Fix("indent it", edits))


def _neither(text: str, lines: list[Line], stray: Stray) -> Finding:
    words = text[lines[0].text_start : lines[-1].end]
    first, last = lines[0], lines[-1]
    removed = (Edit(first.start, _after_line_end(text, last.end), ""),)
    message = "this line is neither `key: value` nor indented as part of the value above it"
    fix = None
    if words.startswith("%"):
        message = "a line that starts with `%` is a directive in YAML; front matter has none"
        fix = Fix("remove the line", (Edit(first.start, _after_line_end(text, first.end), ""),))
    elif words.startswith(("---", "...")):
        message = f"a line that starts with `{words[:3]}` ends the YAML text; quote or indent it"
    elif words[:1] in ("'", '"'):
        message = f"this line opens a key with `{words[0]}` and never closes it"
    elif stray.after_blank:
        message += "; is the closing `---` missing before it?"
    return _finding(first.text_start, first.end, message, fix, removed)


def _after_line_end(text: str, place: int) -> int:
    return place + (2 if text.startswith("\r\n", place) else 1 if place < len(text) else 0)


def _mark_index(error: Any) -> int:
    """Where the fault is: for what never ends, where it begins."""
    unended = "end of stream" in str(getattr(error, "problem", ""))
    mark = getattr(error, "context_mark" if unended else "problem_mark", None)
    return int(mark.index) if mark is not None else 0


def _entry_at(found: Outline, mark: int) -> Entry | None:
    at = (entry for entry in reversed(found.entries) if entry.line.start <= mark)
    return next(at, None)


def _inside_flow(text: str, entry: Entry, mark: int) -> Finding:
    quoted = quoting_edits(text, entry.start, entry.end)
    place = min(max(mark, entry.start), entry.end - 1)
    message = (
        f"the value of {entry.path} starts with `{text[entry.start]}`, "
        f"{_STARTS[text[entry.start]]} in YAML, and cannot be read as one at "
        f"`{text[place]}`. Quote the value, or the item"
    )
    fix = Fix("quote the whole value", quoted) if entry.line.key in _TEXT_KEYS else None
    return _finding(place, place + 1, message, fix, quoted)


def _line_around(text: str, mark: int) -> tuple[int, int]:
    """The line that holds the mark, or the last one above it that is not blank."""
    lines: Iterable[Line] = find_lines(text)
    filled = [line for line in lines if text[line.start : line.end].strip()]
    above = [line for line in filled if line.start <= mark]
    line = above[-1] if above else filled[0]
    return line.start, line.end


def _without_entry(text: str, place: int) -> tuple[Edit, ...]:
    """An edit that leaves out the top-level entry, with all that is below it, at a place."""
    start, end = 0, len(text)
    for line in find_lines(text):
        if line.indent == 0 and line.text_start < line.end:
            if line.start > place:
                end = line.start
                break
            start = line.start
    return (Edit(start, end, ""),)


def _cause(error: str) -> str:
    if "nesting" in error or "recursion" in error:
        return "the front matter is nested far too deeply to be read"
    if "indent" in error or "expected <block end>" in error or "did not find expected" in error:
        return "this line is indented in a way that fits none of the lines above it"
    problem = error.split("\n", maxsplit=1)[0]
    return f"YAML cannot read the front matter here: {problem}"
