"""The manual of a rule as HTML: paragraphs, headings of the second level, and examples."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.report.markup import Markup, element, join, prose

if TYPE_CHECKING:
    from collections.abc import Iterator

# Together, for a heading inside of an example is none of the manual.
_PIECE = re.compile(
    r"^```\w* ?(?P<path>.*)\n(?P<code>(?:.*\n)*?)```$|^## (?P<title>.+)$", re.MULTILINE
)


def render_manual(text: str) -> Markup:
    """The part before the first heading in paragraphs; the rest behind a line that opens it."""
    titles = (piece.start() for piece in _PIECE.finditer(text) if piece["title"])
    first = next(titles, len(text))
    rest = join(_pieces(text[first:]))
    opener = element("summary", "Examples")
    examples = element("details", opener, rest, class_="plain") if rest else ""
    return join((*_pieces(text[:first]), examples))


def _pieces(text: str) -> Iterator[Markup]:
    end = 0
    for piece in _PIECE.finditer(text):
        yield prose(text[end : piece.start()])
        yield _piece(piece)
        end = piece.end()
    yield prose(text[end:])


def _piece(piece: re.Match[str]) -> Markup:
    if piece["title"]:
        return element("h4", piece["title"])
    code = element("pre", element("code", join(piece["code"].splitlines(), "\n")))
    title = element("figcaption", piece["path"]) if piece["path"] else ""
    return element("figure", title, code)
