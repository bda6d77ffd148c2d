"""Why YAML text cannot be read, in its author's terms, and how to read on after each fault.

Offsets count from the start of the YAML text.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from skilltool.frontmatter.characters import find_control_characters, find_tabs
from skilltool.frontmatter.finding import Finding, finding, named
from skilltool.frontmatter.lines import SPEC_FIELDS, Entry, Line, Outline, outline
from skilltool.frontmatter.quoting import TEXT_KEYS, quoting_edits
from skilltool.frontmatter.strays import find_stray_faults
from skilltool.frontmatter.values import find_flow_fault, find_value_fault
from skilltool.model import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY_SIGNS = "@`%!&*|>,]}"
_NO_PLAIN_TEXT = ("", "'", '"', "|", ">", "[", "{", "#")


def find_faults(text: str) -> list[Finding]:
    """Every fault that the text shows by itself, in its order; empty where none is plain.

    Characters and tabs that hide the structure come alone.
    """
    hidden = find_control_characters(text) or find_tabs(text)
    return [hidden] if hidden else _visible_faults(text, outline(text))


def explain(text: str, error: Exception) -> list[Finding]:
    """The faults behind an error: those that show, else the one that its place tells of."""
    hidden = find_control_characters(text) or find_tabs(text)
    if hidden:
        return [hidden]
    found = outline(text)
    return _visible_faults(text, found) or [_fault_by_position(text, found, error)]


def _visible_faults(text: str, found: Outline) -> list[Finding]:
    entries = _entry_faults(text, found)
    strays = (one for stray in found.strays for one in find_stray_faults(text, found, stray))
    return sorted([*entries, *strays], key=lambda one: one.fault.start)


def _fault_by_position(text: str, found: Outline, error: Exception) -> Finding:
    """A fault that only its place and YAML's own words describe; reading leaves out its entry."""
    mark = _mark_index(error)
    entry = _entry_at(found, mark)
    if entry and mark < entry.end and text.startswith(("[", "{"), entry.start):
        return find_flow_fault(text, entry, mark)
    line = _line_around(found, mark)
    start, end = line.start + line.outer, line.end
    words = text[start:end].rstrip()
    patch = _without_entry(found, line, len(text))
    return finding(start, start + len(words), _cause(error), patch=patch)


def _entry_faults(text: str, found: Outline) -> Iterator[Finding]:
    items_end = 0
    for number, entry in enumerate(found.entries):
        if entry.line.start < items_end:
            continue
        items = _items_of_text(text, found.entries, number)
        items_end = items[-1].end if items else 0
        if fault := _listed_text(text, entry, items) or _entry_fault(text, found, entry):
            yield fault


def _items_of_text(text: str, entries: list[Entry], number: int) -> list[Entry]:
    """The list items straight below a text without quotes, in the column of its key."""
    entry = entries[number]
    if (
        entry.line.key not in TEXT_KEYS - {"name"}
        or text[entry.start : entry.start + 1] in _NO_PLAIN_TEXT
    ):
        return []
    column = entry.line.indent
    below = (entries[at] for at in range(number + 1, len(entries)))
    return list(takewhile(lambda item: item.line.dash == column and not item.column, below))


def _listed_text(text: str, entry: Entry, items: list[Entry]) -> Finding | None:
    """A text with list items below it; quotes make one text of both."""
    if not items:
        return None
    first, end = items[0].line, items[-1].end
    indents = (Edit(item.line.start, item.line.start, "  ") for item in items)
    edits = (*quoting_edits(text, entry.start, end), *indents)
    message = (
        f"a list follows the text of {entry.path}, which YAML reads as one or the other. Write "
        "all of it as one text in quotes"
    )
    fix = Fix("quote the text with its list", edits, safe=False)
    return finding(first.start + first.outer, first.end, message, fix)


def _entry_fault(text: str, found: Outline, entry: Entry) -> Finding | None:
    misplaced = None if entry.column is None else _misplaced(found, entry)
    return misplaced or _key_fault(text, entry.line) or find_value_fault(text, entry)


