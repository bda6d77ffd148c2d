"""The whole page: head, security policy, navigation and sections in one document."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from skilltool import __version__
from skilltool.report.layout import counted
from skilltool.report.markup import Markup, element
from skilltool.report.sections import evaluation, findings, listing, overlap, sizes, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.report.figures import Figures

_FOLDER = Path(__file__).parent


def render_page(figures: Figures) -> str:
    """One self-contained HTML document, the same for the same figures."""
    body = element(
        "body",
        element("a", "Skip to the report", href="#main", class_="skip"),
        _header(figures),
        element("main", *(part for _, _, part in (shown := _sections(figures))), id="main"),
        element("footer", element("p", f"Made by skilltool {__version__}.")),
        element("script", _piece("script.js")),
    ).replace("<!-- navigation -->", _navigation(shown))
    return f"<!doctype html>\n{element('html', _head(figures), Markup(body), lang='en')}\n"


def _sections(figures: Figures) -> Sequence[tuple[str, str, Markup]]:
    made = (
        ("summary", "Summary", summary.render(figures)),
        ("findings", "Findings", findings.render(figures)),
        ("sizes", "Sizes", sizes.render(figures)),
        ("overlap", "Overlap", overlap.render(figures)),
        ("listing", "Listing", listing.render(figures)),
        ("evaluation", "Evaluation", evaluation.render(figures)),
    )
    return [item for item in made if item[2]]
