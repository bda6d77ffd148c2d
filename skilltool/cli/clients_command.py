"""`skills clients`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skilltool.cli.session import (
    library_options,
    open_session,
    output_width,
    paths_argument,
    use_color,
    write_result,
)
from skilltool.model import Table
from skilltool.output.table import TABLE_FORMATS, render_table
from skilltool.portability import portability_table
from skilltool.profiles import load_profile, profile_names

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Profile

_NO_CLIENTS = {"default", "portable", "agent-skills"}


@click.command("clients")
@library_options
@paths_argument
@click.option("--format", "form", type=click.Choice(TABLE_FORMATS), default="text")
def command(paths: tuple[Path, ...], form: str, **options: Any) -> None:
    r"""Show which clients load each skill, cut it, ignore a field of it or drop it silently.

    Without --profile, all clients are asked. What each client does comes from its documentation
    or its source; docs/clients.md names both.

    \b
    Examples:
      skills clients
      skills clients skills/commission --profile vscode --profile codex
    """
    session = open_session(paths, **options)
    asked = session.profiles if options["profiles"] else _all_clients()
    tables = [portability_table(library, asked) for library in session.libraries]
    rows = tuple(row for table in tables for row in table.rows)
    table = Table(tables[0].columns, rows)
    write_result(render_table(table, format=form, width=output_width(), color=use_color()))


def _all_clients() -> tuple[Profile, ...]:
    return tuple(load_profile(name) for name in profile_names() if name not in _NO_CLIENTS)
