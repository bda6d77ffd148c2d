"""What `skills eval` and `skills report` share: cases from a file, and the ranking they judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from skilltool.errors import SkilltoolError
from skilltool.evaluation.cases import Case, find_unwinnable, names_of, parse_cases
from skilltool.evaluation.retrieval import Outcome, Ranked, rank_cases
from skilltool.library import absolute, read_text, shown
from skilltool.routing import Router

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from skilltool.model import Skill

_DEPTH = 100
"""A skill below this rank counts as not found."""


def load_cases(file: Path, skills: Sequence[Skill], skill: str = "") -> list[Case]:
    """The cases in a file. Raises SkilltoolError with all mistakes in it.

    A case that no agent can win is told on stderr and left out: it is no fault of a ranking.
    `skill` is whose triggers a list of queries tests; by default the one in whose folder the file
    lies.
    """
    text, unreadable = read_text(file)
    if unreadable:
        raise SkilltoolError(unreadable)
    names = names_of(skills)
    cases = parse_cases(text, shown(file), names, skill or _skill_around(file, skills))
    unwinnable = find_unwinnable(cases, names)
    for found in unwinnable:
        click.echo(f"warning: {shown(file)}: {found}; not scored", err=True)
    places = {found.place for found in unwinnable}
    return [case for case in cases if case.place not in places]


def _skill_around(file: Path, skills: Sequence[Skill]) -> str:
    """The name of the skill in whose folder a file lies; empty where it lies in none."""
    by_folder = {absolute(skill.folder): skill.name for skill in skills}
    return next((by_folder[at] for at in absolute(file).parents if at in by_folder), "")


def rank_all(cases: Sequence[Case], skills: Sequence[Skill]) -> list[Outcome]:
    """How the skills rank for the task of each case."""
    router = Router(skills)

    def rank(task: str) -> list[Ranked]:
        return [
            Ranked(match.skill.name, tuple(term.word for term in match.terms), match.fits)
            for match in router.rank(task, _DEPTH)
        ]

    return rank_cases(cases, rank)
