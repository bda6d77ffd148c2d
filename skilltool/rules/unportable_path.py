"""Flag a path that another operating system cannot have."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Skill

MAX_LENGTH = 200
"""Characters of a path from a folder of skills. Windows has 260 for all of a path."""

_DEVICE = re.compile(r"(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\..*)?", re.IGNORECASE)
_SIGNS = re.compile(r'[<>:"|?*\\\x00-\x1f]')


@library_rule(group="naming", severity="warning")
def unportable_path(library: Library) -> Iterator[Problem]:
    r"""Flag a path that another operating system cannot have.

    Git refuses to check out the whole repository on Windows where a file or folder is called
    `con`, `aux.md` or the like, holds one of `< > : " | ? * \`, or ends with a dot or a blank
    (Microsoft, "Naming files, paths, and namespaces"). Of two paths that differ by capitals alone,
    Windows and macOS keep one. A path of more than 200 characters from the folder of skills leaves
    too little of the 260 that Windows has for the way to that folder.

    ## Bad

    ```markdown skills/aux/SKILL.md
    ---
    name: aux
    description: Connects auxiliary power units of trains.
    ---
    ```

    ```markdown skills/aux/references/what?.md
    Ask first.
    ```

    ## Good

    ```markdown skills/auxiliary-power/SKILL.md
    ---
    name: auxiliary-power
    description: Connects auxiliary power units of trains.
    ---
    ```

    ```markdown skills/auxiliary-power/references/what.md
    Ask first.
    ```
    """
    known: dict[str, str] = {}
    for skill in library.skills:
        for path, inside in _paths(skill, library):
            other = known.setdefault(unicodedata.normalize("NFC", path).casefold(), path)
            fault = _fault(inside) or _clash(path, other) or _excess(skill, path)
            if fault and library.is_selected(skill):
                yield Problem(Location(path), fault)


def _paths(skill: Skill, library: Library) -> Iterator[tuple[str, str]]:
    """The shown paths of a skill's files; with the SKILL.md from the root on, others from there."""
    root = f"{library.root}/"
    yield skill.path, str(skill.folder).removeprefix(root) if skill.folder != library.root else ""
    for item in skill.resources:
        yield skill.path_of(item.path), item.path


def _fault(path: str) -> str:
    for part in path.split("/"):
        if _DEVICE.fullmatch(part):
            return f"`{part}` is a device on Windows, where no file or folder can have this name"
        if found := _SIGNS.search(part):
            sign = found.group()
            shown = f"`{sign}`" if sign.isprintable() else "a control character"
            return f"`{part}` holds {shown}, which no name on Windows can"
        if part.endswith((".", " ")):
            return f"`{part}` ends with a {'dot' if part[-1] == '.' else 'blank'}; Windows drops it"
    return ""


def _excess(skill: Skill, path: str) -> str:
    length = len(skill.folder.name) + 1 + len(path) - len(skill.path_of(""))
    if length <= MAX_LENGTH:
        return ""
    return (
        f"the path has {length} characters from the folder of skills on; shorten it to {MAX_LENGTH}"
    )


def _clash(path: str, other: str) -> str:
    if path == other:
        return ""
    if path.casefold() == other.casefold():
        return f"differs from {other} by capitals alone; Windows and macOS keep one of the two"
    return f"differs from {other} by how accents are stored alone; macOS keeps one of the two"
