"""Flag a skill of which a client finds another version in another folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Skill


@library_rule(group="naming", severity="warning")
def differs_from_copy(library: Library) -> Iterator[Problem]:
    """Flag a skill of which a client finds another version in another folder.

    Some clients read several folders of a project, as VS Code does `.github/skills`,
    `.claude/skills` and `.agents/skills`. Where two of them hold a skill of one name, it depends on
    the client which one loads; as long as their SKILL.md files say the same, nobody need care.
    Links between the folders are fine. The profile says which folders its client reads.

    ## Bad

    ```toml skills.toml
    profile = "vscode"
    ```

    ```markdown .claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the web shop to the test cluster.
    ---
    ```

    ```markdown .github/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the data pipeline to production.
    ---
    ```

    ## Good

    ```toml skills.toml
    profile = "vscode"
    ```

    ```markdown .claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the web shop to the test cluster.
    ---
    ```

    ```markdown .github/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the web shop to the test cluster.
    ---
    ```
    """
    others = {str(skill.folder): skill for skill in library.elsewhere}
    for skill in library.skills if others else ():
        roots = skill.profile.roots
        here = _root_of(skill)
        # The later of the two is told, so that each pair is told once.
        for root in roots[: roots.index(here)] if here else ():
            base = str(skill.folder.parent).removesuffix(here)
            other = others.get(f"{base}{root}/{skill.folder.name}")
            if other and _differ(skill, other) and library.is_selected(skill):
                yield _problem(skill, other)


def _root_of(skill: Skill) -> str:
    """Which of the folders that the client reads the skill lies in; empty for none."""
    parent = f"/{skill.folder.parent.as_posix()}"
    return next((root for root in skill.profile.roots if parent.endswith(f"/{root}")), "")


def _differ(skill: Skill, other: Skill) -> bool:
    return skill.source.text.splitlines() != other.source.text.splitlines()


def _problem(skill: Skill, other: Skill) -> Problem:
    message = (
        f"`{skill.name}` differs from {other.path}, and {skill.profile.title} reads both folders; "
        "which one loads depends on the client. Keep one, or make them alike"
    )
    return Problem(Location(skill.path), message)
