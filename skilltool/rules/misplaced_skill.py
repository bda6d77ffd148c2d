"""Flag a skill that stands where no client looks for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Problem


@library_rule(group="naming", severity="warning")
def misplaced_skill(library: Library) -> Iterator[Problem]:
    """Flag a skill that stands where no client looks for one.

    A client takes each folder of skills that holds a `SKILL.md`. A file such as `unit-convert.md`
    in place of a folder, a `SKILL.md.txt`, or skills inside `.claude-plugin/` are not there for
    it, and nothing says so.

    ## Bad

    ```markdown skills/currency-convert/SKILL.md
    ---
    name: currency-convert
    description: Converts amounts of money between currencies at the rate of a day.
    ---
    ```

    ```markdown skills/unit-convert.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```markdown skills/currency-convert/SKILL.md
    ---
    name: currency-convert
    description: Converts amounts of money between currencies at the rate of a day.
    ---
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    if library.selected is None:
        yield from library.misplaced
