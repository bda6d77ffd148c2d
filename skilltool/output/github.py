"""Workflow commands that GitHub shows as annotations on the changed lines.

https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Severity
from skilltool.output.escaping import visible

if TYPE_CHECKING:
    from skilltool.model import Diagnostic, Location, Report
    from skilltool.output import Options

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render_github(report: Report, options: Options) -> str:
    """One line for each finding."""
    return "".join(f"{_command(item, options)}\n" for item in report.diagnostics)


def _command(item: Diagnostic, options: Options) -> str:
    location = item.problem.location
    place = _place(location._replace(path=options.from_repository(location.path)))
    properties = {**place, "title": item.rule}
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[item.severity]} {written}::{_message(item).translate(_DATA)}"


def _property(value: str | int) -> str:
    return str(value).translate(_PROPERTY)


def _place(location: Location) -> dict[str, str | int]:
    """File and place; the runner drops the columns of a place of several lines anyway."""
    found: dict[str, str | int] = {"file": location.path, "line": location.line}
    if not location.end_line:
        return found
    if location.end_line == location.line:
        columns = {"endLine": location.end_line, "endColumn": location.end_column}
        return {**found, "col": location.column, **columns}
    return {**found, "endLine": location.end_line - (location.end_column == 1)}


def _message(item: Diagnostic) -> str:
    lines = [item.problem.message, *item.problem.notes]
    if item.problem.fix is not None:
        lines.append(f"Fix: {item.problem.fix.message}")
    return "\n".join(visible(part) for line in lines for part in line.splitlines())
