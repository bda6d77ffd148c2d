"""JUnit XML, as test reports of CI servers read it: a skill is a test case."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

from skilltool.model import Severity
from skilltool.output.findings import Sources, place, severity_counts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Diagnostic, Report
    from skilltool.output import Options

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_junit(report: Report, options: Options) -> str:
    """A test suite in which a skill with a finding at or above the bar fails.

    The errors and warnings of the others are the output of their test cases.
    """
    cases = list(_cases(report, options.bar))
    failures = sum(_fails(found, options.bar) for _, _, found in cases)
    numbers = {"tests": str(len(cases)), "failures": str(failures)}
    root = ET.Element("testsuites", {"name": "skills", **numbers})
    suite = ET.SubElement(root, "testsuite", {"name": "skills", **numbers})
    for name, path, found in cases:
        case = ET.SubElement(suite, "testcase", {"name": _text(name), "classname": _text(path)})
        if _fails(found, options.bar):
            _add_failure(case, found)
        elif found:
            ET.SubElement(case, "system-out").text = _text("\n".join(map(_line, found)))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, "unicode")}\n'


def _fails(found: list[Diagnostic], bar: Severity) -> bool:
    return any(item.severity >= bar for item in found)


def _cases(report: Report, bar: Severity) -> Iterator[tuple[str, str, list[Diagnostic]]]:
    """Name, path and findings of each skill, then of each other file that has findings."""
    names = {
        skill.path: skill.name
        for library in report.libraries
        for skill in library.skills
        if library.is_selected(skill)
    }
    sources = Sources(report.libraries)
    found: dict[str, list[Diagnostic]] = {path: [] for path in names}
    for item in report.diagnostics:
        if item.severity >= min(bar, Severity.WARNING):
            path = item.problem.location.path
            skill = sources.skill_at(path)
            found.setdefault(skill.path if skill else path, []).append(item)
    for path, items in found.items():
        yield names.get(path, path), path, items


def _add_failure(case: ET.Element, found: list[Diagnostic]) -> None:
    """One failure for all findings: several servers read only the first of a test case."""
    worst = max(item.severity for item in found).label
    failure = ET.SubElement(case, "failure", message=severity_counts(found), type=worst)
    failure.text = _text("\n".join(map(_line, found)))


def _line(item: Diagnostic) -> str:
    where = place(item.problem.location)
    return f"{where}: {item.severity.label}[{item.rule}] {item.problem.message}"


def _text(text: str) -> str:
    """The text without the characters that XML cannot hold."""
    return _NOT_IN_XML.sub("", text)
