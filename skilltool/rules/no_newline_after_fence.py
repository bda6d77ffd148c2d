"""Point out a file that ends with the closing fence of its front matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Edit, Fix, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="frontmatter", severity="info", fix="safe")
def no_newline_after_fence(skill: Skill) -> Iterator[Problem]:
    r"""Point out a file that ends with the closing fence of its front matter.

    The closing `---` must be followed by a line end. A reader that looks for the two together,
    as deepagents does, finds no front matter in a file that ends right after the dashes, and
    skips the skill. An empty body needs no more than that line end.

    ## Bad

    ```without-final-newline skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    text, front = skill.source.text, skill.front_matter
    is_last = front.end < front.body_start == len(text)
    if is_last and not text.endswith(("\n", "\r")):
        end = "\r\n" if "\r\n" in text else "\n"
        fix = Fix("end the file with a line end", (Edit(len(text), len(text), end),))
        message = "no line end after the closing `---`; deepagents skips such a skill"
        yield Problem(skill.source.location(front.end, len(text)), message, fix)
