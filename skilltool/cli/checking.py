"""The options that `check`, `validate` and `lint` share, and what they do with them."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from skilltool.cli.session import (
    library_options,
    open_session,
    output_width,
    paths_argument,
    use_color,
    write_result,
)
from skilltool.library import command_for, find_outside, shown
from skilltool.model import Severity
from skilltool.output import FORMATS, Options, render_report
from skilltool.rules import GROUPS, Selection, all_rules, rule_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skilltool.cli.session import Session
    from skilltool.model import Diagnostic, Library, Report


def _complete_rule(ctx: Any, param: Any, incomplete: str) -> list[str]:
    return [name for name in (*GROUPS, *rule_names()) if name.startswith(incomplete)]


_SELECTION = (
    click.option(
        "--select", multiple=True, metavar="RULE", shell_complete=_complete_rule,
        help="Run only this rule or group; may be repeated, or names joined by commas.",
    ),
    click.option(
        "--ignore", multiple=True, metavar="RULE", shell_complete=_complete_rule,
        help="Leave out this rule or group; may be repeated, or names joined by commas.",
    ),
)  # fmt: skip
_OPTIONS = (
    click.option(
        "--fail-on", type=click.Choice(["error", "warning", "info"]),
        help="The least severity that makes the exit code 1. Default: error.",
    ),
    click.option(
        "--output-format", "output_format", type=click.Choice(list(FORMATS)), default="text",
        show_default=True, help="How to write the findings.",
    ),
    click.option("--since", metavar="REV", help="Only what a git revision did not have yet."),
    click.option("--statistics", is_flag=True, help="Add the number of findings of each rule."),
    click.option("--show-suppressed", is_flag=True, help="List what is accepted, too."),
    click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs found."),
    click.option("-q", "--quiet", is_flag=True, help="Print findings only, no summary."),
    click.option("-v", "--verbose", is_flag=True, help="Name every folder that is left out."),
)  # fmt: skip


def selection_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add PATHS, the options of a library and those that select rules."""
    for option in reversed(_SELECTION):
        function = option(function)
    return paths_argument(library_options(function))


def checking_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add PATHS and the options of a check to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return selection_options(function)


class Choices(NamedTuple):
    """What was chosen on the command line of a check."""

    paths: tuple[Path, ...]
    profiles: tuple[str, ...]
    config_file: Path | None
    no_ignore: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    fail_on: str | None
    output_format: str
    since: str | None
    statistics: bool
    show_suppressed: bool
    quiet: bool
    verbose: bool
    no_cache: bool
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    baseline: Path | None = None
    write_baseline: bool = False


def run_check(choices: Choices, groups: tuple[str, ...] = GROUPS) -> None:
    """Check what was chosen, print the report, and exit with 1 for findings at or above the bar."""
    start = time.time_ns()
    if choices.write_baseline and choices.since:
        raise click.UsageError("--write-baseline holds all findings; leave --since out")
    if choices.since == "":
        raise click.UsageError("--since needs a revision; it was given an empty text")
    if choices.unsafe_fixes and not (choices.fix or choices.diff):
        raise click.UsageError("--unsafe-fixes says what --fix or --diff may mend; add one of them")
    session = open_session(
        choices.paths,
        choices.profiles,
        choices.config_file,
        no_ignore=choices.no_ignore,
        lenient=not choices.fix,
    )
    bar = Severity[choices.fail_on.upper()] if choices.fail_on else session.config.fail_on
    selection = Selection(
        groups, split_names(choices.select), split_names(choices.ignore), bar is Severity.INFO
    )
    if choices.diff:
        show_fixes(session, selection, unsafe=choices.unsafe_fixes)
        return
    if choices.fix:
        apply_fixes(session, selection, unsafe=choices.unsafe_fixes)
        session = replace(session)
    report = _report(session, selection, start, use_cache=not choices.no_cache)
    if not (choices.paths or session.config.roots or choices.quiet):
        _tell_of_skills_outside(session)
    if choices.write_baseline or choices.baseline or session.config.baseline:
        report = _with_baseline(report, session, choices)
    if choices.since:
        from skilltool.cli.revision import without_older

        report = without_older(report, session, selection, choices.since)
    if report.worst is None:
        _require_checked(report)
    write_result(render_report(report, choices.output_format, options=_options(choices, bar)))
    if report.worst is not None and report.worst >= bar:
        raise click.exceptions.Exit(1)


def _tell_of_skills_outside(session: Session) -> None:
    outside = find_outside(Path.cwd(), session.libraries)
    if outside:
        are = "folder with a SKILL.md lies" if len(outside) == 1 else "folders with a SKILL.md lie"
        hint = f"{command_for(outside)}, or `roots` in skills.toml"
        click.echo(f"{len(outside)} {are} outside of what was checked: {hint}", err=True)


