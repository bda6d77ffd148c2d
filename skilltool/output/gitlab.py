"""A GitLab code quality report.

https://docs.gitlab.com/ci/testing/code_quality/
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skilltool.model import Severity
from skilltool.output.findings import fingerprints

if TYPE_CHECKING:
    from skilltool.model import Diagnostic, Report
    from skilltool.output import Options

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "minor"}


def render_gitlab(report: Report, options: Options) -> str:
    """A JSON list with an object for each finding."""
    keys = fingerprints(report.diagnostics)
    issues = [
        _issue(item, key, options) for item, key in zip(report.diagnostics, keys, strict=True)
    ]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _issue(item: Diagnostic, fingerprint: str, options: Options) -> dict[str, Any]:
    location = item.problem.location
    path = options.from_repository(location.path).removeprefix("./")
    return {
        "description": item.problem.message,
        "check_name": item.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[item.severity],
        # GitLab matches paths with those of the repository, which never start with "./"
        "location": {"path": path, "lines": {"begin": location.line}},
    }
