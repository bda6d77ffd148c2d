"""The section on findings: grouped by rule, each with what its manual says."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from skilltool.report.layout import badge, choice, counted, filters, opener, search, section
from skilltool.report.manual import render_manual
from skilltool.report.markup import Markup, element, spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.report.figures import Figures, Finding, RuleNote

_TARGET = "rules"
_FEW = 30
_SEVERITIES = ("error", "warning", "info")


def render(figures: Figures) -> Markup:
    """The rules with errors first, then by how much they found; all open where that is little."""
    if not figures.findings:
        return section("findings", "Findings", "Nothing was found: all good.")
    groups: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in figures.findings:
        groups[finding.rule].append(finding)
    notes = {note.name: note for note in figures.rules}
    ordered = sorted(groups, key=lambda rule: (_worst(groups[rule]), -len(groups[rule]), rule))
    is_open = len(figures.findings) <= _FEW
    shown = [_group(notes[rule], groups[rule], is_open=is_open) for rule in ordered]
    intro = f"{counted(len(figures.findings), 'finding')} by {counted(len(groups), 'rule')}."
    form = _filters(figures, sorted(groups))
    return section("findings", "Findings", intro, form, element("div", *shown, id=_TARGET))


def _worst(findings: Sequence[Finding]) -> int:
    return min(_SEVERITIES.index(finding.severity) for finding in findings)


def _filters(figures: Figures, rules: Sequence[str]) -> Markup:
    present = {finding.severity for finding in figures.findings}
    severities = [severity for severity in _SEVERITIES if severity in present]
    return filters(
        _TARGET,
        choice("Severity", "severity", severities),
        choice("Rule", "rule", rules),
        search("Text"),
        opener(),
        noun="finding",
        count=len(figures.findings),
    )


def _group(note: RuleNote, findings: Sequence[Finding], *, is_open: bool) -> Markup:
    severity = _SEVERITIES[_worst(findings)]
    summary = element(
        "summary",
        badge(severity),
        element("h3", element("code", note.name)),
        element("span", spans(note.summary), class_="quiet"),
        element("span", f"{len(findings):,}", class_="count"),
    )
    why = element("div", render_manual(note.manual), class_="why") if note.manual else ""
    items = element("ul", *map(_finding, findings), class_="findings")
    inner = element("div", why, items, class_="inner")
    return element("details", summary, inner, class_="card", open=is_open)


def _finding(finding: Finding) -> Markup:
    place = f"{finding.path}:{finding.line}:{finding.column}"
    client = [" ", badge("client", finding.profile)] if finding.profile else []
    severity = badge(finding.severity)
    return element(
        "li",
        element("p", severity, " ", element("code", place), *client, class_="place"),
        element("p", spans(finding.message), dir="auto"),
        *(element("p", spans(note), class_="quiet", dir="auto") for note in finding.notes),
        *([element("p", "Fix: ", spans(finding.fix), class_="quiet")] if finding.fix else []),
        data_item=True,
        data_severity=finding.severity,
        data_rule=finding.rule,
    )
