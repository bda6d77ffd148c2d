"""Flag front matter that goes on, or begins again, below its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error")
def second_front_matter(skill: Skill) -> Iterator[Problem]:
    """Flag front matter that goes on, or begins again, below its end.

    Clients read the block between the first two lines `---` and take the rest for the body. Fields
    in a second block, or behind a `---` that was meant as a part of a value, count for none of
    them.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts units.
    ---

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
    yield from skill.problems_of("second-front-matter")
