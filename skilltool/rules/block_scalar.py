"""Point out a value that is written as a block of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem, Style
from skilltool.notation import top_values
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_SIGNS = {Style.LITERAL: "|", Style.FOLDED: ">"}


@skill_rule(group="frontmatter", severity="info")
def block_scalar(skill: Skill) -> Iterator[Problem]:
    """Point out a value that is written as a block of lines.

    Every YAML reader knows `|` and `>`. A reader that goes line by line takes the sign itself for
    the value, and `|` keeps line breaks, which break a listing of one line for each skill.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: |
      Converts lengths and weights between metric and imperial units.
      Use when a text mixes both.
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: "Converts lengths and weights. Use when a text mixes metric and imperial units."
    ---
    ```
    """
    for value in top_values(skill):
        if sign := _SIGNS.get(value.field.style):
            lines = len((value.field.text or "").splitlines())
            held = "a line" if lines == 1 else f"{lines} lines"
            message = (
                f"{value.path} is a block (`{sign}`) of {held}; some clients take the "
                f"`{sign}` for the value. Write it on one line in quotes"
            )
            yield Problem(value.location, message)
