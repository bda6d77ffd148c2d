"""Flag a skill file that is not named SKILL.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error")
def misnamed_skill_file(skill: Skill) -> Iterator[Problem]:
    """Flag a skill file that is not named SKILL.md.

    Clients look for exactly `SKILL.md`. Where the file system tells capitals apart, `skill.md` is
    invisible to nearly all of them.

    ## Bad

    ```markdown skills/unit-convert/skill.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
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
    yield from skill.problems_of("misnamed-skill-file")
