"""Cases (a task, the skills it needs, the skills it must not load) against a ranking or an agent.

`cases` reads them, `retrieval` scores a ranking of the library, `runs` scores what agents were
recorded to load, `metrics` is the arithmetic and `scores` the averages and the bar.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from skilltool.evaluation.retrieval import (
    MEASURES,
    Change,
    find_changes,
    find_intrusions,
    find_losses,
)
from skilltool.evaluation.runs import RUN_MEASURES, find_confusions
from skilltool.evaluation.scores import average

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from skilltool.evaluation.retrieval import Intrusion, Loss, Outcome
    from skilltool.evaluation.runs import Confusion, Runs
    from skilltool.evaluation.scores import Score
    from skilltool.model import Skill

ALL_METRICS = (*MEASURES, *RUN_MEASURES)
"""The names of all metrics; those of a ranking and those of runs have none in common."""


@dataclass(frozen=True)
class RetrievalReport:
    """What a ranking is worth. `uncovered` are skills of the library that no case expects."""

    outcomes: tuple[Outcome, ...]
    skills: tuple[Skill, ...]
    scores: tuple[Score, ...]
    losses: tuple[Loss, ...]
    intrusions: tuple[Intrusion, ...]
    uncovered: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """What became of the cases since a revision: its scores, and the cases gained and lost."""

    revision: str
    scores: tuple[Score, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class RunReport:
    """What recorded runs are worth, and beside it the ranking for the same cases."""

    runs: Runs
    outcomes: tuple[Outcome, ...]
    scores: tuple[Score, ...]
    confusions: tuple[Confusion, ...]


def report_retrieval(
    outcomes: Sequence[Outcome], skills: Sequence[Skill], minimums: Mapping[str, float]
) -> RetrievalReport:
    """The report on the outcomes of all cases over the skills of a library."""
    expected = {name for outcome in outcomes for name in outcome.case.expected}
    names = sorted({skill.name for skill in skills if not skill.manual_only} - expected)
    return RetrievalReport(
        tuple(outcomes),
        tuple(skills),
        tuple(average(outcomes, MEASURES, minimums)),
        tuple(find_losses(outcomes, skills)),
        tuple(find_intrusions(outcomes)),
        tuple(names),
    )


def compare_retrieval(
    revision: str, before: Sequence[Outcome], after: Sequence[Outcome]
) -> Comparison:
    """What changed since a revision, whose outcomes are `before`, for the same cases in order."""
    scores = average(before, MEASURES, {})
    return Comparison(revision, tuple(scores), tuple(find_changes(before, after)))


def report_runs(
    runs: Runs, outcomes: Iterable[Outcome], minimums: Mapping[str, float]
) -> RunReport:
    """The report on recorded runs. Where nothing was ever loaded it holds no score."""
    scores = () if runs.nothing_loaded else average(runs.cases, RUN_MEASURES, minimums)
    return RunReport(runs, tuple(outcomes), tuple(scores), tuple(find_confusions(runs)))
