"""Flag text, a comment or a blank line before the front matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error", fix="safe")
def text_before_front_matter(skill: Skill) -> Iterator[Problem]:
    """Flag text, a comment or a blank line before the front matter.

    Clients look for `---` in the very first line. Whatever stands before it makes them take the
    whole file for the body, and the skill for one without name and description.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    <!-- Copyright 2026 Example Ltd -->
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
    <!-- Copyright 2026 Example Ltd -->

    Multiply by the factor in the table.
    ```
    """
    yield from skill.problems_of("text-before-front-matter")
