"""Point out a file that is more than one link away from SKILL.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import library_links
from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="links", severity="info")
def deep_reference(library: Library, *, depth: int = 1) -> Iterator[Problem]:
    r"""Point out a file that is more than one link away from SKILL.md.

    The specification asks for references one level deep. Agents often read only the beginning of a
    file that they reach through another, and so miss what stands behind a second link.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.md).
    ```

    ```markdown skills/rates/references/rates.md
    See [the zones](zones.md).
    ```

    ```markdown skills/rates/references/zones.md
    Zone 1: Europe.
    ```

    ## Good

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.md) and [the zones](references/zones.md).
    ```

    ```markdown skills/rates/references/rates.md
    See [the zones](zones.md).
    ```

    ```markdown skills/rates/references/zones.md
    Zone 1: Europe.
    ```
    """
    for skill, links in library_links(library).items():
        for path, steps in links.depths.items():
            if steps > depth and path.endswith(".md"):
                place = Location(skill.path_of(path))
                folders = path.split("/")[:-1]
                twice = next((name for name in folders if folders.count(name) > 1), "")
                hint = f"; its path repeats `{twice}`, which agents get wrong" if twice else ""
                message = f"this file is {steps} links away from SKILL.md; link it there{hint}"
                yield Problem(place, message)
