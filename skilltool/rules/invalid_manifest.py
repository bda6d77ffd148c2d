"""Flag a manifest of a plugin or a marketplace that cannot be read, or lacks what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import schema
from skilltool.json_lines import load_definition
from skilltool.manifests import MARKETPLACE, PLUGIN, label_of, load_manifests
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.json_places import Place
    from skilltool.manifests import Manifest
    from skilltool.model import Library
    from skilltool.schema import SchemaError

# The manifests whose fields are documented; of others only the JSON is judged.
_DEFINITIONS = {MARKETPLACE: "marketplace", PLUGIN: "plugin"}
_SLUG = "must be in lower case with single hyphens, such as `unit-tools`"


@library_rule(group="manifest", severity="error")
def invalid_manifest(library: Library) -> Iterator[Problem]:
    """Flag a manifest of a plugin or a marketplace that cannot be read, or lacks what it needs.

    A client that cannot read it installs nothing of what it lists. JSON has no comments and no
    comma after the last entry. A marketplace needs a name, an owner and plugins with a name and a
    source; a plugin needs a name.

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
        elif manifest.kind in _DEFINITIONS:
            yield from _mistakes(manifest, _DEFINITIONS[manifest.kind])
            yield from _names_given_twice(manifest)


def _mistakes(manifest: Manifest, definition: str) -> Iterator[Problem]:
    for error in schema.check(manifest.data, load_definition("manifest.schema.json", definition)):
        place = tuple(int(part) if part.isdecimal() else part for part in error.path)
        yield _problem(manifest, place, f"`{label_of(place)}` {_words(error)}")


def _words(error: SchemaError) -> str:
    return _SLUG if error.keyword == "pattern" else error.message


def _names_given_twice(manifest: Manifest) -> Iterator[Problem]:
    plugins = manifest.data.get("plugins")
    seen: set[str] = set()
    for number, plugin in enumerate(plugins if isinstance(plugins, list) else ()):
        name = plugin.get("name") if isinstance(plugin, dict) else None
        if isinstance(name, str) and name in seen:
            message = f"the plugin `{name}` is listed twice; only one can be installed"
            yield _problem(manifest, ("plugins", number, "name"), message)
        seen |= {name} if isinstance(name, str) else set()


def _problem(manifest: Manifest, place: Place, message: str) -> Problem:
    """At the value, or at the first character of the object that lacks it."""
    # a schema does not tell a number from a key that looks like one
    spans = {tuple(map(str, known)): span for known, span in manifest.spans.items()}
    path = tuple(map(str, place))
    start, end = spans.get(path) or (spans[path[:-1]][0], spans[path[:-1]][0] + 1)
    return Problem(manifest.source.location(start, end), message)
