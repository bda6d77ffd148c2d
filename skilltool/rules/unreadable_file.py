"""Flag a SKILL.md that cannot be read as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Location, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="frontmatter", severity="error")
def unreadable_file(skill: Skill) -> Iterator[Problem]:
    r"""Flag a SKILL.md that cannot be read as text.

    A file that is not UTF-8, holds zero bytes, is too large, no regular file or not readable: a
    client drops the skill or reads it wrong. Nothing else in it was checked.

    ## Bad

    ```latin-1 skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts temperatures between °C and °F.
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts temperatures between °C and °F.
    ---
    ```
    """
    if skill.unreadable:
        yield Problem(skill.unreadable_at or Location(skill.path), skill.unreadable)
