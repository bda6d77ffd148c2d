"""Flag a reference file that nothing leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links import library_links
from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="links", severity="warning")
def unreached_reference(library: Library) -> Iterator[Problem]:
    r"""Flag a reference file that nothing leads to.

    An agent reads what SKILL.md, or a file reached from it, names. A file that none of them names
    is never read, whatever a README says: link it, or remove it.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    Ask for the weight.
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
    for skill, links in library_links(library).items():
        for resource in links.orphans:
            naming = links.naming(resource)
            only = f", only {naming} does" if naming else ""
            message = f"nothing that SKILL.md leads to names this file{only}; link it from SKILL.md"
            yield Problem(Location(skill.path_of(resource.path)), message)
