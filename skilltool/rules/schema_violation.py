"""Flag a field whose value the profile's schema refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import schema
from skilltool.errors import nearest
from skilltool.frontmatter.edits import join_tools, quote_value
from skilltool.frontmatter.lines import flow_end
from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Edit, Fix, Problem, Style
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.model import Field, Skill
    from skilltool.schema import SchemaError

_OTHER_RULES = {"required", "additionalProperties", "anyOf", "pattern"}
_TRUTH_VALUES = ("true", "false", "yes", "no", "on", "off")
# Characters before a limit that are enough to find the place.
_SHOWN = 30


@skill_rule(group="schema", severity="error", fix="safe")
def schema_violation(skill: Skill, *, trimmed: Sequence[str] = ()) -> Iterator[Problem]:
    """Flag a field whose value the profile's schema refuses: its type, length or form.

    A description over the limit is cut by one client, skipped by the next and refused on upload by
    a third; a number or a list where a text belongs drops the skill. A switch that is neither true
    nor false is not set: a skill with `disable-model-invocation: ture` is open to every agent.
    Lengths count characters of the value as YAML reads it, without the blanks around it in the
    fields of `trimmed`.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: [lengths, weights]
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: "[lengths, weights] Converts units between metric and imperial."
    ---
    ```
    """
    yield from _dates(skill)
    for error in schema.check(skill.front_matter.data, skill.profile.schema):
        field = skill.front_matter.find(".".join(error.path))
        if field is None or _is_left_to_others(error, field):
            continue
        if _is_switch(skill, error):
            yield _switch_problem(skill, field)
        elif error.keyword not in _OTHER_RULES and not _fits_trimmed(error, field, trimmed):
            message = f"{'.'.join(error.path)} {error.message}{_hint(skill, error, field)}"
            place = skill.source.location(field.start, field.end)
            yield Problem(place, message, _fix(skill, error, field))


def _dates(skill: Skill) -> Iterator[Problem]:
    """Texts that a YAML reader makes a date of; here, as in JSON Schema, dates are texts."""
    known = skill.profile.schema["properties"]
    for field in skill.front_matter.fields.values():
        kind = known.get(field.key, {}).get("type")
        if field.type == "timestamp" and (kind == "string" or "number" in (kind or ())):
            place = skill.source.location(field.start, field.end)
            fix = Fix("quote the value", quote_value(skill.source.text, field))
            yield Problem(place, f"{field.key} must be a text, it is a date: quote it", fix)


def _is_switch(skill: Skill, error: SchemaError) -> bool:
    known = skill.profile.schema["properties"].get(error.path[0], {})
    return len(error.path) == 1 and "boolean" in known.get("type", ())


def _switch_problem(skill: Skill, field: Field) -> Problem:
    place = skill.source.location(field.start, field.end)
    near = nearest(str(field.value).strip().lower(), _TRUTH_VALUES)
    message = f"{field.key} must be true or false, it is {schema.describe(field.value)}"
    if not near:
        return Problem(place, message)
    fix = Fix(f"write `{near}`", (Edit(field.start, field.end, near),))
    return Problem(place, f"{message}: did you mean `{near}`?", fix)


def _fits_trimmed(error: SchemaError, field: Field, trimmed: Sequence[str]) -> bool:
    measured = error.keyword == "maxLength" and field.key in trimmed
    return measured and len((field.text or "").strip()) <= _limit(error)


def _is_left_to_others(error: SchemaError, field: Field) -> bool:
    """Blank texts are `missing-field`, typed values below `metadata` are `typed-value`."""
    blank = field.type == "null" or (field.text is not None and not field.text.strip())
    typed = error.keyword == "type" and len(error.path) > 1 and field.style is Style.PLAIN
    return blank or typed


def _hint(skill: Skill, error: SchemaError, field: Field) -> str:
    if _is_list_of_tools(skill, field):
        return ": write the tools with spaces between them"
    if "must be a text" in error.message and field.style is Style.FLOW:
        return f": the value starts with `{skill.source.text[field.start]}`. Quote it"
    if "must be a text" in error.message and field.style is Style.PLAIN:
        return ": quote it"
    if error.keyword == "maxLength" and field.text is not None:
        last_words = " ".join(field.text[: _limit(error)].split())[-_SHOWN:].lstrip()
        return f"; the limit falls after `...{last_words}`"
    return ""


def _limit(error: SchemaError) -> int:
    return int(error.message.rpartition(" ")[2].replace(",", ""))


def _is_list_of_tools(skill: Skill, field: Field) -> bool:
    """Whether tools are given as a list that is closed; quotes would make one tool of it."""
    is_list = field.key == "allowed-tools" and field.type == "seq"
    raw = skill.source.text[field.start : field.end]
    return is_list and (field.style is not Style.FLOW or flow_end(raw) is not None)


def _fix(skill: Skill, error: SchemaError, field: Field) -> Fix | None:
    if _is_list_of_tools(skill, field):
        edits = join_tools(skill.source.text, field)
        return Fix("write them as one text", edits) if edits else None
    quotable = field.style is Style.FLOW or field.text is not None
    one_line = "\n" not in skill.source.text[field.start : field.end]
    if error.keyword == "type" and "a text" in error.message and quotable and one_line:
        return Fix("quote the value", quoting_edits(skill.source.text, field.start, field.end))
    return None
