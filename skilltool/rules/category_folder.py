"""Point out a skill that lies deeper than some clients look."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Profile, Skill

_ONE_LEVEL = frozenset({"claude-code", "gemini-cli", "deepagents"})
# Profiles of no one client, which hold for all.
_ALL_CLIENTS = frozenset({"default", "portable", "agent-skills"})


@library_rule(group="naming", severity="warning")
def category_folder(library: Library) -> Iterator[Problem]:
    """Point out a skill that lies deeper than some clients look.

    Claude Code, Gemini CLI and deepagents look for skills directly below a folder of skills, not
    in folders of folders. A skill that is sorted into a category, or lies inside another skill, is
    not there for them; Codex and Cursor find it, and of others it is not documented.

    ## Bad

    ```markdown skills/office/mail-merge/SKILL.md
    ---
    name: mail-merge
    description: Fills letters from a table of names and addresses.
    ---
    ```

    ## Good

    ```markdown skills/office-mail-merge/SKILL.md
    ---
    name: office-mail-merge
    description: Fills letters from a table of names and addresses.
    ---
    ```
    """
    for skill in library.skills:
        above = _folders_above(library, skill)
        if above and library.is_selected(skill):
            outer = library.skill_at(posixpath.dirname(skill.path))
            where = f"in the folder `{'/'.join(above)}`"
            if outer is not None:
                where = f"inside another skill, `{outer.name}`"
            who = _blind(skill.profile)
            if who:
                place = posixpath.join(library.path, skill.folder.name)
                message = f"the skill lies {where}; {who}. Move it to `{place}`"
                yield Problem(Location(skill.path), message)


def _blind(profile: Profile) -> str:
    """Who does not find a skill in a folder of folders; empty for a client that may."""
    if profile.name in _ONE_LEVEL:
        return f"{profile.title} looks one level deep and does not find it"
    if profile.name in _ALL_CLIENTS:
        return "Claude Code, Gemini CLI and deepagents look one level deep and do not find it"
    return ""


def _folders_above(library: Library, skill: Skill) -> tuple[str, ...]:
    """The folders between the skill's and the nearest folder of skills: `skills`, or the root."""
    # Texts, for comparing paths takes ten times as long.
    folder, root = str(skill.folder), os.path.join(library.root, "")  # noqa: PTH118
    if not folder.startswith(root):
        return ()
    above = tuple(folder.removeprefix(root).split(os.sep)[:-1])  # noqa: PTH206
    starts = [number for number, name in enumerate(above) if name == "skills"]
    return above[starts[-1] + 1 if starts else 0 :]
