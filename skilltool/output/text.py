"""Findings for people: where, what, the line with the place marked, how to mend it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from skilltool.output.escaping import visible, visible_character
from skilltool.output.findings import (
    Sources,
    count,
    has_fix,
    headline,
    place,
    rule_counts,
    verdict,
)
from skilltool.output.terminal import ELLIPSIS, paint, text_width, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Acceptance, Diagnostic, Fix, Location, Report, Source
    from skilltool.output import Options

_TAB = "    "
_INDENT = "    "
_LEAST_ROOM = 20
_CODE = "    "
"""How a line of a note begins that is to be copied: it is never broken."""
_BLOCK_SIGN = re.compile(r"[|>][-+\d]*(?:[ \t]+#.*|[ \t]*)")


def render_text(report: Report, options: Options) -> str:
    """Each finding with its line, then a summary; only the findings when `quiet`."""
    accepted = report.suppressed if options.show_suppressed else ()
    findings = sorted((*report.diagnostics, *accepted), key=lambda item: item.sort_key)
    sources = Sources(report.libraries)
    blocks = ["\n".join(_finding(item, sources, options)) for item in findings]
    if options.statistics and report.diagnostics:
        blocks.append("\n".join(_statistics(report, options)))
    if not options.quiet:
        blocks.append("\n".join(_summary(report, options)))
    return "".join(f"{block}\n\n" for block in blocks)[:-1]


def _finding(item: Diagnostic, sources: Sources, options: Options) -> Iterator[str]:
    location = item.problem.location
    yield from _title(item, options)
    source = sources.source_at(location.path)
    if source is not None:
        location = _below_block_sign(source, location)
    margin = " " * (len(str(location.line)) + 3)
    if source is not None and _has_frame(source, location):
        yield from _frame(source, item, location, margin, options)
    for label, text in _remarks(item):
        if text.startswith(_CODE):
            yield margin + visible(text)
            continue
        head = f"{margin}= {label}: "
        lines = wrap(visible(text), options.width - len(head))
        yield margin + paint(f"= {label}:", "dim", color=options.color) + f" {lines[0]}"
        yield from (" " * len(head) + line for line in lines[1:])


def _title(item: Diagnostic, options: Options) -> Iterator[str]:
    where = visible(place(item.problem.location)) + ":"
    kind = f"{item.severity.label}[{item.rule}]" + (" (suppressed)" if item.acceptance else "")
    message = visible(item.problem.message)
    fits = text_width(f"{where} {kind} {message}") <= options.width
    style = "dim" if item.acceptance else item.severity.label
    shown = f"{paint(where, 'bold', color=options.color)} {paint(kind, style, color=options.color)}"
    yield f"{shown} {message}" if fits else shown
    if not fits:
        yield from (_INDENT + line for line in wrap(message, options.width - len(_INDENT)))


def _remarks(item: Diagnostic) -> Iterator[tuple[str, str]]:
    """Labelled lines that come below the frame."""
    if item.acceptance is not None:
        yield "suppressed", _reason(item.acceptance)
    if item.profile:
        yield "profile", item.profile
    for note in item.problem.notes:
        for line in note.splitlines():
            yield "note", line
    if item.problem.fix is not None:
        yield _fix_label(item.problem.fix), item.problem.fix.message


def _reason(acceptance: Acceptance) -> str:
    until = f" until {acceptance.expires}" if acceptance.expires else ""
    return f"{acceptance.reason} ({acceptance.location.path}:{acceptance.location.line}{until})"


def _fix_label(fix: Fix) -> str:
    return "fix" if fix.safe else "unsafe fix"


def _below_block_sign(source: Source, location: Location) -> Location:
    """The place without a YAML block sign that it begins with: the words are what is meant."""
    sign = source.line_text(location.line)[location.column - 1 :] if location.line else ""
    if location.end_line <= location.line or not _BLOCK_SIGN.fullmatch(sign):
        return location
    for line in range(location.line + 1, location.end_line + 1):
        text = source.line_text(line)
        if text.strip():
            return location._replace(line=line, column=len(text) - len(text.lstrip()) + 1)
    return location


def _has_frame(source: Source, location: Location) -> bool:
    """Whether a line helps: a place in the text is meant, not the whole file, and not a blank."""
    return location.end_line > 0 and bool(source.line_text(location.line).strip())


def _frame(
    source: Source, item: Diagnostic, location: Location, margin: str, options: Options
) -> Iterator[str]:
    """The first line of the place, cut to the width around it, and marks below."""
    room = max(_LEAST_ROOM, options.width - len(margin) - 2)
    line, indent, marks = _marked_line(source, location, room)
    bar = paint("|", "dim", color=options.color)
    number = paint(f"{location.line:>{len(margin) - 1}}", "dim", color=options.color)
    yield f"{number} {bar} {line}".rstrip()
    marks = paint(marks, item.severity.label, color=options.color)
    yield f"{margin}{bar} {' ' * indent}{marks}"


def _marked_line(source: Source, location: Location, room: int) -> tuple[str, int, str]:
    """The part of a line that fits in `room` cells, and the marks below it with their indent."""
    start, end = _line_bounds(source, location.line)
    at = min(start + location.column - 1, end)
    # a line may be as long as the file: only what could be shown is looked at
    first, last = max(start, at - room - 1), min(end, at + room + 1)
    pieces = [_TAB if char == "\t" else visible_character(char) for char in source.text[first:last]]
    widths = map(len if source.text[first:last].isascii() else text_width, pieces)
    offsets = [0, *accumulate(widths)]
    here = at - first
    low, high = _window(offsets, here, room)
    left = ELLIPSIS if first + low > start else ""
    right = ELLIPSIS if first + high < end else ""
    indent = len(left) + offsets[here] - offsets[low]
    there = min(max(here + _length(location, end - at), here), high)
    marks = "^" * max(1, offsets[there] - offsets[here])
    return f"{left}{''.join(pieces[low:high])}{right}", indent, marks + _onward(location)


def _line_bounds(source: Source, line: int) -> tuple[int, int]:
    """Offsets of a line in the text, without its line end."""
    start, text = source.line_starts[line - 1], source.text
    end = source.line_starts[line] if line < len(source.line_starts) else len(text)
    while end > start and text[end - 1] in "\r\n":
        end -= 1
    return start, end


def _window(offsets: list[int], here: int, room: int) -> tuple[int, int]:
    """First and last piece, the last exclusive, of a part that fits and shows piece `here`."""
    if offsets[-1] <= room:
        return 0, len(offsets) - 1
    budget = room - 2 * len(ELLIPSIS)
    after = min(offsets[-1] - offsets[here], budget * 2 // 3)
    low = bisect_left(offsets, offsets[here] - (budget - after))
    return low, bisect_right(offsets, offsets[low] + budget) - 1


def _length(location: Location, rest_of_line: int) -> int:
    """How many characters of the first line the place takes in."""
    one_line = location.end_line == location.line
    return location.end_column - location.column if one_line else rest_of_line


def _onward(location: Location) -> str:
    """A remark where the place goes on below its first line."""
    last = location.end_line - (location.end_column == 1)
    return f" {ELLIPSIS} to line {last}" if last > location.line else ""


def _statistics(report: Report, options: Options) -> Iterator[str]:
    counts = rule_counts(report.diagnostics)
    numbers = max(len(f"{item.findings:,}") for item in counts)
    names = max(len(item.rule) for item in counts)
    for item in counts:
        severity = paint(f"{item.severity.label:7}", item.severity.label, color=options.color)
        fixable = f"  {item.fixable:,} fixable" if item.fixable else ""
        yield f"{item.findings:>{numbers},}  {severity}  {item.rule:{names}}{fixable}".rstrip()


def _summary(report: Report, options: Options) -> Iterator[str]:
    style = report.worst.label if report.worst else "good"
    yield paint(headline(report), style, color=options.color)
    if sentence := visible(verdict(report)):
        yield from wrap(sentence, options.width)
    yield from _fixes(report)
    skipped = [item for library in report.libraries for item in library.skipped]
    if skipped:
        hint = ":" if options.verbose else " (`--verbose` names them)."
        yield f"Left out: {count(len(skipped), 'folder')}{hint}"
    if options.verbose:
        yield from (f"  {visible(item.path)}: {visible(item.cause)}" for item in skipped)


def _fixes(report: Report) -> Iterator[str]:
    safe = sum(has_fix(item) for item in report.diagnostics)
    unsafe = sum(has_fix(item, safe=False) for item in report.diagnostics)
    if safe:
        more = f", {unsafe:,} more with an unsafe fix" if unsafe else ""
        yield f"{safe:,} fixable with `skills check --fix`{more}."
    elif unsafe:
        yield f"{unsafe:,} fixable with an unsafe fix."
