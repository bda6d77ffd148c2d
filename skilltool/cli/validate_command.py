"""`skills validate`."""

from __future__ import annotations

from typing import Any

import click

from skilltool.cli.checking import Choices, checking_options, run_check


@click.command("validate")
@checking_options
def command(**choices: Any) -> None:
    r"""Check what decides whether a client loads a skill: front matter, fields, names.

    \b
    Examples:
      skills validate
      skills validate skills/commission --profile agent-skills --profile vscode
    """
    run_check(Choices(**choices), ("frontmatter", "schema", "naming"))
