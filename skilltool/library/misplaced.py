"""Skills that stand where no client looks, and folders among skills that are none."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from skilltool.library.outside import MANIFEST_FOLDER
from skilltool.library.reading import join, read_text
from skilltool.model import Location, Problem, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_NEAR_MISS = re.compile(r"ski?l{1,2}s?[ ._-]*(\(?\d+\)?)?(\.(md|mdx|markdown|txt))*", re.IGNORECASE)
_PAGES = {"agents", "changelog", "claude", "contributing", "gemini", "index", "readme", "skills"}
_KEYS = (re.compile(r"^name:", re.MULTILINE), re.compile(r"^description:", re.MULTILINE))


class Bare(NamedTuple):
    """A folder that holds no SKILL.md and lies in no skill, with the names of its files."""

    path: str
    shown: str
    names: Sequence[str]


def find_misplaced(
    bare: Iterable[Bare], skills: Iterable[str], top: str
) -> Iterator[Skipped | Problem]:
    """What is Skipped, and Problems of skills that no client finds. `skills` are skill folders.

    Looked at are the folders named `skills`, the root `top` among them, and their folders. One
    with a skill somewhere below it is a category.
    """
    skills = tuple(skills)
    parents = {os.path.dirname(skill) for skill in skills}
    above = _above(parents, top)
    roots = {top} if top in parents or os.path.basename(top) == "skills" else set()
    roots |= {path for path in above if os.path.basename(path) == "skills"}
    for folder in bare:
        if folder.path in roots:
            yield from _flat_skills(folder)
        elif folder.path not in above and os.path.dirname(folder.path) in roots:
            yield from _near_miss(folder)


def _above(folders: Iterable[str], top: str) -> set[str]:
    """The folders, and those above them up to the top."""
    above: set[str] = set()
    for folder in folders:
        path = folder
        while path not in above and len(path) >= len(top):
            above.add(path)
            path = os.path.dirname(path)
    return above


def _flat_skills(root: Bare) -> Iterator[Problem]:
    for name in root.names:
        stem, ending = os.path.splitext(name)
        if ending == ".md" and stem.lower() not in _PAGES and _has_front_matter(root, name):
            message = f"a skill is a folder with a SKILL.md; move the file to {stem}/SKILL.md"
            yield Problem(Location(join(root.shown, name)), message)


def _has_front_matter(folder: Bare, name: str) -> bool:
    text, _ = read_text(os.path.join(folder.path, name))
    head = text.partition("\n---")[0]
    return head.startswith("---") and all(key.search(head) for key in _KEYS)


def _near_miss(folder: Bare) -> Iterator[Skipped | Problem]:
    yield Skipped(folder.shown, "no SKILL.md")
    for name in filter(_NEAR_MISS.fullmatch, folder.names):
        if not (name.startswith("SKILL") or _has_front_matter(folder, name)):
            continue
        message = f"no client takes `{name}` for a skill; name the file SKILL.md"
        yield Problem(Location(join(folder.shown, name)), message)


def find_in_manifest_folder(folder: str, shown: str) -> list[Problem]:
    """Skills in the folder of a plugin's manifest, where no client looks for them."""
    if not os.path.isdir(os.path.join(folder, MANIFEST_FOLDER, "skills")):
        return []
    place = Location(join(shown, f"{MANIFEST_FOLDER}/skills"))
    message = f"no client looks in {MANIFEST_FOLDER}/; move the skills to skills/ beside it"
    return [Problem(place, message)]
