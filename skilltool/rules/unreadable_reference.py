"""Flag a reference that is not UTF-8 text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="links", severity="warning")
def unreadable_reference(skill: Skill) -> Iterator[Problem]:
    """Flag a reference that is not UTF-8 text.

    An agent's tools read Markdown and text files as UTF-8. In another encoding, such as UTF-16 or
    Windows-1252, the file is refused or full of wrong letters, and its links are not checked.

    ## Bad

    ```latin-1 skills/unit-convert/references/scales.md
    # °C and °F
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    Read [the scales](references/scales.md).
    ```

    ## Good

    ```markdown skills/unit-convert/references/scales.md
    # °C and °F
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    Read [the scales](references/scales.md).
    ```
    """
    for item in skill.resources:
        is_text = item.kind == "reference" and item.path.lower().endswith((".md", ".txt"))
        if is_text and item.source is None and (problem := item.find_problem()):
            yield problem