def _require_checked(report: Report) -> None:
    if not report.skill_count:
        raise click.UsageError("none of the paths belongs to a skill; nothing was checked")


def apply_fixes(session: Session, selection: Selection, *, unsafe: bool) -> int:
    """Write what can be fixed, say on stderr what was done and what was refused, and count both."""
    from skilltool.fixes import fix_files

    outcome = fix_files(lambda: find(replace(session), selection), unsafe=unsafe)
    for change in outcome.changes:
        done = "; ".join(dict.fromkeys(fix.message for fix in change.applied))
        click.echo(f"fixed {change.path}: {done}", err=True)
    for refused in outcome.refused:
        cause = f"{refused.fix.message}: {refused.cause}"
        click.echo(f"not fixed {refused.path}: {cause}", err=True)
    return len(outcome.changes) + len(outcome.refused)


def show_fixes(session: Session, selection: Selection, *, unsafe: bool) -> None:
    """Print what fixes would change as a unified diff, and exit with 1 if that is anything."""
    from skilltool import linter
    from skilltool.fixes import preview_fixes, render_diff

    def check(libraries: Sequence[Library]) -> tuple[Diagnostic, ...]:
        return linter.check(libraries, session.config, session.profiles, selection).diagnostics

    outcome = preview_fixes(session.libraries, check, unsafe=unsafe)
    write_result(render_diff(outcome.changes))
    if outcome.changes:
        raise click.exceptions.Exit(1)


def find(session: Session, selection: Selection) -> tuple[Diagnostic, ...]:
    """The findings of a session whose files are read now."""
    return _check(session, selection).diagnostics


def _check(session: Session, selection: Selection) -> Report:
    from skilltool import linter

    return linter.check(session.libraries, session.config, session.profiles, selection)


def _report(session: Session, selection: Selection, start: int, *, use_cache: bool) -> Report:
    """The report of a check, from the cache where that knows it. `start` is in nanoseconds."""
    if not use_cache:
        return _check(session, selection)
    from skilltool.cache import Run, find_report

    run = Run(session.libraries, session.config, session.profiles, selection, start)
    return find_report(run, lambda: _check(session, selection))


def _with_baseline(report: Report, session: Session, choices: Choices) -> Report:
    """The report without the known findings; with --write-baseline all become known."""
    from skilltool import baseline
    from skilltool.output import findings

    default = session.config.folder / baseline.FILE_NAME
    file = choices.baseline or session.config.baseline or default
    if choices.write_baseline:
        if file.exists() and (choices.paths or choices.select or choices.ignore):
            raise click.UsageError(
                f"{shown(file)} holds the findings of whole libraries; write it without paths, "
                "--select and --ignore, or remove it first"
            )
        written = findings.count(baseline.write_baseline(file, report.diagnostics), "finding")
        unused = choices.baseline is None and session.config.baseline is None
        use = f'; later runs use it with `baseline = "{file.name}"` in skills.toml'
        click.echo(f"wrote {written} to {shown(file)}{use if unused else ''}", err=True)
    known = baseline.load_baseline(file)
    new, old, gone = baseline.subtract(report.diagnostics, known, file.parent)
    whole = all(library.selected is None for library in report.libraries)
    if gone and whole and not (choices.select or choices.ignore):
        words = "a known finding is" if gone == 1 else f"{gone} known findings are"
        hint = f"`skills check --write-baseline` shrinks {shown(file)}"
        click.echo(f"{words} gone; {hint}", err=True)
    return report._replace(diagnostics=tuple(new), known=tuple(old))


def _summaries() -> dict[str, str]:
    return {rule.name: rule.summary for rule in all_rules().values()}


def split_names(values: tuple[str, ...]) -> tuple[str, ...]:
    """The names of a repeated option, each of which may hold several joined by commas."""
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def _options(choices: Choices, bar: Severity) -> Options:
    from skilltool import __version__

    here = Path.cwd()
    return Options(
        color=use_color(),
        width=output_width(),
        show_suppressed=choices.show_suppressed,
        statistics=choices.statistics,
        quiet=choices.quiet,
        verbose=choices.verbose,
        rule_docs=_summaries() if choices.output_format == "sarif" else {},
        version=__version__,
        folder=here.as_posix(),
        repository=_repository(here),
        bar=bar,
    )


def _repository(here: Path) -> str:
    """The root of the repository that a folder lies in; empty where it lies in none."""
    found = (place for place in (here, *here.parents) if (place / ".git").exists())
    return next((place.as_posix() for place in found), "")
