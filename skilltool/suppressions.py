"""Findings that are accepted, by a comment in the SKILL.md or an entry of the configuration."""

from __future__ import annotations

import datetime
import fnmatch
import re
from typing import TYPE_CHECKING, NamedTuple

from skilltool.library import shown
from skilltool.markdown import parse_markdown
from skilltool.model import Acceptance, Diagnostic, Location, Problem, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from skilltool.config import Suppression
    from skilltool.model import Library, Skill

UNUSED = "unused-suppression"
"""The name of the finding that a suppression itself is wrong or unused."""

_MARK = "skills-ignore:"
_FORM = re.compile(
    r"skills-ignore:[ \t]*(?P<rules>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)"
    r"(?:[ \t]+until[ \t]+(?P<expires>\d{4}-\d{2}-\d{2}))?"
    r"(?:[ \t]+--[ \t]+(?P<reason>[^\r\n]*))?"
)
_YAML_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[ \t]*(skills-ignore:[^\r\n]*)", re.MULTILINE)


class Comment(NamedTuple):
    """One rule that one comment accepts in its skill. `reason` is empty where none is given.

    `rule` is empty for a comment that has not the form of a suppression.
    """

    rule: str
    reason: str
    expires: str
    location: Location


def parse_comments(skill: Skill) -> Iterator[Comment]:
    """The accepted rules of a skill, from comments such as these.

    `<!-- skills-ignore: broken-link until 2027-01-31 -- made by the build -->` in the body, or
    `# skills-ignore: no-trigger -- a router chooses it` in the front matter.
    """
    if _MARK not in skill.source.text:
        return
    for start, end, text in _marked_texts(skill):
        place = skill.source.location(start, end)
        found = _FORM.fullmatch(text)
        if found is None:
            yield Comment("", "", "", place)
            continue
        for rule in re.split(r"[ \t]*,[ \t]*", found["rules"]):
            yield Comment(rule, found["reason"] or "", found["expires"] or "", place)


def _marked_texts(skill: Skill) -> Iterator[tuple[int, int, str]]:
    """Where each comment that begins with the mark is in the file, and what it says."""
    front = skill.front_matter
    for match in _YAML_COMMENT.finditer(skill.source.text, front.start, front.end):
        yield match.start(), match.end(), match[1].rstrip()
    for comment in parse_markdown(skill.body).comments:
        text = comment.content.strip()
        if text.startswith(_MARK):
            yield front.body_start + comment.start, front.body_start + comment.end, text


class _Accepted(NamedTuple):
    """A suppression of either kind: comment or configuration.

    `judged` tells whether this run looked wherever it could apply: only then it can be unused;
    `asked` whether it stands where the run was asked to look.
    """

    rule: str
    skills: tuple[str, ...]
    owner: Skill | None
    reason: str
    expires: str
    location: Location
    judged: bool
    asked: bool = True

    @property
    def acceptance(self) -> Acceptance:
        """What it tells those who read a finding that it covers."""
        return Acceptance(self.reason, self.expires, self.location, self.owner is not None)

    def covers(self, item: Diagnostic, skill: Skill | None) -> bool:
        """Whether it accepts a finding in a file of `skill`."""
        if item.rule != self.rule:
            return False
        if self.owner is not None:
            return self.owner is skill
        return any(fnmatch.fnmatchcase(item.skill, name) for name in self.skills)


def apply_suppressions(
    found: Sequence[tuple[Library, Sequence[Diagnostic]]],
    entries: Sequence[Suppression],
    rules: Mapping[str, bool],
    *,
    everywhere: bool,
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The findings that stand, complaints about suppressions among them, and the accepted ones.

    `rules` holds every rule's name and whether it ran; `everywhere` tells whether the libraries
    are all that the configuration speaks of. A suppression is called unused only by a run that
    would have used it.
    """
    today = datetime.date.today().isoformat()
    libraries = [library for library, _ in found]
    whole = everywhere and all(library.selected is None for library in libraries)
    accepted = [*_from_config(entries, whole), *_from_comments(libraries)]
    valid = [entry for entry in accepted if entry.reason and not _expired(entry, today)]
    kept: list[Diagnostic] = []
    quiet: list[Diagnostic] = []
    used: set[_Accepted] = set()
    for library, diagnostics in found:
        for item in diagnostics:
            skill = library.skill_at(item.problem.location.path)
            covering = [entry for entry in valid if entry.covers(item, skill)]
            used.update(covering)
            if covering:
                quiet.append(item._replace(acceptance=covering[0].acceptance))
            else:
                kept.append(item)
    unused = [entry for entry in accepted if entry.asked and entry not in used]
    return [*kept, *_complaints(unused, today, rules)], quiet


def _expired(entry: _Accepted, today: str) -> bool:
    return bool(entry.expires) and entry.expires < today


def _from_config(entries: Sequence[Suppression], whole: bool) -> Iterator[_Accepted]:
    for entry in entries:
        place = Location(shown(entry.file), entry.line)
        yield _Accepted(entry.rule, entry.skills, None, entry.reason, entry.expires, place, whole)


def _from_comments(libraries: Sequence[Library]) -> Iterator[_Accepted]:
    for library in libraries:
        for skill in library.skills:
            for comment in parse_comments(skill):
                yield _of_comment(library, skill, comment)


def _of_comment(library: Library, skill: Skill, comment: Comment) -> _Accepted:
    return _Accepted(
        comment.rule,
        (),
        skill,
        comment.reason,
        comment.expires,
        comment.location,
        judged=library.selected is None,
        asked=library.is_selected(skill),
    )


def _complaints(
    unused: Sequence[_Accepted], today: str, rules: Mapping[str, bool]
) -> Iterator[Diagnostic]:
    for entry in unused:
        if words := _complaint(entry, today, rules):
            what = f"the suppression of `{entry.rule}`" if entry.rule else "the suppression"
            problem = Problem(entry.location, f"{what} {words}")
            name = entry.owner.name if entry.owner else ""
            yield Diagnostic(UNUSED, "suppression", Severity.WARNING, problem, name)


def _complaint(entry: _Accepted, today: str, rules: Mapping[str, bool]) -> str:
    """What is wrong with a suppression that suppressed nothing; empty where that says nothing."""
    if not entry.rule:
        return f"cannot be read; write `{_MARK} RULE -- why it is accepted`"
    if entry.rule not in rules:
        return "names no rule that exists"
    if not entry.reason:
        return "gives no reason; add ` -- why it is accepted`"
    if _expired(entry, today):
        return f"expired on {entry.expires}"
    return "matches no finding; remove it" if entry.judged and rules[entry.rule] else ""
