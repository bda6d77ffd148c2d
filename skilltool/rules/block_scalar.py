"""Point out a value that is written as a block of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import set_value
from skilltool.model import Fix, Problem, Style
from skilltool.notation import Value, top_values
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_SIGNS = {Style.LITERAL: "|", Style.FOLDED: ">"}


@skill_rule(group="frontmatter", severity="info", fix="safe")
def block_scalar(skill: Skill) -> Iterator[Problem]:
    """Point out a value that is written as a block of lines.

    Every YAML reader knows `|` and `>`. A reader that goes line by line takes the sign itself for
    the value, and `|` keeps line breaks, which break a listing of one line for each skill.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: >-
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
            held = f" of {lines} lines" if lines > 1 else ""
            message = (
                f"{value.path} is a block{held}; some clients take its sign `{sign}` for the "
                "value. Write it on one line in quotes"
            )
            start = value.field.start
            place = value.source.location(start, start + len(sign))
            yield Problem(place, message, _fix(value))


def _fix(value: Value) -> Fix | None:
    """One line with the same words; safe where no line break of the value is lost."""
    text, header = value.field.text or "", value.raw.splitlines()[0]
    line = " ".join(text.split())
    edits = set_value(value.source.text, value.field, line)
    if not edits or not line or "#" in header or header[0] not in "|>":
        return None
    return Fix("write it on one line", edits, safe=line == text.strip())
