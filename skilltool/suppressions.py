"""Findings that are accepted, by a comment in the SKILL.md or an entry of the configuration."""

from __future__ import annotations

import datetime
import fnmatch
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skilltool.model import Diagnostic, Location, Problem, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from skilltool.config import Suppression
    from skilltool.model import Library, Skill

UNUSED = "unused-suppression"
"""The name of the finding that a suppression itself is wrong or unused."""

_COMMENT = re.compile(
    r"(?:<!--|#)[ \t]*skills-ignore:[ \t]*(?P<rules>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)"
    r"(?:[ \t]+until[ \t]+(?P<expires>\d{4}-\d{2}-\d{2}))?"
    r"(?:[ \t]+--[ \t]+(?P<reason>[^\r\n]*?))?[ \t]*(?:-->|\r|\n|\Z)"
)


@dataclass(frozen=True, slots=True)
class Comment:
    """One rule that one comment accepts in its skill. `reason` is empty where none is given."""

    rule: str
    reason: str
    expires: str
    location: Location


def parse_comments(skill: Skill) -> Iterator[Comment]:
    """The accepted rules of a skill, from comments such as these.

    `<!-- skills-ignore: broken-link until 2027-01-31 -- made by the build -->` in the body, or
    `# skills-ignore: no-trigger -- a router chooses it` in the front matter.
    """
    text = skill.source.text
    if "skills-ignore:" not in text:
        return
    for match in _COMMENT.finditer(text):
        in_body = match.start() >= skill.front_matter.body_start
        if in_body != match.group().startswith("<!--"):
            continue
        place = skill.source.location(match.start(), match.end())
        for rule in re.split(r"[ \t]*,[ \t]*", match["rules"]):
            yield Comment(rule, match["reason"] or "", match["expires"] or "", place)


@dataclass(frozen=True, slots=True)
class _Accepted:
    """A suppression of either kind: comment or configuration."""

    rule: str
    skills: tuple[str, ...]
    path: str
    reason: str
    expires: str
    location: Location

    def covers(self, item: Diagnostic) -> bool:
        if item.rule != self.rule or (self.path and not _is_in(item, self.path)):
            return False
        return bool(self.path) or any(fnmatch.fnmatch(item.skill, name) for name in self.skills)


def _is_in(item: Diagnostic, skill_path: str) -> bool:
    folder = skill_path.rpartition("/")[0]
    return f"{item.problem.location.path}/".startswith(f"{folder}/" if folder else "")


def apply_suppressions(
    library: Library,
    diagnostics: Sequence[Diagnostic],
    entries: Sequence[Suppression],
    judged: Mapping[str, bool],
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The findings that stand, complaints about suppressions among them, and the accepted ones.

    `judged` holds every rule's name, and whether this run can tell a suppression of it unused.
    """
    today = datetime.date.today().isoformat()
    accepted = [*_from_config(entries), *_from_comments(library)]
    valid = [entry for entry in accepted if entry.reason and not _expired(entry, today)]
    covering = {item: [entry for entry in valid if entry.covers(item)] for item in diagnostics}
    used = {entry for entries in covering.values() for entry in entries}
    kept = [item for item in diagnostics if not covering[item]]
    quiet = [item for item in diagnostics if covering[item]]
    unused = [entry for entry in accepted if entry not in used]
    return [*kept, *_complaints(unused, today, judged)], quiet


def _expired(entry: _Accepted, today: str) -> bool:
    return bool(entry.expires) and entry.expires < today


def _from_config(entries: Sequence[Suppression]) -> Iterator[_Accepted]:
    place = Location("skills.toml")
    for entry in entries:
        yield _Accepted(entry.rule, entry.skills, "", entry.reason, entry.expires, place)


def _from_comments(library: Library) -> Iterator[_Accepted]:
    for skill in library.skills:
        for comment in parse_comments(skill):
            yield _of_comment(skill, comment)


def _of_comment(skill: Skill, comment: Comment) -> _Accepted:
    return _Accepted(
        comment.rule, (), skill.path, comment.reason, comment.expires, comment.location
    )


def _complaints(
    unused: Sequence[_Accepted], today: str, judged: Mapping[str, bool]
) -> Iterator[Diagnostic]:
    for entry in unused:
        if words := _complaint(entry, today, judged):
            problem = Problem(entry.location, f"the suppression of `{entry.rule}` {words}")
            yield Diagnostic(UNUSED, "suppression", Severity.WARNING, problem)


def _complaint(entry: _Accepted, today: str, judged: Mapping[str, bool]) -> str:
    """What is wrong with a suppression that suppressed nothing; empty where that says nothing."""
    if entry.rule not in judged:
        return "names no rule that exists"
    if not entry.reason:
        return "gives no reason; add ` -- why it is accepted`"
    if _expired(entry, today):
        return f"expired on {entry.expires}"
    return "matches no finding; remove it" if judged[entry.rule] else ""
