"""Flag a name that is not the name of the skill's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import set_value
from skilltool.model import Fix, Problem
from skilltool.naming import normalise, suggest_name
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="naming", severity="error", fix="unsafe")
def name_differs_from_folder(skill: Skill) -> Iterator[Problem]:
    """Flag a name that is not the name of the skill's folder.

    The specification asks for the same name. VS Code silently does not load the skill, Claude Code
    makes the command of the folder and shows the name, links use either. Names are compared in
    their composed Unicode form, for some file systems store the decomposed one.

    ## Bad

    ```markdown skills/convert/SKILL.md
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
    field = skill.front_matter.fields.get("name")
    folder = normalise(skill.folder.name)
    if field is None or field.text is None or not field.text.strip() or not folder:
        return
    # Where only the form differs, `invalid-name` says so and gives the folder's name as the fix.
    if folder == normalise(field.text) or folder == suggest_name(field.text):
        return
    edits = set_value(skill.source.text, field, folder)
    fix = Fix(f"name it `{folder}`, as its folder", edits, safe=False) if edits else None
    place = skill.source.location(field.start, field.end)
    message = (
        f"the name `{field.text.strip()}` differs from the folder `{folder}`; rename one of them"
    )
    yield Problem(place, message, fix)
