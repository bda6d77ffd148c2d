"""`skills lint`."""

from __future__ import annotations

from typing import Any

import click

from skilltool.cli.checking import Choices, checking_options, run_check


@click.command("lint")
@checking_options
def command(**choices: Any) -> None:
    r"""Check what decides whether an agent picks the right skill: routing texts and overlap.

    \b
    Examples:
      skills lint
      skills lint --select overlap --fail-on warning
    """
    run_check(Choices(**choices), ("routing", "overlap"))
