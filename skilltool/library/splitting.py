"""A folder above several libraries, such as a repository of many packages, to each of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from skilltool.library.beside import files_beside, pages_beside
from skilltool.library.reading import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.model import Library, Problem, Skill, Skipped

_ROOT_NAMES = frozenset({"skills", "plugins"})
"""How the places where clients look end."""


def split(library: Library) -> list[Library]:
    """The libraries below the root of one, each where a client looks; itself where there is one.

    Skills of plugins stay together, for a marketplace is one library, and so does what lies in no
    place of a client.
    """
    parts: dict[str, list[Skill]] = defaultdict(list)
    for skill in library.skills:
        parts[_root_of(skill, library)].append(skill)
    if len(parts.keys() - {""}) < 2:
        return [library]
    rest = "" if "" in parts else next(iter(parts))
    others = [f"{shown(library.root / root)}/" for root in parts if root != rest]
    return [_part(library, root, parts[root], others if root == rest else []) for root in parts]


def _root_of(skill: Skill, library: Library) -> str:
    folders = skill.folder.relative_to(library.root).parts[:-1]
    if skill.plugin or _ROOT_NAMES.isdisjoint(folders):
        return ""
    end = next(number for number, name in enumerate(folders, 1) if name in _ROOT_NAMES)
    return "/".join(folders[:end])


def _part(library: Library, root: str, skills: Sequence[Skill], others: Sequence[str]) -> Library:
    """One library; the one with `others` takes whatever lies in none of these."""
    folder = library.root / root

    def is_here(path: str) -> bool:
        inside = path.startswith(f"{shown(folder)}/")
        return not path.startswith(tuple(others)) if others else inside

    def here(items: Sequence[Skipped]) -> tuple[Skipped, ...]:
        return tuple(item for item in items if is_here(item.path))

    def at(items: Sequence[Problem]) -> tuple[Problem, ...]:
        return tuple(item for item in items if is_here(item.location.path))

    return replace(
        library,
        root=folder,
        path=shown(folder),
        skills=tuple(skills),
        skipped=here(library.skipped),
        problems=at(library.problems),
        misplaced=at(library.misplaced),
        beside=files_beside(folder.absolute()),
        pages=pages_beside(folder.absolute()),
    )
