"""Flag a routing text with an XML tag in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.model import Edit, Fix, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Skill

_TAG = re.compile(r"</?([A-Za-z][\w .:-]*)(?:\s[^<>]*)?/?>")


@skill_rule(group="security", severity="warning", fix="unsafe")
def xml_tag_in_routing_text(skill: Skill) -> Iterator[Problem]:
    """Flag a routing text with an XML tag in it.

    claude.ai and the Skills API refuse a description with anything like `<city>` in it, and the
    line is put into the prompt as it stands. A comparison such as `< 100` is no tag.

    ## Bad

    ```markdown skills/trip-time/SKILL.md
    ---
    name: trip-time
    description: Finds trains to <city> and back. Use when somebody asks for departures.
    ---
    ```

    ## Good

    ```markdown skills/trip-time/SKILL.md
    ---
    name: trip-time
    description: Finds trains with < 2 changes to a city. Use when somebody asks for departures.
    ---
    ```
    """
    for field in skill.routing_fields:
        for tag in _TAG.finditer(skill.source.text, field.start, field.end):
            place = skill.source.location(tag.start(), tag.end())
            message = f"`{tag.group()}` looks like an XML tag, which claude.ai refuses"
            yield Problem(place, f"{message}; {_advice(tag)}", _fix(tag, field))


def _advice(tag: re.Match[str]) -> str:
    if _continues_word(tag):
        return "say it in words"
    return f"write `{{{tag.group()[1:-1]}}}` or name the thing"


def _continues_word(tag: re.Match[str]) -> bool:
    """Whether it is a part of a name, as in `List<T>`: with braces that would be another one."""
    before = tag.string[tag.start() - 1]
    return before.isalnum() or before == "_"


def _fix(tag: re.Match[str], field: Field) -> Fix | None:
    if _continues_word(tag) or (field.style == "plain" and tag.start() == field.start):
        return None
    edits = (Edit(tag.start(), tag.start() + 1, "{"), Edit(tag.end() - 1, tag.end(), "}"))
    return Fix("write braces", edits, safe=False)
