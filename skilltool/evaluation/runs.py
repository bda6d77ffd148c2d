"""Recorded runs of an agent against cases: what it loaded, and what it should have."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.evaluation.metrics import wilson_interval
from skilltool.json_lines import Mistake, list_mistakes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from skilltool.evaluation.cases import Case
    from skilltool.model import Skill
    from skilltool.traces import Trace

NOTHING_LOADED = "no skill was ever loaded: check the harness"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with one run; a run with nothing wrong has passed.

    `missed` were expected and not loaded, `unexpected` loaded and forbidden. `extra` are loaded
    skills that the case does not name; they are wrong only where `extra_forbidden`. `early` are
    midway skills that were loaded no later than the first of the others. `surplus` is how many
    skills were loaded beyond the most that the case allows.
    """

    trace: Trace
    missed: tuple[str, ...]
    unexpected: tuple[str, ...]
    extra: tuple[str, ...]
    extra_forbidden: bool
    early: tuple[str, ...]
    surplus: int

    @property
    def faults(self) -> tuple[str, ...]:
        """The kinds of fault: missed, unexpected, extra, early, too many; empty for a pass."""
        kinds = {
            "missed": self.missed,
            "unexpected": self.unexpected,
            "extra": self.extra if self.extra_forbidden else (),
            "early": self.early,
            "too many": self.surplus,
        }
        return tuple(kind for kind, found in kinds.items() if found)

    @property
    def without_tools(self) -> bool:
        """Whether the agent missed a skill because it answered at once, with no tool call."""
        return bool(self.missed) and self.trace.tool_calls == 0


def judge(case: Case, trace: Trace) -> Verdict:
    """The verdict on one run: over all loads of the whole run, in whatever order they came.

    Loading a skill twice counts once.
    """
    loaded = trace.skills
    named = {*case.expected, *case.unexpected}
    return Verdict(
        trace,
        tuple(name for name in case.expected if name not in loaded),
        tuple(name for name in loaded if name in case.unexpected),
        tuple(name for name in loaded if name not in named),
        not case.allow_extra,
        _early(case, trace),
        max(0, len(loaded) - case.max_skills) if case.max_skills is not None else 0,
    )


def _early(case: Case, trace: Trace) -> tuple[str, ...]:
    turns = [trace.first_turn(name) for name in case.expected if name not in case.midway]
    first = min((turn for turn in turns if turn is not None), default=None)
    if first is None:
        return ()
    by_name = ((name, trace.first_turn(name)) for name in case.midway)
    return tuple(name for name, turn in by_name if turn is not None and turn <= first)


@dataclass(frozen=True)
class CaseRuns:
    """A case with the verdicts on all its runs, at least one."""

    case: Case
    verdicts: tuple[Verdict, ...]

    @property
    def passed(self) -> int:
        """How many runs passed."""
        return sum(not verdict.faults for verdict in self.verdicts)

    @property
    def rate(self) -> float:
        """The share of runs that passed."""
        return self.passed / len(self.verdicts)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate."""
        return wilson_interval(self.passed, len(self.verdicts))


@dataclass(frozen=True)
class Runs:
    """All runs by case. `untried` cases have no run; `strangers` are runs of no case.

    `unknown` are loaded names that the library does not have.
    """

    cases: tuple[CaseRuns, ...]
    untried: tuple[Case, ...]
    strangers: tuple[Trace, ...]
    unknown: tuple[str, ...]

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts on all runs."""
        return [verdict for runs in self.cases for verdict in runs.verdicts]

    @property
    def nothing_loaded(self) -> bool:
        """Whether no run loaded anything although some case expects it, and it is not told why.

        Then the recording is at fault, or the agent was not offered the skills: no score holds.
        Where the runs tell that they called no tool, the agent answered by itself.
        """
        tried = [v.trace for runs in self.cases if runs.case.expected for v in runs.verdicts]
        calls = [trace.tool_calls for trace in tried]
        without_reason = any(calls) or all(count is None for count in calls)
        return bool(tried) and without_reason and not any(v.trace.loads for v in self.verdicts)


