"""Flag instructions that still hold lines of the template."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.markdown import parse_markdown
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_LINE = re.compile(r"^[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+|>[ \t]*)?(TODO:)(?=[ \t]|$)", re.MULTILINE)


@skill_rule(group="routing", severity="warning")
def placeholder_in_body(skill: Skill) -> Iterator[Problem]:
    """Flag instructions that still hold lines of the template.

    `skills new` marks what is left to write with lines that begin with `TODO:`. An agent that
    loads the skill follows them as they stand. Lines in code do not count.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    ## Steps

    1. TODO: what to do first.
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    ## Steps

    1. Find the factor in the table and multiply.
    ```
    """
    if "TODO:" not in skill.body:
        return
    fences = parse_markdown(skill.body).fences
    found = [
        match
        for match in _LINE.finditer(skill.body)
        if not any(fence.start <= match.start(1) < fence.end for fence in fences)
    ]
    if found:
        start = skill.front_matter.body_start + found[0].start(1)
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        message = f"a line of the template is left here{more}: write it or remove it"
        yield Problem(skill.source.location(start, start + len("TODO:")), message)
