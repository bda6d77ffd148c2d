"""`skills eval`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skilltool.cli.evaluating import load_cases, rank_all
from skilltool.cli.session import (
    library_options,
    open_session,
    output_width,
    paths_argument,
    use_color,
    write_result,
)
from skilltool.evaluation import (
    compare_retrieval,
    report_retrieval,
    report_runs,
)
from skilltool.evaluation.retrieval import MEASURES
from skilltool.evaluation.runs import RUN_MEASURES, judge_runs
from skilltool.evaluation.scores import parse_minimum
from skilltool.history import library_at
from skilltool.library import shown
from skilltool.output.evaluation import render_retrieval, render_runs
from skilltool.output.evaluation_json import render_retrieval_json, render_runs_json
from skilltool.traces import load_traces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.cli.session import Session
    from skilltool.evaluation import RetrievalReport, RunReport
    from skilltool.evaluation.cases import Case
    from skilltool.evaluation.retrieval import Outcome
    from skilltool.model import Skill


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("eval")
@click.argument("cases_file", metavar="CASES", type=_FILE)
@library_options
@paths_argument
@click.option("--traces", "traces_file", type=_FILE, help="Score the recorded runs in this file.")
@click.option(
    "--skill", default="", metavar="NAME", help="The skill that a file of queries is for."
)
@click.option(
    "--min",
    "minimums",
    multiple=True,
    metavar="METRIC=VALUE",
    help="Exit with 1 where the metric is below the value; may be repeated.",
)
@click.option("--compare", metavar="REV", help="Show what changed since this git revision.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(
    cases_file: Path,
    paths: tuple[Path, ...],
    traces_file: Path | None,
    skill: str,
    minimums: tuple[str, ...],
    compare: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    r"""Score a library on the tasks in CASES, each with the skills that it needs.

    CASES holds one JSON object on each line: task, expected_skills, unexpected_skills; or it is
    the evals.json of a skill, or a list of objects with query and should_trigger. PATHS name the
    library. Without --traces the score is lexical retrievability: whether the words of a skill
    answer to a task. That is a proxy for the choice of a model, never a trigger rate.

    \b
    Examples:
      skills eval cases.jsonl
      skills eval cases.jsonl --min hit@1=0.8 --min avoided@5=1
      skills eval cases.jsonl --compare main
      skills eval cases.jsonl --traces runs.jsonl --json
    """
    if compare and traces_file:
        raise click.UsageError("--compare ranks two libraries; it does not go with --traces")
    session = open_session(paths, **options)
    skills = [skill for library in session.libraries for skill in library.skills]
    bars = _minimums(session, minimums, RUN_MEASURES if traces_file else MEASURES)
    cases = load_cases(cases_file, skills, skill)
    outcomes = rank_all(cases, skills)
    if traces_file:
        runs = judge_runs(cases, load_traces(traces_file), skills, shown(traces_file))
        _finish_runs(report_runs(runs, outcomes, bars), as_json=as_json)
    else:
        before = _rank_before(session, cases, compare) if compare else None
        report = report_retrieval(outcomes, skills, bars)
        _finish_retrieval(report, compare or "", before, as_json=as_json)


def _minimums(session: Session, given: Sequence[str], measures: Any) -> dict[str, float]:
    """The bars of the configuration, and those of the command line before them."""
    return {**session.config.minimums, **dict(parse_minimum(text, measures) for text in given)}


def _rank_before(session: Session, cases: Sequence[Case], revision: str) -> list[Outcome]:
    """The outcomes in the libraries as they were."""
    skills: list[Skill] = []
    for library in session.libraries:
        with library_at(library.root, revision, session.profiles[0]) as old:
            skills += old.skills
    return rank_all(cases, skills)


def _finish_retrieval(
    report: RetrievalReport, revision: str, before: Sequence[Outcome] | None, *, as_json: bool
) -> None:
    change = compare_retrieval(revision, before, report.outcomes) if before is not None else None
    if as_json:
        write_result(render_retrieval_json(report, change))
    else:
        write_result(render_retrieval(report, change, width=output_width(), color=use_color()))
    if not all(score.met for score in report.scores):
        raise click.exceptions.Exit(1)


def _finish_runs(report: RunReport, *, as_json: bool) -> None:
    if as_json:
        write_result(render_runs_json(report))
    else:
        write_result(render_runs(report, width=output_width(), color=use_color()))
    if report.runs.nothing_loaded:
        raise click.exceptions.Exit(2)
    if not all(score.met for score in report.scores):
        raise click.exceptions.Exit(1)
