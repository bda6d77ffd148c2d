"""Flag a field that describes a subagent where none is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_FIELDS = ("agent", "background")


@skill_rule(group="schema", severity="warning")
def field_without_fork(skill: Skill) -> Iterator[Problem]:
    """Flag a field that describes a subagent where none is asked for.

    `agent` and `background` say which subagent a skill runs in, and how. Claude Code starts one
    with `context: fork` only; without it the skill runs in the conversation, and both are idle.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    agent: Explore
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    context: fork
    agent: Explore
    ---
    ```
    """
    fields = skill.front_matter.fields
    if "context" in fields:
        return
    for key in _FIELDS:
        if key in fields and key in skill.profile.reads:
            place = skill.source.location(fields[key].key_start, fields[key].key_end)
            message = f"`{key}` has an effect only with `context: fork`; add that or remove it"
            yield Problem(place, message)
