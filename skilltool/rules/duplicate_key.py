"""Flag a key that is given twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error")
def duplicate_key(skill: Skill) -> Iterator[Problem]:
    """Flag a key that is given twice.

    YAML readers disagree on it: some keep the first value, some the last, some refuse the file. Two
    clients then see two different skills.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    "description": Converts currencies.
    ---

    Multiply by the factor in the table.
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    Multiply by the factor in the table.
    ```
    """
    yield from skill.problems_of("duplicate-key")
