"""Flag a name that clients refuse."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from skilltool import naming
from skilltool.frontmatter.edits import set_value
from skilltool.model import Fix, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Library, Skill


@library_rule(group="naming", severity="error", fix="safe")
def invalid_name(library: Library, *, charset: str = "unicode") -> Iterator[Problem]:
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
    names = {skill: _written(skill) for skill in library.skills}
    wanted = Counter(naming.suggest_name(name, charset) for name in names.values() if name)
    for skill, name in names.items():
        if (
            name
            and library.is_selected(skill)
            and (faults := list(naming.find_faults(name, charset)))
        ):
            better = naming.suggest_name(name, charset)
            # A name that another skill has, or would be given too, is no way out.
            yield _problem(skill, name, faults, better if wanted[better] == 1 else "")


def _written(skill: Skill) -> str:
    """The name as it is written; empty where there is none."""
    field = skill.front_matter.fields.get("name")
    text = field.text if field is not None else None
    # A line break at the end is that of a block scalar, which readers of YAML see as well.
    return naming.compose(text.strip("\r\n")) if text and text.strip() else ""


def _problem(skill: Skill, name: str, faults: list[str], better: str) -> Problem:
    field = skill.front_matter.fields["name"]
    too = ", and name the folder so" if naming.compose(skill.folder.name) == name else ""
    hint = f"; write `{better}`{too}" if better else ""
    shown = name if len(name) <= 80 else f"{name[:77]}..."
    place = skill.source.location(field.start, field.end)
    message = f"the name `{shown}` {' and '.join(faults)}{hint}"
    return Problem(place, message, _fix(field, skill, better))


def _fix(field: Field, skill: Skill, better: str) -> Fix | None:
    """The folder's name, where it is the legal form: then nothing else refers to the old one."""
    if not better or naming.normalise(skill.folder.name) != better:
        return None
    edits = set_value(skill.source.text, field, better)
    return Fix(f"name it `{better}`, as its folder", edits) if edits else None
