"""Flag a byte order mark before the front matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="warning", fix="safe")
def byte_order_mark(skill: Skill) -> Iterator[Problem]:
    """Flag a byte order mark before the front matter.

    Three invisible bytes at the start of a file, written by some editors on Windows. A client that
    looks for `---` as the first characters then sees no front matter.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    \ufeff---
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
    yield from skill.problems_of("byte-order-mark")
