"""The part of a report that tells how well tasks find their skills. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from skilltool.evaluation.retrieval import CAVEAT, LABEL
from skilltool.evaluation.runs import NOTHING_LOADED
from skilltool.report.figures import CaseRate, Confusion, Evaluation, Loss, Metric, Rival

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.evaluation import RetrievalReport, RunReport, retrieval, runs
    from skilltool.evaluation.cases import Case
    from skilltool.evaluation.scores import Score

_RIVALS = 10
_RUNS_NOTE = "What recorded runs of an agent loaded, against what their tasks expect."


def retrieval_evaluation(report: RetrievalReport) -> Evaluation:
    """The results of a ranking; a confusion names the skill that comes first instead."""
    return Evaluation(
        LABEL,
        CAVEAT,
        len(report.outcomes),
        _metrics(report.scores),
        tuple(_ranking_confusions(report)),
        losses=tuple(map(_loss, report.losses)),
        uncovered=report.uncovered,
    )


def run_evaluation(report: RunReport) -> Evaluation:
    """The results of recorded runs."""
    return Evaluation(
        "recorded loads",
        NOTHING_LOADED if report.runs.nothing_loaded else _RUNS_NOTE,
        len(report.runs.cases),
        _metrics(report.scores),
        tuple(
            Confusion(item.skill, item.runs, item.missed, dict(item.instead))
            for item in report.confusions
        ),
        rates=tuple(map(_rate, report.runs.cases)),
    )


def _metrics(scores: Iterable[Score]) -> tuple[Metric, ...]:
    """The scores; one that no case measures and nobody asks for is left out."""
    asked = (score for score in scores if score.cases or score.minimum is not None)
    return tuple(Metric(it.metric, it.value, it.cases, it.minimum, it.met) for it in asked)


def _ranking_confusions(report: RetrievalReport) -> Iterator[Confusion]:
    tries = Counter(name for outcome in report.outcomes for name in outcome.case.expected)
    lost: defaultdict[str, list[retrieval.Loss]] = defaultdict(list)
    for loss in report.losses:
        lost[loss.skill].append(loss)
    for skill, losses in sorted(lost.items(), key=lambda item: (-len(item[1]), item[0])):
        first = Counter(loss.rivals[0].name for loss in losses if loss.rivals)
        yield Confusion(skill, tries[skill], len(losses), dict(first.most_common()))


def _loss(loss: retrieval.Loss) -> Loss:
    rivals = tuple(Rival(it.name, it.rank, it.terms) for it in loss.rivals[:_RIVALS])
    case = loss.case
    return Loss(_label(case), case.task, loss.skill, loss.rank, rivals, loss.missing)


def _rate(found: runs.CaseRuns) -> CaseRate:
    label, task = _label(found.case), found.case.task
    return CaseRate(label, task, len(found.verdicts), found.passed, *found.interval)


def _label(case: Case) -> str:
    return case.id or case.place
