"""Which library a path on the command line belongs to, and where libraries are without one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from skilltool.errors import NothingFoundError
from skilltool.library.outside import command_for, find_skill_folders
from skilltool.library.reading import SKILL_FILE, absolute, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

CLIENT_ROOTS = (
    "skills",
    ".claude/skills",
    ".agents/skills",
    ".github/skills",
    ".codex/skills",
    ".cursor/skills",
    ".gemini/skills",
    ".opencode/skills",
    ".roo/skills",
    "plugins",
)
"""Where clients look for skills in a repository, in the order in which they are listed here."""

_RESOURCES = ("asset", "example", "reference", "script")
RESOURCE_FOLDERS = frozenset({*_RESOURCES, *(f"{name}s" for name in _RESOURCES)})
"""Folders of a skill in which a SKILL.md is a file to read or to copy, and no skill."""


class Request(NamedTuple):
    """One library to load: its root, and the files or folders in it that were asked for.

    Nothing in `wanted` means the whole library. `depth` bounds how many folders below the root
    are entered when the root is only a guess; None means all. `mixed` tells that the root is any
    folder, which may hold several libraries.
    """

    root: Path
    wanted: tuple[Path, ...] = ()
    depth: int | None = None
    mixed: bool = False


def find_requests(
    paths: Sequence[Path], roots: Sequence[Path], base: Path, *, apart: Collection[Path] = ()
) -> list[Request]:
    """The libraries of `paths`; without paths those at `roots`, else those where clients look.

    `base` is the folder that the places of clients are relative to. A root inside of another is
    part of that one, unless it is `apart`, as one with an index of its own. Raises
    NothingFoundError.
    """
    if paths:
        return _of_paths(paths, roots)
    if roots:
        return _merge((Request(absolute(root)) for root in roots), set(map(absolute, apart)))
    found = [Request(base / root) for root in CLIENT_ROOTS if (base / root).is_dir()]
    if found:
        return found
    if (base / SKILL_FILE).is_file() or next(base.glob(f"*/{SKILL_FILE}"), None):
        return _of_paths([base], ())
    places = ", ".join(f"{root}/" for root in CLIENT_ROOTS)
    hint = command_for(find_skill_folders(base)) or "`skills check path/to/skills`"
    raise NothingFoundError(
        f"no library of skills in {shown(base)}: looked for {places}. Name a folder "
        f"({hint}), set `roots` in skills.toml, or run `skills new NAME`"
    )


def _of_paths(paths: Sequence[Path], roots: Sequence[Path]) -> list[Request]:
    found = [request for path in paths if (request := _request(path, roots))]
    if not found:
        names = " and ".join(shown(path) for path in paths)
        raise NothingFoundError(f"no skill found: {names} belongs to no library; name a folder")
    return _merge(found)


def _merge(requests: Iterable[Request], apart: Collection[Path] = ()) -> list[Request]:
    """One request a root; a request for a whole library takes in those for parts of it."""
    merged: dict[Path, Request] = {}
    for request in requests:
        known = merged.get(request.root)
        if known is None:
            merged[request.root] = request
        elif not (known.wanted and request.wanted):
            merged[request.root] = Request(request.root, mixed=request.mixed)
        else:
            wanted = tuple(dict.fromkeys(known.wanted + request.wanted))
            merged[request.root] = Request(request.root, wanted, known.depth)
    whole = {request.root for request in merged.values() if not request.wanted}
    return [
        request
        for root, request in merged.items()
        if root in apart or whole.isdisjoint(root.parents)
    ]


def _request(path: Path, roots: Sequence[Path]) -> Request | None:
    """The library that one path belongs to, and what in it the path asks for.

    None for a file outside of every library: a list of changed files may hold any.
    """
    place = absolute(path)
    folder = _nearest_folder(place)
    skill = _skill_folder(folder)
    library = _library_folder(folder, roots)
    if skill is None and not place.exists() and library is None:
        raise NothingFoundError(f"{shown(place)} does not exist")
    if skill is not None and library is None:
        return _outside(skill)
    if library is None and place.is_file() and not next(folder.glob(f"*/{SKILL_FILE}"), None):
        return None
    if library is None:
        return Request(folder, mixed=True)
    if library == folder:
        return Request(folder)
    return Request(library, (skill or folder,))


def _outside(skill: Path) -> Request:
    """A skill that is in no known library: with the skills beside it, else by itself.

    What lies beside a repository is no business of its skill.
    """
    if (skill / ".git").exists():
        return Request(skill)
    beside = any(file.parent != skill for file in skill.parent.glob(f"*/{SKILL_FILE}"))
    return Request(skill.parent, (skill,), depth=1) if beside else Request(skill)


def _nearest_folder(path: Path) -> Path:
    """The path itself when it is a folder, else the nearest folder above it that exists."""
    return next((place for place in (path, *path.parents) if place.is_dir()), path.parent)


def _skill_folder(folder: Path) -> Path | None:
    """The nearest skill at or above `folder`, inside the same library."""
    found: Path | None = None
    for place in (folder, *folder.parents):
        if os.path.lexists(place / SKILL_FILE) and (found is None or _is_resource(found, place)):
            found = place
        if place.name == "skills" or (place / ".git").exists():
            break
    return found


def _is_resource(folder: Path, skill: Path) -> bool:
    """Whether a folder with a SKILL.md is among the resources of a skill above it."""
    return not RESOURCE_FOLDERS.isdisjoint(folder.relative_to(skill).parts)


def _library_folder(folder: Path, roots: Sequence[Path]) -> Path | None:
    """The library that a folder is or lies in: a configured root, else a folder named `skills`."""
    above = (folder, *folder.parents)
    configured = {absolute(root) for root in roots}
    root = next((place for place in above if place in configured), None)
    named = (place for place in above if place.name == "skills")
    return root or next((place for place in named if not (place / SKILL_FILE).exists()), None)
