"""`skills search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skilltool.cli.session import (
    library_options,
    open_session,
    output_width,
    use_color,
    write_result,
)
from skilltool.output.search import render_matches, render_matches_json
from skilltool.routing import Router

if TYPE_CHECKING:
    from pathlib import Path


@click.command("search")
@click.argument("query", nargs=-1, required=True)
@library_options
@click.option(
    "--library", "root", type=click.Path(exists=True), help="The library, where it is not found."
)
@click.option("--limit", type=click.IntRange(1), default=10, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(
    query: tuple[str, ...], root: Path | None, limit: int, as_json: bool, **options: Any
) -> None:
    r"""Rank the skills whose name, routing text and body hold the words of QUERY.

    Says that nothing fits where no skill holds enough of it. The order is lexical: it tells what
    can be found by its words, not what a model will load.

    \b
    Examples:
      skills search "the customer wants the invoice cancelled"
      skills search late parcel --limit 3
      skills search "reconcile card receipts" --library skills --json
    """
    session = open_session((root,) if root else (), **options)
    text = " ".join(query).strip()
    if not text:
        raise click.UsageError("QUERY is blank; give the words of a request")
    skills = [skill for library in session.libraries for skill in library.skills]
    matches = Router(skills).rank(text, limit)
    if as_json:
        write_result(render_matches_json(text, matches))
    else:
        write_result(render_matches(text, matches, width=output_width(), color=use_color()))
