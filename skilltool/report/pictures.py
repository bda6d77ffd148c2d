"""Inline SVG. A picture repeats figures that stand beside it in text, so it is hidden from speech.

Colours come from classes: a style attribute would break the page's own security policy.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from skilltool.report.markup import Markup, element, join

if TYPE_CHECKING:
    from collections.abc import Sequence

_LEAST = 0.8


def bar(parts: Sequence[tuple[str, float]], mark: float | None = None) -> Markup:
    """A bar of parts, each a class and a share of the width from 0 to 1; `mark` is a cut line.

    What is not nothing is seen, however small.
    """
    shapes, left = [], 0.0
    for kind, share in parts:
        width = max(_LEAST, 100 * share) if share > 0 else 0.0
        shapes.append(element("rect", class_=kind, x=_number(left), width=_number(width), height=8))
        left += width
    if mark is not None:
        at = _number(100 * mark)
        shapes.append(element("line", class_="cut", x1=at, x2=at, y2=8))
    return _svg("bar", "0 0 100 8", *shapes, preserveAspectRatio="none")


def web(nodes: int, edges: Sequence[tuple[int, int, float]]) -> Markup:
    """Nodes on a circle and the edges between them, which grow with their weight from 0 to 1."""
    places = [_on_circle(i, nodes) for i in range(nodes)]
    lines = (
        element(
            "line",
            x1=places[first][0],
            y1=places[first][1],
            x2=places[second][0],
            y2=places[second][1],
            stroke_width=_number(0.6 + 2 * weight),
        )
        for first, second, weight in edges
    )
    dots = (element("circle", cx=x, cy=y, r=2.4) for x, y in places)
    return _svg("web", "0 0 32 32", join(lines), join(dots))


def _on_circle(index: int, count: int) -> tuple[str, str]:
    angle = 2 * math.pi * index / count - math.pi / 2 - (math.pi / 2 if count == 2 else 0)
    return _number(16 + 12.5 * math.cos(angle)), _number(16 + 12.5 * math.sin(angle))


def _svg(kind: str, box: str, *shapes: str, **attributes: str) -> Markup:
    return element("svg", *shapes, class_=kind, viewBox=box, aria_hidden="true", **attributes)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
