"""Findings for programs; schemas/diagnostics.schema.json describes the document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skilltool.model import Severity
from skilltool.output.findings import has_fix, skills_with_errors

if TYPE_CHECKING:
    from skilltool.model import Acceptance, Diagnostic, Fix, Report
    from skilltool.output import Options

VERSION = 1
"""Of the document; it grows when a key changes its meaning or goes."""


def render_json(report: Report, options: Options) -> str:
    """One JSON document; its keys keep their order from run to run."""
    skipped = [item for library in report.libraries for item in library.skipped]
    document = {
        "version": VERSION,
        "tool": {"name": "skilltool", "version": options.version},
        "summary": _summary(report),
        "diagnostics": [_diagnostic(item) for item in report.diagnostics],
        "suppressed": [_diagnostic(item) for item in report.suppressed],
        "skipped": [{"path": item.path, "cause": item.cause} for item in skipped],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _summary(report: Report) -> dict[str, int]:
    found = [item.severity for item in report.diagnostics]
    return {
        "skills": report.skill_count,
        "skills_with_errors": len(skills_with_errors(report)),
        "errors": found.count(Severity.ERROR),
        "warnings": found.count(Severity.WARNING),
        "infos": found.count(Severity.INFO),
        "suppressed": len(report.suppressed),
        "known": len(report.known),
        "fixable": sum(has_fix(item) for item in report.diagnostics),
    }


def _diagnostic(item: Diagnostic) -> dict[str, Any]:
    location, acceptance = item.problem.location, item.acceptance
    suppression = {} if acceptance is None else {"suppression": _suppression(acceptance)}
    return {
        "rule": item.rule,
        "group": item.group,
        "severity": item.severity.label,
        "path": location.path,
        "line": location.line,
        "column": location.column,
        "end_line": location.end_line or None,
        "end_column": location.end_column or None,
        "message": item.problem.message,
        "notes": list(item.problem.notes),
        "skill": item.skill,
        "profile": item.profile,
        "fix": _fix(item.problem.fix),
        **suppression,
    }


def _suppression(acceptance: Acceptance) -> dict[str, Any]:
    return {
        "kind": "comment" if acceptance.in_file else "configuration",
        "reason": acceptance.reason,
        "expires": acceptance.expires or None,
        "path": acceptance.location.path,
        "line": acceptance.location.line,
    }


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [{"start": edit.start, "end": edit.end, "text": edit.text} for edit in fix.edits]
    return {"message": fix.message, "safe": fix.safe, "edits": edits}
