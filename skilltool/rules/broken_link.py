"""Flag a link or path to a file that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import Status, library_links
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="links", severity="error")
def broken_link(library: Library) -> Iterator[Problem]:
    r"""Flag a link or path to a file that is not there.

    The agent follows the instruction, finds nothing and guesses. A link is read from the folder of
    the file it stands in, a path in code from the skill's folder. Links inside code do not count.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rate.md).
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
            if found.status is Status.MISSING:
                hint = f"; did you mean `{found.hint}`?" if found.hint else ""
                yield Problem(found.location, f"`{found.destination}` does not exist{hint}")
