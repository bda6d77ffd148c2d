"""Flag a link to a heading that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import Status, library_links
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="links", severity="warning")
def broken_anchor(library: Library) -> Iterator[Problem]:
    r"""Flag a link to a heading that is not there.

    The file exists, the heading after `#` does not: it was renamed, or its anchor is spelt
    otherwise.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.md#prices).
    ```

    ```markdown skills/rates/references/rates.md
    # Rates

    Up to 2 kg: 5.49.
    ```

    ## Good

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.md#rates).
    ```

    ```markdown skills/rates/references/rates.md
    # Rates

    Up to 2 kg: 5.49.
    ```
    """
    for links in library_links(library).values():
        for found in links.references:
            if found.status is Status.ANCHOR_MISSING:
                hint = f"; the nearest is `#{found.hint}`" if found.hint else ""
                yield Problem(found.location, f"`{found.destination}` names no heading{hint}")
