"""Flag instructions that still hold lines of the template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.placeholders import find_example_files, find_in_body
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="routing", severity="warning")
def placeholder_in_body(skill: Skill) -> Iterator[Problem]:
    """Flag instructions that still hold lines of the template.

    `skills new` marks what is left to write with lines that begin with `TODO:`; other scaffolds
    write `[TODO: ...]`, "Insert instructions below" or "Add your instructions here". An agent that
    loads the skill follows them as they stand, and opens the example files that nobody has
    touched. Lines in code, tables and comments do not count.

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
    found = find_in_body(skill.body)
    if found:
        start, end = (skill.front_matter.body_start + offset for offset in found[0])
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        message = f"a line of the template is left here{more}: write it or remove it"
        yield Problem(skill.source.location(start, end), message)
    for source, start, end in find_example_files(skill):
        message = "this file is still the example of the template: write it or remove it"
        yield Problem(source.location(start, end), message)
