"""Flag a routing text that claims every request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import claims, vagueness
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="routing", severity="warning")
def too_broad(skill: Skill) -> Iterator[Problem]:
    """Flag a routing text that claims every request.

    A line with "any request" or "all messages", and no subject that narrows it, is chosen every
    time or never, and pushes the skill that fits aside. "Use for every message" claims all of them
    whatever else the line tells.

    ## Bad

    ```markdown skills/catch-all/SKILL.md
    ---
    name: catch-all
    description: Use this for any request and all messages, always, whatever someone writes.
    ---
    ```

    ## Good

    ```markdown skills/mail-sorting/SKILL.md
    ---
    name: mail-sorting
    description: Sorts all messages of the support inbox by warranty, urgency, dialect and refund.
    ---
    ```
    """
    if not skill.routing_fields or not claims.catch_all_phrases(skill.routing_text):
        return
    found = vagueness.measure(skill)
    if found.claims_everything:
        phrases = ", ".join(f'"{phrase.text}"' for phrase in found.catch_all[:4])
        first = skill.routing_fields[0]
        place = skill.source.location(first.start, first.end)
        yield Problem(place, f"the routing text claims every request ({phrases}); name the task")
