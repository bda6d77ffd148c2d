"""Flag front matter that YAML cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error", fix="safe")
def invalid_front_matter(skill: Skill) -> Iterator[Problem]:
    """Flag front matter that YAML cannot read.

    One sign of YAML inside a plain value (`: `, a leading quote, `[`, `@`, `*`), a tab, or a wrong
    indentation makes the whole block invalid: most clients then drop the skill without a word. The
    message names the sign; the fix puts the value in quotes and changes nothing else.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts units: lengths, weights and temperatures.
    ---

    Multiply by the factor in the table.
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: "Converts units: lengths, weights and temperatures."
    ---

    Multiply by the factor in the table.
    ```
    """
    yield from skill.problems_of("invalid-front-matter")
