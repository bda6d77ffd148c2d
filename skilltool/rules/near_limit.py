"""Flag a text that has nearly reached its limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.notation import top_values
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_SHORTEST = 200
"""A limit below this is for a name, which nobody makes longer word by word."""


@skill_rule(group="schema", severity="warning")
def near_limit(skill: Skill, *, share: float = 0.95) -> Iterator[Problem]:
    """Flag a text that has nearly reached its limit.

    Texts grow: with the next word the skill is refused or cut by every client that has the limit.
    `share` is the part of the limit from which on a text is near it. Characters are counted as in
    the value that YAML reads.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    compatibility: >-
      Needs Python 3.11 or newer with the packages pint and babel, a locale with the decimal sign
      of the texts, read access to the folder of the tables, and write access to the folder of the
      results. On Windows the terminal must be set to UTF-8. Rates of currencies need network
      access to the central bank, without a proxy that asks for a password. The tables of old
      units need forty megabytes of space, and the first run builds an index of them that takes
      about two minutes on a machine with two cores.
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    compatibility: Needs Python 3.11 with pint and babel, and network access for currencies.
    ---
    ```
    """
    properties = skill.profile.schema.get("properties", {})
    for value in top_values(skill):
        limit = properties.get(value.path, {}).get("maxLength", 0)
        length = len(value.field.text or "")
        if limit >= _SHORTEST and share * limit <= length <= limit:
            message = f"{value.path} has {length:,} of at most {limit:,} characters; shorten it"
            yield Problem(value.location, message)
