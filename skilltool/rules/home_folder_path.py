"""Point out a path through the home folder of one person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.injection import readable_texts
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_HOME = re.compile(
    r"(?<![\w.:/-])(?:/Users/|/home/|[A-Za-z]:\\\\?Users\\\\?)(?P<name>[\w.-]+)[/\\][\w./\\-]+"
)
# Names that stand for anybody, or for the account of a machine.
_ANYBODY = frozenset(
    {
        *("user", "username", "you", "your", "me", "name", "example", "public", "shared", "runner"),
        *("ubuntu", "app", "vscode", "node", "root", "dev", "agent", "default"),
    }
)


@skill_rule(group="links", severity="info")
def home_folder_path(skill: Skill) -> Iterator[Problem]:
    """Point out a path through the home folder of one person.

    It exists on the author's machine and nowhere else. Name files of the skill by a path from its
    folder, and those of the user by `~`.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    Run `python /home/ana/skills/rates/scripts/rate.py`.
    ```

    ## Good

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    Run `python scripts/rate.py` from the folder of this skill.
    ```
    """
    for source in readable_texts(skill):
        for match in _HOME.finditer(source.text):
            if match["name"].lower() not in _ANYBODY:
                message = f"`{match[0]}` exists only for the user `{match['name']}`"
                yield Problem(source.location(*match.span()), message)
