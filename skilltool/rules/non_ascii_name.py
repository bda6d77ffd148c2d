"""Point out a name with letters beyond a to z."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import naming
from skilltool.config import rule_setting
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="naming", severity="info")
def non_ascii_name(skill: Skill) -> Iterator[Problem]:
    """Point out a name with letters beyond a to z.

    The specification allows lower-case letters of every script. Most clients accept a to z,
    digits and hyphens alone, and where a skill is offered as a tool its name must be of these.

    ## Bad

    ```markdown skills/résumé/SKILL.md
    ---
    name: résumé
    description: Lays out a curriculum vitae on one page.
    ---
    ```

    ## Good

    ```markdown skills/resume/SKILL.md
    ---
    name: resume
    description: Lays out a curriculum vitae on one page.
    ---
    ```
    """
    field = skill.front_matter.fields.get("name")
    if field is None or not field.text or _wants_ascii(skill):
        return
    name = naming.normalise(field.text)
    if not name.isascii() and not list(naming.find_faults(name)):
        odd = " ".join(dict.fromkeys(f"`{char}`" for char in name if not char.isascii()))
        message = f"the name `{name}` holds {odd}; many clients accept only a to z, 0 to 9 and `-`"
        yield Problem(skill.source.location(field.start, field.end), message)


def _wants_ascii(skill: Skill) -> bool:
    """Whether the profile refuses such a name, so that `invalid-name` says it."""
    setting = rule_setting(skill.profile.rules.get("invalid-name", {}))
    return setting.options.get("charset") == "ascii"
