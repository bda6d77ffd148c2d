"""The findings that a change has brought: those that its git revision did not have."""

from __future__ import annotations

from contextlib import ExitStack, chdir
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from skilltool import linter
from skilltool.baseline import count_findings, subtract
from skilltool.errors import NothingFoundError
from skilltool.history import is_unchanged, snapshot
from skilltool.library import absolute

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skilltool.baseline import Known
    from skilltool.cli.session import Session
    from skilltool.config import Config
    from skilltool.history import Snapshot
    from skilltool.model import Diagnostic, Library, Report

    Place = Callable[[Path], Path]


def without_older(
    report: Report, session: Session, selection: linter.Selection, revision: str
) -> Report:
    """The report with the findings that the libraries had at `revision` set apart as known.

    Raises SkilltoolError where git, the repository or the revision is missing.
    """
    new: Sequence[Diagnostic] = report.diagnostics
    old: list[Diagnostic] = []
    if all(is_unchanged(library.root, revision) for library in report.libraries):
        return report._replace(diagnostics=(), known=(*report.known, *new))
    for folder, known in _known_then(report.libraries, session, selection, revision):
        new, found, _ = subtract(new, known, folder)
        old += found
    ordered = sorted(new, key=lambda item: item.sort_key)
    return report._replace(diagnostics=tuple(ordered), known=(*report.known, *old))


def _known_then(
    libraries: Sequence[Library], session: Session, selection: linter.Selection, revision: str
) -> list[tuple[Path, Known]]:
    """The findings at the revision: for each repository, and those outside of all of them.

    The same command is run on copies of the repositories, in the same folder of them, so that
    every file around the skills counts as it was then.
    """
    with ExitStack() as stack:
        taken: list[Snapshot] = []
        for library in libraries:
            if not any(absolute(library.root).is_relative_to(one.repository) for one in taken):
                ignored = _ignored_paths(libraries)
                taken.append(stack.enter_context(snapshot(library.root, revision, ignored)))

        def place(path: Path) -> Path:
            places = (one.place(path) for one in taken)
            return next((found for found in places if found != path), path)

        older = _older_session(session, place)
        here = place(Path.cwd())
        here.mkdir(parents=True, exist_ok=True)
        stack.enter_context(chdir(here))
        found = _check(older, selection)
        copies = [one.copy for one in taken]
        outside = [item for item in found if not any(_is_in(item, copy) for copy in copies)]
        return [
            *((one.repository, count_findings(found, one.copy)) for one in taken),
            (Path(here.anchor), count_findings(outside, Path(here.anchor))),
        ]


def _is_in(item: Diagnostic, folder: Path) -> bool:
    return absolute(Path(item.problem.location.path)).is_relative_to(folder)


def _ignored_paths(libraries: Sequence[Library]) -> list[Path]:
    """The files of skills, and the folders, that are there and that git ignores."""
    files = [
        skill.folder / resource.path
        for library in libraries
        for skill in library.skills
        for resource in skill.resources
        if resource.ignored
    ]
    folders = [
        Path(skipped.path)
        for library in libraries
        for skipped in library.skipped
        if skipped.cause == "ignored by git"
    ]
    return files + folders


def _check(session: Session, selection: linter.Selection) -> tuple[Diagnostic, ...]:
    """The findings in the whole libraries; none where there was no library."""
    try:
        libraries = [replace(library, selected=None) for library in session.libraries]
    except NothingFoundError:
        return ()
    return linter.check(libraries, session.config, session.profiles, selection).diagnostics


def _older_session(session: Session, place: Place) -> Session:
    paths = tuple(_existing(place(absolute(path))) for path in session.paths)
    return replace(session, config=_placed(session.config, place), paths=paths)


def _existing(path: Path) -> Path:
    return next(above for above in (path, *path.parents) if above.exists())


def _placed(config: Config, place: Place) -> Config:
    """The configuration of today, its paths in the copies."""
    roots = tuple(map(place, config.roots))
    targets = (
        target._replace(file=place(target.file), root=target.root and place(target.root))
        for target in config.index
    )
    return replace(
        config,
        folder=place(config.folder),
        roots=tuple(root for root in roots if root.exists()) or roots,
        index=tuple(targets),
        suppress=tuple(each._replace(file=place(each.file)) for each in config.suppress),
    )
