"""Flag a link that leaves the skill, to no other skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import Status, library_links
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library

_HINT = "take the file into the skill, or link to its web address"


@library_rule(group="links", severity="warning")
def link_outside_skill(library: Library) -> Iterator[Problem]:
    r"""Flag a link that leaves the skill, to no other skill.

    A skill is copied as a folder: on upload, in a plugin, by an installer. What stands outside
    stays behind, and an absolute path is right on one machine only. A README, an installation guide
    or a changelog may name in code where the skill itself is put.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](/home/ana/rates.md).
    ```

    ## Good

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.md).
    ```

    ```markdown skills/rates/references/rates.md
    # Rates

    Up to 2 kg: 5.49.
    ```
    """
    for links in library_links(library).values():
        for found in links.references:
            if found.status is Status.OUTSIDE:
                hint = f"write `{found.hint}`" if found.hint else _HINT
                message = f"`{found.destination}` leads out of the skill, to no other skill; {hint}"
                yield Problem(found.location, message)
