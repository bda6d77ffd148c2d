"""Flag a page whose list of skills, kept by hand, is not what is on disk."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from skilltool.errors import nearest
from skilltool.markdown import parse_markdown
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.markdown import Link
    from skilltool.model import Library, Source

_LEAST_LINKS = 3
_MOST = 0.75
_MAX_NAMED = 5


@library_rule(group="index", severity="warning")
def page_differs_from_disk(library: Library) -> Iterator[Problem]:
    """Flag a page whose list of skills, kept by hand, is not what is on disk.

    A README.md or AGENTS.md that links to skills is the index for people, and for agents that read
    it. A link to a skill that was renamed leads nowhere; where three skills in four are listed,
    the others were forgotten. `skills index` keeps such a list between two markers.

    ## Bad

    ```markdown skills/README.md
    - [unit-convert](unit-conversion/SKILL.md): lengths and weights
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```markdown skills/README.md
    - [unit-convert](unit-convert/SKILL.md): lengths and weights
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    folders = {posixpath.dirname(skill.path): skill.name for skill in library.skills}
    for page in library.pages:
        links = {link: _target(page, link) for link in parse_markdown(page.text).links}
        for link, target in links.items():
            folder, name = posixpath.split(target)
            if name == "SKILL.md" and folder not in folders and _is_of(library, folder):
                yield _missing(page, link, folder, list(folders))
        yield from _unlisted(page, links, folders)


def _target(page: Source, link: Link) -> str:
    path = unquote(link.destination).partition("#")[0]
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.path), path))


def _is_of(library: Library, folder: str) -> bool:
    """Whether a folder lies in the library, outside of all that the walk leaves out."""
    inside = library.path == "." or folder.startswith(f"{library.path}/")
    skipped = (item.path for item in library.skipped)
    return inside and not any(f"{folder}/".startswith(f"{path}/") for path in skipped)


def _missing(page: Source, link: Link, folder: str, folders: list[str]) -> Problem:
    near = nearest(posixpath.basename(folder), map(posixpath.basename, folders))
    hint = f"; did you mean `{near}`?" if near else ""
    place = page.location(link.start, link.end)
    return Problem(place, f"there is no skill at `{folder}`{hint}")


def _unlisted(page: Source, links: dict[Link, str], folders: dict[str, str]) -> Iterator[Problem]:
    listed = {
        target.removesuffix("/SKILL.md"): link
        for link, target in links.items()
        if target.removesuffix("/SKILL.md") in folders
    }
    missing = [name for folder, name in folders.items() if folder not in listed]
    if missing and len(listed) >= max(_LEAST_LINKS, _MOST * len(folders)):
        names = [f"`{name}`" for name in missing[:_MAX_NAMED]]
        more = [f"{len(missing) - _MAX_NAMED:,} more"] if len(missing) > _MAX_NAMED else []
        last = max(listed.values(), key=lambda link: link.start)
        message = f"the page lists {len(listed):,} of {len(folders):,} skills; it lacks "
        yield Problem(page.location(last.start, last.end), message + ", ".join([*names, *more]))
