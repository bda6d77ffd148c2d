"""Tables of commands such as `skills tokens`: for people, for Markdown, for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skilltool.output.escaping import markdown_text, visible
from skilltool.output.terminal import cut, pad, paint, text_width, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.model import Table

TABLE_FORMATS = ("text", "markdown", "json")
_GAP = "  "
_LEAST = 8


def render_table(table: Table, *, format: str, width: int = 100, color: bool = False) -> str:  # noqa: A002
    """The table in one of TABLE_FORMATS; text takes at most `width` columns where it can.

    JSON is a list of one object a row, without the totals.
    """
    if format == "json":
        rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
        return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    return _markdown(table) if format == "markdown" else _text(table, width, color=color)


def _all_rows(table: Table) -> list[tuple[Any, ...]]:
    return [*table.rows, table.totals] if table.totals else list(table.rows)


def _titles(table: Table) -> list[str]:
    return [column.replace("_", " ") for column in table.columns]


def _cell(value: Any) -> str:
    """A value as people read it: thousands separated, two decimals, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _numeric(table: Table) -> list[bool]:
    """For each column whether it holds numbers, which are aligned to the right."""
    columns = zip(*_all_rows(table), strict=True) if table.rows else [()] * len(table.columns)
    return [_are_numbers([value for value in column if value is not None]) for column in columns]


def _are_numbers(values: Sequence[Any]) -> bool:
    return bool(values) and all(
        isinstance(value, (int, float)) and not isinstance(value, bool) for value in values
    )


def _markdown(table: Table) -> str:
    marks = ["---:" if number else "---" for number in _numeric(table)]
    cells = [[markdown_text(_cell(value)) for value in row] for row in _all_rows(table)]
    lines = [_titles(table), marks, *cells]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _text(table: Table, width: int, *, color: bool) -> str:
    numeric = _numeric(table)
    cells = [[visible(_cell(value)) for value in row] for row in _all_rows(table)]
    heads = [_titles(table)]
    if _total(_natural([*heads, *cells])) > width:
        heads = _in_lines(heads[0], cells, numeric)
    widths = _widths([*heads, *cells], numeric, _least(cells), width)
    lines = [_line(row, widths, numeric) for row in cells]
    if table.totals:
        lines.insert(-1, "-" * len(_GAP.join("-" * size for size in widths)))
    titles = [paint(_line(head, widths, numeric), "bold", color=color) for head in heads]
    return "".join(f"{line}\n" for line in (*titles, *lines))


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    fitted = (
        pad(cut(cell, size), size, right=number)
        for cell, size, number in zip(cells, widths, numeric, strict=True)
    )
    return _GAP.join(fitted).rstrip()


def _natural(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(text_width, column)) for column in zip(*rows, strict=True)]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _in_lines(
    titles: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[bool]
) -> list[list[str]]:
    """The titles above columns of numbers in lines that are as narrow as their words allow."""
    sizes = _natural(cells) if cells else [0] * len(titles)
    parts = [
        wrap(title, size) if number else [title]
        for title, size, number in zip(titles, sizes, numeric, strict=True)
    ]
    height = max(map(len, parts))
    return [list(line) for line in zip(*([""] * (height - len(p)) + p for p in parts), strict=True)]


def _least(cells: Sequence[Sequence[str]]) -> int:
    """The least width of the first column in which cells that differ look different."""
    first = {row[0] for row in cells}
    sizes = range(_LEAST, max(map(text_width, first), default=0))
    alike = (size for size in sizes if len({cut(cell, size) for cell in first}) == len(first))
    return next(alike, sizes.stop)


def _widths(
    rows: Sequence[Sequence[str]], numeric: Sequence[bool], least: int, width: int
) -> list[int]:
    """The width of each column; the widest columns of text give way until the line fits."""
    leasts = [least, *[_LEAST] * (len(numeric) - 1)]
    widths = [
        size if number else min(size, max(width, low))
        for size, number, low in zip(_natural(rows), numeric, leasts, strict=True)
    ]
    texts = [i for i, number in enumerate(numeric) if not number]
    for _ in range(_total(widths) - width):
        loose = [i for i in texts if widths[i] > leasts[i]]
        if not loose:
            break
        widths[max(loose, key=lambda i: widths[i])] -= 1
    return widths
