"""Flag an index file whose markers are damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Problem


@library_rule(group="index", severity="error")
def damaged_index(library: Library) -> Iterator[Problem]:
    """Flag an index file whose markers are damaged.

    The index of a README stands between two marker lines. With one of them missing, doubled or
    out of order nothing can tell where the index ends and the author's text begins, so nothing is
    written there.

    ## Bad

    ```markdown skills/INDEX.md
    # Skills

    <!-- skills:begin -->

    The rest of the page.
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```markdown skills/INDEX.md
    # Skills

    <!-- skills:begin -->
    - **unit-convert**: Converts lengths and weights between metric and imperial units.
    <!-- skills:end -->

    The rest of the page.
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    for file in library.index_files:
        from skilltool import index

        problem = index.check(library, file).problem
        if problem is not None:
            yield problem
