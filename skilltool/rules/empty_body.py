"""Flag a skill without instructions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.placeholders import find_in_body
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_NOTHING = re.compile(
    r"(?:\s++|<!--(?s:.*?)-->|\#{1,6}(?=[ \t\r\n]|\Z)[^\n]*+|[^\n]++\n=++[ \t\r]*+(?=\n|\Z))*+\Z"
)
"""Blanks, comments and headings to the end of the text."""


@skill_rule(group="routing", severity="warning")
def empty_body(skill: Skill) -> Iterator[Problem]:
    """Flag a skill without instructions.

    An agent that chooses the skill for its routing text loads a title or nothing at all, and
    works on without a word of help. Reference files and scripts do not make up for that: the agent
    sees only what the instructions lead it to. Comments and headings are no instructions.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    # Unit convert
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    # Unit convert

    Look up the factor in references/factors.md and multiply.
    ```
    """
    if _ends_unread(skill) or not _NOTHING.match(skill.body) or find_in_body(skill.body):
        return  # Lines of a template are what `placeholder-in-body` names.
    title = skill.body.strip()
    start = skill.front_matter.body_start + skill.body.index(title)
    has = "only headings" if title else "no instructions"
    message = f"the skill has {has}: an agent that loads it learns nothing"
    yield Problem(skill.source.location(start, start + len(title)), message)


def _ends_unread(skill: Skill) -> bool:
    """Whether it is unknown what the body is."""
    unclosed = any(fault.kind == "unclosed-front-matter" for fault in skill.front_matter.faults)
    return bool(skill.unreadable) or unclosed or not skill.front_matter.is_complete
