"""What several formats need to know of a report: counts, sources, fingerprints."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from skilltool.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skilltool.model import Diagnostic, Library, Location, Report, Skill, Source


MAX_NAMED = 5
"""Skills that a summary names; it counts the others."""


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 skill`, `1,200 skills`, `2 libraries`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def place(location: Location) -> str:
    """A location as editors and terminals recognise it."""
    return f"{location.path}:{location.line}:{location.column}"


def severity_counts(diagnostics: Iterable[Diagnostic]) -> str:
    """Such as `2 errors, 1 warning`, the worst first; empty where there is nothing."""
    found = Counter(item.severity for item in diagnostics)
    return ", ".join(count(found[key], key.label) for key in sorted(found, reverse=True))


def headline(report: Report) -> str:
    """One sentence: what was checked and what came of it."""
    libraries = count(len(report.libraries), "library")
    result = severity_counts(report.diagnostics) or "all good"
    aside = [
        f"{len(items):,} {word}"
        for items, word in ((report.suppressed, "suppressed"), (report.known, "not new"))
        if items
    ]
    note = f" ({', '.join(aside)})" if aside else ""
    return f"Checked {count(report.skill_count, 'skill')} in {libraries}: {result}{note}."


def skills_with_errors(report: Report) -> dict[str, list[str]]:
    """The names of the rules that found an error in a skill, by the path of its SKILL.md."""
    found: dict[str, list[str]] = {}
    sources = Sources(report.libraries)
    for item in report.diagnostics:
        path = item.problem.location.path
        if item.severity is Severity.ERROR and (skill := sources.skill_at(path)):
            rules = found.setdefault(skill.path, [])
            rules += [item.rule] if item.rule not in rules else []
    return found


def verdict(report: Report) -> str:
    """One sentence: which skills have errors, by which rules; empty where that says nothing new."""
    broken = skills_with_errors(report)
    if not broken or report.skill_count < 2:
        return ""
    named = [
        f"{PurePosixPath(path).parent.name} ({', '.join(rules)})" for path, rules in broken.items()
    ]
    more = [f"{len(named) - MAX_NAMED:,} more"] if len(named) > MAX_NAMED else []
    valid = f"{report.skill_count - len(broken):,} valid"
    return f"{valid}, {len(broken):,} with errors: {', '.join([*named[:MAX_NAMED], *more])}."


class RuleCount(NamedTuple):
    """How often one rule found something, and how many of these have a safe fix."""

    rule: str
    severity: Severity
    findings: int
    fixable: int


def rule_counts(diagnostics: Sequence[Diagnostic]) -> list[RuleCount]:
    """The rules that found something, the most frequent first."""
    found = Counter((item.rule, item.severity) for item in diagnostics)
    fixable = Counter((item.rule, item.severity) for item in diagnostics if has_fix(item))
    counts = [RuleCount(*key, number, fixable[key]) for key, number in found.items()]
    return sorted(counts, key=lambda item: (-item.findings, item.rule, -item.severity))


def has_fix(item: Diagnostic, *, safe: bool = True) -> bool:
    """Whether the finding has a fix, a safe one or one that needs consent."""
    return item.problem.fix is not None and item.problem.fix.safe is safe


def fingerprints(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """A key for each finding that outlives edits elsewhere in the file, no two alike.

    Hexadecimal SHA-256 of rule, file and message without its numbers, with a count where several
    are equal in these.
    """
    import hashlib

    seen: Counter[tuple[str, ...]] = Counter()
    keys = []
    for item in diagnostics:
        message = re.sub(r"\d[\d,.]*", "#", item.problem.message)
        key = (item.rule, item.problem.location.path, item.profile, message)
        seen[key] += 1
        text = "\0".join((*key, str(seen[key])))
        keys.append(hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest())
    return keys


class Sources:
    """Finds the skill and the text that a shown path belongs to."""

    def __init__(self, libraries: Iterable[Library]) -> None:
        self._libraries = tuple(libraries)
        self._texts: dict[str, Source | None] = {}
        for library in self._libraries:
            self._texts |= {skill.path: skill.source for skill in library.skills}
            self._texts |= {file.path: file.source for file in library.index_files}

    def skill_at(self, path: str) -> Skill | None:
        """The skill in whose folder a path lies."""
        return next(filter(None, (library.skill_at(path) for library in self._libraries)), None)

    def source_at(self, path: str) -> Source | None:
        """The text of a file of the libraries; None where it has none or is not theirs."""
        if path not in self._texts:
            self._texts[path] = self._resource_text(path)
        return self._texts[path]

    def _resource_text(self, path: str) -> Source | None:
        skill = self.skill_at(path)
        if skill is None:
            return None
        folder = PurePosixPath(skill.path).parent
        relative = PurePosixPath(path).relative_to(folder).as_posix()
        return next((item.source for item in skill.resources if item.path == relative), None)
