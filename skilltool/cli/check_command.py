"""`skills check`."""

from __future__ import annotations

from typing import Any

import click

from skilltool.cli.checking import Choices, checking_options, run_check


@click.command("check")
@checking_options
def command(**choices: Any) -> None:
    r"""Check everything, in one pass over the disk: the command for CI and for commits.

    PATHS are libraries, skill folders or files in them; without PATHS the roots of the
    configuration, else the places where clients look.

    \b
    Examples:
      skills check
      skills check skills/invoice-issuing --profile claude-code
      skills check --select links,naming --output-format github
    """
    run_check(Choices(**choices))
