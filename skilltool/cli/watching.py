"""`skills check --watch`: check again when a file changes. The door to watchfiles."""

from __future__ import annotations

import contextlib
import gc
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skilltool.cli.checking import run_check
from skilltool.cli.session import open_session
from skilltool.errors import SkilltoolError

if TYPE_CHECKING:
    from skilltool.cli.checking import Choices

_PASSED_OVER = {".git", ".skills_cache", "__pycache__", "node_modules"}


def watch_check(choices: Choices) -> None:
    """Check, wait for a change, check again, until the person stops it.

    Raises SkilltoolError where watchfiles is not installed. A configuration that is broken for a
    while is told and waited out.
    """
    if find_spec("watchfiles") is None:
        raise SkilltoolError("`--watch` needs watchfiles: pip install 'skilltool[watch]'")
    from watchfiles import watch

    # A run of any other command is short, and does without.
    gc.enable()
    places = _places(choices)
    # The person may stop it while it waits or while it checks; both are the right way to end.
    with contextlib.suppress(KeyboardInterrupt):
        _check_once(choices)
        for _ in watch(*places, watch_filter=_counts):
            _check_once(choices)


def _places(choices: Choices) -> list[Path]:
    """The roots of the libraries, and the configuration that judges them."""
    session = open_session(
        choices.paths, choices.profiles, choices.config_file, no_ignore=choices.no_ignore
    )
    files = [session.config.file] if session.config.file else []
    return [*(library.root for library in session.libraries), *files]


def _counts(_change: object, path: str) -> bool:
    return _PASSED_OVER.isdisjoint(Path(path).parts)


def _check_once(choices: Choices) -> None:
    if sys.stdout.isatty():
        click.clear()
    try:
        run_check(choices)
    except click.exceptions.Exit:
        pass
    except SkilltoolError as error:
        click.echo(f"skills: {error}", err=True)
    sys.stdout.flush()
    click.echo("Waiting for changes; stop with Ctrl+C.", err=True)
