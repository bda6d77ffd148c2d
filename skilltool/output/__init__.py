"""A report or a table to text: one file, one format. Nothing here prints, reads or decides."""

from __future__ import annotations

import importlib
import posixpath
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from skilltool.model import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skilltool.model import Report

FORMATS: dict[str, str] = {
    "text": "for people: each finding with the line it is in",
    "json": "for programs: schemas/diagnostics.schema.json describes it",
    "github": "annotations of a GitHub workflow",
    "gitlab": "a GitLab code quality report",
    "junit": "JUnit XML: a test case for each skill",
    "markdown": "a job summary or a comment",
    "sarif": "SARIF 2.1.0, for code scanning",
}
"""Each format with what it is for; its module has the same name."""


class Options(NamedTuple):
    """How to render. `width` counts terminal columns; `rule_docs` gives each rule's summary.

    `folder` is the working directory and `repository` the root of the repository above it, both
    absolute with `/`: formats that a forge reads name files from there. `bar` is the least severity
    that makes the exit code 1.
    """

    color: bool = False
    width: int = 100
    show_suppressed: bool = False
    statistics: bool = False
    quiet: bool = False
    verbose: bool = False
    rule_docs: Mapping[str, str] = MappingProxyType({})
    version: str = ""
    folder: str = ""
    repository: str = ""
    bar: Severity = Severity.WARNING

    def from_repository(self, path: str) -> str:
        """A shown path as one from the root of the repository, where it lies in that."""
        root = f"{self.repository}/"
        full = posixpath.normpath(posixpath.join(self.folder, path))
        return full.removeprefix(root) if self.repository and full.startswith(root) else path


def render_report(report: Report, format: str, *, options: Options) -> str:  # noqa: A002
    """The report in one of FORMATS: empty, or text that ends with a newline."""
    module = importlib.import_module(f"skilltool.output.{format}")
    render: Callable[[Report, Options], str] = getattr(module, f"render_{format}")
    return render(report, options)
