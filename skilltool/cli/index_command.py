"""`skills index`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skilltool import index
from skilltool.cli.session import (
    Session,
    index_targets,
    library_options,
    open_session,
    paths_argument,
    write_result,
)
from skilltool.library import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from skilltool.index import Comparison
    from skilltool.model import IndexFile, Library


@click.command("index")
@library_options
@paths_argument
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 when stale.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change.")
@click.option(
    "--print", "form", type=click.Choice(list(index.FORMATS)),
    help="Write nothing; print the index in this format.",
)  # fmt: skip
def command(
    paths: tuple[Path, ...], only_check: bool, diff: bool, form: str | None, **options: Any
) -> None:
    r"""Regenerate the index from disk, or check that it is fresh.

    The files come from `[[index]]` in the configuration; without it, INDEX.md in the library.
    In a file with the lines `<!-- skills:begin -->` and `<!-- skills:end -->` only what stands
    between them is written.

    \b
    Examples:
      skills index
      skills index --check
      skills index --print xml
    """
    session = open_session(paths, options["profiles"], options["config_file"])
    if form:
        _print(session, form)
        return
    targets = list(_targets(session))
    comparisons = [index.check(library, file) for library, file in targets]
    for comparison in comparisons:
        _name_left_out(comparison)
    if not diff and not only_check:
        _write(targets)
        return
    stale = [comparison for comparison in comparisons if not comparison.fresh]
    _report(stale, with_summary=only_check)
    if only_check and stale:
        raise click.exceptions.Exit(1)


def _targets(session: Session) -> Iterator[tuple[Library, IndexFile]]:
    for library in session.libraries:
        for target in index_targets(session.config, library):
            path = shown(target.file)
            yield library, index.load_index_file(target.file, path, target.format, target.order)


def _print(session: Session, form: str) -> None:
    for library in session.libraries:
        file = index.load_index_file(library.root / "-", "-", form, "name")
        write_result(index.render(library, file))


def _name_left_out(comparison: Comparison) -> None:
    for left_out in comparison.left_out:
        click.echo(f"not in the index: {left_out.path}: {left_out.cause}", err=True)


def _report(stale: list[Comparison], *, with_summary: bool) -> None:
    for comparison in stale:
        write_result(comparison.diff)
        if with_summary:
            place = comparison.location
            words = f"{place.path}:{place.line}: stale index ({comparison.summary})"
            click.echo(f"{words}; run `skills index`", err=True)


def _write(targets: list[tuple[Library, IndexFile]]) -> None:
    for library, file in targets:
        changed = index.write(library, file)
        write_result(f"{'wrote' if changed else 'fresh'} {file.path}")
