"""The figures of a report: what the page shows and `skills report --json` prints.

schemas/report.schema.json describes the same shape. Tokens, characters and counts are whole
numbers; shares, scores and rates run from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
"""Of the document; it grows when a key changes its meaning or goes."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What was looked at and how much was found. `libraries` are the paths of their roots."""

    libraries: tuple[str, ...]
    skills: int
    errors: int
    warnings: int
    infos: int
    suppressed: int
    known: int
    clusters: int
    pairs: int


@dataclass(frozen=True, slots=True)
class Levels:
    """Tokens of each level; those of the resources by the kind of file."""

    index: int
    instructions: int
    references: int
    scripts: int
    assets: int
    other: int


@dataclass(frozen=True, slots=True)
class SkillSize:
    """The sizes of one skill. `lines` are the lines of its instructions."""

    skill: str
    path: str
    lines: int
    tokens: Levels


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of all skills, the longest instructions first.

    The index in `total` is counted as the one text that it is sent as.
    """

    tokenizer: str
    total: Levels
    skills: tuple[SkillSize, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """A skill of a cluster and its routing text."""

    skill: str
    path: str
    line: str


@dataclass(frozen=True, slots=True)
class Term:
    """A word that both lines of a pair have, and its share of their likeness."""

    word: str
    share: float


@dataclass(frozen=True, slots=True)
class CompetingPair:
    """Two members of a cluster, by their paths, and what makes them alike and different."""

    first: str
    second: str
    score: float
    near_identical_bodies: bool
    shared: tuple[Term, ...]
    first_only: tuple[str, ...]
    second_only: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Skills that are joined by pairs; `advice` is merge, specialise or add a hand-off."""

    skills: tuple[Member, ...]
    advice: str
    from_template: bool
    pairs: tuple[CompetingPair, ...]


@dataclass(frozen=True, slots=True)
class Overlap:
    """Clusters of pairs whose score is `threshold` or more, the largest cluster first."""

    threshold: float
    clusters: tuple[Cluster, ...]


@dataclass(frozen=True, slots=True)
class RuleNote:
    """A rule that found something: the first line of its manual, and the rest in Markdown."""

    name: str
    group: str
    summary: str
    manual: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic. `skill` is empty for one of the library; `fix` says what a fix would do."""

    rule: str
    severity: str
    path: str
    line: int
    column: int
    message: str
    notes: tuple[str, ...]
    skill: str
    profile: str
    fix: str


@dataclass(frozen=True, slots=True)
class ListedSkill:
    """A skill in a listing: whole, cut, name only or left out; characters shown, and of how many.

    `characters` of `of` are those of the description.
    """

    skill: str
    shown: str
    characters: int
    of: int


@dataclass(frozen=True, slots=True)
class NotLoaded:
    """A skill that the client does not load, and why."""

    path: str
    cause: str


@dataclass(frozen=True, slots=True)
class ClientListing:
    """What a client shows of a library. `budget`, `needed` and `used` count in `unit`.

    `above` skills stand above the cut line: the listing has no room for all of the next one. It
    is None where there is room for all.
    """

    client: str
    title: str
    library: str
    headline: str
    advice: str
    budget: int | None
    unit: str
    needed: int
    used: int
    above: int | None
    entries: tuple[ListedSkill, ...]
    manual: tuple[str, ...]
    not_loaded: tuple[NotLoaded, ...]

    def count(self, shown: str) -> int:
        """How many skills are shown so."""
        return sum(entry.shown == shown for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Metric:
    """The mean of a metric over the cases that measure it; `value` is None where none does."""

    metric: str
    value: float | None
    cases: int
    minimum: float | None
    met: bool


@dataclass(frozen=True, slots=True)
class Confusion:
    """In how many of `tries` an expected skill was missed, and what came in its stead how often."""

    skill: str
    tries: int
    missed: int
    instead: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Rival:
    """A skill that stands before an expected one, and the words that only it has."""

    skill: str
    rank: int
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """A task whose skill stands behind others; `rank` is None where it was not found.

    `missing` are words of the task that the routing text of the skill lacks.
    """

    case: str
    task: str
    skill: str
    rank: int | None
    rivals: tuple[Rival, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaseRate:
    """How many recorded runs of a task passed, and the 95 % interval of that rate."""

    case: str
    task: str
    runs: int
    passed: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores on cases. `measure` and `note` say what they measure.

    Losses come from a ranking, rates from recorded runs. `uncovered` are skills that no case
    expects.
    """

    measure: str
    note: str
    cases: int
    metrics: tuple[Metric, ...]
    confusions: tuple[Confusion, ...]
    losses: tuple[Loss, ...] = ()
    rates: tuple[CaseRate, ...] = ()
    uncovered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a report."""

    summary: Summary
    sizes: Sizes
    overlap: Overlap
    rules: tuple[RuleNote, ...]
    findings: tuple[Finding, ...]
    listings: tuple[ClientListing, ...]
    evaluations: tuple[Evaluation, ...]
