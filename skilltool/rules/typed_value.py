"""Flag a metadata value that YAML turns into a number, a date or a truth value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import quote_value
from skilltool.model import Fix, Problem, Style
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Skill

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "timestamp": "a date",
    "binary": "binary data",
}


@skill_rule(group="schema", severity="error", fix="safe")
def typed_value(skill: Skill) -> Iterator[Problem]:
    """Flag a metadata value that YAML turns into a number, a date or a truth value.

    Metadata are texts. Unquoted, `1.10` becomes the number 1.1, `on` becomes true, `0755` becomes
    493 and `2026-01-15` a date, in some clients and not in others: the value that was written is
    lost there. The reference validator reads every value as text.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    metadata:
      version: 1.10
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    metadata:
      version: "1.10"
    ---
    ```
    """
    metadata = skill.front_matter.fields.get("metadata")
    for field in metadata.children.values() if metadata else ():
        if field.style is Style.PLAIN and field.type in _WORDS:
            yield _problem(skill, field)


def _problem(skill: Skill, field: Field) -> Problem:
    raw = skill.source.text[field.start : field.end]
    value = f" ({field.value})" if str(field.value) != raw else ""
    message = (
        f"metadata.{field.key} is {_WORDS[field.type]}{value} to a YAML reader, but the values of "
        f"metadata are texts; quote it to keep `{raw}`"
    )
    fix = Fix("quote the value", quote_value(skill.source.text, field))
    return Problem(skill.source.location(field.start, field.end), message, fix)
