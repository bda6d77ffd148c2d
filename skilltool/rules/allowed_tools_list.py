"""Point out tools that are given as a YAML list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import join_tools
from skilltool.frontmatter.lines import flow_end
from skilltool.model import Fix, Problem, Style
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Skill


@skill_rule(group="schema", severity="info", fix="safe")
def allowed_tools_list(skill: Skill) -> Iterator[Problem]:
    """Point out tools that are given as a YAML list.

    Some clients take a list for `allowed-tools`. In the specification it is one text with spaces
    between the entries, and a client that expects a text ignores the list or refuses the file.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    allowed-tools:
      - Read
      - Grep
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    allowed-tools: Read Grep
    ---
    ```
    """
    field = skill.front_matter.fields.get("allowed-tools")
    if field is None or field.type != "seq" or _is_refused(skill) or _is_unclosed(skill, field):
        return
    edits = join_tools(skill.source.text, field)
    fix = Fix("write them as one text", edits) if edits else None
    message = "the tools are a YAML list; the specification has one text with spaces between them"
    yield Problem(skill.source.location(field.start, field.end), message, fix)


def _is_unclosed(skill: Skill, field: Field) -> bool:
    raw = skill.source.text[field.start : field.end]
    return field.style is Style.FLOW and flow_end(raw) is None


def _is_refused(skill: Skill) -> bool:
    """Whether the profile takes a text alone, so that `schema-violation` says it."""
    known = skill.profile.schema.get("properties", {}).get("allowed-tools", {})
    return bool(known.get("type") == "string")
