"""Point out a routing text that does not say when to use the skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import triggers
from skilltool.model import Problem
from skilltool.occasions import find_occasions
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill


@skill_rule(group="routing", severity="info")
def no_trigger(skill: Skill) -> Iterator[Problem]:
    """Point out a routing text that does not say when to use the skill.

    Half of the good lines in public libraries say what a skill does and leave the occasion to the
    reader, so this is information only. A clause such as "Use when a plot is planned", "for
    requests about drainage" or "use para", in any of the known languages, names the occasion. A
    line in another language is not judged.

    ## Bad

    ```markdown skills/soil-map/SKILL.md
    ---
    name: soil-map
    description: Survey of soil types, layers and water depth of a plot with a map and a legend.
    ---
    ```

    ## Good

    ```markdown skills/soil-map/SKILL.md
    ---
    name: soil-map
    description: Draws a soil map with layers and water depth. Use when a plot is to be drained.
    ---
    ```
    """
    text = skill.routing_text
    if not skill.routing_fields or triggers.has_trigger(text):
        return
    if find_occasions(skill.body, skill.name) is not None:
        return  # what `trigger-only-in-body` speaks of
    if triggers.is_in_known_language(text):
        first = skill.routing_fields[0]
        place = skill.source.location(first.start, first.end)
        forms = '"Use when ...", "when the user ..." or "for ... requests"'
        yield Problem(place, f"no clause says when to use the skill, such as {forms}")
