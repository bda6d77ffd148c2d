"""`skills list`."""

from __future__ import annotations

from posixpath import dirname
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
from skilltool.errors import NothingFoundError
from skilltool.model import Table
from skilltool.output.escaping import visible
from skilltool.output.table import render_table
from skilltool.output.terminal import cut, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from skilltool.model import Skill


@click.command("list")
@library_options
@paths_argument
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(paths: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    r"""List the skills of a library: name, routing text, folder, bytes of the SKILL.md.

    A skill that clients cannot read is listed too, with the reason in place of its routing text.
    One that only people can start is marked as manual only.

    \b
    Examples:
      skills list
      skills list .claude/skills --json
    """
    session = open_session(paths, **options)
    skills = [
        skill
        for library in session.libraries
        for skill in library.skills
        if library.is_selected(skill)
    ]
    if not skills:
        raise NothingFoundError("none of the paths belongs to a skill")
    if as_json:
        write_result(render_table(_facts_table(skills), format="json"))
        return
    width = output_width()
    table = Table(("name", "routing_text", "folder", "bytes"), _rows_within(width, skills))
    write_result(render_table(table, format="text", width=width, color=use_color()))


def _facts_table(skills: list[Skill]) -> Table:
    rows = ((*_facts(skill), skill.manual_only) for skill in skills)
    return Table(("name", "routing_text", "path", "bytes", "manual_only"), tuple(rows))


def _rows_within(width: int, skills: list[Skill]) -> tuple[tuple[str, str, str, int], ...]:
    """Rows for a terminal: the folder stands for the path, and the routing text is cut first."""
    rows = [
        (visible(name), visible(f"{mark}{text}"), visible(dirname(path) or "."), size)
        for mark, (name, text, path, size) in zip(_marks(skills), map(_facts, skills), strict=True)
    ]
    names, _, folders, sizes = zip(*rows, strict=True)
    taken = sum(max(map(text_width, cells)) for cells in (names, folders))
    room = width - taken - max(len("bytes"), len(f"{max(sizes):,}")) - 3 * len("  ")
    return tuple(
        (name, cut(text, max(room, width // 4)), folder, size) for name, text, folder, size in rows
    )


def _marks(skills: list[Skill]) -> Iterator[str]:
    """What stands before the routing text, for a cut takes its end."""
    return ("(manual only) " if skill.manual_only else "" for skill in skills)


def _facts(skill: Skill) -> tuple[str, str, str, int]:
    return skill.name, _text(skill), skill.path, len(skill.source.text.encode("utf-8"))


def _text(skill: Skill) -> str:
    # A byte order mark drops a skill in few clients.
    faults = (fault for fault in skill.front_matter.faults if fault.kind != "byte-order-mark")
    fault = skill.unreadable or next((fault.message for fault in faults), "")
    if fault or not skill.routing_text:
        return f"(broken: {fault or 'no routing text'})"
    return skill.routing_text
