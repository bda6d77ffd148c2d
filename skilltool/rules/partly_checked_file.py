"""Flag a file that is too long for its links to be checked to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.markdown.text import MAX_LENGTH
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill, Source


@skill_rule(group="links", severity="warning")
def partly_checked_file(skill: Skill) -> Iterator[Problem]:
    """Flag a file that is too long for its links to be checked to the end.

    Markdown is read up to a million characters, about 250,000 tokens. What stands behind is not
    reported as broken, and that must not pass for right. No context holds such a file either.

    ## Bad

    ```markdown-a-million-characters-long skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    An inch is 25.4 millimetres, a foot 304.8, a yard 914.4.
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    Multiply by the factor in the table.
    ```
    """
    yield from _too_long(skill.source, len(skill.body))
    for resource in skill.resources:
        if resource.size > MAX_LENGTH and resource.path.endswith(".md") and resource.source:
            yield from _too_long(resource.source, len(resource.source.text))


def _too_long(source: Source, length: int) -> Iterator[Problem]:
    if length > MAX_LENGTH:
        start = len(source.text) - length + MAX_LENGTH
        message = f"links behind character {MAX_LENGTH:,} were not checked; split the file"
        yield Problem(source.location(start), message)
