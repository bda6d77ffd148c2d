"""Point out a routing text that says when to use the skill only far from its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule
from skilltool.triggers import first_trigger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_SHOWN = 20


@skill_rule(group="routing", severity="info")
def late_trigger(skill: Skill, *, characters: int = 250) -> Iterator[Problem]:
    """Point out a routing text that says when to use the skill only far from its start.

    Some listings show the first 200 to 250 characters of a line, and a full listing cuts lines
    before it drops them. What is said later may not be seen. `characters` is where the cut falls.

    ## Bad

    ```markdown skills/garden-plan/SKILL.md
    ---
    name: garden-plan
    description: >-
      A careful and complete helper that reads lists of plants with their soil, their water needs,
      their light, their usual height and the months in which they are planted, cut back and
      covered, with notes on pests and on neighbours that help each other or that do not. Use when a
      garden plan is asked for.
    ---
    ```

    ## Good

    ```markdown skills/garden-plan/SKILL.md
    ---
    name: garden-plan
    description: >-
      Plans a garden. Use when a garden plan is asked for. Reads lists of plants with their soil,
      their water needs, their light, their usual height and the months in which they are planted,
      cut back and covered, with notes on pests and on neighbours that help each other, and on
      those that should be kept apart.
    ---
    ```
    """
    text = skill.routing_text
    if len(text) <= characters or skill.manual_only:
        return
    start = first_trigger(text)
    if start is not None and start >= characters:
        field = skill.routing_fields[0]
        words = _beginning(text[start:])
        message = (
            f"the first words that say when to use it (`{words}`) start at character "
            f"{start + 1}; a listing that cuts at {characters} loses them. Put them first"
        )
        yield Problem(skill.source.location(field.start, field.end), message)


def _beginning(text: str) -> str:
    """The first words of a text; its first characters where it has no blanks."""
    if len(text) <= _SHOWN:
        return text
    shown = text[:_SHOWN]
    return f"{shown.rpartition(' ')[0] or shown} ..."
