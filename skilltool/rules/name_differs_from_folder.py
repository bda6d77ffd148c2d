"""Flag a name that is not the name of the skill's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import set_value
from skilltool.model import Fix, Problem
from skilltool.naming import compose, find_faults, normalise, suggest_name
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Skill


@skill_rule(group="naming", severity="error", fix="unsafe")
def name_differs_from_folder(skill: Skill) -> Iterator[Problem]:
    """Flag a name that is not the name of the skill's folder.

    The specification asks for the same name. VS Code silently does not load the skill, Claude Code
    makes the command of the folder and shows the name, links use either. Names are compared in
    their composed Unicode form, for some file systems store the decomposed one. A skill at the root
    of a repository is left alone: the folder is called as whoever cloned it wished.

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
    if field is None or field.text is None or not field.text.strip() or skill.is_checkout:
        return
    name, folder = normalise(field.text), compose(skill.folder.name)
    # Where only the form differs, `invalid-name` says so and gives the folder's name as the fix.
    if folder and folder not in (name, suggest_name(name)):
        place = skill.source.location(field.start, field.end)
        yield Problem(place, *_judge(skill, field, name, folder))


def _judge(skill: Skill, field: Field, name: str, folder: str) -> tuple[str, Fix | None]:
    """The message and the fix, which never makes a legal name an illegal one."""
    legal = suggest_name(name) if list(find_faults(name)) else name
    if folder == "skills" and legal:
        message = f"the skill `{name}` lies in the folder of skills itself; move it to skills/"
        return f"{message}{legal}/", None
    differ = f"the name `{name}` differs from the folder `{folder}`"
    if list(find_faults(folder, "ascii" if name.isascii() else "unicode")):
        return f"{differ}; rename the folder to `{legal}`" if legal else differ, None
    if legal != name:  # its letters are not to be lost for those of the folder
        return f"{differ}; rename one of them", None
    edits = set_value(skill.source.text, field, folder)
    fix = Fix(f"name it `{folder}`, as its folder", edits, safe=False) if edits else None
    return f"{differ}; rename one of them", fix
