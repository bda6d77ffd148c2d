"""What a rule finds, how much it weighs, and whether it is accepted."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skilltool.model.texts import Fix, Location


class Severity(enum.IntEnum):
    """How much a diagnostic weighs; a greater value is worse."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word that people and machine formats use: info, warning or error."""
        return self.name.lower()


class Problem(NamedTuple):
    """What a rule found. `notes` are further lines that help to judge or to mend it.

    `also` are further places that it concerns as much: an editor shows it there, too.
    """

    location: Location
    message: str
    fix: Fix | None = None
    notes: tuple[str, ...] = ()
    also: tuple[Location, ...] = ()


def no_problem() -> Problem | None:
    """What is found where nothing is looked for."""
    return None


class Acceptance(NamedTuple):
    """Why a finding is suppressed, and where a comment (`in_file`) or the configuration says so.

    `expires` is the last day on which it holds, as an ISO date, or empty.
    """

    reason: str
    expires: str
    location: Location
    in_file: bool


class Diagnostic(NamedTuple):
    """A problem with the rule that found it and the weight that the settings give it.

    `skill` is the name of the skill that the problem is in, empty for one of the library.
    `profile` names the client it concerns where several were asked about. `acceptance` is set
    where the finding is suppressed.
    """

    rule: str
    group: str
    severity: Severity
    problem: Problem
    skill: str = ""
    profile: str = ""
    acceptance: Acceptance | None = None

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Stable order: file, place in it, rule, message."""
        place = self.problem.location
        return (place.path, place.line, place.column, self.rule, self.problem.message)
