"""A job summary or a comment: counts for each rule, then the findings of each file, folded."""

from __future__ import annotations

import html
from itertools import groupby
from typing import TYPE_CHECKING

from skilltool.output.escaping import markdown_prose, markdown_text, visible
from skilltool.output.findings import count, headline, rule_counts, severity_counts, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.model import Diagnostic, Report
    from skilltool.output import Options

LIMIT = 60_000
"""Characters; a GitHub comment holds 65,536."""

_RESERVE = 200
_CLOSE = "\n</details>\n"


def render_markdown(report: Report, options: Options) -> str:
    """At most LIMIT characters of GitHub Markdown; a last line tells how many findings are cut."""
    broken = verdict(report)
    head = f"**{headline(report)}**\n" + (f"\n{markdown_text(broken)}\n" if broken else "")
    if not report.diagnostics:
        return head
    head += "\n" + "".join(_table(report.diagnostics))
    body, shown = _fitting(report.diagnostics, LIMIT - _RESERVE - len(head))
    left = len(report.diagnostics) - shown
    tail = f"\n{count(left, 'more finding')} left out here.\n" if left else ""
    return head + body + tail


def _table(diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    yield "| Rule | Severity | Findings | Fixable |\n| --- | --- | ---: | ---: |\n"
    for item in rule_counts(diagnostics):
        name = markdown_text(item.rule)
        yield f"| {name} | {item.severity.label} | {item.findings:,} | {item.fixable:,} |\n"


def _fitting(diagnostics: Sequence[Diagnostic], room: int) -> tuple[str, int]:
    """The findings, file by file, that fit in `room` characters, and how many these are."""
    parts: list[str] = []
    shown = 0
    for path, group in groupby(diagnostics, key=lambda item: item.problem.location.path):
        found = list(group)
        opening = _opening(path, found)
        room -= len(opening) + len(_CLOSE)
        entries = list(_within(map(_entry, found), room))
        if entries:
            parts += [opening, *entries, _CLOSE]
            shown += len(entries)
            room -= sum(map(len, entries))
        if len(entries) < len(found):
            break
    return "".join(parts), shown


def _within(entries: Iterator[str], room: int) -> Iterator[str]:
    for entry in entries:
        room -= len(entry)
        if room < 0:
            return
        yield entry


def _opening(path: str, found: Sequence[Diagnostic]) -> str:
    name = html.escape(visible(path))
    return f"\n<details>\n<summary><code>{name}</code>: {severity_counts(found)}</summary>\n\n"


def _entry(item: Diagnostic) -> str:
    location, problem = item.problem.location, item.problem
    title = f"**{item.severity.label}** {location.line}:{location.column} `{item.rule}`"
    below = [
        f"note: {markdown_prose(line)}" for note in problem.notes for line in note.splitlines()
    ]
    if problem.fix is not None:
        label = "fix" if problem.fix.safe else "unsafe fix"
        below.append(f"{label}: {markdown_prose(problem.fix.message)}")
    rest = "".join(f"  - {line}\n" for line in below)
    return f"- {title}: {markdown_prose(problem.message)}\n{rest}"
