"""Where a reference or the name of a skill leads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skilltool.library import SKILL_FILE, read_text
from skilltool.links import LibraryTree, find_references
from skilltool.lsp.desk import real
from skilltool.lsp.positions import word_at
from skilltool.markdown import parse_markdown
from skilltool.model import Source

if TYPE_CHECKING:
    from skilltool.lsp.desk import Desk, View
    from skilltool.model import Skill


class Target(NamedTuple):
    """A file, by its real path, its text, and the character offset in it that is meant."""

    file: str
    source: Source
    offset: int


def find_target(desk: Desk, view: View, offset: int) -> Target | None:
    """What the reference or the name of another skill at a place leads to; None elsewhere."""
    if view.skill is None:
        return None
    return _referred(desk, view, view.skill, offset) or _named(desk, view, view.skill, offset)


def _referred(desk: Desk, view: View, skill: Skill, offset: int) -> Target | None:
    for reference in find_references(skill, LibraryTree(view.library)):
        here = reference.source.path == view.source.path
        if here and reference.target and reference.start <= offset <= reference.end:
            return _file(desk, skill.folder / reference.target, reference.destination)
    return None


def _file(desk: Desk, path: Path, destination: str) -> Target | None:
    """The file at a path, or the SKILL.md of a folder, at the heading that the fragment names."""
    file = real(path / SKILL_FILE if path.is_dir() else path)
    if not Path(file).is_file():
        return None
    source = desk.open.get(file) or Source(file, read_text(Path(file))[0])
    return Target(file, source, _heading(source, destination.partition("#")[2]))


def _heading(source: Source, fragment: str) -> int:
    if not fragment:
        return 0
    headings = parse_markdown(source.text).headings
    return next((item.offset for item in headings if item.slug == fragment.casefold()), 0)


def _named(desk: Desk, view: View, skill: Skill, offset: int) -> Target | None:
    word = word_at(view.source, offset)
    for other in desk.skills:
        if other.name == word and other is not skill:
            field = other.front_matter.fields.get("name")
            file = real(other.folder / Path(other.path).name)
            return Target(file, other.source, field.start if field else 0)
    return None
