"""Flag a required field that is missing or blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.keys import find_misspelt, missed_fields, routing_names
from skilltool.model import Problem
from skilltool.naming import suggest_name
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, FrontMatter, Skill


@skill_rule(group="schema", severity="error", fix="safe")
def missing_field(skill: Skill) -> Iterator[Problem]:
    """Flag a required field that is missing or blank.

    Which fields are required is the profile's matter; `name` nearly always is. A key without a
    value, with `null` or with blanks alone counts as blank, whatever the field. A field with a
    misspelt key is missing, too: no client reads `Name` for `name`.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    Name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    license:
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    license: MIT
    ---
    ```
    """
    front = skill.front_matter
    for field in front.fields.values():
        is_known = field.key in skill.profile.schema.get("properties", {})
        if is_known and _is_blank(field) and not _is_explained(front, field):
            place = skill.source.location(field.key_start, max(field.end, field.key_end))
            yield Problem(place, f"{field.key} is empty")
    accepted = routing_names(skill)
    missed = [name for name in missed_fields(skill) if name not in accepted]
    misspelt = dict(find_misspelt(skill, missed))
    for name in missed:
        where = skill.source.location(front.start, front.start)
        message = f"the front matter has no `{name}`; add `{_example(skill, name)}`"
        yield misspelt.get(name, Problem(where, message))


def _is_blank(field: Field) -> bool:
    return field.type == "null" or (field.text is not None and not field.text.strip())


def _is_explained(front: FrontMatter, field: Field) -> bool:
    """Whether a fault says where the value is: in unreadable lines below, or in a second block."""
    after = (other.key_start for other in front.fields.values())
    end = min((start for start in after if start > field.key_start), default=front.end)
    return any(
        fault.kind == "second-front-matter"
        or (fault.kind == "invalid-front-matter" and field.key_start <= fault.start < end)
        for fault in front.faults
    )


def _example(skill: Skill, name: str) -> str:
    example = suggest_name(skill.folder.name) if name == "name" else ""
    return f"{name}: {example or '...'}"
