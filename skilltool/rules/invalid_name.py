"""Flag a name that clients refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import naming
from skilltool.frontmatter.edits import set_value
from skilltool.model import Fix, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

from skilltool.model import Field, Skill


@skill_rule(group="naming", severity="error", fix="safe")
def invalid_name(skill: Skill, *, charset: str = "unicode") -> Iterator[Problem]:
    """Flag a name that clients refuse.

    A name is made of lower-case letters, digits and single hyphens between them, without a blank
    at its ends. The specification allows the letters of every script; with `charset = "ascii"`, as
    nearly all clients have it, only a to z. Clients that check the name drop the skill.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: Unit_Convert
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
    field = skill.front_matter.fields.get("name")
    if field is None or field.text is None or not field.text.strip():
        return
    # A line break at the end is that of a block scalar, which readers of YAML see as well.
    name = naming.compose(field.text.strip("\r\n"))
    faults = list(naming.find_faults(name, charset))
    if faults:
        better = naming.suggest_name(name, charset)
        too = ", and name the folder so" if naming.compose(skill.folder.name) == name else ""
        hint = f"; write `{better}`{too}" if better else ""
        shown = name if len(name) <= 80 else f"{name[:77]}..."
        place = skill.source.location(field.start, field.end)
        message = f"the name `{shown}` {' and '.join(faults)}{hint}"
        yield Problem(place, message, _fix(field, skill, better))


def _fix(field: Field, skill: Skill, better: str) -> Fix | None:
    """The folder's name, where it is the legal form: then nothing else refers to the old one."""
    if not better or naming.normalise(skill.folder.name) != better:
        return None
    edits = set_value(skill.source.text, field, better)
    return Fix(f"name it `{better}`, as its folder", edits) if edits else None
