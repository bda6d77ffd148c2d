"""`skills lsp`."""

from __future__ import annotations

import gc
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from skilltool.cli.session import Session
from skilltool.config import find_config, load_config
from skilltool.errors import SkilltoolError
from skilltool.library import find_requests
from skilltool.profiles import load_profile, profile_names
from skilltool.rules import known_options

if TYPE_CHECKING:
    from pathlib import Path


@click.command("lsp")
def command() -> None:
    r"""Serve an editor: findings as you type, manuals, quick fixes, completion.

    Speaks the Language Server Protocol on stdin and stdout, so an editor starts it; see the page
    on editors in the documentation. Needs the extra `lsp`.

    \b
    Examples:
      skills lsp
    """
    if find_spec("pygls") is None:
        raise SkilltoolError("`skills lsp` needs pygls: pip install 'skilltool[lsp]'")
    if sys.stdin.isatty():
        click.echo("An editor starts this command and talks to it; there is nobody here.", err=True)
        return
    from skilltool.lsp import serve

    # A run of any other command is short, and does without.
    gc.enable()
    raise click.exceptions.Exit(serve(_load))


def _load(folder: Path, file: Path | None) -> Session:
    """The session of a folder; that with the library of a file where one is given."""
    config = load_config(find_config(folder), known_options(), profile_names())
    requests = find_requests((file,) if file else (), config.roots, folder)
    paths = [path for request in requests for path in request.wanted or (request.root,)]
    return Session(config, tuple(map(load_profile, config.profiles)), tuple(paths))
