"""Flag a name that holds a word which the client keeps for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.model import Skill


@skill_rule(group="naming", severity="info")
def reserved_word_in_name(
    skill: Skill, *, words: Sequence[str] = ("anthropic", "claude")
) -> Iterator[Problem]:
    """Flag a name that holds a word which the client keeps for itself.

    claude.ai and the Skills API refuse names with "claude" or "anthropic" in them. Local clients
    accept them, so this is an error for the profile `claude-api` only.

    ## Bad

    ```markdown skills/claude-notes/SKILL.md
    ---
    name: claude-notes
    description: Writes release notes from the commits since the last tag.
    ---
    ```

    ## Good

    ```markdown skills/release-notes/SKILL.md
    ---
    name: release-notes
    description: Writes release notes from the commits since the last tag.
    ---
    ```
    """
    field = skill.front_matter.fields.get("name")
    for word in words:
        if field is not None and word in skill.name.lower():
            message = f"the name holds `{word}`, which claude.ai and the Skills API refuse"
            yield Problem(skill.source.location(field.start, field.end), message)
