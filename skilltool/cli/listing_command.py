"""`skills listing`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import click

from skilltool import listing
from skilltool.cli.session import (
    Session,
    library_options,
    open_session,
    output_width,
    paths_argument,
    use_color,
    write_result,
)
from skilltool.errors import SkilltoolError
from skilltool.listing import Shown, words
from skilltool.output.table import TABLE_FORMATS, render_table
from skilltool.output.terminal import wrap
from skilltool.profiles import load_profile, profile_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from skilltool.listing import Listing
    from skilltool.model import Profile

_CONTEXT = re.compile(r"([0-9][0-9_,]*|[0-9]*\.[0-9]+)([kKmM]?)")
# Rows and lines that are read; more are counted.
_MOST = 20
_FEW = 3
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}


def _tokens(_ctx: Any, _param: Any, value: str | None) -> int | None:
    """The number of tokens that `200k`, `1M` or `200000` names."""
    if value is None:
        return None
    found = _CONTEXT.fullmatch(value.strip())
    if found is None:
        raise click.BadParameter(f"`{value}` is no number of tokens; write 200000, 200k or 1M")
    tokens = round(float(re.sub("[_,]", "", found[1])) * _UNITS[found[2].lower()])
    if tokens < 1:
        raise click.BadParameter("a context window has at least 1 token")
    return tokens


@click.command("listing")
@library_options
@paths_argument
@click.option(
    "--context", callback=_tokens, metavar="TOKENS",
    help="The client's context window: 200000, 200k, 1M. Default: what the client assumes.",
)  # fmt: skip
@click.option(
    "--usage", type=click.File("rb"), metavar="FILE",
    help='How often each skill was invoked: JSON such as {"commission": 12}.',
)  # fmt: skip
@click.option(
    "--all", "show_all", is_flag=True, help="Show every skill, not only the first that are cut."
)
@click.option("--print", "raw", is_flag=True, help="Print the listing as the client sends it.")
@click.option("--check", "gate", is_flag=True, help="Exit 1 when a skill is not shown whole.")
@click.option(
    "--format", "form", type=click.Choice(TABLE_FORMATS), default="text", show_default=True,
    help="How to write the tables.",
)  # fmt: skip
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
def command(
    paths: tuple[Path, ...],
    context: int | None,
    usage: Any,
    show_all: bool,
    raw: bool,
    gate: bool,
    form: str,
    **options: Any,
) -> None:
    r"""Show what a client puts in the context for the library, and what it cuts.

    A client lists the name and description of every skill, up to a limit; beyond it some
    descriptions are cut, or skills left out, and an agent cannot choose what it does not see.
    Without --profile: the clients whose limit is known.

    \b
    Examples:
      skills listing
      skills listing --profile claude-code --context 200k
      skills listing --profile codex --print
      skills listing skills --profile vscode --check
    """
    session = open_session(paths, **options)
    counts = _read_usage(usage)
    found = [
        listing.simulate(library, profile, context=context, usage=counts)
        for library in session.libraries
        for profile in _profiles(session)
    ]
    if form == "json" and not raw:
        write_result(_json(found))
    else:
        texts = (_render(item, form, raw=raw, show_all=show_all) for item in found)
        write_result("\n".join(texts))
    for sentence in _strangers(counts, found):
        click.echo(sentence, err=True)
    if gate and any(item.is_cut for item in found):
        raise click.exceptions.Exit(1)


def _profiles(session: Session) -> list[Profile]:
    """The clients that were asked about, else those whose listing is known to be limited."""
    asked = [profile for profile in session.profiles if profile.name not in ("default", "portable")]
    known = (load_profile(name) for name in profile_names())
    return asked or [profile for profile in known if listing.has_listing(profile)]


def _read_usage(file: Any) -> dict[str, int]:
    if file is None:
        return {}
    try:
        data = json.loads(file.read())
    except ValueError as error:
        raise SkilltoolError(f"{file.name} is not valid JSON: {error}") from error
    if not isinstance(data, dict) or not all(type(count) is int for count in data.values()):
        raise SkilltoolError(f"{file.name} must map names of skills to numbers of invocations")
    return data


def _render(found: Listing, form: str, *, raw: bool, show_all: bool) -> str:
    if raw:
        return found.text
    entries = [entry for entry in found.entries if show_all or entry.shown is not Shown.WHOLE]
    most = len(entries) if show_all else _MOST
    before, after = _lines(_sentences(found), form), _lines(_absent(found, show_all=show_all), form)
    if not entries:
        return f"{before}{after}"
    gap = "\n" if form == "markdown" else ""
    table = words.entry_table(entries[:most])
    shown = render_table(table, format=form, width=output_width(), color=use_color())
    rest = len(entries) - most
    more = f"{gap}... and {rest:,} more; `--all` shows every skill\n" if rest > 0 else ""
    return f"{before}{gap}{shown}{more}{gap}{after}"


def _lines(sentences: Iterable[str], form: str) -> str:
    """The sentences one below the other, for a terminal in lines that it has room for."""
    width = output_width()
    lines = (wrap(each, width) if form == "text" else [each] for each in sentences)
    return "".join(f"{line}\n" for sentence in lines for line in sentence)


def _sentences(found: Listing) -> Iterator[str]:
    yield words.headline(found)
    if advice := words.advice_sentence(found):
        yield advice


def _absent(found: Listing, *, show_all: bool) -> Iterator[str]:
    """The skills that are not in the listing at all, and why."""
    if found.manual:
        names = words.join_names([skill.name for skill in found.manual])
        yield f"for manual use, so not in the listing: {names}"
    if show_all or len(found.unloaded) <= _FEW:
        for item in found.unloaded:
            yield f"not loaded by this client: {item.path}: {item.cause}"
    else:
        yield words.unloaded_sentence(found)


def _strangers(counts: dict[str, int], found: list[Listing]) -> Iterator[str]:
    """A sentence on names in the usage file that no skill has."""
    entries = [entry.candidate for each in found for entry in each.entries]
    manual = [skill.name for each in found for skill in each.manual]
    known = {*manual, *(each.name for each in entries), *(each.skill.name for each in entries)}
    if strangers := sorted(set(counts) - known):
        yield f"the usage file has names of no listed skill: {words.join_names(strangers)}"


def _json(listings: list[Listing]) -> str:
    return json.dumps([_document(item) for item in listings], ensure_ascii=False, indent=2) + "\n"


def _document(found: Listing) -> dict[str, Any]:
    summary, entries = words.summary_table([found]), words.entry_table(found.entries)
    document = dict(zip(summary.columns, summary.rows[0], strict=True))
    document["entries"] = [dict(zip(entries.columns, row, strict=True)) for row in entries.rows]
    document["manual"] = [skill.name for skill in found.manual]
    document["unloaded"] = [{"path": it.path, "cause": it.cause} for it in found.unloaded]
    document["shorten"] = found.advice and {
        "skills": [item.name for item in found.advice.candidates],
        "characters": found.advice.characters,
        "enough": found.advice.enough,
    }
    return document
