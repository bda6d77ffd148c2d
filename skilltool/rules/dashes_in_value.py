"""Point out `---` inside the front matter, where some readers end it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.notation import top_values
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_DASHES = "---"


@skill_rule(group="frontmatter", severity="info")
def dashes_in_value(skill: Skill) -> Iterator[Problem]:
    """Point out `---` inside the front matter, where some readers end it.

    A fence is a line of its own, but the reference validator and other simple readers split the
    file at the first `---` they meet. They see the value cut short, miss every field below it and
    take the rest for the body.

    ## Bad

    ```markdown skills/split-marks/SKILL.md
    ---
    name: split-marks
    description: "Splits a long text at --- markers. Use when a file holds several drafts."
    license: MIT
    ---
    ```

    ## Good

    ```markdown skills/split-marks/SKILL.md
    ---
    name: split-marks
    description: "Splits a long text at lines of dashes. Use when a file holds several drafts."
    license: MIT
    ---
    ```
    """
    front = skill.front_matter
    start = skill.source.text.find(_DASHES, front.start, front.end)
    if start >= 0:
        message = (
            f"`---` inside {_holder(skill, start)}: some readers end the front matter here and "
            "lose what follows; name the dashes or write two"
        )
        yield Problem(skill.source.location(start, start + len(_DASHES)), message)


def _holder(skill: Skill, offset: int) -> str:
    """The field around an offset, in words."""
    fields = (value.field for value in top_values(skill))
    return next((f.key for f in fields if f.start <= offset < f.end), "the front matter")
