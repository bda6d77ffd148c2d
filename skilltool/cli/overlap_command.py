"""`skills overlap`."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
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
from skilltool.errors import SkilltoolError, did_you_mean
from skilltool.model import Table
from skilltool.output.table import render_table
from skilltool.output.terminal import wrap
from skilltool.rules.overlapping_skills import parse_distinct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.cli.session import Session
    from skilltool.model import Skill
    from skilltool.overlap import Pair

_METHODS = ("blend", "bm25")
_COLUMNS = ("score", "first", "second", "shared_terms")
_LEAST = 0.05


def _complete_skill(ctx: Any, param: Any, incomplete: str) -> list[str]:
    try:
        libraries = open_session().libraries
    except SkilltoolError:
        return []
    names = (skill.name for library in libraries for skill in library.skills)
    return [name for name in names if name.startswith(incomplete)]


@click.command("overlap")
@click.argument("first", required=False, shell_complete=_complete_skill)
@click.argument("second", required=False, shell_complete=_complete_skill)
@library_options
@click.option(
    "--library",
    "root",
    type=click.Path(exists=True, path_type=Path),
    help="The library's folder. Default: as for `skills check`.",
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
    the rate at which a model confuses the skills. Without --threshold, pairs whose instructions are
    nearly identical are shown at any score.

    \b
    Examples:
      skills overlap
      skills overlap invoice-issuing
      skills overlap commission logistics
    """
    paths = (root,) if root else ()
    session = open_session(paths, **options)
    skills = [skill for library in session.libraries for skill in library.skills]
    form = "json" if as_json else "text"
    if first and first == second:
        raise SkilltoolError(f"`{first}` cannot compete with itself; name two skills")
    if first and second:
        pair = overlap.score_pair(_named(first, skills), _named(second, skills), skills)
        table = _detail(pair)
        if not as_json:
            write_result(_heading(pair))
            if not pair.shared:
                return
    else:
        chosen = _named(first, skills) if first else None
        pairs = islice(_pairs(session, chosen, method, threshold), limit)
        table = Table(_COLUMNS, tuple(_row(pair, as_json=as_json) for pair in pairs))
        if not table.rows and not as_json:
            words = f" {first}" if first else ""
            hint = f"`skills overlap{words} --threshold 0.01` looks wider"
            write_result(f"No two skills are close; {hint}.")
            return
    write_result(render_table(table, format=form, width=output_width(), color=use_color()))


def _named(name: str, skills: list[Skill]) -> Skill:
    found = [skill for skill in skills if skill.name == name]
    if len(found) > 1:
        paths = " and ".join(skill.path for skill in found)
        raise SkilltoolError(f"`{name}` is the name of {paths}; rename one")
    if found:
        return found[0]
    names = [skill.name for skill in skills]
    hint = did_you_mean(name, names, "; `skills list` lists all")
    raise SkilltoolError(f"no skill `{name}`{hint}")


def _pairs(
    session: Session, chosen: Skill | None, method: str, threshold: float | None
) -> Iterator[Pair]:
    """The pairs from the threshold on, by default the rule's; of one skill, all that are alike."""
    options = session.config.rules.get("overlapping-skills", RuleSetting()).options
    least = threshold or 0
    if threshold is None:
        threshold = _LEAST if chosen else options.get("threshold") if method == "blend" else None
    distinct = parse_distinct(options.get("distinct", ()))
    for library in session.libraries:
        pairs = overlap.find_pairs(
            library.skills, threshold=threshold, distinct=distinct, method=method
        )
        for pair in pairs:
            if pair.score >= least and chosen in (None, pair.first, pair.second):
                yield pair


def _row(pair: Pair, *, as_json: bool) -> tuple[float, str, str, str]:
    shared = ", ".join(term.word for term in pair.shared[:6])
    if pair.by_instructions and not as_json:
        shared = "(nearly identical instructions)"
    return (round(pair.score, 2), pair.first.name, pair.second.name, shared)


def _heading(pair: Pair) -> str:
    lines = [f"score {pair.score:.2f}: {pair.first.name} and {pair.second.name}"]
    if pair.handed_off:
        lines.append("one hands over to the other by name: they do not compete")
    if pair.opposed:
        lines.append("their names say opposite directions: they do not compete")
    if pair.near_identical_bodies:
        lines.append("their instructions are nearly identical")
    if not pair.shared:
        lines.append("they share no word that tells")
    for skill, words in ((pair.first, pair.first_only), (pair.second, pair.second_only)):
        lines += wrap(f"{skill.name}: {skill.routing_text}", output_width())
        only = wrap(f"only here: {', '.join(words) or '-'}", output_width() - 2)
        lines += [f"  {line}" for line in only]
    return "\n".join(lines) + "\n"


def _detail(pair: Pair) -> Table:
    rows = tuple((term.word, round(term.share * 100)) for term in pair.shared)
    return Table(("shared_term", "percent_of_likeness"), rows)
