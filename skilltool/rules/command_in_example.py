"""Flag a command in code that runs by itself when the skill is loaded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.markdown import parse_markdown
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

# The form that Claude Code looks for, at the start of a line or behind white space.
_COMMAND = re.compile(r"(?:^|(?<=\s))!`([^`\n]+)`", re.MULTILINE)


@skill_rule(group="security", severity="warning")
def command_in_example(skill: Skill) -> Iterator[Problem]:
    """Flag a command in code that runs by itself when the skill is loaded.

    Claude Code runs what stands in `` !`...` `` and puts the output in its place before the agent
    reads the instructions. It looks at the plain text: a code block that only shows the form runs,
    too. Leave the sign out of examples, or put a letter before it.

    ## Bad

    ```markdown skills/release-notes/SKILL.md
    ---
    name: release-notes
    description: Drafts release notes from merged changes. Use when a version is released.
    ---

    A command can be written like this:

    ~~~markdown
    Changes: !`git log --oneline`
    ~~~
    ```

    ## Good

    ```markdown skills/release-notes/SKILL.md
    ---
    name: release-notes
    description: Drafts release notes from merged changes. Use when a version is released.
    ---

    Changes: !`git log --oneline`
    ```
    """
    if "!`" not in skill.body:
        return
    base, fences = skill.front_matter.body_start, parse_markdown(skill.body).fences
    for match in _COMMAND.finditer(skill.body):
        if any(fence.start <= match.start() < fence.end for fence in fences):
            message = f"Claude Code runs `{match[1]}` when it loads the skill, example or not"
            yield Problem(skill.source.location(base + match.start(), base + match.end()), message)
