"""Flag a manifest of a plugin or a marketplace that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.manifests import load_manifests
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library


@library_rule(group="manifest", severity="error")
def invalid_manifest(library: Library) -> Iterator[Problem]:
    """Flag a manifest of a plugin or a marketplace that cannot be read.

    A client that cannot read it installs nothing of what it lists. JSON has no comments and no
    comma after the last entry.

    ## Bad

    ```json .claude-plugin/plugin.json
    {"name": "measures",}
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```json .claude-plugin/plugin.json
    {"name": "measures"}
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    for manifest in load_manifests(library):
        if manifest.fault is not None:
            start, cause = manifest.fault
            place = manifest.source.location(min(start, len(manifest.source.text)))
            yield Problem(place, f"the manifest {cause}")
