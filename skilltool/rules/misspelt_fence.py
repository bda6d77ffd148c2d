"""Flag a fence of the front matter that is not exactly `---`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error", fix="safe")
def misspelt_fence(skill: Skill) -> Iterator[Problem]:
    """Flag a fence of the front matter that is not exactly `---`.

    A line of four hyphens, of dots or of long dashes looks like a fence to a person. To a client it
    is part of the text, and the front matter has no beginning or no end. Two opening fences in a
    row are empty front matter.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ----

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
    yield from skill.problems_of("misspelt-fence")
