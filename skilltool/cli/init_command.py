"""`skills init`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skilltool import __version__, starting
from skilltool.cli.session import DEFAULT_INDEX, complete_profile, default_root, write_result
from skilltool.config import Config
from skilltool.errors import SkilltoolError
from skilltool.files import write_text
from skilltool.library import read_text
from skilltool.library.outside import find_skill_folders
from skilltool.profiles import load_profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.starting import Step


@click.command("init")
@click.option("--library", metavar="DIR", help="The folder of the skills. Default: one that is "
              "there, such as .claude/skills, else skills.")  # fmt: skip
@click.option("--index", metavar="FILE", help="The file that lists them: INDEX.md (the default, in "
              "the library), or a README.md or AGENTS.md, which gets two markers.")  # fmt: skip
@click.option("--profile", default="default", show_default=True, metavar="NAME",
              shell_complete=complete_profile, help="The client to judge for.")  # fmt: skip
@click.option("--requirement", metavar="TEXT", default=f"skilltool=={__version__}",
              show_default=True, help="What the workflow installs with pip.")  # fmt: skip
@click.option("--without", type=click.Choice(starting.PARTS), multiple=True,
              help="Leave this part out; may be repeated.")  # fmt: skip
@click.option("-y", "--yes", is_flag=True, help="Write without asking.")
@click.option("--dry-run", is_flag=True, help="Print what would be written; write nothing.")
def command(
    library: str | None,
    index: str | None,
    profile: str,
    requirement: str,
    without: tuple[str, ...],
    yes: bool,
    dry_run: bool,
) -> None:
    r"""Set the repository in this folder up: configuration, pre-commit hooks, a workflow.

    Shows first what it will write, and asks. What exists is never overwritten: text is added to
    it, or it is left alone and the lines to put in are printed.

    \b
    Examples:
      skills init --dry-run
      skills init --index AGENTS.md
      skills init --library .claude/skills --without workflow --yes
    """
    _require_root(without)
    load_profile(profile)
    ask = sys.stdin.isatty() and not (yes or dry_run)
    library = _folder(_inside(library or _library(ask)))
    index = _inside(index or _index(library, ask))
    wishes = starting.Wishes(library, index, profile, requirement, frozenset(without))
    steps = starting.plan(wishes, _read)
    write_result(_render(steps))
    new = [step for step in steps if step.text is not None]
    if not new:
        write_result("\nNothing to write.")
    if dry_run or not new:
        return
    if not yes:
        _confirm(len(new))
    _write(new)
    write_result(_next(library, hooks="pre-commit" not in without))


def _require_root(without: Sequence[str]) -> None:
    """pre-commit and workflows work from the root of a repository only."""
    here = Path.cwd()
    above = next((place for place in here.parents if (place / ".git").exists()), None)
    if (here / ".git").exists() or above is None or set(without) == set(starting.PARTS):
        return
    flags = " ".join(f"--without {part}" for part in starting.PARTS)
    raise SkilltoolError(
        f"the repository begins in {above.as_posix()}: run `skills init` there, "
        f"or `skills init {flags}` here"
    )


def _library(ask: bool) -> str:
    known = default_root(Config()).as_posix()
    return str(click.prompt("Folder of the skills", default=known, err=True)) if ask else known


def _index(library: str, ask: bool) -> str:
    known = f"{library}/{DEFAULT_INDEX}"
    if not ask:
        return known
    question = "File that lists them (INDEX.md, README.md, AGENTS.md ...)"
    answer = str(click.prompt(question, default=known, err=True))
    click.echo(err=True)
    return answer


def _inside(path: str) -> str:
    """The path relative to here, with `/`. Raises SkilltoolError for one that leads elsewhere."""
    relative = os.path.relpath(path).replace(os.sep, "/")
    if relative == ".." or relative.startswith("../"):
        raise SkilltoolError(f"{path} is outside of this folder; nothing was written")
    return relative


def _folder(path: str) -> str:
    if Path(path).is_file():
        raise SkilltoolError(f"{path} is a file, the skills need a folder; nothing was written")
    return path


def _read(path: str) -> str | None:
    file = Path(path)
    if not os.path.lexists(file):
        return None
    text, unreadable = read_text(file)
    if unreadable:
        cause = unreadable.removeprefix(f"{file.name} ")
        raise SkilltoolError(f"{path} {cause}; nothing was written")
    return text


def _render(steps: Sequence[Step]) -> str:
    return "\n".join(_shown(step) for step in steps)


def _shown(step: Step) -> str:
    left_alone = "left alone: " if step.text is None else ""
    lines = "".join(f"    {line}\n" if line else "\n" for line in step.added.splitlines())
    return f"{step.path} ({left_alone}{step.reason})\n{lines}"


def _confirm(count: int) -> None:
    if not sys.stdin.isatty():
        raise SkilltoolError("nothing was written; `--yes` writes without asking")
    files = "this file" if count == 1 else f"these {count} files"
    if not click.confirm(f"Write {files}?", default=True, err=True):
        raise SkilltoolError("nothing was written")


def _write(steps: Sequence[Step]) -> None:
    for step in steps:
        write_text(Path(step.path), step.text or "")
    done = "\n".join(f"wrote {step.path}" for step in steps)
    write_result(f"\n{done}\n")


def _next(library: str, *, hooks: bool) -> str:
    """The commands that come next, as far as there is something for them to work on."""
    commands = []
    if find_skill_folders(Path(library)):
        commands.append(("skills check", "look at the skills that are there"))
    else:
        commands.append(("skills new NAME", "make a skill; the checks need one to look at"))
    commands.append(("skills index", "write the index of the skills that are there"))
    if hooks and not Path(".git").exists():
        commands.append(("git init", "begin a repository; the hooks need one"))
    if hooks:
        commands.append(("pre-commit install", "run the checks on every commit"))
    lines = "".join(f"  {command:<18}    {why}\n" for command, why in commands)
    return f"\nNext:\n{lines}"
