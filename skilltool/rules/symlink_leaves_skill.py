"""Flag a symbolic link that leads out of the skill's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Location, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="security", severity="warning")
def symlink_leaves_skill(skill: Skill) -> Iterator[Problem]:
    """Flag a symbolic link that leads out of the skill's folder.

    Whoever reads the file reads another one, of which the author of the skill has no say: a key, a
    private note, or nothing at all after the folder was copied. A skill that is a link as a whole
    is none of this.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ```symlink skills/unit-convert/outside.md
    ../../private.md
    ```

    ```markdown private.md
    Not for everybody.
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ```markdown skills/unit-convert/factors.md
    One inch is 25.4 mm.
    ```

    ```symlink skills/unit-convert/table.md
    factors.md
    ```
    """
    folder, _, name = skill.path.rpartition("/")
    if skill.escapes:
        yield _problem(skill.path, name)
    for resource in skill.resources:
        if resource.escapes:
            path = f"{folder}/{resource.path}" if folder else resource.path
            yield _problem(path, resource.path)


def _problem(path: str, name: str) -> Problem:
    message = f"{name} is a symbolic link that leads out of the skill's folder"
    return Problem(Location(path), message)
