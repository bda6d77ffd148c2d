"""Flag a text that YAML turns into a number, a date or a truth value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import quote_value
from skilltool.frontmatter.quoting import TEXT_KEYS, is_number
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


_METADATA = "the values of metadata are texts"


@skill_rule(group="schema", severity="error", fix="safe")
def typed_value(skill: Skill) -> Iterator[Problem]:
    """Flag a text that YAML turns into a number, a date or a truth value.

    Metadata are texts. Unquoted, `1.10` becomes the number 1.1, `on` becomes true, `0755` becomes
    493 and `2026-01-15` a date, in some clients and not in others: the value that was written is
    lost there. Readers of the newer YAML 1.2 make a number of `1e5` and of `12e4567`, which may be
    the name of a skill or of a commit. The reference validator reads every value as text.

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
    fields = skill.front_matter.fields
    metadata = fields.get("metadata")
    for field in metadata.children.values() if metadata else ():
        if field.style is Style.PLAIN and (field.type in _WORDS or _is_number(field)):
            yield _problem(skill, field, f"metadata.{field.key}", _METADATA)
    for key in TEXT_KEYS & fields.keys():
        if _is_number(fields[key]):
            yield _problem(skill, fields[key], key, "this field is a text")


def _is_number(field: Field) -> bool:
    """Whether the value is a number in YAML 1.2 alone; what it is in 1.1 is in its type."""
    is_text = field.style is Style.PLAIN and field.type == "str"
    return is_text and is_number(field.text or "")


def _problem(skill: Skill, field: Field, path: str, wanted: str) -> Problem:
    raw = skill.source.text[field.start : field.end]
    value = f" ({field.value})" if str(field.value) != raw else ""
    kind, reader = _WORDS.get(field.type, "a number"), "YAML reader"
    if field.type not in _WORDS:
        reader = "reader of YAML 1.2"
    message = f"{path} is {kind}{value} to a {reader}, but {wanted}; quote it to keep `{raw}`"
    fix = Fix("quote the value", quote_value(skill.source.text, field))
    return Problem(skill.source.location(field.start, field.end), message, fix)
