"""Why YAML text cannot be read, in its author's terms, and how to read on after each fault.

Offsets count from the start of the YAML text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skilltool.frontmatter.characters import find_control_characters, find_tabs
from skilltool.frontmatter.finding import Finding, finding, named
from skilltool.frontmatter.lines import SPEC_FIELDS, Entry, Line, Outline, outline
from skilltool.frontmatter.strays import find_stray_faults
from skilltool.frontmatter.values import find_flow_fault, find_value_fault
from skilltool.model import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY_SIGNS = "@`%!&*|>,]}"


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
    entries = (_entry_fault(text, found, entry) for entry in found.entries)
    strays = (one for stray in found.strays for one in find_stray_faults(text, found, stray))
    return sorted([*filter(None, entries), *strays], key=lambda one: one.fault.start)


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
    edits = tuple(_shifted(found, line, column - line.outer))
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


def _shifted(found: Outline, line: Line, delta: int) -> Iterator[Edit]:
    """Edits that move a line, and the deeper lines below it, by `delta` columns."""
    for other in found.lines:
        if other.start < line.start or other.text_start == other.end:
            continue
        if other.start > line.start and other.outer <= line.outer:
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
