"""Judging a skill: our rules under the profile of the open format, the reference's sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skills_ref.parser import PROFILE, load_skill
from skilltool import linter
from skilltool.config import Config
from skilltool.model import Library, Severity
from skilltool.profiles import load_profile

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Diagnostic

_SENTENCES = (
    ("missing-field", r"`(name)`|(name|description) is empty", "Missing required field: {0}"),
    ("missing-routing-text", r"", "Missing required field: description"),
    ("unknown-field", r"`([^`]+)`", "Unexpected fields in frontmatter: {0}"),
    ("name-differs-from-folder", r"", "Directory name must match skill name"),
    ("invalid-name", r"capital letters", "Skill name must be lowercase"),
    ("invalid-name", r"hyphen$|hyphen[ ;]", "Skill name cannot start or end with a hyphen"),
    ("invalid-name", r"two hyphens", "Skill name cannot contain consecutive hyphens"),
    ("invalid-name", r"holds (.+), which", "Skill name contains invalid characters: {0}"),
    ("schema-violation", r"^(\w+) has .* limit is ([\d,]+)", "{0} exceeds {1} character limit"),
)


def validate(folder: Path) -> list[str]:
    """Every error of the skill in a folder; empty for a valid one."""
    if not folder.exists():
        return [f"Path does not exist: {folder}"]
    if not folder.is_dir():
        return [f"Not a directory: {folder}"]
    skill = load_skill(folder)
    if skill is None:
        return ["Missing required file: SKILL.md"]
    library = Library(folder, str(folder), (skill,))
    selection = linter.Selection(("frontmatter", "schema", "naming"))
    report = linter.check([library], Config(), [load_profile(PROFILE)], selection)
    errors = [item for item in report.diagnostics if item.severity is Severity.ERROR]
    return [sentence for item in errors for sentence in _sentences(item)]


def _sentences(item: Diagnostic) -> list[str]:
    found = [
        template.format(*(text.replace(",", "") for text in match.groups() if text))
        for rule, pattern, template in _SENTENCES
        if rule == item.rule and (match := re.search(pattern, item.problem.message))
    ]
    return found or [f"{item.rule}: {item.problem.message}"]
