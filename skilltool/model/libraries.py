"""All skills under one root, what was found in them, and tables for people and programs."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model.findings import Diagnostic, Problem, Severity
    from skilltool.model.skills import Skill
    from skilltool.model.texts import Source


class Skipped(NamedTuple):
    """A folder or file that the walk left out, and why."""

    path: str
    cause: str


class IndexFile(NamedTuple):
    """A file that holds an index, as it is on disk now. `source` is None when it is missing.

    `format` is one of the index formats; `order` is `name` or `append`.
    """

    path: str
    file: Path
    format: str
    order: str
    source: Source | None


@dataclass(frozen=True, eq=False)
class Library:
    """All skills under one root, sorted by path, and what was left out.

    `problems` are links that lead nowhere, `misplaced` are skills where no client looks, and
    `elsewhere` are the skills of all libraries of a run on several.
    `selected` holds the shown paths of the SKILL.md files that were asked for; None means all.
    `beside` are files of no skill that texts may mean, by their paths from the root; `pages` are
    README.md and the like that link to skills without the markers of an index.
    """

    root: Path
    path: str
    skills: tuple[Skill, ...]
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[Problem, ...] = ()
    index_files: tuple[IndexFile, ...] = ()
    selected: frozenset[str] | None = None
    beside: tuple[str, ...] = ()
    pages: tuple[Source, ...] = ()
    misplaced: tuple[Problem, ...] = ()
    elsewhere: tuple[Skill, ...] = ()

    def is_selected(self, skill: Skill) -> bool:
        """Whether the skill is among those that the invocation asked about."""
        return self.selected is None or skill.path in self.selected

    @cached_property
    def _by_folder(self) -> dict[str, Skill]:
        return {posixpath.dirname(skill.path): skill for skill in self.skills}

    def skill_at(self, path: str) -> Skill | None:
        """The skill that a file belongs to, by the shown path: the nearest above it."""
        while path not in ("", "/"):
            path = posixpath.dirname(path)
            if path in self._by_folder:
                return self._by_folder[path]
        return None


class Report(NamedTuple):
    """What a run found: diagnostics in stable order.

    `suppressed` are the findings that a comment or the configuration accepts, `known` those that
    a baseline holds; neither counts for the exit code.
    """

    libraries: tuple[Library, ...]
    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[Diagnostic, ...] = ()
    known: tuple[Diagnostic, ...] = ()

    @property
    def worst(self) -> Severity | None:
        """The greatest severity found, None when there is no finding."""
        return max((item.severity for item in self.diagnostics), default=None)

    @property
    def skill_count(self) -> int:
        """How many skills were checked: those asked for."""
        return sum(
            library.is_selected(skill) for library in self.libraries for skill in library.skills
        )


class Table(NamedTuple):
    """Rows for people and programs: column keys are stable names, cells are text or numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    totals: tuple[Any, ...] | None = None
