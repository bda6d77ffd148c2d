"""Flag a SKILL.md without front matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter import quote
from skilltool.model import Edit, Fix
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Problem, Skill


@skill_rule(group="frontmatter", severity="error", fix="unsafe")
def missing_front_matter(skill: Skill) -> Iterator[Problem]:
    """Flag a SKILL.md without front matter.

    Clients take the name and the routing text from the block between two lines `---` at the top of
    the file. Without it most of them skip the skill and say nothing. TOML between `+++` and JSON
    are none, nor is the path of a symbolic link that git wrote as text.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    # Unit conversion

    Multiply by the factor in the table.
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
    for problem in skill.problems_of("missing-front-matter"):
        start = 1 if skill.source.text.startswith("\ufeff") else 0
        # An empty file, or one that holds something else in place of the front matter.
        if not skill.source.text.strip("\ufeff- \t\r\n") or skill.front_matter.body_start > start:
            yield problem
            continue
        head = f"---\nname: {quote(skill.folder.name)}\ndescription: TODO\n---\n\n"
        line_end = "\r\n" if "\r\n" in skill.source.text else "\n"
        edit = Edit(start, start, head.replace("\n", line_end))
        yield problem._replace(fix=Fix("insert one to be filled in", (edit,), safe=False))
