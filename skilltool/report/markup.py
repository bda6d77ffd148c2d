"""HTML that is safe by its type: what is no Markup yet is escaped wherever it is put."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from skilltool.output.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_VOID = ("input", "link", "meta", "rect", "line", "circle")
_CODE_SPAN = re.compile("`([^`]+)`")

Value = str | int | float | bool | None
"""Of an attribute: True stands for the bare name, False and None for no attribute."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def escape(text: str) -> Markup:
    """Plain text as HTML, in an element or in quotes; characters that show nothing get a name."""
    return Markup(html.escape(visible(text), quote=True))


def join(parts: Iterable[str], separator: str = "") -> Markup:
    """The parts one after the other; those that are no Markup are escaped."""
    return Markup(separator.join(map(_markup, parts)))


def _markup(part: str) -> str:
    return part if isinstance(part, Markup) else escape(part)


def element(name: str, /, *children: str, **attributes: Value) -> Markup:
    """An element. In names of attributes `_` stands for `-`, and one at the end for nothing."""
    opening = f"<{name}{''.join(_attribute(*item) for item in attributes.items())}"
    end = "/>" if name in _VOID else f">{join(children)}</{name}>"
    return Markup(f"{opening}{end}")


def _attribute(name: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{escape(str(value))}"'


def prose(text: str) -> Markup:
    """Paragraphs apart by blank lines, in which `code` stands between grave accents."""
    paragraphs = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
    return join(element("p", spans(part)) for part in paragraphs if part)


def spans(text: str) -> Markup:
    """A line of text in which `code` stands between grave accents."""
    parts = enumerate(_CODE_SPAN.split(text))
    return join(element("code", part) if i % 2 else part for i, part in parts)
