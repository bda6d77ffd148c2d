"""Flag tools that are separated by commas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import join_tools
from skilltool.model import Fix, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_COMMA = re.compile(r"[^\s,]*,")
_SPLIT_ENTRY = re.compile(r"[^\s(),]*\([^()]*[\s,][^()]*\)")


@skill_rule(group="schema", severity="warning", fix="safe")
def allowed_tools_spelling(skill: Skill) -> Iterator[Problem]:
    """Flag tools that are separated by commas.

    The specification separates the entries of `allowed-tools` with spaces. Where a client splits
    at spaces alone, `Read, Grep` names a tool `Read,` that does not exist, and the skill asks for
    permission each time. Blanks and commas inside parentheses separate nothing, save in the clients
    of a profile that wants entries without any.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    allowed-tools: Read, Grep, Bash(jq:*)
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    allowed-tools: Read Grep Bash(git log *)
    ---
    ```
    """
    field = skill.front_matter.fields.get("allowed-tools")
    if field is None or field.type != "str":
        return
    place = skill.source.location(field.start, field.end)
    if comma := _COMMA.search(_IN_PARENTHESES.sub("()", field.text or "")):
        message = (
            "the tools are separated by commas; the specification separates them with spaces, and "
            f"some clients then look for a tool `{comma.group()}`"
        )
        edits = join_tools(skill.source.text, field)
        yield Problem(place, message, Fix("separate them with spaces", edits) if edits else None)
    elif _wants_whole_entries(skill) and (entry := _SPLIT_ENTRY.search(field.text or "")):
        message = (
            f"some clients split `{entry.group()}` at each blank and comma inside; write a pattern "
            "without them, such as `Bash(git:*)`"
        )
        yield Problem(place, message)


def _wants_whole_entries(skill: Skill) -> bool:
    """Whether the profile's schema bounds the form of an entry, for clients that split anywhere."""
    return "pattern" in skill.profile.schema.get("properties", {}).get("allowed-tools", {})
