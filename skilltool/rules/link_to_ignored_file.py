"""Flag a link to a file that git ignores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import Status, library_links
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="links", severity="warning")
def link_to_ignored_file(library: Library) -> Iterator[Problem]:
    r"""Flag a link to a file that git ignores.

    The file is on this machine and in no clone, plugin or package: for everybody else the link is
    broken. Take the file out of `.gitignore`, add it with `git add --force`, or say in the text how
    it is made.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.csv).
    ```

    ```csv skills/rates/references/rates.csv
    weight,price
    ```

    ```text .gitignore
    *.csv
    ```

    ## Good

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.csv).
    ```

    ```csv skills/rates/references/rates.csv
    weight,price
    ```

    ```text .gitignore
    *.log
    ```
    """
    for links in library_links(library).values():
        for found in links.references:
            if found.status is Status.IGNORED:
                message = f"`{found.destination}` is ignored by git; nobody else has it"
                yield Problem(found.location, message)
