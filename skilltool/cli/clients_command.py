"""`skills clients`."""

from __future__ import annotations

from textwrap import fill
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
from skilltool.output.escaping import visible
from skilltool.output.table import TABLE_FORMATS, render_table
from skilltool.portability import table
from skilltool.profiles import load_profile, profile_names

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Profile, Table

_NO_CLIENTS = {"default", "portable", "agent-skills"}


@click.command("clients")
@library_options
@paths_argument
@click.option("--format", "form", type=click.Choice(TABLE_FORMATS), default="text")
def command(paths: tuple[Path, ...], form: str, **options: Any) -> None:
    r"""Show which clients load each skill, cut it, ignore a field of it or drop it silently.

    Without --profile, all clients are asked. What each client does comes from its documentation
    or its source; docs/clients.md names both. Of several skills those are listed with which some
    client has trouble, below a table with the number of skills by outcome; JSON holds all.

    \b
    Examples:
      skills clients
      skills clients skills/commission --profile vscode --profile codex
    """
    session = open_session(paths, **options)
    asked = session.profiles if options["profiles"] else _all_clients()
    judged = [each for one in session.libraries for each in table.judge_library(one, asked)]
    write_result(_render(judged, form))


def _render(judged: table.Judged, form: str) -> str:
    if form == "json":
        return render_table(table.skill_table(judged), format=form)
    parts = [
        _render_skills(judged) if form == "text" else _table(table.troubled_table(judged), form)
    ]
    if len(judged) != 1:
        parts = [f"{table.headline(judged)}\n", _table(table.client_table(judged), form), *parts]
    return "\n".join(filter(None, parts))


def _table(shown: Table, form: str) -> str:
    if not shown.rows:
        return ""
    return render_table(shown, format=form, width=output_width(), color=use_color())


def _render_skills(judged: table.Judged) -> str:
    """The skills that share all answers as one paragraph: their names, then the answers."""
    return "\n".join(
        "".join((_line(", ".join(names), ""), *(_line(_answer(*row), "  ") for row in rows)))
        for rows, names in table.troubled_groups(judged).items()
    )


def _answer(outcome: str, clients: str, reason: str) -> str:
    return f"{outcome} ({clients})" + (f": {reason}" if reason else "")


def _line(text: str, indent: str) -> str:
    return fill(
        visible(text), output_width(), initial_indent=indent, subsequent_indent=f"{indent}  ",
        break_long_words=False, break_on_hyphens=False,
    ) + "\n"  # fmt: skip


def _all_clients() -> tuple[Profile, ...]:
    return tuple(load_profile(name) for name in profile_names() if name not in _NO_CLIENTS)
