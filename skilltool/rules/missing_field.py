"""Flag a required field that is missing or blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="schema", severity="error")
def missing_field(skill: Skill) -> Iterator[Problem]:
    """Flag a required field that is missing or blank.

    Which fields are required is the profile's matter; `name` nearly always is. A key without a
    value, with `null` or with blanks alone counts as blank, whatever the field.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
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
    routing = {name for entry in skill.profile.routing for name in entry.split("|")}
    for field in front.fields.values():
        blank = field.type == "null" or (field.text is not None and not field.text.strip())
        if blank and field.key in skill.profile.schema.get("properties", {}):
            place = skill.source.location(field.key_start, max(field.end, field.key_end))
            yield Problem(place, f"{field.key} is empty")
    if skill.unreadable or not front.is_complete:
        return
    for name in skill.profile.schema.get("required", ()):
        if name not in front.fields and name not in routing:
            where = skill.source.location(front.start, front.start)
            yield Problem(where, f"the front matter has no `{name}`; add `{_example(skill, name)}`")


def _example(skill: Skill, name: str) -> str:
    return f"name: {skill.folder.name}" if name == "name" else f"{name}: ..."
