"""Point out a value without quotes that goes on over several lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import join_lines
from skilltool.model import Fix, Problem, Style
from skilltool.notation import top_values
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="frontmatter", severity="info", fix="safe")
def wrapped_plain_value(skill: Skill) -> Iterator[Problem]:
    """Point out a value without quotes that goes on over several lines.

    Formatters wrap long values so. It is valid YAML and means the text on one line, but readers
    that go line by line see an empty value or its first line alone, and one quoted line is read
    alike by all.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description:
      Converts lengths and weights between metric and imperial units. Use when a text mixes
      both.
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
        if value.field.style is Style.PLAIN and value.field.text and _is_wrapped(skill, value.path):
            message = (
                f"{value.path} goes on over several lines without quotes, which some clients "
                "do not read; write it on one line in quotes"
            )
            edits = join_lines(skill.source.text, value.field)
            fix = Fix("write it on one line in quotes", edits) if edits else None
            yield Problem(value.location, message, fix)


def _is_wrapped(skill: Skill, key: str) -> bool:
    """Whether the value ends on another line than its key stands on."""
    field = skill.front_matter.fields[key]
    written = skill.source.text[field.key_start : field.end]
    return "\n" in written or "\r" in written
