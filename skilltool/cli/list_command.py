"""`skills list`."""

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
from skilltool.output.table import render_table

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Library, Skill


@click.command("list")
@library_options
@paths_argument
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(paths: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    r"""List the skills of a library: name, routing text, path, size in bytes.

    A skill that cannot be read is listed too, with the reason in place of its routing text.

    \b
    Examples:
      skills list
      skills list .claude/skills --json
    """
    session = open_session(paths, options["profiles"], options["config_file"])
    rows = tuple(row for library in session.libraries for row in _rows(library))
    table = Table(("name", "routing_text", "path", "bytes"), rows)
    form = "json" if as_json else "text"
    write_result(render_table(table, format=form, width=output_width(), color=use_color()))


def _rows(library: Library) -> list[tuple[str, str, str, int]]:
    return [
        (skill.name, _text(skill), skill.path, len(skill.source.text.encode("utf-8")))
        for skill in library.skills
        if library.is_selected(skill)
    ]


def _text(skill: Skill) -> str:
    fault = skill.unreadable or next((f.message for f in skill.front_matter.faults), "")
    if not skill.routing_text:
        return f"(broken: {fault or 'no routing text'})"
    return f"{skill.routing_text} (manual only)" if skill.manual_only else skill.routing_text
