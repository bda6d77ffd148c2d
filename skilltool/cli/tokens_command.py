"""`skills tokens`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skilltool import tokens
from skilltool.cli.session import (
    library_options,
    open_session,
    output_width,
    paths_argument,
    use_color,
    write_result,
)
from skilltool.output.table import render_table
from skilltool.tokenizer import ENCODINGS

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.tokens import SkillSize

_ORDERS = ("name", "index", "instructions", "resources")


@click.command("tokens")
@library_options
@paths_argument
@click.option("--encoding", type=click.Choice(ENCODINGS), help="Default: from the configuration.")
@click.option("--sort", type=click.Choice(_ORDERS), default="name", help="Largest level first.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(
    paths: tuple[Path, ...], encoding: str | None, sort: str, as_json: bool, **options: Any
) -> None:
    r"""Show the tokens of each level: index line, instructions, resources.

    The index is in the context all the time, instructions from the moment a skill is loaded, a
    resource when it is read. With the path of one skill: every file of it.

    \b
    Examples:
      skills tokens
      skills tokens skills/commission
      skills tokens --sort instructions --json
    """
    session = open_session(paths, options["profiles"], options["config_file"])
    encoding = encoding or session.config.encoding
    sizes = [
        size for library in session.libraries for size in tokens.count_library(library, encoding)
    ]
    one = len(sizes) == 1 and bool(paths)
    table = tokens.resource_table(sizes[0]) if one else tokens.library_table(_sorted(sizes, sort))
    form = "json" if as_json else "text"
    write_result(render_table(table, format=form, width=output_width(), color=use_color()))


def _sorted(sizes: list[SkillSize], order: str) -> list[SkillSize]:
    if order == "name":
        return sizes
    level = tokens.Level(order)
    return sorted(sizes, key=lambda size: (-size.tokens(level), size.skill.path))
