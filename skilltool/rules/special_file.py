"""Flag a pipe, socket or device among the files of a skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Location, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="security", severity="error")
def special_file(skill: Skill) -> Iterator[Problem]:
    """Flag a pipe, socket or device among the files of a skill.

    An agent or a tool that opens a pipe waits for ever, and neither git nor an archive carries
    such a file along.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ```fifo skills/unit-convert/references/factors.md
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ```markdown skills/unit-convert/references/factors.md
    One inch is 25.4 mm.
    ```
    """
    for resource in skill.resources:
        if resource.kind == "special":
            message = f"{resource.path} is a pipe, socket or device, no file that can be read"
            yield Problem(Location(skill.path_of(resource.path)), message)
