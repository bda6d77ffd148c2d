"""Skills outside of the places where clients look: they are told of, not checked."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from skilltool.library.reading import SKILL_FILE, shown
from skilltool.library.repository import tracked_skills

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.model import Library

EXCLUDED = frozenset(
    {"node_modules", "venv", "site-packages", "__pycache__", "_archive", ".git", ".venv"}
)
"""Folders that never hold skills of a library."""
MANIFEST_FOLDER = ".claude-plugin"

MAX_FOLDERS = 2_000
MAX_DEPTH = 4
MAX_NAMED = 4


def find_outside(base: Path, libraries: Sequence[Library]) -> list[Path]:
    """Folders below `base` with a SKILL.md that lies in none of the libraries; sorted.

    Looked at is what git tracks, and hidden folders such as that of another client.
    """
    roots = [f"{os.path.realpath(library.root)}{os.sep}" for library in libraries]
    left = [folder for folder in _places(base) if not _starts(folder, roots)]
    if not left:
        return []
    skills = (skill for library in libraries for skill in library.skills)
    homes = [f"{os.path.realpath(skill.folder)}{os.sep}" for skill in skills]
    return [folder for folder in left if not _starts(folder, homes)]


def _starts(folder: Path, prefixes: Iterable[str]) -> bool:
    return f"{os.path.realpath(folder)}{os.sep}".startswith(tuple(prefixes))


def find_skill_folders(base: Path) -> list[Path]:
    """Folders below `base` that hold a SKILL.md: those that git tracks, else those not too deep."""
    return _places(base) or sorted(_walk(base))


def command_for(skills: Sequence[Path]) -> str:
    """The command that checks the libraries of some skill folders; empty where there is none."""
    libraries = sorted({quote(shown(_library_of(folder))) for folder in skills})
    more = ["..."] if len(libraries) > MAX_NAMED else []
    return f"`skills check {' '.join(libraries[:MAX_NAMED] + more)}`" if libraries else ""


def _library_of(skill: Path) -> Path:
    """The folder to check for a skill: that above it, unless the skill is a whole repository."""
    alone = skill == Path.cwd() or (skill / ".git").exists()
    return skill if alone else skill.parent


def _places(base: Path) -> list[Path]:
    never = {*EXCLUDED, MANIFEST_FOLDER}
    places = sorted({*tracked_skills(base), *_hidden(base)})
    return [place for place in places if never.isdisjoint(place.relative_to(base).parts)]


def _hidden(base: Path) -> list[Path]:
    return [file.parent for file in base.glob(f".*/skill*/*/{SKILL_FILE}")]


def _walk(base: Path) -> Iterator[Path]:
    for number, (at, folders, names) in enumerate(os.walk(base)):
        depth = len(Path(at).relative_to(base).parts)
        folders[:] = [] if depth == MAX_DEPTH else sorted(set(folders) - EXCLUDED)
        if SKILL_FILE in names:
            yield Path(at)
        if number >= MAX_FOLDERS:
            return
