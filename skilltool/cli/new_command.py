"""`skills new`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skilltool import index, linter, naming, scaffold
from skilltool.cli.session import (
    Session,
    default_root,
    index_targets,
    library_options,
    open_session,
    output_width,
    use_color,
    write_result,
)
from skilltool.errors import SkilltoolError
from skilltool.library import absolute, shown
from skilltool.output import Options, render_report

if TYPE_CHECKING:
    from skilltool.config import Config
    from skilltool.model import Report


def _complete_kind(ctx: Any, param: Any, incomplete: str) -> list[str]:
    return [kind for kind in scaffold.template_kinds() if kind.startswith(incomplete)]


@click.command("new")
@click.argument("name")
@click.option("--description", metavar="TEXT", help="What the skill does and when to use it.")
@click.option("--when-to-use", metavar="TEXT", help="One line that begins with the task's verbs.")
@click.option(
    "--kind",
    default="basic",
    show_default=True,
    shell_complete=_complete_kind,
    help="The template: basic, reference (with references/) or script (with scripts/).",
)
@click.option("--library", "root", type=click.Path(path_type=Path), help="The library's folder.")
@click.option("--dry-run", is_flag=True, help="Print what would be written; write nothing.")
@library_options
def command(
    name: str,
    description: str | None,
    when_to_use: str | None,
    kind: str,
    root: Path | None,
    dry_run: bool,
    **options: Any,
) -> None:
    r"""Scaffold a skill, add it to the index, and tell at once how well its line routes.

    \b
    Examples:
      skills new unit-convert
      skills new unit-convert --kind reference \
        --description "Converts lengths and weights between metric and imperial units." \
        --when-to-use "Use when a text mixes units or asks for a conversion."
    """  # fmt: skip
    session = open_session((), **options)
    root = root or default_root(session.config)
    folder = root / _legal(name)
    if folder.exists():
        raise SkilltoolError(f"{shown(folder)} exists already; nothing was written")
    new = _ask(folder.name, description, when_to_use, kind)
    files = scaffold.render_files(new, session.profiles[0])
    if dry_run:
        _print_files(folder, files)
        return
    scaffold.write_skill(folder, files)
    for path in files:
        write_result(f"wrote {shown(folder / path)}")
    session = replace(session, paths=(folder,), config=_with_root(session.config, root))
    _write_index(session)
    _judge(session)
    write_result(f"Next: replace the TODO lines, then run `skills check {shown(folder)}`.")


def _with_root(config: Config, root: Path) -> Config:
    """The configuration with a library that it may not know yet, such as one of a single skill."""
    known = [absolute(place) for place in config.roots]
    return config if absolute(root) in known else replace(config, roots=(*config.roots, root))


def _legal(name: str) -> str:
    faults = list(naming.find_faults(name))
    if name != naming.normalise(name):
        faults.append("is not in its composed form")
    if len(name) > naming.MAX_LENGTH:
        faults.append(f"has {len(name)} characters, the limit is {naming.MAX_LENGTH}")
    if not name:
        raise SkilltoolError("the name is empty")
    if faults:
        better = naming.suggest_name(name)
        hint = f"; try `skills new {better}`" if better and better != name else ""
        raise SkilltoolError(f"the name `{name}` {' and '.join(faults)}{hint}")
    return name


def _ask(
    name: str, description: str | None, when_to_use: str | None, kind: str
) -> scaffold.NewSkill:
    """The new skill; what the options leave open is asked for on a terminal."""
    if description is None:
        if not sys.stdin.isatty():
            raise SkilltoolError(
                "`skills new` needs --description (what the skill does and when to use it) "
                "where no terminal can be asked"
            )
        description = click.prompt("What does the skill do, verbs first", err=True)
        if when_to_use is None:
            question = "When should an agent use it"
            when_to_use = click.prompt(question, default="", show_default=False, err=True)
    if not description or not description.strip():
        raise SkilltoolError("the description is empty; say what the skill does")
    return scaffold.NewSkill(name, _fold(description), _fold(when_to_use or ""), kind)


def _fold(text: str) -> str:
    return " ".join(text.split())


def _print_files(folder: Path, files: dict[str, tuple[str, bool]]) -> None:
    for path, (text, _) in files.items():
        write_result(f"--- {shown(folder / path)}\n{text}")


def _write_index(session: Session) -> None:
    for library in session.libraries:
        for target in index_targets(session.config, library):
            path = shown(target.file)
            file = index.load_index_file(target.file, path, target.format, target.order)
            if index.write(library, file):
                write_result(f"wrote {path}")


def _judge(session: Session) -> None:
    """Print what stands against the new skill's line; its text is still to be written."""
    selection = linter.Selection(("routing", "overlap"), ignore=("placeholder-in-body",))
    report = linter.check(session.libraries, session.config, session.profiles, selection)
    write_result(_render(report))


def _render(report: Report) -> str:
    options = Options(color=use_color(), width=output_width(), quiet=True)
    text = render_report(report, "text", options=options)
    return text or "The line is specific and competes with no other skill."
