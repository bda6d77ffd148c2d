"""`skills fix`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skilltool.cli.checking import apply_fixes, selection_options, show_fixes, split_names
from skilltool.cli.session import open_session
from skilltool.linter import Selection

if TYPE_CHECKING:
    from pathlib import Path


@click.command("fix")
@selection_options
@click.option("--unsafe-fixes", is_flag=True, help="Mend what needs a second look, too.")
@click.option("--diff", is_flag=True, help="Write nothing; print the changes, exit 1 if any.")
def command(
    paths: tuple[Path, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    unsafe_fixes: bool,
    diff: bool,
    **options: Any,
) -> None:
    r"""Mend what can be mended without changing what it says.

    A fix changes the characters that it names and no other byte of the file. It never rewrites
    prose. `skills check` shows what is left.

    \b
    Examples:
      skills fix --diff
      skills fix skills/commission
      skills fix --select invalid-front-matter --unsafe-fixes
    """
    session = open_session(paths, **options)
    selection = Selection(select=split_names(select), ignore=split_names(ignore))
    if diff:
        show_fixes(session, selection, unsafe=unsafe_fixes)
    elif not apply_fixes(session, selection, unsafe=unsafe_fixes):
        click.echo("nothing to fix by itself; `skills check` shows what is left", err=True)
