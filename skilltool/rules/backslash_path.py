"""Flag a path that is written with backslashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import Status, library_links, path_edit
from skilltool.model import Fix, Problem
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
                edit = path_edit(found, found.hint) if found.target else None
                fix = Fix("use forward slashes", (edit,)) if edit else None
                message = f"`{found.destination}` uses backslashes; write `{found.hint}`"
                yield Problem(found.location, message, fix)
