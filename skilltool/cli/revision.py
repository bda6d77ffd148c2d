"""The findings that a change has brought: those that its git revision did not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import linter
from skilltool.baseline import count_findings, subtract
from skilltool.history import library_at

if TYPE_CHECKING:
    from collections import Counter

    from skilltool.baseline import Key
    from skilltool.cli.session import Session
    from skilltool.model import Diagnostic, Library, Report


def without_older(
    report: Report, session: Session, selection: linter.Selection, revision: str
) -> Report:
    """The report with the findings that the libraries had at `revision` set apart as known.

    Raises SkilltoolError where git, the repository or the revision is missing.
    """
    new: list[Diagnostic] = []
    old: list[Diagnostic] = []
    rest = list(report.diagnostics)
    for library in report.libraries:
        here = [item for item in rest if _is_in(item, library)]
        rest = [item for item in rest if not _is_in(item, library)]
        fresh, known, _ = subtract(here, _at(library, session, selection, revision), library.root)
        new += fresh
        old += known
    ordered = sorted([*new, *rest], key=lambda item: item.sort_key)
    return report._replace(diagnostics=tuple(ordered), known=(*report.known, *old))


def _is_in(item: Diagnostic, library: Library) -> bool:
    return library.path == "." or item.problem.location.path.startswith(f"{library.path}/")


def _at(
    library: Library, session: Session, selection: linter.Selection, revision: str
) -> Counter[Key]:
    with library_at(library.root, revision, session.profiles[0]) as older:
        report = linter.check([older], session.config, session.profiles, selection)
        return count_findings(report.diagnostics, older.root)
