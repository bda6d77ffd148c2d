"""Flag a skill that neither an agent nor a person is offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_FIELD = "user-invocable"
_FALSE = {"false", "no", "off", "0"}


@skill_rule(group="routing", severity="warning")
def unreachable_skill(skill: Skill) -> Iterator[Problem]:
    """Flag a skill that neither an agent nor a person is offered.

    `disable-model-invocation: true` keeps a skill out of the listing that agents see,
    `user-invocable: false` out of the menu that people see. With both, nobody meets it.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    disable-model-invocation: true
    user-invocable: false
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    disable-model-invocation: true
    ---
    ```
    """
    field = skill.front_matter.fields.get(_FIELD)
    if field is None or _FIELD not in skill.profile.reads or not skill.manual_only:
        return
    if str(field.value).lower() in _FALSE:
        place = skill.source.location(field.key_start, field.end)
        message = (
            "no agent is offered the skill (`disable-model-invocation`) and no menu shows it "
            "(`user-invocable`); remove one of the two"
        )
        yield Problem(place, message)
