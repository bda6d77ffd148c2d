"""A report on a library as one self-contained HTML page, or the same figures as JSON.

`gathering` and `scoring` make the figures, `page` shows them; all of it is pure.
"""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

from skilltool import __version__
from skilltool.report.figures import VERSION
from skilltool.report.gathering import gather_figures
from skilltool.report.page import render_page
from skilltool.report.scoring import retrieval_evaluation, run_evaluation

if TYPE_CHECKING:
    from skilltool.report.figures import Figures

__all__ = [
    "gather_figures",
    "render_json",
    "render_page",
    "retrieval_evaluation",
    "run_evaluation",
]


def render_json(figures: Figures) -> str:
    """The figures for programs; schemas/report.schema.json describes the document."""
    tool = {"name": "skilltool", "version": __version__}
    document = {"version": VERSION, "tool": tool, **dataclasses.asdict(figures)}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
