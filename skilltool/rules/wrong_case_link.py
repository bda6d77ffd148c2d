"""Flag a link whose capitals differ from the name on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import Status, library_links, path_edit
from skilltool.model import Fix, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="links", severity="error", fix="safe")
def wrong_case_link(library: Library) -> Iterator[Problem]:
    r"""Flag a link whose capitals differ from the name on disk.

    On macOS and Windows the file opens, on Linux, where most agents run, it does not exist.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/RATES.md).
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
            if found.status is Status.WRONG_CASE:
                message = f"`{found.destination}`: the file is named `{found.hint}`"
                edit = path_edit(found, found.hint)
                fix = Fix("use the name on disk", (edit,)) if edit else None
                yield Problem(found.location, message, fix)
