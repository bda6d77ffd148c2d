"""Flag an installed skill that is not what the lock file says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skilltool.library import folders_above, read_text, shown
from skilltool.manifests import LOCK_FILE
from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from skilltool.model import Library


@library_rule(group="manifest", severity="warning")
def differs_from_lock(library: Library) -> Iterator[Problem]:
    """Flag an installed skill that is not what the lock file says.

    `skills-lock.json` of the npm installer holds a hash of each skill that it has put in place.
    When a file of the skill was changed since, by hand or by somebody else, an update will
    overwrite it, and until then the library runs text that nobody has reviewed. A lock file that
    cannot be read protects nothing.

    ## Bad

    ```json skills/skills-lock.json
    {
      "version": 1,
      "skills": {
        "unit-convert": {
          "source": "example/skills",
          "sourceType": "github",
          "computedHash": "0000000000000000000000000000000000000000000000000000000000000000"
        }
      }
    }
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```json skills/skills-lock.json
    {
      "version": 1,
      "skills": {
        "unit-convert": {
          "source": "example/skills",
          "sourceType": "github",
          "computedHash": "aacd603ab0e90dcd8fa78c70602cdbd17aac8f4e378d4863a55f67bec99d81c6"
        }
      }
    }
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    for folder in folders_above(library.root.absolute()):
        if (folder / LOCK_FILE).is_file():
            yield from _drifted(library, folder / LOCK_FILE)


def _drifted(library: Library, lock: Path) -> Iterator[Problem]:
    from skilltool.index.hashing import hash_folder

    locked, cause = _locked(lock)
    if cause:
        yield Problem(Location(shown(lock)), f"the lock file {cause}; no skill is compared with it")
    for skill in library.skills:
        expected = locked.get(skill.folder.name)
        if expected and library.is_selected(skill) and hash_folder(skill.folder) != expected:
            message = f"`{skill.name}` was changed since {shown(lock)} was written"
            yield Problem(Location(skill.path), message)


def _locked(lock: Path) -> tuple[dict[str, str], str]:
    """The hash of each locked skill, or why there is none."""
    text, unreadable = read_text(lock)
    if unreadable:
        return {}, unreadable.removeprefix(f"{lock.name} ")
    try:
        data: Any = json.loads(text)
        entries = data["skills"].items()
        hashes = {name: entry["computedHash"] for name, entry in entries if "computedHash" in entry}
    except json.JSONDecodeError as error:
        return {}, f"is no JSON: {error.msg} on line {error.lineno}"
    except (AttributeError, KeyError, TypeError):
        return {}, "holds no hashes of skills"
    return hashes, ""
