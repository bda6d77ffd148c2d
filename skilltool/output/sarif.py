"""SARIF 2.1.0 for code scanning.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from skilltool.model import Severity
from skilltool.output.findings import Sources, fingerprints

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skilltool.model import Acceptance, Diagnostic, Edit, Fix, Location, Report, Source
    from skilltool.output import Options

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render_sarif(report: Report, options: Options) -> str:
    """One log with one run. What is suppressed is in it on request only.

    GitHub opens an alert for a suppressed result as for any other (github/codeql-action#1230).
    """
    accepted = report.suppressed if options.show_suppressed else ()
    findings = (*report.diagnostics, *accepted)
    names = sorted({*options.rule_docs, *(item.rule for item in findings)})
    sources, keys = Sources(report.libraries), fingerprints(findings)
    results = [
        _result(item, key, names.index(item.rule), sources, options)
        for item, key in zip(findings, keys, strict=True)
    ]
    run = {
        "tool": {"driver": _driver(names, options)},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _driver(names: list[str], options: Options) -> dict[str, Any]:
    rules = [_rule(name, options.rule_docs) for name in names]
    version = {"version": options.version} if options.version else {}
    return {"name": "skilltool", **version, "rules": rules}


def _rule(name: str, docs: Mapping[str, str]) -> dict[str, Any]:
    if name not in docs:
        return {"id": name}
    text = {"text": docs[name]}
    help_text = {"text": f"{docs[name]} `skills explain {name}` tells more."}
    return {"id": name, "shortDescription": text, "fullDescription": text, "help": help_text}


def _result(
    item: Diagnostic, key: str, rule_index: int, sources: Sources, options: Options
) -> dict[str, Any]:
    location, fix = item.problem.location, item.problem.fix
    source = sources.source_at(location.path)
    artifact = _artifact(options.from_repository(location.path))
    place = {"artifactLocation": artifact, "region": _region(location)}
    about = {"group": item.group, "skill": item.skill, "profile": item.profile}
    result: dict[str, Any] = {
        "ruleId": item.rule,
        "ruleIndex": rule_index,
        "level": _LEVELS[item.severity],
        "message": {"text": "\n".join((item.problem.message, *item.problem.notes))},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"ruleFileMessage/v1": key},
        "properties": {name: value for name, value in about.items() if value},
    }
    if fix is not None and source is not None:
        result["fixes"] = [_fix(fix, source, artifact)]
    if item.acceptance is not None:
        result["suppressions"] = [_suppression(item.acceptance, options)]
    return result


def _suppression(acceptance: Acceptance, options: Options) -> dict[str, Any]:
    path = options.from_repository(acceptance.location.path)
    artifact = {"artifactLocation": _artifact(path)}
    return {
        "kind": "inSource" if acceptance.in_file else "external",
        "status": "accepted",
        "justification": acceptance.reason,
        "location": {"physicalLocation": {**artifact, "region": _region(acceptance.location)}},
    }


def _artifact(path: str) -> dict[str, str]:
    """The file as a URI, relative to the root of the sources where the path is relative."""
    # a file name need not be UTF-8: its other bytes are in the path as lone surrogates
    uri = quote(path.encode("utf-8", "surrogateescape"), safe="/:" if _has_drive(path) else "/")
    if path.startswith("/"):
        return {"uri": f"file://{uri}"}
    if _has_drive(path):
        return {"uri": f"file:///{uri}"}
    return {"uri": uri.removeprefix("./"), "uriBaseId": "%SRCROOT%"}


def _has_drive(path: str) -> bool:
    return re.match(r"[A-Za-z]:/", path) is not None


def _region(location: Location) -> dict[str, int]:
    if not location.end_line:
        return {"startLine": location.line}
    return {
        "startLine": location.line,
        "startColumn": location.column,
        "endLine": location.end_line,
        "endColumn": location.end_column,
    }


def _fix(fix: Fix, source: Source, artifact: dict[str, str]) -> dict[str, Any]:
    replacements = [_replacement(edit, source) for edit in fix.edits]
    return {
        "description": {"text": fix.message},
        "artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}],
        "properties": {"safe": fix.safe},
    }


def _replacement(edit: Edit, source: Source) -> dict[str, Any]:
    region = _region(source.location(edit.start, edit.end))
    return {"deletedRegion": region, "insertedContent": {"text": edit.text}}
