"""Flag a manifest that lists what is not there, or leaves out what is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from skilltool.manifests import Manifest, State, load_manifests, relative
from skilltool.model import Edit, Fix, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from skilltool.manifests import Listed, Plugin, Verdict
    from skilltool.model import Library

_WORDS = {
    State.MISSING: "does not exist",
    State.OUTSIDE: "leaves the folder of the plugin, which no client follows",
    State.FILE: "is a file; name the folder of the skill",
    State.NO_SKILL: "holds no SKILL.md, nor does a folder in it",
    State.UNPREFIXED: "must start with `./`",
}


@library_rule(group="manifest", severity="error")
def manifest_differs_from_disk(library: Library) -> Iterator[Problem]:
    """Flag a manifest that lists what is not there, or leaves out what is.

    A plugin is installed by its manifest. A path that was renamed brings an error or a plugin
    without the skill; a skill that is not listed reaches nobody. Skills on disk are compared only
    where a marketplace gives a list of its own and no `plugin.json` adds to it.

    ## Bad

    ```json .claude-plugin/marketplace.json
    {
      "name": "measures",
      "plugins": [{"name": "units", "source": "./", "skills": ["./skills/unit-conversion"]}]
    }
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```json .claude-plugin/marketplace.json
    {
      "name": "measures",
      "plugins": [{"name": "units", "source": "./", "skills": ["./skills/unit-convert"]}]
    }
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    for manifest in load_manifests(library):
        judged = [(entry, manifest.look_up(entry)) for entry in manifest.listed]
        for entry, verdict in judged:
            if verdict.state is not State.OK:
                yield _problem(manifest, entry, verdict)
        yield from _unlisted(library, manifest, _meant(judged))


def _problem(manifest: Manifest, entry: Listed, verdict: Verdict) -> Problem:
    message = f"{entry.label} `{entry.written}` {_WORDS[verdict.state]}"
    if verdict.hint:
        message += f" (did you mean `{verdict.hint}`?)"
    place = manifest.source.location(entry.start, entry.end)
    return Problem(place, message, _fix(entry, verdict))


def _fix(entry: Listed, verdict: Verdict) -> Fix | None:
    if not verdict.hint:
        return None
    edits = (Edit(entry.start, entry.end, json.dumps(verdict.hint, ensure_ascii=False)),)
    return Fix(f"write `{verdict.hint}`", edits, safe=verdict.state is not State.MISSING)


def _meant(judged: list[tuple[Listed, Verdict]]) -> set[Path]:
    """The folders that the listed paths lead to or were meant to lead to."""
    named = {entry.target for entry, _ in judged}
    hinted = {entry._replace(written=verdict.hint).target for entry, verdict in judged}
    return named | hinted


def _unlisted(library: Library, manifest: Manifest, meant: set[Path]) -> Iterator[Problem]:
    """Skills beside listed ones that no plugin of the same folder lists."""
    by_root: dict[Path, list[Plugin]] = {}
    for plugin in manifest.plugins:
        by_root.setdefault(plugin.root, []).append(plugin)
    for root, plugins in by_root.items():
        if all(plugin.is_closed for plugin in plugins):
            listed = [entry for plugin in plugins for entry in plugin.skills]
            beside = {entry.target.parent for entry in listed}
            for skill in library.skills:
                folder = skill.folder.absolute()
                covered = not {folder, folder.parent}.isdisjoint(meant)
                if folder.parent in beside and not covered and library.is_selected(skill):
                    yield _missing_entry(manifest, listed, relative(folder, root))


def _missing_entry(manifest: Manifest, listed: list[Listed], path: str) -> Problem:
    """At the first list of the folder's plugins; which of them it belongs to is for its author."""
    place = manifest.source.location(listed[0].start, listed[0].end)
    return Problem(place, f"the skill `{path}` is on disk but no plugin lists it")
