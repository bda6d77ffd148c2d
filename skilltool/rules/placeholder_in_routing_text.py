"""Flag a routing text that still is a placeholder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_PLACEHOLDER = re.compile(
    r"^\W*(?:TODO|TBD|FIXME|XXX)\b|\b(?:TODO|TBD|FIXME):|lorem ipsum|"
    r"(?i:\b(?:your|a|the|add|insert) (?:short |brief )?(?:skill )?description (?:goes )?here\b|"
    r"\breplace (?:this )?with (?:a |the )?(?:description|what)|"
    r"^\W*(?:brief |short )?description of (?:what )?(?:the|this|your) skill(?: does)?\W*$|"
    r"^\W*(?:what the skill does|skill description)\W*$)"
)
_WORDS = ("todo", "tbd", "fixme", "xxx", "lorem ipsum", "description", "replace", "skill does")
"""One of these is in every text that the patterns find."""


@skill_rule(group="routing", severity="error")
def placeholder_in_routing_text(skill: Skill) -> Iterator[Problem]:
    """Flag a routing text that still is a placeholder.

    The agent reads it on every turn and can choose the skill for nothing. A line about TODO
    comments is none: the placeholder stands at its beginning, or before a colon.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: "TODO: say what it does and when to use it"
    ---
    ```

    ## Good

    ```markdown skills/todo-report/SKILL.md
    ---
    name: todo-report
    description: Collects TODO comments from source code into a list of open work.
    ---
    ```
    """
    for field in skill.routing_fields:
        found = _find(field.text or "")
        if found:
            message = f"{field.key} still holds the placeholder `{found.group().strip()}`"
            yield Problem(skill.source.location(field.start, field.end), message)


def _find(text: str) -> re.Match[str] | None:
    # Looking for words first takes a tenth of the time of the patterns.
    small = text.lower()
    return _PLACEHOLDER.search(text) if any(word in small for word in _WORDS) else None
