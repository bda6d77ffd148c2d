"""Flag a plain value that ` #` cuts short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error", fix="safe")
def truncating_comment(skill: Skill) -> Iterator[Problem]:
    """Flag a plain value that ` #` cuts short.

    YAML takes ` #` and the rest of the line for a comment. The value ends there, silently: the
    agent never sees the rest of the routing text.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts the units of issue #12 and of every later one.
    ---

    Multiply by the factor in the table.
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: "Converts the units of issue #12 and of every later one."
    ---

    Multiply by the factor in the table.
    ```
    """
    yield from skill.problems_of("truncating-comment")
