"""Point out a value in flow style, which the reference validator refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import block_style
from skilltool.frontmatter.lines import flow_end
from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Fix, Problem, Style
from skilltool.notation import Value, inner_values, top_values
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

# Clients show it to the user, so that the brackets of `[file]` are part of a text.
_TEXTS = frozenset({"argument-hint"})


@skill_rule(group="frontmatter", severity="warning", fix="safe")
def flow_style(skill: Skill) -> Iterator[Problem]:
    """Point out a value in flow style, which the reference validator refuses.

    `{...}` and `[...]` are valid YAML and most clients read them. The reference validator of the
    format reads a smaller YAML without them and refuses the whole file; so do readers that go
    line by line.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    metadata: {author: Sample Team, version: "1.0"}
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    metadata:
      author: Sample Team
      version: "1.0"
    ---
    ```
    """
    for value in top_values(skill):
        yield from _problems(skill, value)


def _problems(skill: Skill, value: Value) -> Iterator[Problem]:
    """The outermost values in flow style; those inside go with them."""
    if value.field.style is not Style.FLOW:
        for inner in inner_values(value):
            yield from _problems(skill, inner)
    elif not _is_refused_anyway(skill, value) and flow_end(value.raw) is not None:
        sign = "{...}" if value.field.type == "map" else "[...]"
        mend = "put it in quotes" if value.path in _TEXTS else "write one line for each entry"
        message = (
            f"{value.path} is written in flow style (`{sign}`), which the reference validator "
            f"refuses; {mend}"
        )
        yield Problem(value.location, message, _fix(skill, value))


def _is_refused_anyway(skill: Skill, value: Value) -> bool:
    """Whether the schema wants a text here: then the brackets belong to an unquoted text."""
    return _type(skill, value) == "string"


def _fix(skill: Skill, value: Value) -> Fix | None:
    """Block style, unless that would hide a fault in the value.

    Where a text may stand here as well, the author may have meant one; never for tools.
    """
    text, field = skill.source.text, value.field
    if value.path in _TEXTS:
        quoted = quoting_edits(text, field.start, field.end)
        return Fix("quote the value", quoted, safe=False) if "\n" not in value.raw else None
    if any(field.key_start <= fault.start < field.end for fault in skill.front_matter.faults):
        return None
    edits = block_style(text, field)
    safe = value.path == "allowed-tools" or "string" not in _type(skill, value)
    return Fix("write it as a block", edits, safe) if edits else None


def _type(skill: Skill, value: Value) -> str | list[str]:
    known: str | list[str] = (
        skill.profile.schema.get("properties", {}).get(value.path, {}).get("type", "")
    )
    return known
