"""Flag a field that no client reads, or that the profile refuses."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from skilltool.errors import nearest
from skilltool.frontmatter.edits import rename_key
from skilltool.model import Fix, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Skill


@skill_rule(group="schema", severity="warning")
def unknown_field(skill: Skill) -> Iterator[Problem]:
    """Flag a field that no client reads, or that the profile refuses.

    A misspelt key is silently ignored: `descripton` leaves the skill without a routing text. A
    field of your own belongs under `metadata`, which every client accepts; at the top level it is
    an error in the reference validator and on upload.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    descripton: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    metadata:
      owner: measurement team
    ---
    ```
    """
    known = skill.profile.schema.get("properties", {})
    for field in skill.front_matter.fields.values():
        if field.key not in known:
            place = skill.source.location(field.key_start, field.key_end)
            near = _nearest(field, skill, list(known))
            yield Problem(place, _message(skill, field, near), _rename(skill, field, near))


def _nearest(field: Field, skill: Skill, known: list[str]) -> str:
    """The known field that the key is a misspelling of; a field that is present is none."""
    key = field.key.lower().replace("_", "-")
    spelt = {name.lower().replace("_", "-"): name for name in known}
    name = spelt.get(_most_like(key, tuple(spelt)), "")
    return "" if name in skill.front_matter.fields else name


@cache
def _most_like(key: str, known: tuple[str, ...]) -> str:
    return nearest(key, known, likeness=0.8)


def _message(skill: Skill, field: Field, near: str) -> str:
    if near:
        return f"unknown field `{field.key}`: did you mean `{near}`?"
    if skill.profile.schema.get("additionalProperties") is False:
        return (
            f"`{field.key}` is refused by {skill.profile.title}, which knows no further fields; "
            "move it under `metadata`"
        )
    return f"no client reads the field `{field.key}`; move it under `metadata` or remove it"


def _rename(skill: Skill, field: Field, near: str) -> Fix | None:
    """A misspelt field of the format itself is plainly meant; one of a client perhaps."""
    if not near:
        return None
    of_client = "x-clients" in skill.profile.schema["properties"][near]
    return Fix(f"rename it to `{near}`", rename_key(field, near), safe=not of_client)
