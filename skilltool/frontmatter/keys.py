"""Keys that are misspellings of fields that the profile knows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from skilltool.errors import nearest
from skilltool.frontmatter.edits import rename_key
from skilltool.model import Fix, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.model import Field, Skill


def nearest_field(skill: Skill, key: str) -> str:
    """The known field that a key is a misspelling of; a field that is present is none."""
    spelt = {_folded(name): name for name in skill.profile.schema.get("properties", {})}
    name = spelt.get(_most_like(_folded(key), tuple(spelt)), "")
    return "" if name in skill.front_matter.fields else name


def _folded(key: str) -> str:
    return key.lower().replace("_", "-")


@cache
def _most_like(key: str, known: tuple[str, ...]) -> str:
    return nearest(key, known, likeness=0.8)


def missed_fields(skill: Skill) -> list[str]:
    """The required fields that are not there, and those of the routing text where there is none."""
    front = skill.front_matter
    if skill.unreadable or not front.is_complete:
        return []
    accepted = routing_names(skill)
    required = skill.profile.schema.get("required", ())
    missed = [name for name in required if name not in front.fields and name not in accepted]
    has_routing = skill.routing_text or any(name in front.fields for name in accepted)
    return missed if has_routing else [*missed, *accepted]


def routing_names(skill: Skill) -> list[str]:
    """The dotted names of the fields of which the profile makes the routing text."""
    return [name for entry in skill.profile.routing for name in entry.split("|")]


def find_misspelt(skill: Skill, names: Sequence[str]) -> Iterator[tuple[str, Problem]]:
    """The fields of `names` that are there by a misspelt key, each with what to say of it."""
    known = skill.profile.schema.get("properties", {})
    for field in skill.front_matter.fields.values():
        near = "" if field.key in known else nearest_field(skill, field.key)
        if near in names:
            yield near, misspelt(skill, field, near)


def misspelt(skill: Skill, field: Field, near: str) -> Problem:
    """What to say of a key that is a misspelling of a field."""
    place = skill.source.location(field.key_start, field.key_end)
    return Problem(
        place,
        f"unknown field `{field.key}`: did you mean `{near}`?",
        Fix(f"rename it to `{near}`", rename_key(field, near)),
    )
