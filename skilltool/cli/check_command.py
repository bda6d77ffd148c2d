"""`skills check`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from skilltool.cli.checking import Choices, checking_options, run_check


@click.command("check")
@checking_options
@click.option("--fix", is_flag=True, help="Mend what can be mended safely, then check.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff: mend what needs a second look, too."
)
@click.option("--diff", is_flag=True, help="Write nothing; print what --fix would change.")
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Leave out the findings that this file holds.",
)
@click.option("--write-baseline", is_flag=True, help="Make all present findings known ones.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
def command(*, watch: bool, **choices: Any) -> None:
    r"""Check everything, in one pass over the disk: the command for CI and for commits.

    PATHS are libraries, skill folders or files in them; without PATHS the roots of the
    configuration, else the places where clients look.

    \b
    Examples:
      skills check
      skills check skills/invoice-issuing --profile claude-code
      skills check --select links,naming --output-format github
      skills check --fix
      skills check --since main --output-format markdown
    """
    if watch:
        from skilltool.cli.watching import watch_check

        watch_check(Choices(**choices))
        return
    run_check(Choices(**choices))
