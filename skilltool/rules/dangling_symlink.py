"""Flag a symbolic link to a folder that does not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Problem


@library_rule(group="links", severity="warning")
def dangling_symlink(library: Library) -> Iterator[Problem]:
    """Flag a symbolic link to a folder that does not exist.

    A linked skill whose target was moved or not checked out is not there for any client, and no
    client says so. Nor is one whose link git wrote as a text file, as it does on Windows.

    ## Bad

    ```symlink skills/unit-convert
    ../store/unit-convert
    ```

    ```markdown skills/currency-convert/SKILL.md
    ---
    name: currency-convert
    description: Converts amounts of money between currencies at the rate of a day.
    ---
    ```

    ## Good

    ```markdown skills/currency-convert/SKILL.md
    ---
    name: currency-convert
    description: Converts amounts of money between currencies at the rate of a day.
    ---
    ```
    """
    yield from library.problems