def judge_runs(
    cases: Sequence[Case], traces: Iterable[Trace], skills: Sequence[Skill], title: str
) -> Runs:
    """Each trace with the case that it names by id, or else by the text of its task.

    `title` names the file of traces in messages. Raises SkilltoolError when no trace belongs to a
    case, or when a case with a midway skill has a trace without turns.
    """
    by_id = {case.id: case for case in cases if case.id}
    by_task = {_folded(case.task): case for case in cases}
    found: dict[str, list[Verdict]] = {case.place: [] for case in cases}
    strangers: list[Trace] = []
    mistakes: list[Mistake] = []
    plain = _plain_names(skills)
    for recorded in traces:
        trace = _with_plain_names(recorded, plain)
        case = by_id.get(trace.case) if trace.case else by_task.get(_folded(trace.task))
        if case is None:
            strangers.append(trace)
            continue
        if case.midway and any(load.turn is None for load in trace.loads):
            message = f"its loads need a `turn`: {case.place} of the cases tells what comes midway"
            mistakes.append(Mistake(trace.place, message))
        found[case.place].append(judge(case, trace))
    if mistakes:
        raise SkilltoolError(list_mistakes(title, mistakes))
    return _runs(cases, found, strangers, {skill.name for skill in skills}, title)


def _runs(
    cases: Sequence[Case],
    found: Mapping[str, Sequence[Verdict]],
    strangers: Sequence[Trace],
    known: set[str],
    title: str,
) -> Runs:
    tried = tuple(CaseRuns(case, tuple(found[case.place])) for case in cases if found[case.place])
    if not tried:
        raise SkilltoolError(
            f"no run in {title} belongs to a case; a run names the `id` of its case as `case`, "
            "or has the same `task`"
        )
    untried = tuple(case for case in cases if not found[case.place])
    traces = [*strangers, *(verdict.trace for runs in tried for verdict in runs.verdicts)]
    unknown = {name for trace in traces for name in trace.skills} - known
    return Runs(tried, untried, tuple(strangers), tuple(sorted(unknown)))


def _folded(task: str) -> str:
    return " ".join(task.split())


def _plain_names(skills: Iterable[Skill]) -> dict[str, str]:
    """Names by the form in which clients log a plugin's skill, `plugin:name`."""
    return {f"{skill.plugin}:{skill.name}": skill.name for skill in skills if skill.plugin}


def _with_plain_names(trace: Trace, plain: Mapping[str, str]) -> Trace:
    loads = (replace(load, skill=plain.get(load.skill, load.skill)) for load in trace.loads)
    return replace(trace, loads=tuple(loads))


# --- Metrics --------------------------------------------------------------------------------


def _share(runs: CaseRuns, holds: Callable[[Verdict], bool]) -> float:
    return sum(map(holds, runs.verdicts)) / len(runs.verdicts)


def _loaded(runs: CaseRuns) -> float | None:
    return _share(runs, lambda verdict: not verdict.missed) if runs.case.expected else None


def _avoided(runs: CaseRuns) -> float | None:
    return _share(runs, lambda verdict: not verdict.unexpected) if runs.case.unexpected else None


def _quiet(runs: CaseRuns) -> float | None:
    if runs.case.expected or runs.case.allow_extra:
        return None
    return _share(runs, lambda verdict: not verdict.trace.loads)


def _midway(runs: CaseRuns) -> float | None:
    midway = set(runs.case.midway)
    if not midway:
        return None
    return _share(runs, lambda verdict: not (verdict.early or midway & set(verdict.missed)))


RUN_MEASURES: dict[str, Callable[[CaseRuns], float | None]] = {
    "passed": lambda runs: runs.rate,
    "loaded": _loaded,
    "avoided": _avoided,
    "quiet": _quiet,
    "midway": _midway,
}
"""The metrics of runs by name: for a case the share of its runs, so that all cases weigh alike."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often an expected skill was missed, what was loaded in its stead, and how often nothing.

    `without_tools` counts the runs that called no tool at all.
    """

    skill: str
    runs: int
    missed: int
    instead: tuple[tuple[str, int], ...]
    without_tools: int


def find_confusions(runs: Runs) -> list[Confusion]:
    """One for each expected skill that some run missed, the most missed first."""
    names = dict.fromkeys(name for item in runs.cases for name in item.case.expected)
    found = [_confusion(name, runs) for name in names]
    return sorted((c for c in found if c.missed), key=lambda c: (-c.missed, c.skill))


def _confusion(name: str, runs: Runs) -> Confusion:
    tried = [v for item in runs.cases if name in item.case.expected for v in item.verdicts]
    missed = [verdict for verdict in tried if name in verdict.missed]
    instead = Counter(other for v in missed for other in (*v.unexpected, *v.extra))
    ordered = tuple(sorted(instead.items(), key=lambda item: (-item[1], item[0])))
    without = sum(verdict.without_tools for verdict in missed)
    return Confusion(name, len(tried), len(missed), ordered, without)
