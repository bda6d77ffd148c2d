"""How well the words of routing texts and bodies find the skills that cases expect.

This is lexical retrievability: whether the text of a skill answers to the words of a task. It is a
proxy for the choice of a model and never a rate at which a model loads the skill.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from skilltool.analyzer import analyze, detect_language, find_surfaces
from skilltool.evaluation import metrics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from skilltool.evaluation.cases import Case
    from skilltool.model import Skill

LABEL = "lexical retrievability"
CAVEAT = (
    "It tells whether the words of a skill answer to the words of a task. "
    "It is a proxy for the choice of a model, never a trigger rate."
)
NEAR = 5
"""A skill among so many first ones counts as within reach."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A skill in a ranking, and the words of the query that it answers to.

    `fits` tells whether it answers to enough of the query to be offered at all.
    """

    name: str
    terms: tuple[str, ...] = ()
    fits: bool = True


@dataclass(frozen=True)
class Outcome:
    """A case and the ranking for its task, the best first, each name once."""

    case: Case
    entries: tuple[Ranked, ...]

    @cached_property
    def names(self) -> list[str]:
        """The ranked names."""
        return [entry.name for entry in self.entries]

    @property
    def fits(self) -> bool:
        """Whether anything is offered: where the first does not fit, nothing does."""
        return bool(self.entries) and self.entries[0].fits

    @property
    def offered(self) -> list[str]:
        """The names that fit, in their order; those that do not leave a gap of no name."""
        return [entry.name if entry.fits else "" for entry in self.entries]

    def rank(self, name: str) -> int | None:
        """The rank of a skill, counted from 1; None where it is not found at all."""
        return self.names.index(name) + 1 if name in self.names else None


def rank_cases(cases: Iterable[Case], rank: Callable[[str], Iterable[Ranked]]) -> list[Outcome]:
    """The outcome of each case. `rank` gives the ranking for a task."""
    return [_outcome(case, rank(case.task)) for case in cases]


def _outcome(case: Case, entries: Iterable[Ranked]) -> Outcome:
    first: dict[str, Ranked] = {}
    for entry in entries:
        first.setdefault(entry.name, entry)
    return Outcome(case, tuple(first.values()))


# --- Metrics --------------------------------------------------------------------------------


def _wanted(
    measure: Callable[[Sequence[str], Sequence[str], int], float], k: int, outcome: Outcome
) -> float | None:
    """A metric of the expected skills; None for a case that expects none."""
    expected = outcome.case.expected
    return measure(outcome.names, expected, k) if expected else None


def _avoided(k: int, outcome: Outcome) -> float | None:
    """An unexpected skill counts where it would be offered, not where a stray word brought it."""
    unexpected = outcome.case.unexpected
    return metrics.avoidance(outcome.offered, unexpected, k) if unexpected else None


def _abstained(outcome: Outcome) -> float | None:
    """Whether nothing is offered; for cases that want no skill at all."""
    if outcome.case.expected or outcome.case.allow_extra:
        return None
    return float(not outcome.fits)


MEASURES: dict[str, Callable[[Outcome], float | None]] = {
    "hit@1": partial(_wanted, metrics.hit, 1),
    "ret@5": partial(_wanted, metrics.hit, 5),
    "recall@5": partial(_wanted, metrics.recall, 5),
    "recall@10": partial(_wanted, metrics.recall, 10),
    "ndcg@10": partial(_wanted, metrics.ndcg, 10),
    "coverage@10": partial(_wanted, metrics.coverage, 10),
    "avoided@1": partial(_avoided, 1),
    "avoided@5": partial(_avoided, 5),
    "abstention": _abstained,
}
"""The metrics of a ranking by name, all from 0 to 1, more is better."""


# --- What was lost, and to whom -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rival:
    """A skill that stands before an expected one, and the words that it has and the other lacks."""

    name: str
    rank: int
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """A case in which an expected skill stands behind others that are not expected.

    `rank` is None where the skill was not found at all. `rivals` stand before it, the
    best first. `missing` are words of the task that the routing text of the skill lacks.
    """

    case: Case
    skill: str
    rank: int | None
    rivals: tuple[Rival, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Intrusion:
    """A case in which an unexpected skill is within reach, and the words that brought it there."""

    case: Case
    skill: str
    rank: int
    terms: tuple[str, ...]


def find_losses(outcomes: Iterable[Outcome], skills: Iterable[Skill]) -> list[Loss]:
    """Every loss, in the order of the cases. `skills` are those of the library."""
    lines = {skill.name: skill.routing_text for skill in skills}
    return [
        loss
        for outcome in outcomes
        for name in outcome.case.expected
        if (loss := _loss(outcome, name, lines.get(name, ""))) is not None
    ]


def _loss(outcome: Outcome, name: str, line: str) -> Loss | None:
    rank = outcome.rank(name)
    before = outcome.entries[: rank - 1 if rank else len(outcome.entries)]
    own = outcome.entries[rank - 1].terms if rank else ()
    rivals = tuple(
        Rival(entry.name, place, tuple(term for term in entry.terms if term not in own))
        for place, entry in enumerate(before, 1)
        if entry.name not in outcome.case.expected
    )
    if rank is not None and not rivals:
        return None
    return Loss(outcome.case, name, rank, rivals, missing_words(outcome.case.task, line))


def line_of(skill: Skill) -> str:
    """The place of the routing text of a skill, as `path:line`; the file where it has none."""
    fields = skill.routing_fields
    line = skill.source.position(fields[0].key_start)[0] if fields else 1
    return f"{skill.path}:{line}"


def missing_words(task: str, line: str) -> tuple[str, ...]:
    """The words of a task whose terms a line lacks, in the order of the task.

    Stop words and numbers are left out. Both texts are read in the language of the task, so that
    one word has one stem.
    """
    language = detect_language(task)
    known = set(analyze(line, language))
    surfaces = find_surfaces(task, language).items()
    words = (word for term, word in surfaces if term not in known and not term.isdigit())
    return tuple(dict.fromkeys(words))


def find_intrusions(outcomes: Iterable[Outcome]) -> list[Intrusion]:
    """Every unexpected skill that is offered among the first NEAR, in the order of the cases."""
    return [
        Intrusion(outcome.case, entry.name, rank, entry.terms)
        for outcome in outcomes
        for rank, entry in enumerate(outcome.entries[:NEAR], 1)
        if entry.fits and entry.name in outcome.case.unexpected
    ]


# --- Before and after a change ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A case that a change of the library moved: the ranks of its skills before and after.

    `gained` tells that it is better now, False that it is worse. Ranks are in the order of the
    case's expected skills, or of its unexpected ones where it expects none.
    """

    case: Case
    gained: bool
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]


def find_changes(before: Sequence[Outcome], after: Sequence[Outcome]) -> list[Change]:
    """The cases that were gained or lost, those lost first. Both hold the same cases in order.

    A case is worth the mean of its metrics, for no single one sees every move.
    """
    changes = []
    for old, new in zip(before, after, strict=True):
        difference = _worth(new) - _worth(old)
        if abs(difference) > 1e-9:
            names = new.case.expected or new.case.unexpected
            ranks = [tuple(outcome.rank(name) for name in names) for outcome in (old, new)]
            changes.append(Change(new.case, difference > 0, ranks[0], ranks[1]))
    return sorted(changes, key=lambda change: change.gained)


def _worth(outcome: Outcome) -> float:
    values = [measure(outcome) for measure in MEASURES.values()]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else 0.0
