"""Flag a routing text that still is a placeholder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.placeholders import find_in_line
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_LONGEST = 60


@skill_rule(group="routing", severity="error")
def placeholder_in_routing_text(skill: Skill) -> Iterator[Problem]:
    """Flag a routing text that still is a placeholder.

    The agent reads it on every turn and can choose the skill for nothing. `TODO` counts where it
    stands for the text: alone, before a colon, or as in "Use when TODO". So do the lines of known
    scaffolds, "Use when [trigger]", a text that is all `{{description}}`, and lorem ipsum. A line
    about TODO comments, or about letters with a `[customer]` to fill in, is none.

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
    description: TODO comments of source code become a list of open work.
    ---
    ```
    """
    for field in skill.routing_fields:
        found = find_in_line(field.text or "")
        if found:
            shown = " ".join(found.group().split())
            shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."
            message = f"{field.key} still holds the placeholder `{shown}`"
            yield Problem(skill.source.location(field.start, field.end), message)
