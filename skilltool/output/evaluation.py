"""Results of an evaluation, for people."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from skilltool.evaluation.retrieval import CAVEAT, LABEL, MEASURES, NEAR, line_of
from skilltool.evaluation.runs import NOTHING_LOADED
from skilltool.model import Table
from skilltool.output.escaping import visible
from skilltool.output.table import render_table
from skilltool.output.terminal import cut, paint, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.evaluation import Comparison, RetrievalReport, RunReport
    from skilltool.evaluation.cases import Case
    from skilltool.evaluation.retrieval import Change, Intrusion, Loss, Outcome
    from skilltool.evaluation.runs import CaseRuns, Confusion, Verdict
    from skilltool.evaluation.scores import Score

_HARNESS_ADVICE = (
    "Does it offer the skills to the agent, and does it record their loads to the end of a run? "
    "Until then no score holds."
)
_TASK_WIDTH = 60
_SHOWN_RIVALS = 3
_SHOWN_NAMES = 10
_SHOWN_RIVAL_WORDS = 6
_SHOWN_WORDS = 12


# --- Retrieval, for people --------------------------------------------------------------------


def render_retrieval(
    report: RetrievalReport, comparison: Comparison | None, *, width: int = 100, color: bool = False
) -> str:
    """The scores of a ranking, the lines to revise, and what changed since a revision."""
    count = _count(len(report.outcomes), "case")
    head = f"{LABEL.capitalize()} of {_count(len(report.skills), 'skill')} on {count}. {CAVEAT}"
    blocks = [wrap(head, width), _scores(report.scores, comparison, width, color=color)]
    if comparison is not None:
        blocks.append(list(_changes(comparison, color=color)))
    if report.losses:
        blocks.append([paint("Lines to revise", "bold", color=color)])
    blocks += [list(block) for block in _revisions(report, width)]
    blocks.append(list(_intrusions(report.intrusions, width, color=color)))
    blocks.append(list(_below_bar(report.outcomes, color=color)))
    if report.uncovered:
        blocks.append(wrap(f"No case expects {_names(report.uncovered)}.", width))
    return _join(blocks)


def _scores(
    scores: Sequence[Score], comparison: Comparison | None, width: int, *, color: bool
) -> list[str]:
    """The table of scores; a metric that no case measures and nobody asks for is left out."""
    shown = [score for score in scores if score.cases or score.minimum is not None]
    columns: dict[str, list[Any]] = {"metric": [score.metric for score in shown]}
    if comparison is not None:
        before = {score.metric: score.value for score in comparison.scores}
        columns["before"] = [before[score.metric] for score in shown]
    columns["value"] = [score.value for score in shown]
    columns["cases"] = [score.cases for score in shown]
    if any(score.minimum is not None for score in shown):
        columns["minimum"] = [score.minimum for score in shown]
        columns["verdict"] = [_verdict(score) for score in shown]
    table = Table(tuple(columns), tuple(zip(*columns.values(), strict=True)))
    return render_table(table, format="text", width=width, color=color).splitlines()


def _verdict(score: Score) -> str:
    if score.minimum is None:
        return ""
    if score.value is None:
        return "no case measures it"
    return "met" if score.met else "below"


def _changes(comparison: Comparison, *, color: bool) -> Iterator[str]:
    gained = sum(change.gained for change in comparison.changes)
    lost = len(comparison.changes) - gained
    title = f"Since {visible(comparison.revision)}: {gained} gained, {lost} lost"
    yield paint(title, "bold", color=color)
    for change in comparison.changes:
        yield f"  {_change(change, color=color)}"


def _change(change: Change, *, color: bool) -> str:
    case = change.case
    word, style = ("gained", "good") if change.gained else ("lost", "error")
    names = case.expected or case.unexpected
    moves = (
        f"{name} {_rank(old)} -> {_rank(new)}"
        for name, old, new in zip(names, change.before, change.after, strict=True)
    )
    return f"{paint(word, style, color=color)}  {_case(case)}: {visible(', '.join(moves))}"


def _revisions(report: RetrievalReport, width: int) -> Iterator[Iterable[str]]:
    """A block for each skill that lost a case, the skill that lost most first."""
    places = {skill.name: skill for skill in report.skills}
    by_skill: dict[str, list[Loss]] = {}
    for loss in report.losses:
        by_skill.setdefault(loss.skill, []).append(loss)
    for name, losses in sorted(by_skill.items(), key=lambda item: (-len(item[1]), item[0])):
        total = sum(name in outcome.case.expected for outcome in report.outcomes)
        title = f"{line_of(places[name])}: {name} lost {len(losses)} of {_count(total, 'case')}"
        yield [visible(title), *(line for loss in losses for line in _loss(loss, width))]


def _loss(loss: Loss, width: int) -> Iterator[str]:
    yield f"  {_case(loss.case)}"
    text = "not found" if loss.rank is None else f"rank {loss.rank}"
    if loss.rivals:
        rivals = [_rival(rival.name, rival.terms) for rival in loss.rivals[:_SHOWN_RIVALS]]
        more = len(loss.rivals) - len(rivals)
        text += f", behind {', '.join(rivals)}" + (f" and {more} more" if more else "")
    yield from _indented(text, width)
    if loss.missing:
        words = _names(loss.missing, _SHOWN_WORDS)
        yield from _indented(f"words that its line lacks: {words}", width)


def _rival(name: str, terms: Sequence[str]) -> str:
    return f"{name} (on {_names(terms, _SHOWN_RIVAL_WORDS)})" if terms else name


def _intrusions(intrusions: Sequence[Intrusion], width: int, *, color: bool) -> Iterator[str]:
    if intrusions:
        title = f"Unexpected among the first {NEAR}: hand these tasks off, or drop the words"
        yield paint(title, "bold", color=color)
    for item in intrusions:
        yield f"  {_case(item.case)}"
        yield from _indented(f"{_rival(item.skill, item.terms)}: rank {item.rank}", width)


def _below_bar(outcomes: Iterable[Outcome], *, color: bool) -> Iterator[str]:
    """Cases whose skill leads the ranking, yet so weakly that a search offers nothing."""
    found = [item for item in outcomes if not item.fits and MEASURES["hit@1"](item)]
    if found:
        title = "First, but too weak: a search says that nothing fits"
        yield paint(title, "bold", color=color)
    for item in found:
        yield f"  {_case(item.case)}"


# --- Runs, for people -------------------------------------------------------------------------


def render_runs(report: RunReport, *, width: int = 100, color: bool = False) -> str:
    """The scores of recorded runs, case by case beside the ranking, and what was mistaken."""
    runs = report.runs
    count = f"{_count(len(runs.verdicts), 'run')} of {_count(len(runs.cases), 'case')}"
    head = f"Recorded loads in {count}, beside the {LABEL} of the same cases."
    blocks = [wrap(head, width)]
    if runs.nothing_loaded:
        blocks.append([paint(NOTHING_LOADED, "error", color=color), *wrap(_HARNESS_ADVICE, width)])
    else:
        blocks.append(_scores(report.scores, None, width, color=color))
        blocks.append(_rates(report, width, color=color))
    blocks.append(list(_failures(runs.cases, width, color=color)))
    blocks.append(list(_confusions(report.confusions, width, color=color)))
    blocks.append([line for note in _notes(report) for line in wrap(visible(note), width)])
    return _join(blocks)


def _rates(report: RunReport, width: int, *, color: bool) -> list[str]:
    outcomes = {outcome.case.place: outcome for outcome in report.outcomes}
    rows = tuple(_rate_row(runs, outcomes[runs.case.place]) for runs in report.runs.cases)
    columns = ("case", "task", "runs", "passed", "rate", "from", "to", "lexical_rank")
    table = Table(columns, rows)
    return render_table(table, format="text", width=width, color=color).splitlines()


def _rate_row(runs: CaseRuns, outcome: Outcome) -> tuple[Any, ...]:
    case = runs.case
    low, high = runs.interval
    ranks = ", ".join(_rank(outcome.rank(name)) for name in case.expected)
    label = case.id or case.place
    return label, case.task, len(runs.verdicts), runs.passed, runs.rate, low, high, ranks or "-"


def _failures(cases: Iterable[CaseRuns], width: int, *, color: bool) -> Iterator[str]:
    failed = [(runs.case, v) for runs in cases for v in runs.verdicts if v.faults]
    if failed:
        yield paint("Runs that failed", "bold", color=color)
    for case, same in groupby(failed, key=lambda item: item[0]):
        yield f"  {_case(case)}"
        for _, verdict in same:
            yield from _indented(
                f"{verdict.trace.place} of the traces: {fault_words(verdict)}", width
            )


def fault_words(verdict: Verdict) -> str:
    """What is wrong with a run, in words."""
    phrases = {
        "missed": f"missed {', '.join(verdict.missed)}",
        "unexpected": f"loaded {', '.join(verdict.unexpected)}, which it must not",
        "extra": f"loaded {', '.join(verdict.extra)}, which nothing asks for",
        "early": f"loaded {', '.join(verdict.early)} too early",
        "too many": f"loaded {verdict.surplus} too many",
    }
    words = "; ".join(phrases[fault] for fault in verdict.faults)
    return f"{words} (answered without tools)" if verdict.without_tools else words


def _confusions(confusions: Sequence[Confusion], width: int, *, color: bool) -> Iterator[str]:
    if confusions:
        yield paint("Missed skills, and what was loaded instead", "bold", color=color)
    for item in confusions:
        instead = ", ".join(f"{name} ({count})" for name, count in item.instead) or "nothing"
        text = f"{item.skill}: missed in {item.missed} of {_count(item.runs, 'run')}; {instead}"
        if item.without_tools:
            text += f"; answered without tools: {item.without_tools}"
        yield from _indented(text, width, indent=2)


def _notes(report: RunReport) -> Iterator[str]:
    runs = report.runs
    extra = sum(len(verdict.extra) + len(verdict.unexpected) for verdict in runs.verdicts)
    yield f"Needless loads in each run: {extra / len(runs.verdicts):.2f} on average."
    if runs.untried:
        yield f"No run of {_names([case.id or case.place for case in runs.untried])}: not scored."
    if runs.strangers:
        places = _names([trace.place for trace in runs.strangers])
        yield f"Runs that belong to no case, not scored: {places}."
    if runs.unknown:
        yield f"Loaded, but not in the library: {_names(runs.unknown)}."


# --- Pieces -----------------------------------------------------------------------------------


def _join(blocks: Iterable[Sequence[str]]) -> str:
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _case(case: Case) -> str:
    place = f"{case.place} [{case.id}]" if case.id else case.place
    return visible(place) + f": {cut(visible(' '.join(case.task.split())), _TASK_WIDTH)}"


def _indented(text: str, width: int, indent: int = 4) -> Iterator[str]:
    first, *rest = wrap(visible(text), width - indent - 2)
    yield " " * indent + first
    yield from (" " * (indent + 2) + line for line in rest)


def _rank(rank: int | None) -> str:
    return "none" if rank is None else str(rank)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _names(names: Sequence[str], most: int = _SHOWN_NAMES) -> str:
    more = len(names) - most
    text = ", ".join(names[:most])
    return f"{text} and {more} more" if more > 0 else text
