"""`skills overlap`."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import click

from skilltool import overlap
from skilltool.cli.session import (
    library_options,
    open_session,
    output_width,
    use_color,
    write_result,
)
from skilltool.config import RuleSetting
from skilltool.errors import SkilltoolError
from skilltool.model import Table
from skilltool.output.table import render_table

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.cli.session import Session
    from skilltool.model import Skill
    from skilltool.overlap import Pair

_METHODS = ("blend", "bm25")


@click.command("overlap")
@click.argument("first", required=False)
@click.argument("second", required=False)
@library_options
@click.option(
    "--library", "root", type=click.Path(exists=True), help="The library, where it is not found."
)
@click.option("--score", "method", type=click.Choice(_METHODS), default="blend", show_default=True)
@click.option("--threshold", type=click.FloatRange(0), help="Show pairs from this score on.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(
    first: str | None,
    second: str | None,
    root: Path | None,
    method: str,
    threshold: float | None,
    limit: int,
    as_json: bool,
    **options: Any,
) -> None:
    r"""Show the closest pairs; with FIRST those of one skill; with both, one pair in detail.

    A score near 1 means that two lines promise the same work. It is a measure of the texts, not
    the rate at which a model confuses the skills.

    \b
    Examples:
      skills overlap
      skills overlap invoice-issuing
      skills overlap commission logistics
    """
    paths = (root,) if root else ()
    session = open_session(paths, options["profiles"], options["config_file"])
    skills = [skill for library in session.libraries for skill in library.skills]
    form = "json" if as_json else "text"
    if first and second:
        pair = overlap.score_pair(_named(first, skills), _named(second, skills), skills)
        table = _detail(pair)
        if not as_json:
            write_result(_heading(pair))
    else:
        table = Table(
            _COLUMNS,
            tuple(_row(p) for p in _pairs(session, skills, first, method, threshold, limit)),
        )
    write_result(render_table(table, format=form, width=output_width(), color=use_color()))


_COLUMNS = ("score", "first", "second", "shared_terms", "resolved")


def _named(name: str, skills: list[Skill]) -> Skill:
    found = [skill for skill in skills if skill.name == name]
    if len(found) > 1:
        paths = " and ".join(skill.path for skill in found)
        raise SkilltoolError(f"`{name}` is the name of {paths}; rename one")
    if found:
        return found[0]
    near = difflib.get_close_matches(name, [skill.name for skill in skills], 1)
    hint = f", did you mean `{near[0]}`?" if near else "; `skills list` lists all"
    raise SkilltoolError(f"no skill `{name}`{hint}")


def _pairs(
    session: Session,
    skills: list[Skill],
    first: str | None,
    method: str,
    threshold: float | None,
    limit: int,
) -> list[Pair]:
    chosen = _named(first, skills) if first else None
    if chosen is not None and threshold is None:
        threshold = 0.05
    pairs = [
        pair
        for library in session.libraries
        for pair in overlap.find_pairs(library.skills, threshold=threshold, method=method)
        if chosen is None or chosen in (pair.first, pair.second)
    ]
    return pairs[:limit]


def _row(pair: Pair) -> tuple[float, str, str, str, str]:
    shared = ", ".join(term.word for term in pair.shared[:6])
    return (round(pair.score, 2), pair.first.name, pair.second.name, shared, "")


def _heading(pair: Pair) -> str:
    lines = [f"score {pair.score:.2f}: {pair.first.name} and {pair.second.name}"]
    if pair.handed_off:
        lines.append("one hands over to the other by name: they do not compete")
    if pair.near_identical_bodies:
        lines.append("their instructions are nearly identical")
    for skill, words in ((pair.first, pair.first_only), (pair.second, pair.second_only)):
        lines.append(f"{skill.name}: {skill.routing_text}")
        lines.append(f"  only here: {', '.join(words) or '-'}")
    return "\n".join(lines) + "\n"


def _detail(pair: Pair) -> Table:
    rows = tuple((term.word, round(term.share * 100)) for term in pair.shared)
    return Table(("shared_term", "percent_of_likeness"), rows)
