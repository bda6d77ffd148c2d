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


@library_rule(group="manifest", severity="error", fix="safe")
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
                yield _problem(library, manifest, entry, verdict)
        yield from _listed_twice(manifest)
        yield from _unlisted(library, manifest, _meant(judged))
        yield from _unlisted_plugins(manifest)


def _problem(library: Library, manifest: Manifest, entry: Listed, verdict: Verdict) -> Problem:
    message = f"{entry.label} `{entry.written}` {_WORDS[verdict.state]}"
    if verdict.hint:
        message += f" (did you mean `{verdict.hint}`?)"
    place = manifest.source.location(entry.start, entry.end)
    return Problem(place, message, _fix(library, entry, verdict))


def _fix(library: Library, entry: Listed, verdict: Verdict) -> Fix | None:
    """The path that is meant; safe where it must be listed anyway, or names the same place."""
    if not verdict.hint:
        return None
    edits = (Edit(entry.start, entry.end, _quoted(verdict.hint)),)
    meant = entry._replace(written=verdict.hint).target
    is_skill = any(skill.folder.absolute() == meant for skill in library.skills)
    safe = verdict.state is not State.MISSING or (entry.key == "skills" and is_skill)
    return Fix(f"write `{verdict.hint}`", edits, safe)


def _quoted(path: str) -> str:
    return json.dumps(path, ensure_ascii=False)


def _listed_twice(manifest: Manifest) -> Iterator[Problem]:
    seen: set[tuple[str, Path]] = set()
    for entry in manifest.listed:
        key = entry.label.rpartition("[")[0], entry.target
        if key in seen and entry.label.endswith("]"):
            place = manifest.source.location(entry.start, entry.end)
            yield Problem(place, f"{entry.label} `{entry.written}` is in the list already")
        seen.add(key)


def _unlisted_plugins(manifest: Manifest) -> Iterator[Problem]:
    for folder in manifest.unlisted_plugins:
        path = relative(folder, manifest.folder)
        start = manifest.spans["plugins",][0]
        place = manifest.source.location(start, start + 1)
        yield Problem(place, f"the plugin `{path}` is on disk but not listed")


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
            folders = (s.folder.absolute() for s in library.skills if library.is_selected(s))
            unlisted = [each for each in folders if {each, each.parent}.isdisjoint(meant)]
            for parent in dict.fromkeys(entry.target.parent for entry in listed):
                paths = [relative(each, root) for each in unlisted if each.parent == parent]
                if paths:
                    yield _missing_entries(manifest, plugins, parent, paths)


def _missing_entries(
    manifest: Manifest, plugins: list[Plugin], parent: Path, paths: list[str]
) -> Problem:
    """At the list with most skills of that folder, which is theirs if it is the only such one."""
    lists = [[item for item in each.skills if item.target.parent == parent] for each in plugins]
    first, *others = sorted(filter(None, lists), key=len, reverse=True)
    safe = not others or len(first) > len(others[0])
    names = ", ".join(f"`{path}`" for path in paths)
    message = (
        f"{len(paths):,} skills are on disk but no plugin lists them: {names}"
        if len(paths) > 1
        else f"the skill {names} is on disk but no plugin lists it"
    )
    place = manifest.source.location(first[0].start, first[0].end)
    return Problem(place, message, _addition(manifest, first, paths, safe=safe))


def _addition(
    manifest: Manifest, listed: list[Listed], paths: list[str], *, safe: bool
) -> Fix | None:
    """Entries behind the last one that stays as it is, written as that is."""
    text = manifest.source.text
    sound = [item for item in listed if manifest.look_up(item).state is State.OK]
    last = (sound or listed)[-1]
    if not last.label.endswith("]"):
        return None  # one path instead of a list
    before = text[: last.start]
    blank = before[len(before.rstrip()) :] if before.rstrip().endswith((",", "[")) else " "
    blank = blank if "\n" in blank else " "
    edit = Edit(last.end, last.end, "".join(f",{blank}{_quoted(path)}" for path in paths))
    return Fix("add what is missing to the list", (edit,), safe)
