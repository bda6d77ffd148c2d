"""Flag an installed skill that is not what the lock file says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skilltool.library import folders_above, read_text, shown
from skilltool.manifests import LOCK_FILES, OWN_LOCK
from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from skilltool.model import Library, Skill


@library_rule(group="manifest", severity="warning")
def differs_from_lock(library: Library) -> Iterator[Problem]:
    """Flag an installed skill that is not what the lock file says.

    `skills-lock.json` of the npm installer holds a hash of each skill that it has put in place.
    When a file of the skill was changed since, by hand or by somebody else, an update will
    overwrite it, and until then the library runs text that nobody has reviewed. A lock file that
    cannot be read protects nothing.

    For skills that were copied by hand, `skills.lock` is a JSON object with an entry for each:
    `{"unit-convert": {"source": "github:example/skills", "sha256": "..."}}`. The hash is over the
    paths of all files, sorted, each followed by its bytes with LF for line ends; the finding says
    what it is.

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
        for name in LOCK_FILES:
            if (folder / name).is_file():
                yield from _drifted(library, folder / name)


def _drifted(library: Library, lock: Path) -> Iterator[Problem]:
    locked, cause = _locked(lock)
    if cause:
        yield Problem(Location(shown(lock)), f"the lock file {cause}; no skill is compared with it")
    yield from _missing(library, lock, locked)
    for skill in library.skills:
        expected = locked.get(skill.folder.name)
        if expected and library.is_selected(skill):
            yield from _drift(skill, lock, expected)


def _drift(skill: Skill, lock: Path, expected: str) -> Iterator[Problem]:
    from skilltool.index.hashing import hash_folder, hash_texts

    own = lock.name == OWN_LOCK
    found = hash_texts(skill.folder) if own else hash_folder(skill.folder)
    if found == expected.lower():
        return
    where = "" if skill.resources else " (its SKILL.md, the only file)"
    mend = f"or write its hash, which is now {found}" if own else "or install it anew"
    message = (
        f"`{skill.name}` was changed since {shown(lock)} was written{where}; restore it, {mend}"
    )
    yield Problem(Location(skill.path), message)


def _missing(library: Library, lock: Path, names: Iterable[str]) -> Iterator[Problem]:
    """Skills of the plain lock file that are not there; the other lists those of all clients."""
    there = {skill.folder.name for skill in library.skills}
    for name in names if lock.name == OWN_LOCK else ():
        if name not in there:
            message = f"`{name}` is locked but not there; restore it, or remove its entry"
            yield Problem(Location(shown(lock)), message)


def _locked(lock: Path) -> tuple[dict[str, str], str]:
    """The hash of each locked skill, or why there is none."""
    text, unreadable = read_text(lock)
    if unreadable:
        return {}, unreadable.removeprefix(f"{lock.name} ")
    own = lock.name == OWN_LOCK
    key = "sha256" if own else "computedHash"
    try:
        data: Any = json.loads(text)
        entries = (data if own else data["skills"]).items()
        hashes = {name: str(entry[key]) for name, entry in entries if key in entry}
    except json.JSONDecodeError as error:
        return {}, f"is no JSON: {error.msg} on line {error.lineno}"
    except (AttributeError, KeyError, TypeError):
        return {}, "holds no hashes of skills"
    return hashes, ""
