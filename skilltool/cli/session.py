"""What every command starts from: configuration, profiles and the libraries that were asked for."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skilltool.config import Config, IndexTarget, find_config, load_config
from skilltool.errors import NothingFoundError, SkilltoolError, did_you_mean
from skilltool.library import (
    CLIENT_ROOTS,
    absolute,
    find_requests,
    load_libraries,
    read_text,
    shown,
)
from skilltool.profiles import load_profile, profile_names
from skilltool.rules import known_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from skilltool.model import IndexFile, Library, Profile

DEFAULT_INDEX = "INDEX.md"
_PAGES = (DEFAULT_INDEX, "SKILLS.md", "README.md", "AGENTS.md", "CLAUDE.md")
_TABLE_HEAD = "| Skill | When to use |"


def complete_profile(ctx: Any, param: Any, incomplete: str) -> list[str]:
    """The profiles that a shell offers for the letters typed so far."""
    return [name for name in profile_names() if name.startswith(incomplete)]


def paths_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """The argument PATHS, as `paths`."""
    kind = click.Path(path_type=Path)
    return click.argument("paths", nargs=-1, type=kind)(function)


def library_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options --profile, --config and --no-ignore, which every command on a library has."""
    function = click.option(
        "--no-ignore", is_flag=True, help="Read folders that git ignores, too."
    )(function)
    function = click.option(
        "--config",
        "config_file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Read this file instead of the nearest skills.toml or pyproject.toml.",
    )(function)
    return click.option(
        "--profile",
        "profiles",
        multiple=True,
        metavar="NAME",
        shell_complete=complete_profile,
        help="The client to judge for; may be repeated. Default: from the configuration.",
    )(function)


@dataclass(frozen=True)
class Session:
    """Configuration and profiles of one run, and the paths on its command line.

    `gitignore` tells that folders which git ignores are left out, `lenient` that a path may be
    gone, as one in a list of changed files may.
    """

    config: Config
    profiles: tuple[Profile, ...]
    paths: tuple[Path, ...]
    gitignore: bool = True
    lenient: bool = False

    @cached_property
    def libraries(self) -> list[Library]:
        """The libraries that the paths belong to. Raises NothingFoundError where no skill is."""
        apart = [target.root for target in self.config.index if target.root is not None]
        requests = find_requests(self.paths, self.config.roots, Path.cwd(), apart=apart)
        for path in self.paths:
            if not os.path.lexists(path):
                self._tell_missing(path)
        _require_folders([request.root for request in requests])
        loaded = [
            library
            for request in requests
            for library in load_libraries(request, self.profiles[0], gitignore=self.gitignore)
        ]
        if not any(library.skills for library in loaded):
            places = ", ".join(f"{library.path}/" for library in loaded)
            raise NothingFoundError(
                f"no skill found: looked for folders with a SKILL.md in {places}. "
                "`skills new NAME` makes one"
            )
        return [replace(library, index_files=self.index_files(library)) for library in loaded]

    def _tell_missing(self, path: Path) -> None:
        if not self.lenient:
            beside = sorted(entry.name for entry in path.parent.glob("*"))
            hint = did_you_mean(path.name, beside)
            raise NothingFoundError(f"{shown(path)} does not exist{hint}")
        words = "does not exist; the nearest skill or library above it is meant"
        click.echo(f"{shown(path)} {words}", err=True)

    def index_files(self, library: Library) -> tuple[IndexFile, ...]:
        """The index files of a library as they are now, with the INDEX.md that is its default."""
        targets = index_targets(self.config, library)
        told = bool(self.config.index)
        if not (told or any(os.path.lexists(target.file) for target in targets)):
            return ()
        from skilltool.index import load_index_file

        files = (
            load_index_file(target.file, shown(target.file), target.format, target.order)
            for target in targets
        )
        return tuple(file for file in files if told or _is_ours(file))


def _require_folders(roots: Sequence[Path]) -> None:
    for root in roots:
        if not root.exists():
            hint = did_you_mean(
                shown(root), [place for place in CLIENT_ROOTS if Path(place).is_dir()]
            )
            words = hint or "; `skills new NAME` makes it with its first skill"
            raise NothingFoundError(f"there is no folder {shown(root)} yet{words}")


def _is_ours(file: IndexFile) -> bool:
    """Whether a file that no configuration names holds an index of this tool's."""
    from skilltool.index import find_format
    from skilltool.index.target import has_markers

    text = file.source.text.replace("\r\n", "\n") if file.source else ""
    return has_markers(text) or find_format(file.format).is_generated(text)


def index_targets(config: Config, library: Library) -> list[IndexTarget]:
    """The index targets of a library: those of the configuration, else those found beside it.

    Found is a README.md, AGENTS.md and the like, in the library or beside a folder `skills`, that
    has the markers; where there is none, INDEX.md in the library is the target.
    """
    if not config.index:
        return list(_marked_files(library.root)) or [IndexTarget(library.root / DEFAULT_INDEX)]
    root = absolute(library.root)
    return [target for target in config.index if _belongs(target, root, config)]


def _marked_files(root: Path) -> Iterator[IndexTarget]:
    folders = (root, root.parent) if absolute(root).name == "skills" else (root,)
    seen: set[Path] = set()
    for file in (folder / name for folder in folders for name in _PAGES):
        if not file.is_file() or file.resolve() in seen:
            continue
        seen.add(file.resolve())
        text, _ = read_text(file)
        if "skills:begin" not in text and "skills:end" not in text:
            continue
        from skilltool.index.target import has_markers

        if has_markers(text):
            yield IndexTarget(file, "table" if _TABLE_HEAD in text else "list")


def _belongs(target: IndexTarget, root: Path, config: Config) -> bool:
    """Whether a target lists the skills of a root: as it says, or because it is the only one."""
    if target.root is not None:
        return absolute(target.root) == root
    roots = [absolute(place) for place in config.roots]
    above = [place for place in roots if absolute(target.file).is_relative_to(place)]
    return above == [root] if above else len(roots) <= 1


def open_session(
    paths: Sequence[Path] = (),
    profiles: Sequence[str] = (),
    config_file: Path | None = None,
    *,
    no_ignore: bool = False,
    lenient: bool = False,
) -> Session:
    """The session of a command. Raises SkilltoolError for a wrong configuration or profile."""
    file = config_file or find_config(Path.cwd())
    config = load_config(file, known_options(), profile_names())
    names = tuple(profiles) or config.profiles
    loaded = tuple(load_profile(name) for name in names)
    return Session(config, loaded, tuple(paths), gitignore=not no_ignore, lenient=lenient)


def default_root(config: Config) -> Path:
    """The first root of the configuration, else the first of the clients' places, else skills/.

    In a folder `skills` that is the folder itself.
    """
    if config.roots:
        return config.roots[0]
    existing = (Path(root) for root in CLIENT_ROOTS if Path(root).is_dir() and root != "plugins")
    here = Path.cwd()
    return next(existing, here if here.name == "skills" else Path("skills"))


def use_color() -> bool:
    """Whether stdout takes colour: on a terminal, unless NO_COLOR is set; FORCE_COLOR forces it."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def output_width() -> int:
    """The columns that text output may use: the terminal's, or 100 in a pipe."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 100
    except (OSError, ValueError):  # no terminal, or no file at all
        return 100


def write_result(text: str) -> None:
    """Print one rendered result to stdout. Raises SkilltoolError where that fails."""
    try:
        sys.stdout.write(text if text.endswith("\n") or not text else f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise SkilltoolError(f"the output cannot be written: {error.strerror}") from error
