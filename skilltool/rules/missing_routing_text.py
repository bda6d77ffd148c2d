"""Flag a skill without a text by which an agent could choose it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="schema", severity="error")
def missing_routing_text(skill: Skill) -> Iterator[Problem]:
    """Flag a skill without a text by which an agent could choose it.

    The agent sees a name and a line on when to use the skill. Without the line most clients leave
    the skill out. Which fields make up the line is the profile's matter.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    ---

    Multiply by the factor in the table.
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights. Use when a text mixes metric and imperial units.
    ---

    Multiply by the factor in the table.
    ```
    """
    front = skill.front_matter
    if skill.routing_text or skill.unreadable or not front.is_complete:
        return
    accepted = [name for entry in skill.profile.routing for name in entry.split("|")]
    if any(name in front.fields for name in accepted):
        return
    where = skill.source.location(front.start, front.start)
    names = " or ".join(f"`{name}`" for name in accepted)
    yield Problem(where, f"no text says when to use the skill; add {names}")
