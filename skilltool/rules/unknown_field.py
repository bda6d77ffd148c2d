"""Flag a field that no client reads, or that the profile refuses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.frontmatter.continuations import PROSE
from skilltool.frontmatter.edits import rename_key
from skilltool.frontmatter.keys import missed_fields, misspelt, nearest_field
from skilltool.frontmatter.quoting import quote
from skilltool.model import Edit, Fix, Problem, Style
from skilltool.portability.readers import other_readers, readers
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Skill

_LINE_END = re.compile(r"\r\n|\r|\n")


@skill_rule(group="schema", severity="warning", fix="safe")
def unknown_field(skill: Skill) -> Iterator[Problem]:
    """Flag a field that no client reads, or that the profile refuses.

    A misspelt key is silently ignored: `descripton` leaves the skill without a routing text. A
    field of your own belongs under `metadata`, which every client accepts; at the top level it is
    an error in the reference validator and on upload.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    descripton: Converts lengths and weights between metric and imperial units.
    when_to_use: Use when a text mixes metric and imperial units.
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    metadata:
      owner: measurement team
    ---
    ```
    """
    known = skill.profile.schema.get("properties", {})
    faulty = {f.start for f in skill.front_matter.faults if f.kind == "invalid-front-matter"}
    missed = missed_fields(skill)
    for field in skill.front_matter.fields.values():
        if field.key in known or field.key_start in faulty:
            continue
        if other_readers(skill.profile, field.key):
            continue  # `ignored-field` says it
        near = nearest_field(skill, field.key)
        # What is missing because of a misspelt key is an error, and said once.
        if near not in missed:
            place = skill.source.location(field.key_start, field.key_end)
            yield Problem(place, _message(skill, field, near), _fix(skill, field, near))


def _refuses_others(skill: Skill) -> bool:
    return skill.profile.schema.get("additionalProperties") is False


def _message(skill: Skill, field: Field, near: str) -> str:
    clients = skill.profile.schema["properties"][near].get("x-clients", ()) if near else ()
    if clients:
        return (
            f"no client reads the field `{field.key}`; move it under `metadata`, or write `{near}` "
            f"if you mean the field of {', '.join(clients)}"
        )
    if above := _text_above(skill, field):
        return (
            f"no client reads the field `{field.key}`; indent it if it goes on with the value of "
            f"{above}, else move it under `metadata` or remove it"
        )
    if near:
        return misspelt(skill, field, near).message
    if _refuses_others(skill):
        if clients := readers(field.key):
            return (
                f"`{field.key}` is a field of {', '.join(clients)}, which the profile "
                f"`{skill.profile.name}` refuses; remove it, for under `metadata` nobody acts on it"
            )
        return (
            f"`{field.key}` is no field that the profile `{skill.profile.name}` accepts; move it "
            "under `metadata`"
        )
    return f"no client reads the field `{field.key}`; move it under `metadata` or remove it"


def _fix(skill: Skill, field: Field, near: str) -> Fix | None:
    """Another key, or a place below `metadata` where no client is known to read the field."""
    if near and _is_meant(skill, near):
        return _rename(skill, field, near)
    acted_on = _refuses_others(skill) and bool(readers(field.key))
    edits = () if acted_on or _text_above(skill, field) else _move(skill, field)
    return Fix("move it under `metadata`", edits, safe=False) if edits else None


def _is_meant(skill: Skill, near: str) -> bool:
    """Whether a key that is like a known one may be meant for it: not for what one client has."""
    clients = skill.profile.schema["properties"][near].get("x-clients", ())
    return len(clients) != 1 or skill.profile.name in clients


def _text_above(skill: Skill, field: Field) -> str:
    """The text of sentences that a line such as `Note: ...` straight below may go on with."""
    if not field.key[:1].isupper() or field.key.lower() in skill.profile.schema["properties"]:
        return ""
    line, _ = skill.source.position(field.key_start)
    above = [skill.front_matter.fields[key] for key in PROSE if key in skill.front_matter.fields]
    ends = {skill.source.position(item.end)[0] + 1: item.key for item in above}
    return ends.get(line, "")


def _rename(skill: Skill, field: Field, near: str) -> Fix:
    """A misspelt field of the format itself is plainly meant; one of a client perhaps."""
    of_client = "x-clients" in skill.profile.schema["properties"][near]
    return Fix(f"rename it to `{near}`", rename_key(field, near), safe=not of_client)


def _move(skill: Skill, field: Field) -> tuple[Edit, ...]:
    """Edits that make a text on one line of its own an entry of `metadata`; empty if unsure."""
    metadata = skill.front_matter.fields.get("metadata")
    line, column = skill.source.position(field.key_start)
    end_line, _ = skill.source.position(field.end)
    if field.text is None or field.type == "null" or (column, end_line) != (1, line):
        return ()
    start = field.key_start
    end = start + len(skill.source.line_text(line))
    line_end = _LINE_END.match(skill.source.text, end)
    if line_end is None:
        return ()
    entry = _entry(skill.source.text, field, end) + line_end.group()
    if metadata is None:
        return (Edit(start, line_end.end(), f"metadata:{line_end.group()}  {entry}"),)
    place = _place(skill, metadata)
    if place is None or field.key in metadata.children:
        return ()
    return Edit(start, line_end.end(), ""), Edit(place, place, f"{entry}{_indent(skill, place)}")


def _entry(text: str, field: Field, end: int) -> str:
    """The line as it stands, the value in quotes if YAML would make another type of it."""
    raw = text[field.start : field.end]
    value = raw if field.type == "str" else quote(raw, always=True)
    return f"{text[field.key_start : field.start]}{value}{text[field.end : end]}"


def _place(skill: Skill, metadata: Field) -> int | None:
    """Where the first key of a mapping in block style stands, on a line of its own."""
    if metadata.style is not Style.BLOCK or metadata.type != "map":
        return None
    place = next(iter(metadata.children.values())).key_start
    return None if _indent(skill, place).strip(" ") else place


def _indent(skill: Skill, place: int) -> str:
    _, column = skill.source.position(place)
    return skill.source.text[place - column + 1 : place]
