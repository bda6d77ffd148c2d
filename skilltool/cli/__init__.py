"""The command `skills`: which sub-commands there are, and the one boundary of errors."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import traceback
from typing import TYPE_CHECKING, Any

import click

from skilltool import __version__
from skilltool.errors import SkilltoolError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "init": "Set a repository up: configuration, pre-commit entry, workflow.",
    "new": "Scaffold a skill and add it to the index.",
    "check": "Check everything, in one pass: the command for commits and CI.",
    "validate": "Check what decides whether a client loads a skill.",
    "lint": "Check what decides whether an agent picks the right skill.",
    "index": "Regenerate the index from disk, or check that it is fresh.",
    "tokens": "Show the tokens of each level, per skill and in total.",
    "listing": "Show what a client puts in the context, and what it cuts.",
    "overlap": "Show which skills compete for the same requests, and why.",
    "search": "Find the skills whose words answer to a request.",
    "eval": "Score the library, or recorded runs, on tasks with known skills.",
    "report": "Write one HTML page: sizes, overlap, findings, listings, evaluation.",
    "fix": "Mend what can be mended without changing what it says.",
    "clients": "Show which clients load, cut, or drop each skill.",
    "list": "List the skills of a library.",
    "lsp": "Serve an editor: findings as you type, manuals, fixes, completion.",
    "explain": "Show the manual page of a rule, or list the rules.",
}
_EVERYDAY = ("new", "check", "index", "tokens", "overlap")


class _Group(click.Group):
    """Loads a sub-command when it is called; the help of the others costs no import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"skilltool.cli.{cmd_name}_command")
        command: click.Command = module.command
        _keep_lines(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"no command `{args[0]}`{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rest = [name for name in COMMANDS if name not in _EVERYDAY]
        for title, names in (("Everyday commands", _EVERYDAY), ("More commands", rest)):
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name]) for name in names])


def _keep_lines(command: click.Command) -> None:
    r"""Turn `\b` in the help, a line of its own, into the character that keeps lines apart.

    A docstring that held the character itself could not be a raw one.
    """
    for each in (command, *getattr(command, "commands", {}).values()):
        each.help = (each.help or "").replace("\\b\n", "\b\n")


_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=_Group, context_settings=_CONTEXT, invoke_without_command=True)
@click.version_option(__version__, "-V", "--version", message="skilltool %(version)s")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Keep a library of Agent Skills (folders with a SKILL.md) right, findable and small.

    Run `skills COMMAND --help` for the options and examples of a command.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line. Exit 0: all well; 1: findings; 2: the command could not run."""
    _prepare_streams()
    try:
        code = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        code = 1
        _close_stdout()
    except OSError:  # `write_result` has said why
        code = 2
        _close_stdout()
    sys.exit(code)


def _run(args: Sequence[str] | None) -> int:
    try:
        # Without standalone mode a command that ends early gives its exit code as the result.
        return program(args, prog_name="skills", standalone_mode=False) or 0
    except click.Abort:
        return _fail("stopped")
    except click.ClickException as error:
        error.show()
        return 2
    except SkilltoolError as error:
        return _fail(str(error))
    except BrokenPipeError:
        raise
    except Exception:  # noqa: BLE001 - the one boundary: whatever comes here is a bug of ours
        traceback.print_exc()
        return _fail("this is a bug of skilltool; please report it with the lines above")


def start() -> None:
    """Run as a process of its own: see `main`."""
    # A run is short and makes few garbage cycles; looking for them costs a tenth of its time, and
    # taking every object apart at exit costs as much again.
    gc.disable()
    try:
        main()
    except SystemExit as stop:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(stop.code if isinstance(stop.code, int) else 2)


def _prepare_streams() -> None:
    """UTF-8 into files and pipes; on a terminal, escapes for what its encoding does not have."""
    streams: tuple[Any, ...] = (sys.stdout, sys.stderr)
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")


def _fail(message: str) -> int:
    text = f"skills: {message}"
    if sys.stderr.isatty():
        text = _wrapped(text)
    click.echo(text, err=True)
    return 2


def _wrapped(text: str) -> str:
    """The lines of a text, broken between words where the terminal would break them within one."""
    from skilltool.cli.session import output_width
    from skilltool.output.terminal import wrap

    return "\n".join(
        part
        for line in text.splitlines()
        for part in (wrap(line, output_width()) if len(line) > output_width() else [line])
    )


def _close_stdout() -> None:
    """Nothing more can be written; keep the interpreter from complaining at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
