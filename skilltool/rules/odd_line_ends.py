"""Flag a SKILL.md whose lines end in a way that some readers take for no end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.model import Edit, Fix, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="frontmatter", severity="warning", fix="safe")
def odd_line_ends(skill: Skill) -> Iterator[Problem]:
    r"""Flag a SKILL.md whose lines end in a way that some readers take for no end.

    Old Mac programs end a line with a lone carriage return: a client that splits at line feeds
    sees one long line and no front matter. `\r\r\n`, which a program writes that converts line
    ends twice, leaves a carriage return at the end of every line, and no fence is `---`.

    ## Bad

    ```old-mac-line-ends skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

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
    text = skill.source.text
    if "\r" not in text:
        return
    feeds = text.count("\n")
    if not feeds:
        pattern, what = r"\r", "a lone carriage return"
    elif feeds == text.count("\r\r\n"):
        pattern, what = r"\r\r\n", "two carriage returns and a line feed"
    else:
        return
    first, last = text.index("\r"), max(text.rfind("\r"), text.rfind("\n")) + 1
    edit = Edit(first, last, re.sub(pattern, "\n", text[first:last]))
    message = f"the lines end in {what}; some readers see no front matter. End them in a line feed"
    fix = Fix("end them in a line feed", (edit,))
    yield Problem(skill.source.location(first, first + 1), message, fix)
