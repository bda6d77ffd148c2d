"""The pieces that the sections of the page share: frame, table, filters, badges, numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skilltool.report.markup import Markup, element, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Column(NamedTuple):
    """A column of a table; a key makes it sortable by the script, numbers stand to the right."""

    title: str
    numeric: bool = False
    sortable: bool = False


def section(name: str, title: str, intro: str, *content: str) -> Markup:
    """A section of the page with its heading and one sentence on what it shows."""
    heading = element("h2", title, id=f"{name}-title")
    lead = element("p", intro, class_="lead") if intro else ""
    return element("section", heading, lead, *content, id=name, aria_labelledby=f"{name}-title")


def table(
    caption: str,
    columns: Sequence[Column],
    rows: Iterable[str],
    *,
    name: str = "",
    long: bool = False,
) -> Markup:
    """A table in a region of its own that scrolls where it is too wide, or too `long`.

    `rows` are `tr` elements; `name` is the id by which filters find them.
    """
    head = element("tr", *map(_heading, columns))
    inner = element(
        "table",
        element("caption", caption, class_="unseen"),
        element("thead", head),
        element("tbody", *rows, id=name or None),
    )
    kind = "scroll long" if long else "scroll"
    return element("div", inner, class_=kind, tabindex=0, role="region", aria_label=caption)


def _heading(column: Column) -> Markup:
    title = element("button", column.title, type="button") if column.sortable else column.title
    kind = "number" if column.numeric else None
    return element("th", title, scope="col", class_=kind, data_sort=column.sortable)


def cell(content: str, kind: str | None = None) -> Markup:
    """A cell of a table."""
    return element("td", content, class_=kind)


def row_head(content: str) -> Markup:
    """The cell that names its row."""
    return element("th", content, scope="row")


def filters(target: str, *controls: str, noun: str, count: int) -> Markup:
    """The form that filters the items in the element `target`; the script alone shows it."""
    told = element("output", counted(count, noun), data_noun=noun)
    clear = element("button", "Clear", type="reset")
    return element(
        "form", *controls, clear, told, class_="filters", data_filters=target, hidden=True
    )


def search(label: str) -> Markup:
    """The field of a filter whose text an item must hold."""
    return _labelled(label, element("input", type="search", name="text", autocomplete="off"))


def choice(label: str, key: str, values: Iterable[str]) -> Markup:
    """The field of a filter that asks for one value of the item's attribute `data-<key>`."""
    options = (element("option", value, value=value) for value in values)
    every = element("option", "all", value="")
    return _labelled(label, element("select", every, *options, name=key))


def opener() -> Markup:
    """The button that opens, or closes, all that can be opened in the filters' target."""
    return element("button", "Open all", type="button", data_open=True)


def _labelled(label: str, control: str) -> Markup:
    return element("label", element("span", label), control)


def badge(kind: str, text: str = "") -> Markup:
    """A word on a coloured ground; `kind` is its class, with `-` for blanks."""
    return element("span", text or kind, class_=f"badge {kind.replace(' ', '-')}")


def name_of(text: str) -> Markup:
    """The name of a skill, which may be written in any direction."""
    return element("bdi", text, class_="name")


def quoted(text: str) -> Markup:
    """The routing text of a skill."""
    return element("blockquote", element("p", text, dir="auto"))


def number(value: float | None, digits: int = 0) -> str:
    """A number as people read it; a dash where there is none."""
    return "–" if value is None else f"{value:,.{digits}f}"


def counted(value: int, noun: str) -> str:
    """A number with its noun."""
    return f"{value:,} {noun}" if value == 1 else f"{value:,} {noun}s"


def word_list(words: Sequence[str], most: int) -> Markup:
    """The first words, and how many more there are."""
    shown = [element("bdi", word, class_="word") for word in words[:most]]
    more = [f"and {len(words) - most:,} more"] if len(words) > most else []
    return join([*shown, *more] or ["–"], " ")
