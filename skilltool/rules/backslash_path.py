"""Flag a path that is written with backslashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import Status, library_links
from skilltool.model import Edit, Fix, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="links", severity="warning", fix="safe")
def backslash_path(library: Library) -> Iterator[Problem]:
    r"""Flag a path that is written with backslashes.

    Only Windows reads a backslash as a separator; everywhere else it is part of the file's name.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references\rates.md).
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

    See [the rates](references/rates.md).
    ```

    ```markdown skills/rates/references/rates.md
    # Rates

    Up to 2 kg: 5.49.
    ```
    """
    for links in library_links(library).values():
        for found in links.references:
            if found.status is Status.BACKSLASH:
                edit = Edit(found.start, found.end, found.hint)
                fix = Fix("use forward slashes", (edit,)) if found.target else None
                message = f"`{found.destination}` uses backslashes; write `{found.hint}`"
                yield Problem(found.location, message, fix)
