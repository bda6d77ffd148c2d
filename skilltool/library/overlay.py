"""A library in which one file holds another text than on disk: what an editor has not saved."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from skilltool import frontmatter
from skilltool.model import FrontMatter, Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skilltool.model import Library, Skill

_OF_THE_NAME = "misnamed-skill-file"


def with_text(library: Library, path: str, text: str) -> Library:
    """The library as if the file at the shown path held `text`; the disk is not asked.

    Only the skill that the file belongs to is made anew, all others are shared. The library itself
    is given where the file is neither a SKILL.md nor a listed file of a skill.
    """
    skill = library.skill_at(path)
    if skill is None:
        return library
    changed = _with_source(skill, Source(path, text))
    return replace(library, skills=tuple(changed if s is skill else s for s in library.skills))


def with_texts(library: Library, texts: Mapping[str, str]) -> Library:
    """As `with_text`, for several files, by their shown paths."""
    for path, text in texts.items():
        library = with_text(library, path, text)
    return library


def _with_source(skill: Skill, source: Source) -> Skill:
    if source.path != skill.path:
        return _with_resource(skill, source)
    front, faults = frontmatter.parse(source.text), skill.front_matter.faults
    of_name = tuple(fault for fault in faults if fault.kind == _OF_THE_NAME)
    if of_name:
        faults = (*of_name, *front.faults)
        front = FrontMatter(front.fields, faults, front.start, front.end, front.body_start)
    return replace(skill, source=source, front_matter=front, unreadable="")


def _with_resource(skill: Skill, source: Source) -> Skill:
    size = len(source.text.encode("utf-8", "surrogatepass"))
    resources = tuple(
        replace(item, size=size, load=partial(_given, source))
        if skill.path_of(item.path) == source.path
        else item
        for item in skill.resources
    )
    return replace(skill, resources=resources)


def _given(source: Source) -> Source:
    return source