def _key_fault(text: str, line: Line) -> Finding | None:
    """A key that starts with a sign of YAML; one before a field of the specification is a slip."""
    start = line.text_start
    sign = text[start : start + 1]
    if not line.key or sign not in _KEY_SIGNS:
        return None
    end = line.key_end - 1
    fix = Fix("quote the key", (Edit(start, start, '"'), Edit(end, end, '"')))
    if line.key[1:] in SPEC_FIELDS:
        fix = Fix("remove the sign", (Edit(start, start + 1, ""),))
    message = f"the key `{line.key}` starts with {named(sign)}, which YAML reserves"
    return finding(start, start + 1, message, fix if '"' not in text[start:end] else None)


def _misplaced(found: Outline, entry: Entry) -> Finding | None:
    """An entry whose indentation fits none of the lines above it."""
    column, line = entry.column or 0, entry.line
    if line.outer == 0:
        return _first_indented(found, line) if found.entries[0].line.outer else None
    edits = tuple(_shifted(found, entry, column - line.outer))
    message = "this line is indented in a way that fits none of the lines above it"
    fix = Fix(f"indent it by {column} spaces" if column else "do not indent it", edits)
    return finding(line.start + line.outer, line.end, message, fix)


def _first_indented(found: Outline, line: Line) -> Finding:
    first = found.entries[0].line
    above = [other for other in found.lines if first.start <= other.start < line.start]
    edits = tuple(
        Edit(other.start, other.start + min(first.outer, other.outer), "")
        for other in above
        if other.outer
    )
    message = "the first field is indented and the ones below it are not; YAML reads only the first"
    fix = Fix("do not indent it", edits)
    return finding(first.start + first.outer, first.end, message, fix)


def _shifted(found: Outline, entry: Entry, delta: int) -> Iterator[Edit]:
    """Edits that move a line, and the deeper lines that belong to it, by `delta` columns."""
    line, has_value = entry.line, entry.start < entry.end

    def is_beside(other: Line) -> bool:
        """Whether a line stands where this one should, so that it belongs to the same list."""
        is_item = line.dash >= 0
        same = other.dash >= 0 if is_item else other.dash < 0 and has_value
        return same and other.outer == line.outer + delta

    for other in found.lines:
        if other.start < line.start or other.text_start == other.end:
            continue
        if other.start > line.start and (other.outer <= line.outer or is_beside(other)):
            return
        if delta < 0:
            yield Edit(other.start, other.start - delta, "")
        else:
            yield Edit(other.start, other.start, " " * delta)


def _mark_index(error: Any) -> int:
    """Where the fault is: for what never ends, where it begins."""
    unended = "end of stream" in str(getattr(error, "problem", ""))
    mark = getattr(error, "context_mark" if unended else "problem_mark", None)
    return int(mark.index) if mark is not None else 0


def _entry_at(found: Outline, mark: int) -> Entry | None:
    at = (entry for entry in reversed(found.entries) if entry.line.start <= mark)
    return next(at, None)


def _line_around(found: Outline, mark: int) -> Line:
    """The line that holds the mark, or the last one above it that is not blank."""
    filled = [line for line in found.lines if line.start + line.outer < line.end]
    above = [line for line in filled if line.start <= mark]
    return above[-1] if above else filled[0]


def _without_entry(found: Outline, at: Line, length: int) -> tuple[Edit, ...]:
    """An edit that leaves out the top-level entry, with all that is below it, around a line."""
    tops = [line.start for line in found.lines if line.indent == 0 and line.text_start < line.end]
    start = max((top for top in tops if top <= at.start), default=0)
    end = min((top for top in tops if top > at.start), default=length)
    return (Edit(start, end, ""),)


def _cause(error: Any) -> str:
    problem = str(getattr(error, "problem", None) or error).split("\n", maxsplit=1)[0]
    if "nesting" in problem or "recursion" in problem:
        return "the front matter is nested far too deeply to be read"
    if "indent" in problem or "did not find expected" in problem or "<block end>" in problem:
        return "this line is indented in a way that fits none of the lines above it"
    return f"YAML cannot read the front matter here: {problem}"
