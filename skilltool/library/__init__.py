"""Folders on disk to a Library: the only walker and the only reader of skills."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from skilltool.errors import NothingFoundError
from skilltool.library.beside import files_beside, folders_above, pages_beside
from skilltool.library.misplaced import find_in_manifest_folder
from skilltool.library.outside import command_for, find_outside
from skilltool.library.reading import (
    SKILL_FILE,
    absolute,
    find_problem,
    join,
    read_text,
    shown,
)
from skilltool.library.requests import CLIENT_ROOTS, Request, find_requests
from skilltool.library.splitting import split
from skilltool.library.walk import CACHE_FOLDER, Walk, resources
from skilltool.model import Fault, FrontMatter, Library, Skill, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from skilltool.library.walk import Found
    from skilltool.model import Problem, Profile

__all__ = [
    "CACHE_FOLDER",
    "CLIENT_ROOTS",
    "SKILL_FILE",
    "Request",
    "absolute",
    "command_for",
    "find_outside",
    "find_requests",
    "folders_above",
    "load_libraries",
    "load_library",
    "read_text",
    "shown",
]


def load_library(request: Request, profile: Profile, *, gitignore: bool = True) -> Library:
    """All skills below the root, sorted by path. Never raises for what is in the library.

    Every SKILL.md is read at once; its front matter is parsed when it is first looked at.
    Symbolic links to folders are followed once, by real path. Folders that git ignores are left
    out unless `gitignore` is False. Raises NothingFoundError when the root is no folder.
    """
    root = request.root
    if not root.is_dir():
        raise NothingFoundError(f"{shown(root)} is not a folder")
    path = shown(root)
    walk = Walk(root, path, request.depth, gitignore=gitignore)
    skills = sorted((_skill(found, profile) for found in walk.found.values()), key=_path)
    selected = _selected(skills, request.wanted)
    return Library(
        root,
        path,
        tuple(skills),
        tuple(walk.skipped),
        tuple(walk.problems),
        selected=selected,
        beside=files_beside(root.absolute()),
        pages=pages_beside(root.absolute()),
        misplaced=(*walk.misplaced, *_in_manifest_folder(root)),
    )


def _in_manifest_folder(root: Path) -> list[Problem]:
    """Skills in a plugin's `.claude-plugin/` beside its `skills/`."""
    plugin = absolute(root).parent
    return find_in_manifest_folder(str(plugin), shown(plugin)) if root.name == "skills" else []


def load_libraries(request: Request, profile: Profile, *, gitignore: bool = True) -> list[Library]:
    """As `load_library`; a folder that holds several libraries gives each of them."""
    library = load_library(request, profile, gitignore=gitignore)
    return split(library) if request.mixed else [library]


def _path(skill: Skill) -> str:
    return skill.path


def _selected(skills: Sequence[Skill], wanted: tuple[Path, ...]) -> frozenset[str] | None:
    if not wanted:
        return None
    links = [at.resolve() for at in wanted if at.is_symlink()]
    return frozenset(
        skill.path
        for skill in skills
        if any(skill.folder.is_relative_to(at) for at in wanted)
        or any(skill.folder.resolve().is_relative_to(at) for at in links)
    )


def _skill(found: Found, profile: Profile) -> Skill:
    folder, name = found.folder, found.file_name
    path = join(found.shown, name)
    text, unreadable = read_text(folder / name)
    if unreadable and (folder / name).is_symlink() and not (folder / name).exists():
        unreadable = f"{name} is a link to `{(folder / name).readlink()}`, which does not exist"
    front = _UnreadFrontMatter(partial(_front_matter, text, name, unreadable))
    source = Source(path, text)
    files, is_checkout = resources(found), found.is_checkout
    problem = find_problem(folder / name, path) if unreadable else None
    plugin, place = found.plugin, problem and problem.location
    return Skill(
        folder, source, front, profile, files, plugin, unreadable, is_checkout, place, found.escapes
    )


class _UnreadFrontMatter(FrontMatter):
    """A front matter that is parsed when one of its attributes is first asked for."""

    __slots__ = ("_parse",)

    def __init__(self, parse: Callable[[], FrontMatter]) -> None:
        object.__setattr__(self, "_parse", parse)

    def __getattr__(self, name: str) -> Any:
        if name not in FrontMatter.__slots__:
            raise AttributeError(name)
        parsed = self._parse()
        for slot in FrontMatter.__slots__:
            object.__setattr__(self, slot, getattr(parsed, slot))
        return getattr(self, name)


def _front_matter(text: str, name: str, unreadable: str) -> FrontMatter:
    from skilltool import frontmatter

    front = FrontMatter({}, (), 0, 0, 0) if unreadable else frontmatter.parse(text)
    if name == SKILL_FILE:
        return front
    message = f"the file must be named {SKILL_FILE}, it is {name}; most clients do not see it"
    faults = (Fault("misnamed-skill-file", 0, 0, message), *front.faults)
    return FrontMatter(front.fields, faults, front.start, front.end, front.body_start)
