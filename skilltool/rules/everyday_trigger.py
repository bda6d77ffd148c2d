"""Point out a trigger that people say every day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import triggers
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

# Marks that American spelling puts inside the quotes.
_MARKS = ",.;:!?"


@skill_rule(group="routing", severity="info")
def everyday_trigger(skill: Skill) -> Iterator[Problem]:
    """Point out a trigger that people say every day.

    A phrase such as "be brief", in quotes or in a list of trigger words, turns up in conversations
    about anything and loads the skill where nobody wants it. Say in which situation.

    ## Bad

    ```markdown skills/short-style/SKILL.md
    ---
    name: short-style
    description: Keeps a terse writing style. Use when someone says 'be brief' or 'summarize'.
    ---
    ```

    ## Good

    ```markdown skills/short-style/SKILL.md
    ---
    name: short-style
    description: Keeps a terse writing style. Use when a session is to be held in telegram style.
    ---
    ```
    """
    phrases = triggers.everyday_triggers(skill.routing_text)
    if phrases:
        words = ", ".join(f'"{phrase.text.rstrip(_MARKS)}"' for phrase in phrases[:4])
        first = skill.routing_fields[0]
        place = skill.source.location(first.start, first.end)
        yield Problem(place, f"everyday phrases as triggers ({words}); say in which situation")
