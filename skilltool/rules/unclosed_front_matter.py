"""Flag front matter without a closing `---`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error", fix="unsafe")
def unclosed_front_matter(skill: Skill) -> Iterator[Problem]:
    """Flag front matter without a closing `---`.

    Without the second fence a client reads the whole body as YAML and fails, or finds no front
    matter at all. The fence must be a line of its own.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.

    # Unit conversion

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
    yield from skill.problems_of("unclosed-front-matter")
