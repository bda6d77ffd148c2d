"""Flag a name that two skills of a library carry."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.naming import normalise
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Skill


@library_rule(group="naming", severity="error")
def same_name_twice(library: Library) -> Iterator[Problem]:
    """Flag a name that two skills of a library carry.

    One hides the other, and which one wins depends on the client and on the order of the walk.
    Names are compared as a file system without capitals compares them. Skills of different
    plugins may share a name: clients put the plugin's name before it.

    ## Bad

    ```markdown skills/team-a/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the web shop to the test cluster.
    ---
    ```

    ```markdown skills/team-b/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the data pipeline to production.
    ---
    ```

    ## Good

    ```markdown skills/team-a/deploy-shop/SKILL.md
    ---
    name: deploy-shop
    description: Deploys the web shop to the test cluster.
    ---
    ```

    ```markdown skills/team-b/deploy-pipeline/SKILL.md
    ---
    name: deploy-pipeline
    description: Deploys the data pipeline to production.
    ---
    ```
    """
    by_name: dict[tuple[str, str], list[Skill]] = defaultdict(list)
    for skill in library.skills:
        key = normalise(skill.name).casefold()
        by_name[skill.plugin, key].append(skill)
    for same in by_name.values():
        for skill in same[1:]:
            if any(library.is_selected(one) for one in same):
                yield _problem(skill, [one.path for one in same if one is not skill])


def _problem(skill: Skill, others: list[str]) -> Problem:
    field = skill.front_matter.fields.get("name")
    start, end = (field.start, field.end) if field else (0, 0)
    message = f"the name `{skill.name}` is used by {' and by '.join(others)} too; rename one"
    return Problem(skill.source.location(start, end), message)
