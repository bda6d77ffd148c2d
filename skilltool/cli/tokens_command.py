"""`skills tokens`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from skilltool import tokens
from skilltool.cli.counting import tokens_options
from skilltool.cli.session import Session, open_session, output_width, use_color, write_result
from skilltool.errors import SkilltoolError
from skilltool.model import Level, Table
from skilltool.output.table import render_table
from skilltool.output.terminal import wrap
from skilltool.tokens import account, counting, growth
from skilltool.tokens import tables as token_tables
from skilltool.tokens.account import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from skilltool.model import Library, Profile
    from skilltool.tokens import Count, SkillSize
    from skilltool.tokens.growth import Growth

_ESTIMATE = (
    "Claude's tokens, estimated from o200k_base: low is for models up to Claude 4.6, high for 4.7 "
    "and later; `--tokenizer anthropic` counts exactly"
)


@click.command("tokens")
@tokens_options
def command(paths: tuple[Path, ...], form: str, **options: Any) -> None:
    r"""Show the tokens of each level: index line, instructions, resources.

    The index is in the context all the time, instructions from the moment a skill is loaded, a
    resource when it is read, so the levels are never added up. With the path of one skill: every
    file of it, and how many links away from SKILL.md.

    \b
    Examples:
      skills tokens
      skills tokens skills/commission
      skills tokens --sort instructions --format markdown
      skills tokens --account --turns 6 --loads 1 --price opus=5 --price haiku=1
      skills tokens --since main --fail-over index=200
      skills tokens --tokenizer claude
    """
    session = open_session(
        paths, options["profiles"], options["config_file"], no_ignore=options["no_ignore"]
    )
    if options["fail_over"] and not options["since"]:
        raise click.UsageError("--fail-over needs --since: a revision to compare with")
    for name in ("price", "references"):
        if options[name] and not options["account_asked"]:
            raise click.UsageError(f"--{name} needs --account")
    tokenizer = options["tokenizer"] or session.config.encoding
    count = _counter(tokenizer, options["model"])
    excess = _since(session, count, tokenizer, form, options) if options["since"] else []
    if not options["since"]:
        _show(session, count, tokenizer, form, options)
    for sentence in excess:
        click.echo(sentence, err=True)
    if excess:
        raise click.exceptions.Exit(1)


def _show(
    session: Session, count: Count, tokenizer: str, form: str, options: dict[str, Any]
) -> None:
    sizes = [size for library in session.libraries for size in _sizes(library, count)]
    if not sizes:
        raise SkilltoolError("none of the paths belongs to a skill; nothing was counted")
    if options["account_asked"]:
        _show_account(sizes, count, tokenizer, form, options)
        return
    one = len(sizes) == 1 and bool(session.paths)
    table = token_tables.file_table(sizes[0]) if one else _library_table(sizes, options["sort"])
    levels = token_tables.level_table(sizes, count)
    _write({"files" if one else "skills": table, "levels": levels}, tokenizer, form)


def _library_table(sizes: list[SkillSize], order: str) -> Table:
    if order == "name":
        return token_tables.library_table(sizes)
    level = Level(order)
    ordered = sorted(sizes, key=lambda size: (-size.tokens(level), size.skill.path))
    return token_tables.library_table(ordered, level)


# ---- what counts ------------------------------------------------------------------------------


def _counter(tokenizer: str, model: str) -> Count:
    if tokenizer == "claude":
        return tokens.counter()
    return counting.open_counter(model) if tokenizer == "anthropic" else tokens.counter(tokenizer)


def _sizes(library: Library, count: Count) -> list[SkillSize]:
    """The size of each skill; the endpoint is asked for all texts of a library at once."""
    if isinstance(count, counting.AnthropicCounter):
        _ask(count, [account.LOAD_TOOL, account.LOAD_CALL, *_texts(library)])
    return list(tokens.count_library(library, count))


def _texts(library: Library) -> list[str]:
    """Every text of a library whose tokens are shown."""
    texts: list[str] = []

    def note(text: str) -> int:
        texts.append(text)
        return 0

    tokens.count_index(tokens.count_library(library, note), note)
    return texts


def _ask(counter: counting.AnthropicCounter, texts: list[str]) -> None:
    missing = counter.missing(texts)
    if not missing:
        return
    progress: Any = click.progressbar(
        counter.count_all(missing), length=len(missing), label="counting", file=sys.stderr
    )
    with progress as done:
        for _ in done:
            pass


# ---- the account ------------------------------------------------------------------------------


def _show_account(
    sizes: list[SkillSize], count: Count, tokenizer: str, form: str, options: dict[str, Any]
) -> None:
    bodies = sum(size.instructions for size in sizes)
    if options["references"]:
        bodies += sum(size.tokens_of("reference") for size in sizes)
    measured = account.Sizes(
        len(sizes), bodies, tokens.count_index(sizes, count),
        count(account.LOAD_TOOL), count(account.LOAD_CALL),
    )  # fmt: skip
    made = account.make_account(
        measured,
        account.Task(options["turns"], options["loads"]),
        account.Prices(options["write"], options["read"]),
        options["price"],
    )
    table, notes = words.account_table(made), words.account_notes(made)
    _write({"account": table}, tokenizer, form, notes, words.account_facts(made))


# ---- since a revision -------------------------------------------------------------------------


def _since(
    session: Session, count: Count, tokenizer: str, form: str, options: dict[str, Any]
) -> list[str]:
    """Show what has changed; the result says which level grew by more than it may."""
    growths = [
        item for library in session.libraries
        for item in _growths(library, options["since"], session.profiles[0], count)
    ]  # fmt: skip
    _write({"changes": growth.growth_table(growths)}, tokenizer, form)
    return growth.find_excess(growths, options["fail_over"])


def _growths(library: Library, revision: str, profile: Profile, count: Count) -> list[Growth]:
    from skilltool.history import library_at

    with library_at(library.root, revision, profile) as old:
        before = _sizes(old, count)
    found = growth.find_growth(before, old.root, _sizes(library, count), library.root)
    return [item for item in found if library.selected is None or item.after]


# ---- output -----------------------------------------------------------------------------------


def _write(
    tables: dict[str, Table],
    tokenizer: str,
    form: str,
    notes: Iterable[str] = (),
    facts: Mapping[str, Any] | None = None,
) -> None:
    if form != "json":
        tables = {name: token_tables.without_zeros(table) for name, table in tables.items()}
    if tokenizer == "claude":
        tables = {name: token_tables.estimated_table(table) for name, table in tables.items()}
        notes = [_ESTIMATE, *notes]
    if form == "json":
        rows = {name: _objects(table) for name, table in tables.items()}
        document = {"tokenizer": tokenizer, **rows, **(facts or {}), "notes": list(notes)}
        write_result(json.dumps(document, ensure_ascii=False, indent=2))
        return
    parts = [
        render_table(table, format=form, width=output_width(), color=use_color())
        for table in tables.values()
        if table.rows
    ]
    end = "\n\n" if form == "markdown" else "\n"
    sentences = "".join(f"{_wrapped(note, form)}{end}" for note in notes)
    write_result("\n".join([*parts, *([sentences] if sentences else [])]) or "nothing has changed")


def _wrapped(sentence: str, form: str) -> str:
    return "\n".join(wrap(sentence, output_width())) if form == "text" else sentence


def _objects(table: Table) -> list[dict[str, Any]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]
