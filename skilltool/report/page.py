"""The whole page: head, security policy, navigation and sections in one document."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from skilltool import __version__
from skilltool.report.layout import counted
from skilltool.report.markup import Markup, element, join
from skilltool.report.sections import evaluation, findings, listing, overlap, sizes, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.report.figures import Figures

_FOLDER = Path(__file__).parent
_RENDERERS = {
    "Summary": summary.render,
    "Findings": findings.render,
    "Sizes": sizes.render,
    "Overlap": overlap.render,
    "Listing": listing.render,
    "Evaluation": evaluation.render,
}


def render_page(figures: Figures) -> str:
    """One self-contained HTML document, the same for the same figures.

    It fetches nothing: its policy allows its own style and script by their hashes and no other.
    """
    made = {title: render(figures) for title, render in _RENDERERS.items()}
    shown = {title: part for title, part in made.items() if part}
    body = element(
        "body",
        element("a", "Skip to the report", href="#main", class_="skip"),
        _header(figures, list(shown)),
        element("main", *shown.values(), id="main", tabindex=-1),
        element("footer", element("p", f"Made by skilltool {__version__}.")),
        element("script", _piece("script.js")),
    )
    return f"<!doctype html>\n{element('html', _head(figures), body, lang='en')}\n"


def _head(figures: Figures) -> Markup:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy()),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", f"Skills report: {', '.join(figures.summary.libraries)}"),
        # Else a browser asks the server of the page for an icon.
        element("link", rel="icon", href="data:,"),
        element("style", _piece("style.css")),
    )


def _policy() -> str:
    own = {
        "style-src": _hash(_piece("style.css")),
        "script-src": _hash(_piece("script.js")),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    rules = (f"{name} {value}" for name, value in own.items())
    return "; ".join(["default-src 'none'", *rules])


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@cache
def _piece(name: str) -> Markup:
    """A file beside this one, as it stands in the page."""
    return Markup((_FOLDER / name).read_text("utf-8"))


def _header(figures: Figures, titles: Sequence[str]) -> Markup:
    found = figures.summary
    places = join((element("code", path) for path in found.libraries), ", ")
    links = (element("li", element("a", title, href=f"#{title.lower()}")) for title in titles)
    return join(
        (
            element(
                "header",
                element("h1", "Skills report"),
                element("p", f"{counted(found.skills, 'skill')} in ", places),
            ),
            element("nav", element("ul", *links), aria_label="Sections"),
        )
    )
