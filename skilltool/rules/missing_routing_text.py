"""Flag a skill without a text by which an agent could choose it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.keys import find_misspelt, missed_fields, routing_names
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="schema", severity="error", fix="safe")
def missing_routing_text(skill: Skill) -> Iterator[Problem]:
    """Flag a skill without a text by which an agent could choose it.

    The agent sees a name and a line on when to use the skill. Without the line most clients leave
    the skill out. Which fields make up the line is the profile's matter. A misspelt key such as
    `descripton` is ignored, and leaves the skill without the line.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    descripton: Converts lengths and weights between metric and imperial units.
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
    accepted = routing_names(skill)
    if not set(accepted) & set(missed_fields(skill)):
        return
    misspelt = [problem for _, problem in find_misspelt(skill, accepted)]
    yield from misspelt
    if not misspelt:
        start = skill.front_matter.start
        names = " or ".join(f"`{name}`" for name in accepted)
        message = f"no text says when to use the skill; add {names}"
        yield Problem(skill.source.location(start, start), message)
