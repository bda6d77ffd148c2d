"""Why a value in quotes cannot be read as its author meant it."""

from __future__ import annotations

import re
from typing import NamedTuple

from skilltool.frontmatter.finding import Finding, finding, named, quote_whole
from skilltool.frontmatter.glued import find_second_field, find_separator
from skilltool.frontmatter.lines import Entry, quoted_end
from skilltool.model import Edit, Fault, Fix

_BAD_ESCAPE = re.compile(
    r"""\\(?:[^0abtnvfre "/\\N_LPxuU\r\n\t]|x(?![\da-fA-F]{2})|u(?![\da-fA-F]{4})"""
    r"""|U(?!000[\da-fA-F]{5}|0010[\da-fA-F]{4}))"""
)
_SURROGATES = re.compile(
    r"\\(?:\\|(u[dD][89abAB][\da-fA-F]{2})\\(u[dD][c-fC-F][\da-fA-F]{2})|u[dD][89a-fA-F][\da-fA-F]{2})"
)
_INNER_DOUBLE = re.compile(r'(?<!\\)(?:\\\\)*(")')
_INNER_SINGLE = re.compile(r"(')(?!')(?<!'')")
_FOREIGN_ESCAPES = {"'": (r"\\'(?=\w)", "''"), '"': (r'""(?=\w)|(?<=\w)""', '\\"')}
_COMPLETE = re.compile(r"\s*(?:[ \t]#.*)?", re.DOTALL)
_TRIPLE = re.compile(r'"""[^"]*(?<!\\)"""')
_CLOSED_BEHIND = r"[ \t]*(?:(?:\r\n?|\n)[\w-]+:[^\r\n]*)*(?:\r\n?|\n)---\s"
_NEAR_CHARACTERS = 4096
_OTHER_SIGNS = {"”": "“", "“": "„", "’": "‘", "'": "'", '"': '"'}
"""Signs that may have been meant to close a quotation, each with the one that opens it."""


class _Value(NamedTuple):
    """A value that a quote sign opens, at `start`, and the entry that it belongs to."""

    text: str
    start: int
    entry: Entry

    @property
    def sign(self) -> str:
        return self.text[0]

    @property
    def path(self) -> str:
        return self.entry.path

    def finding(self, start: int, end: int, message: str, fix: Fix | None) -> Finding:
        """A finding whose places count from the start of the value."""
        return finding(self.start + start, self.start + end, message, fix)

    def edit(self, start: int, end: int, text: str) -> Edit:
        return Edit(self.start + start, self.start + end, text)


def find_quoted_fault(text: str, entry: Entry) -> Finding | None:
    """What in a value that a quote sign opens keeps it from being read."""
    value = _Value(text[entry.start : entry.end], entry.start, entry)
    closing = quoted_end(value.text)
    if closing is not None and _COMPLETE.fullmatch(value.text, closing):
        return _escape_fault(value, closing) if value.sign == '"' else None
    known = _triple(value) or _escaped_elsewhere(value)
    if known or closing is None:
        return known or _unclosed(text, value)
    end = entry.start + closing
    behind = find_separator(text, entry, end) or find_second_field(text, entry, end)
    return behind or _goes_on(text, value, closing)


def _unclosed(text: str, value: _Value) -> Finding:
    opened = f"the value of {value.path} opens with `{value.sign}` and "
    last = value.text[-1]
    if _closes_meant(value.text):
        fix = Fix(
            f"close it with `{value.sign}`",
            (value.edit(len(value.text) - 1, len(value.text), value.sign),),
            safe=not value.text[-2].isalnum(),
        )
        return value.finding(0, 1, f"{opened}ends with {named(last)}", fix)
    fix = Fix("close it", _closing_edits(text, value.entry))
    return value.finding(0, 1, f"{opened}never closes it", fix)


def _closes_meant(value: str) -> bool:
    """Whether the last sign is another quote sign that closes nothing inside the value."""
    last, inner = value[-1], re.sub(r"(?<=\w)['’](?=\w)", "", value[1:])
    opening = _OTHER_SIGNS.get(last)
    if len(value) < 3 or opening is None or last == value[0] or value[-2] == "\\":
        return False
    if opening == last:
        return inner.count(last) % 2 == 1
    return inner.count(last) > inner.count(opening)


