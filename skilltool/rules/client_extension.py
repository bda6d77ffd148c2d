"""Point out a field that only some clients read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="schema", severity="info")
def client_extension(skill: Skill) -> Iterator[Problem]:
    """Point out a field that only some clients read.

    The open format has six fields. What a client adds to them works there, is ignored elsewhere,
    and is refused by the reference validator and on upload to claude.ai.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    user-invocable: false
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    known = skill.profile.schema.get("properties", {})
    for field in skill.front_matter.fields.values():
        if clients := known.get(field.key, {}).get("x-clients"):
            place = skill.source.location(field.key_start, field.key_end)
            first, last = ", ".join(clients[:-1]), clients[-1]
            who = f"{first} and {last} read" if first else f"only {last} reads"
            yield Problem(place, f"{who} `{field.key}`; other clients ignore it")
