"""Findings that are accepted, by a comment in a file of the skill or in the configuration."""

from __future__ import annotations

import datetime
import fnmatch
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skilltool.library import absolute, shown
from skilltool.markdown import parse_markdown
from skilltool.model import Acceptance, Diagnostic, Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from skilltool.config import Suppression
    from skilltool.model import Library, Skill, Source

MARK = "skills-ignore:"
"""What a comment that accepts findings begins with."""

_FORM = re.compile(
    r"skills-ignore:[ \t]*(?P<rules>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)"
    r"(?:[ \t]+until[ \t]+(?P<expires>\d{4}-\d{2}-\d{2}))?"
    r"(?:[ \t]+--[ \t]+(?P<reason>[^\r\n]*))?"
)
_YAML_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[ \t]*(skills-ignore:[^\r\n]*)", re.MULTILINE)


class Comment(NamedTuple):
    """One rule that one comment accepts: in its whole skill, or in its resource file alone.

    `reason` is empty where none is given, `rule` for a comment that has not the form of a
    suppression.
    """

    rule: str
    reason: str
    expires: str
    location: Location


def parse_comments(skill: Skill) -> Iterator[Comment]:
    """The accepted rules of a skill, from comments such as these.

    `<!-- skills-ignore: broken-link until 2027-01-31 -- made by the build -->` in a Markdown text,
    or `# skills-ignore: no-trigger -- a router chooses it` in the front matter.
    """
    for source, start, end, text in _marked_texts(skill):
        place = source.location(start, end)
        found = _FORM.fullmatch(text)
        if found is None:
            yield Comment("", "", "", place)
            continue
        for rule in re.split(r"[ \t]*,[ \t]*", found["rules"]):
            yield Comment(rule, found["reason"] or "", found["expires"] or "", place)


def _marked_texts(skill: Skill) -> Iterator[tuple[Source, int, int, str]]:
    """The file of each comment that begins with the mark, its place there, and what it says."""
    if MARK in skill.source.text:
        front = skill.front_matter
        for match in _YAML_COMMENT.finditer(skill.source.text, front.start, front.end):
            yield skill.source, match.start(), match.end(), match[1].rstrip()
        yield from _in_markdown(skill.source, skill.body, front.body_start)
    for item in skill.resources:
        if item.path.endswith(".md") and item.source is not None and MARK in item.source.text:
            yield from _in_markdown(item.source, item.source.text, 0)


def _in_markdown(source: Source, content: str, base: int) -> Iterator[tuple[Source, int, int, str]]:
    for comment in parse_markdown(content).comments:
        text = comment.content.strip()
        if text.startswith(MARK):
            yield source, base + comment.start, base + comment.end, text


class Accepted(NamedTuple):
    """A suppression of either kind: `owner` is the skill of a comment, None for an entry.

    `paths` are patterns of files, from the root of the disk on; none for all.
    `state` tells of its rule: "ran", "idle" in this run, or "unknown". `judged` tells whether this
    run looked wherever it could apply: only then it can be unused; `asked` whether it stands where
    the run was asked to look.
    """

    rule: str
    skills: tuple[str, ...]
    paths: tuple[str, ...]
    owner: Skill | None
    reason: str
    expires: str
    location: Location
    state: str
    judged: bool
    asked: bool = True

    @property
    def acceptance(self) -> Acceptance:
        """What it tells those who read a finding that it covers."""
        return Acceptance(self.reason, self.expires, self.location, self.owner is not None)

    @property
    def is_expired(self) -> bool:
        """Whether its last day is over."""
        return bool(self.expires) and self.expires < datetime.date.today().isoformat()

    def covers(self, item: Diagnostic, skill: Skill | None) -> bool:
        """Whether it accepts a finding in a file of `skill`."""
        if item.rule != self.rule or self.is_expired or not self.reason:
            return False
        if self.paths and not self._is_about(item.problem.location.path):
            return False
        if self.owner is not None:
            return self.owner is skill
        return any(fnmatch.fnmatchcase(item.skill, name) for name in self.skills)

    def _is_about(self, path: str) -> bool:
        full = absolute(Path(path)).as_posix()
        return any(fnmatch.fnmatchcase(full, pattern) for pattern in self.paths)


class Outcome(NamedTuple):
    """The findings that stand, those that are accepted, and the suppressions that accepted none."""

    kept: list[Diagnostic]
    quiet: list[Diagnostic]
    unused: list[Accepted]


def apply_suppressions(
    found: Sequence[tuple[Library, Sequence[Diagnostic]]],
    entries: Sequence[Suppression],
    rules: Mapping[str, bool],
    *,
    everywhere: bool,
) -> Outcome:
    """Part what is accepted from what stands.

    `rules` holds every rule's name and whether it ran; `everywhere` tells whether the libraries
    are all that the configuration speaks of.
    """
    libraries = [library for library, _ in found]
    whole = everywhere and all(library.selected is None for library in libraries)
    states = {name: "ran" if ran else "idle" for name, ran in rules.items()}
    accepted = [*_from_config(entries, states, whole), *_from_comments(libraries, states)]
    outcome = Outcome([], [], [])
    used: set[Accepted] = set()
    for library, diagnostics in found:
        for item in diagnostics:
            skill = library.skill_at(item.problem.location.path)
            covering = [entry for entry in accepted if entry.covers(item, skill)]
            used.update(covering)
            if covering:
                outcome.quiet.append(item._replace(acceptance=covering[0].acceptance))
            else:
                outcome.kept.append(item)
    outcome.unused.extend(entry for entry in accepted if entry.asked and entry not in used)
    return outcome


def _from_config(
    entries: Sequence[Suppression], states: Mapping[str, str], whole: bool
) -> Iterator[Accepted]:
    for entry in entries:
        yield Accepted(
            entry.rule,
            entry.skills,
            tuple(f"{_glob_of(entry.file.parent)}/{pattern}" for pattern in entry.paths),
            None,
            entry.reason,
            entry.expires,
            Location(shown(entry.file), entry.line),
            states.get(entry.rule, "unknown"),
            whole,
        )


def _from_comments(libraries: Sequence[Library], states: Mapping[str, str]) -> Iterator[Accepted]:
    for library in libraries:
        for skill in library.skills:
            for comment in parse_comments(skill):
                own = comment.location.path != skill.path
                yield Accepted(
                    comment.rule,
                    (),
                    (_glob_of(Path(comment.location.path)),) if own else (),
                    skill,
                    comment.reason,
                    comment.expires,
                    comment.location,
                    states.get(comment.rule, "unknown"),
                    judged=library.selected is None,
                    asked=library.is_selected(skill),
                )


def _glob_of(path: Path) -> str:
    """The pattern that matches that place alone."""
    return re.sub(r"([*?[])", r"[\1]", absolute(path).as_posix())
