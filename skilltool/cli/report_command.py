"""`skills report`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skilltool.cli.session import library_options, open_session, paths_argument, write_result
from skilltool.config import RuleSetting
from skilltool.library import shown
from skilltool.rules import Selection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.cli.session import Session
    from skilltool.model import Profile, Report
    from skilltool.report.figures import Evaluation, Figures

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_CLIENTS = ("claude-code", "codex", "vscode")


@click.command("report")
@library_options
@paths_argument
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write. Default: report.html, and stdout for --json.",
)  # fmt: skip
@click.option(
    "--cases", "cases_file", type=_FILE, metavar="FILE",
    help="Add an evaluation on the tasks in this file, as for `skills eval`.",
)  # fmt: skip
@click.option(
    "--traces", "traces_file", type=_FILE, metavar="FILE",
    help="With --cases: add the recorded runs in this file.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write the figures as JSON, not a page.")
def command(
    paths: tuple[Path, ...],
    output: Path | None,
    cases_file: Path | None,
    traces_file: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    r"""Write one HTML page on the library: sizes, overlap, findings, listings, evaluation.

    The page needs no network and no other file. Without --profile it shows the listings of Claude
    Code, Codex and VS Code. Findings are no reason for another exit code than 0: `skills check`
    judges.

    \b
    Examples:
      skills report
      skills report skills --output build/skills.html
      skills report --cases cases.jsonl
      skills report --json
    """
    if traces_file and not cases_file:
        raise click.UsageError("--traces needs --cases: the tasks that the runs belong to")
    session = open_session(paths, **options)
    evaluations = _evaluate(session, cases_file, traces_file) if cases_file else []
    _write(_figures(session, evaluations), output, as_json=as_json)


def _write(figures: Figures, output: Path | None, *, as_json: bool) -> None:
    from skilltool.files import write_text
    from skilltool.report import render_json, render_page

    text = render_json(figures) if as_json else render_page(figures)
    if as_json and output is None:
        write_result(text)
        return
    file = output or Path("report.html")
    write_text(file, text)
    click.echo(f"wrote {shown(file)}", err=True)


def _figures(session: Session, evaluations: Sequence[Evaluation]) -> Figures:
    from skilltool.report import gather_figures
    from skilltool.rules.overlapping_skills import parse_distinct

    options = session.config.rules.get("overlapping-skills", RuleSetting()).options
    return gather_figures(
        _check(session),
        _clients(session),
        encoding=session.config.encoding,
        threshold=options.get("threshold"),
        distinct=parse_distinct(options.get("distinct", ())),
        evaluations=evaluations,
    )


def _check(session: Session) -> Report:
    """The findings, with those that the configured baseline knows set apart."""
    from skilltool.linter import check

    found = check(session.libraries, session.config, session.profiles, Selection())
    file = session.config.baseline
    if file is None:
        return found
    from skilltool.baseline import load_baseline, subtract

    new, old, _ = subtract(found.diagnostics, load_baseline(file), file.parent)
    return found._replace(diagnostics=tuple(new), known=tuple(old))


def _clients(session: Session) -> list[Profile]:
    """The clients that were asked about and whose listing is known to be limited, else three."""
    from skilltool.listing import has_listing
    from skilltool.profiles import load_profile

    asked = [profile for profile in session.profiles if has_listing(profile)]
    return asked or [load_profile(name) for name in _CLIENTS]


# ---- evaluation --------------------------------------------------------------------------------


def _evaluate(session: Session, cases_file: Path, traces_file: Path | None) -> list[Evaluation]:
    from skilltool import evaluation
    from skilltool.cli.evaluating import load_cases, rank_all
    from skilltool.evaluation.runs import judge_runs
    from skilltool.report import retrieval_evaluation, run_evaluation
    from skilltool.traces import load_traces

    skills = [skill for library in session.libraries for skill in library.skills]
    cases, bars = load_cases(cases_file, skills), session.config.minimums
    outcomes = rank_all(cases, skills)
    made = [retrieval_evaluation(evaluation.report_retrieval(outcomes, skills, bars))]
    if traces_file:
        runs = judge_runs(cases, load_traces(traces_file), skills, shown(traces_file))
        made.append(run_evaluation(evaluation.report_runs(runs, outcomes, bars)))
    return made
