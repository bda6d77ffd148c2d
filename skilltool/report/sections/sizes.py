"""The section on sizes: a bar for each level, and a table of all skills."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from skilltool.report.layout import (
    Column,
    cell,
    counted,
    filters,
    name_of,
    number,
    row_head,
    search,
    section,
    table,
)
from skilltool.report.markup import Markup, element
from skilltool.report.pictures import bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.report.figures import Figures, Levels, SkillSize

_PAID = {
    "index": "every turn",
    "instructions": "when a skill is loaded",
    "references": "when a file is read",
    "scripts": "when a file is read",
    "assets": "when a file is read",
    "other": "when a file is read",
}
_ROWS = "size-rows"


def render(figures: Figures) -> Markup:
    """The totals as a picture, then the skills, the longest instructions first."""
    sizes = figures.sizes
    intro = (
        f"Tokens of {counted(len(sizes.skills), 'skill')}, counted with {sizes.tokenizer}. The "
        "levels are paid at different times, so they are never added up."
    )
    return section("sizes", "Sizes", intro, _totals(figures), *_skills(figures))


def _totals(figures: Figures) -> Markup:
    total = dataclasses.asdict(figures.sizes.total)
    most = max(1, *total.values())
    columns = [Column("level"), Column("share"), Column("tokens", numeric=True), Column("paid")]
    rows = (
        element(
            "tr",
            row_head(level),
            cell(bar([(level, count / most)]), "picture"),
            cell(number(count), "number"),
            cell(_PAID[level], "quiet"),
        )
        for level, count in total.items()
        if count
    )
    return element("div", table("Tokens of each level", columns, rows), class_="totals")


def _skills(figures: Figures) -> Iterator[Markup]:
    skills = figures.sizes.skills
    levels = [level for level, count in dataclasses.asdict(figures.sizes.total).items() if count]
    most = {level: max(getattr(row.tokens, level) for row in skills) for level in levels}
    columns = [
        Column("skill", sortable=True),
        *(Column(level, numeric=True, sortable=True) for level in levels),
        Column("lines", numeric=True, sortable=True),
    ]
    yield filters(_ROWS, search("Skill"), noun="skill", count=len(skills))
    rows = (_row(row, most) for row in skills)
    yield table("Tokens of each skill", columns, rows, name=_ROWS, long=True)


def _row(row: SkillSize, most: dict[str, int]) -> Markup:
    return element(
        "tr",
        element("th", name_of(row.skill), scope="row", title=row.path),
        *(_size(row.tokens, level, top) for level, top in most.items()),
        cell(number(row.lines), "number"),
        data_item=True,
    )


def _size(tokens: Levels, level: str, most: int) -> Markup:
    count: int = getattr(tokens, level)
    if not count:
        return element("td", class_="number")
    return element("td", number(count), bar([(level, count / most)]), class_="number")
