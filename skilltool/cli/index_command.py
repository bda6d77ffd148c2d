"""`skills index`."""

from __future__ import annotations

import os
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
from skilltool.errors import SkilltoolError
from skilltool.library import shown
from skilltool.model import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from skilltool.index import Comparison
    from skilltool.model import IndexFile, Library, Profile


@click.command("index")
@library_options
@paths_argument
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 when stale.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change.")
@click.option("--fail-on-write", is_flag=True, help="Exit 1 when a file was written.")
@click.option(
    "--since", metavar="REV",
    help="Write nothing; tell what changed since a git revision, and what a prompt cache loses.",
)  # fmt: skip
@click.option(
    "--print", "form", type=click.Choice(list(index.FORMATS)),
    help="Write nothing; print the index in this format.",
)  # fmt: skip
def command(
    paths: tuple[Path, ...],
    only_check: bool,
    diff: bool,
    fail_on_write: bool,
    since: str | None,
    form: str | None,
    **options: Any,
) -> None:
    r"""Regenerate the index from disk, or check that it is fresh.

    The files come from `[[index]]` in the configuration. Without it they are README.md, AGENTS.md
    and the like where these have the lines `<!-- skills:begin -->` and `<!-- skills:end -->`, else
    INDEX.md in the library. Between such lines nothing but the index is written.

    \b
    Examples:
      skills index
      skills index --check
      skills index --since main
      skills index --print xml
    """
    session = open_session(paths, **options)
    if form:
        _print(session, form)
        return
    if since:
        _tell_since(session, since, diff=diff)
        return
    targets = list(_targets(session))
    comparisons = [index.check(library, file) for library, file in targets]
    _name_skills(comparisons)
    if not diff and not only_check:
        if damaged := [_summary(each) for each in comparisons if each.problem]:
            raise SkilltoolError("\n".join(damaged))
        if _write(targets) and fail_on_write:
            raise click.exceptions.Exit(1)
        return
    pairs = zip(targets, comparisons, strict=True)
    stale = [(target, found) for target, found in pairs if not found.fresh]
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
        comparison = index.check(library, file)
        _name_skills([comparison])
        write_result(comparison.new)


def _name_skills(comparisons: Iterable[Comparison]) -> None:
    """Name the skills that an index leaves out, and those that it shows better than they are."""
    for line in dict.fromkeys(line for found in comparisons for line in _remarks(found)):
        click.echo(line, err=True)


def _remarks(comparison: Comparison) -> Iterator[str]:
    for skipped in comparison.left_out:
        yield f"not in the index: {skipped.path}: {skipped.cause}"
    for mended in comparison.mended:
        place = f"{mended.location.path}:{mended.location.line}"
        yield f"listed as it reads after the fix: {place}: {mended.message}"


def _summary(comparison: Comparison) -> str:
    place = f"{comparison.location.path}:{comparison.location.line}"
    if comparison.problem:
        return "\n  ".join((f"{place}: {comparison.summary}", *comparison.problem.notes))
    return f"{place}: stale index ({comparison.summary}); run `skills index`"


def _report(
    stale: list[tuple[tuple[Library, IndexFile], Comparison]], *, with_summary: bool
) -> None:
    for (library, file), comparison in stale:
        write_result(comparison.diff)
        if with_summary:
            click.echo(_summary(comparison), err=True)
        if loss := index.find_loss(library, file, comparison):
            click.echo(f"{file.path}: {loss}", err=True)


def _tell_since(session: Session, revision: str, *, diff: bool) -> None:
    """Compare each index with the committed one, or with that of the library as it was."""
    from skilltool.history import text_at

    for library, file in _targets(session):
        old = text_at(file.file, revision)
        if old is None:
            old = _render_at(library, file, revision, session.profiles[0])
        then = file._replace(source=Source(file.path, old))
        comparison = index.check(library, then)
        write_result(f"{file.path} since {revision}: {_changes(comparison)}")
        if loss := index.find_loss(library, then, comparison):
            write_result(f"{file.path}: {loss}")
        if diff:
            write_result(comparison.diff)


def _changes(comparison: Comparison) -> str:
    names = comparison.names
    changes = {"added": names.missing, "removed": names.extra, "changed": names.changed}
    parts = [f"{kind}: {', '.join(found)}" for kind, found in changes.items() if found]
    return "; ".join(parts) or comparison.summary or "nothing has changed"


def _render_at(library: Library, file: IndexFile, revision: str, profile: Profile) -> str:
    """The index that the library had at the revision, where none was committed."""
    from skilltool.history import library_at

    with library_at(library.root, revision, profile) as old:
        beside = old.root / os.path.relpath(file.file, library.root)
        return index.render(old, file._replace(file=beside, source=None))


def _write(targets: list[tuple[Library, IndexFile]]) -> bool:
    """Bring all files up to date, and tell whether one of them changed."""
    written = False
    for library, file in targets:
        changed = index.write(library, file)
        written |= changed
        write_result(f"{'wrote' if changed else 'fresh'} {file.path}")
    return written