def _escaped_elsewhere(value: _Value) -> Finding | None:
    r"""`'it\'s'` and `"a ""b"" c"`: other languages write a quote sign inside quotes so."""
    pattern, meant = _FOREIGN_ESCAPES[value.sign]
    places = [match.start() for match in re.finditer(pattern, value.text[1:])]
    mended = value.text[0] + re.sub(pattern, lambda _: meant, value.text[1:])
    end = quoted_end(mended)
    if not places or end is None or not _COMPLETE.fullmatch(mended[end:].lstrip(",;")):
        return None
    first = places[0] + 1
    message = (
        f"`{value.text[first : first + 2]}` is no quote sign inside the value of {value.path}; in "
        f"YAML that is `{meant}`"
    )
    edits = tuple(value.edit(at + 1, at + 2, meant[0]) for at in places)
    return value.finding(first, first + 2, message, Fix(f"write `{meant}`", edits))


def _triple(value: _Value) -> Finding | None:
    end = len(value.text)
    if not _TRIPLE.fullmatch(value.text):
        return None
    message = f"three quote signs open the value of {value.path}; YAML knows no such quotes"
    edits = (value.edit(0, 2, ""), value.edit(end - 2, end, ""))
    return value.finding(0, 3, message, Fix("write one quote sign", edits))


def _goes_on(text: str, value: _Value, closing: int) -> Finding:
    """Text after the quote sign that closes the value."""
    at = closing - 1
    if _is_inside_word(value.text, at):
        message = f"this `{value.sign}` ends the value of {value.path} early. " + (
            "Double it" if value.sign == "'" else "Put a backslash before it"
        )
        fix = Fix("mark it as text", _closing_edits(text, value.entry))
        return value.finding(at, closing, message, fix)
    message = f"text follows the closing quote of the value of {value.path}. Quote the whole value"
    start, end = value.start + at, value.start + closing
    # Below a complete value may stand anything.
    goes_on_below = len(value.text[closing:].splitlines()) > 1
    return quote_whole(text, value.entry, start, end, message, safe=not goes_on_below)


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


def _escape_fault(value: _Value, length: int) -> Finding | None:
    bad, others = [], set()
    for match in re.finditer(r"\\(?s:.)", value.text[:length]):
        if _BAD_ESCAPE.match(value.text, match.start()):
            bad.append(match.start())
        else:
            others.add(match.group())
    if not bad:
        return _surrogates(value, length)
    sign = value.text[bad[0] : bad[0] + 2]
    message = f"`{sign}` is no escape of a double-quoted YAML value. "
    if {value.text[place + 1] for place in bad} == {"'"}:
        fix = Fix("remove the backslash", tuple(value.edit(at, at + 1, "") for at in bad))
        return value.finding(bad[0], bad[0] + 2, f"{message}Write the apostrophe alone", fix)
    edits = tuple(value.edit(at, *_without_fault(value.text, at)) for at in bad)
    fix = Fix("double the backslash", edits, safe=others <= {"\\\\", '\\"', "\\/"})
    return value.finding(bad[0], bad[0] + 2, f"{message}Double the backslash", fix)


def _without_fault(value: str, at: int) -> tuple[int, str]:
    r"""Where an edit of the escape at `at` ends and what it writes: `\'` is an apostrophe."""
    return (at + 1, "") if value[at + 1] == "'" else (at, "\\")


def _surrogates(value: _Value, length: int) -> Finding | None:
    """Escapes of halves of a character, as JSON has them; two that fit are one character."""
    found = [match for match in _SURROGATES.finditer(value.text, 0, length) if match[0] != r"\\"]
    if not found:
        return None
    first = found[0]
    message = f"`{first[0]}` is an escape of JSON, YAML takes no halves of a character"
    if not all(match[1] for match in found):
        return value.finding(first.start(), first.end(), message, None)
    edits = tuple(
        value.edit(match.start(), match.end(), _character(match[1], match[2])) for match in found
    )
    character = edits[0].text
    fix = Fix(f"write `{character}`", edits)
    return value.finding(first.start(), first.end(), f"{message}. Write `{character}`", fix)


def _character(high: str, low: str) -> str:
    first, second = int(high[1:], 16) - 0xD800, int(low[1:], 16) - 0xDC00
    return chr(0x10000 + (first << 10) + second)


def cut_by_fence(text: str, end: int, fault: Fault) -> Fault | None:
    """What an open quote at `fault` means where a `---` inside the value ends the front matter.

    `end` is where the line of the fence starts. The value goes on behind it to a quote sign that
    the fence of the author follows.
    """
    sign = text[fault.start : fault.start + 1]
    if fault.end != fault.start + 1 or sign not in ("'", '"') or not text.startswith("---", end):
        return None
    if quoted_end(text[fault.start : end]) is not None:
        return None
    behind = text[end : end + _NEAR_CHARACTERS]
    if not re.match(f"[^{sign}]*{sign}{_CLOSED_BEHIND}", behind):
        return None
    message = (
        "this `---` ends the front matter inside a value in quotes; write the value on one line"
    )
    return Fault(fault.kind, end, end + 3, message)
