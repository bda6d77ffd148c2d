"""Flag a link that is right from another folder than that of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import Status, library_links, path_edit
from skilltool.model import Fix, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="links", severity="warning", fix="unsafe")
def link_from_other_base(library: Library) -> Iterator[Problem]:
    """Flag a link that is right from another folder than that of its file.

    A link in `references/deep.md` to `references/tables.md` leads to
    `references/references/tables.md`. An agent that knows the skill's folder finds the file
    perhaps, a reader on the forge does not.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.md).
    ```

    ```markdown skills/rates/references/rates.md
    For other countries see [the zones](references/zones.md).
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

    See [the rates](references/rates.md).
    ```

    ```markdown skills/rates/references/rates.md
    For other countries see [the zones](zones.md).
    ```

    ```markdown skills/rates/references/zones.md
    Zone 1: Europe.
    ```
    """
    for links in library_links(library).values():
        for found in links.references:
            if found.status is Status.OTHER_BASE:
                edit = path_edit(found, found.hint)
                fix = Fix(f"write `{edit.text}`", (edit,), safe=False) if edit else None
                message = f"`{found.destination}` does not exist from here; `{found.hint}` does"
                yield Problem(found.location, message, fix)
