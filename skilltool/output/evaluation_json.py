"""Results of an evaluation as JSON, for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skilltool.evaluation.retrieval import CAVEAT, LABEL, NEAR, line_of
from skilltool.evaluation.runs import NOTHING_LOADED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skilltool.evaluation import Comparison, RetrievalReport, RunReport
    from skilltool.evaluation.cases import Case
    from skilltool.evaluation.retrieval import Intrusion, Loss, Outcome
    from skilltool.evaluation.runs import CaseRuns, Confusion, Verdict
    from skilltool.evaluation.scores import Score

VERSION = 1
"""The version of both documents; a key may be added without a new one."""
_RIVALS = 10


def render_retrieval_json(report: RetrievalReport, comparison: Comparison | None) -> str:
    """Scores, losses and intrusions as one JSON object; `measure` says what the numbers are."""
    places = {skill.name: line_of(skill) for skill in report.skills}
    data: dict[str, Any] = {
        "version": VERSION,
        "measure": LABEL,
        "note": CAVEAT,
        "skills": len(report.skills),
        "cases": [_outcome_data(outcome) for outcome in report.outcomes],
        "metrics": _scores_data(report.scores),
        "losses": [{**_loss_data(loss), "line": places[loss.skill]} for loss in report.losses],
        "unexpected": [_intrusion_data(item) for item in report.intrusions],
        "uncovered": list(report.uncovered),
    }
    if comparison is not None:
        data["comparison"] = _comparison_data(comparison)
    return _dump(data)


def _dump(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _scores_data(scores: Iterable[Score]) -> list[dict[str, Any]]:
    return [
        {
            "metric": score.metric,
            "value": score.value,
            "cases": score.cases,
            "minimum": score.minimum,
            "met": score.met,
        }
        for score in scores
    ]


def _case_data(case: Case) -> dict[str, Any]:
    return {"case": case.id or case.place, "task": case.task}


def _outcome_data(outcome: Outcome) -> dict[str, Any]:
    case = outcome.case
    ranks = {name: outcome.rank(name) for name in (*case.expected, *case.unexpected)}
    return {**_case_data(case), "first": outcome.names[:NEAR], "fits": outcome.fits, "ranks": ranks}


def _loss_data(loss: Loss) -> dict[str, Any]:
    rivals = [
        {"skill": rival.name, "rank": rival.rank, "terms": list(rival.terms)}
        for rival in loss.rivals[:_RIVALS]
    ]
    found = {"skill": loss.skill, "rank": loss.rank, "rivals": rivals}
    return {**_case_data(loss.case), **found, "missing": list(loss.missing)}


def _intrusion_data(item: Intrusion) -> dict[str, Any]:
    found = {"skill": item.skill, "rank": item.rank, "terms": list(item.terms)}
    return {**_case_data(item.case), **found}


def _comparison_data(comparison: Comparison) -> dict[str, Any]:
    changes = {"gained": [], "lost": []}  # type: dict[str, list[dict[str, Any]]]
    for change in comparison.changes:
        moved = {"before": list(change.before), "after": list(change.after)}
        changes["gained" if change.gained else "lost"].append({**_case_data(change.case), **moved})
    metrics = [{"metric": score.metric, "value": score.value} for score in comparison.scores]
    return {"revision": comparison.revision, "metrics": metrics, **changes}


def render_runs_json(report: RunReport) -> str:
    """Scores and verdicts as one JSON object; without a score where nothing was ever loaded."""
    runs = report.runs
    outcomes = {outcome.case.place: outcome for outcome in report.outcomes}
    return _dump(
        {
            "version": VERSION,
            "measure": "recorded loads",
            "problem": NOTHING_LOADED if runs.nothing_loaded else None,
            "metrics": _scores_data(report.scores),
            "cases": [_runs_data(item, outcomes[item.case.place]) for item in runs.cases],
            "confusions": [_confusion_data(item) for item in report.confusions],
            "untried": [case.id or case.place for case in runs.untried],
            "strangers": [trace.place for trace in runs.strangers],
            "unknown": list(runs.unknown),
        }
    )


def _runs_data(runs: CaseRuns, outcome: Outcome) -> dict[str, Any]:
    low, high = runs.interval
    return {
        **_case_data(runs.case),
        "passed": runs.passed,
        "rate": runs.rate,
        "interval": [low, high],
        "lexical_ranks": {name: outcome.rank(name) for name in runs.case.expected},
        "runs": [_verdict_data(verdict) for verdict in runs.verdicts],
    }


def _verdict_data(verdict: Verdict) -> dict[str, Any]:
    return {
        "trace": verdict.trace.place,
        "loads": list(verdict.trace.skills),
        "faults": list(verdict.faults),
        "missed": list(verdict.missed),
        "unexpected": list(verdict.unexpected),
        "extra": list(verdict.extra),
        "early": list(verdict.early),
        "without_tools": verdict.without_tools,
    }


def _confusion_data(item: Confusion) -> dict[str, Any]:
    return {
        "skill": item.skill,
        "runs": item.runs,
        "missed": item.missed,
        "instead": dict(item.instead),
        "without_tools": item.without_tools,
    }
