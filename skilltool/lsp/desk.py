"""The texts that an editor has open, laid over the libraries that they belong to.

Knows nothing of the protocol: files are real paths, findings are Diagnostics.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from skilltool import linter
from skilltool.errors import NothingFoundError, SkilltoolError
from skilltool.library import SKILL_FILE, absolute, read_text
from skilltool.library.overlay import with_text
from skilltool.model import Diagnostic, Location, Source
from skilltool.suppressions import UNUSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from skilltool.config import Config
    from skilltool.model import Library, Profile, Skill

COMPARING = (
    "index",
    "manifest",
    "overlap",
    "category-folder",
    "listing-over-budget",
    "same-name-twice",
)
"""Rules and groups that look beyond one skill. They wait for a save; one of them takes longer
than a keystroke may."""
_FROM_BOTH_SIDES = ("same-name-twice",)


class Project(Protocol):
    """What there is to know of a folder that is open in the editor."""

    @property
    def config(self) -> Config: ...  # noqa: D102
    @property
    def profiles(self) -> tuple[Profile, ...]: ...  # noqa: D102
    @property
    def libraries(self) -> Sequence[Library]: ...  # noqa: D102


Load = Callable[[Path, Path | None], Project] if TYPE_CHECKING else object
"""From a folder, and a file in it whose library is wanted, to the project."""


class View(NamedTuple):
    """An open document: its text, its library as the open texts make it, and its skill.

    `skill` is None for a file that is checked with a library and belongs to no skill.
    """

    source: Source
    project: Project
    library: Library
    skill: Skill | None


class Shelf(NamedTuple):
    """A library with the project that it belongs to."""

    project: Project
    library: Library


class Compared(NamedTuple):
    """Findings of the rules that look beyond one skill, in the text that they were made in."""

    source: Source
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Loaded:
    """All libraries with the open `texts` laid over them, and how their skills compare.

    `places` leads from the real path of a file to its shelf and its shown path. `mistakes` say
    why a folder could not be loaded.
    """

    shelves: list[Shelf] = field(default_factory=list)
    places: dict[str, tuple[int, str]] = field(default_factory=dict)
    compared: dict[str, Compared] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    mistakes: tuple[str, ...] = ()


def load_all(load: Load, folders: Sequence[Path], texts: Mapping[str, str]) -> Loaded:
    """Read the libraries of all folders anew, and of each open SKILL.md that is in none of them."""
    mistakes: dict[str, None] = {}
    loaded = Loaded(texts=texts)
    for folder in folders:
        _add(loaded, mistakes, load, folder, None)
    for file in texts:
        if file not in loaded.places and os.path.basename(file).lower() == SKILL_FILE.lower():
            _add(loaded, mistakes, load, _folder_of(file, folders), Path(file))
    for file, text in texts.items():
        put_text(loaded, file, text)
    for number, shelf in enumerate(loaded.shelves):
        open_paths = [loaded.places[f][1] for f in texts if loaded.places.get(f, (-1,))[0] == number]
        if open_paths:
            _compare(loaded, shelf, open_paths, mistakes)
    return replace(loaded, mistakes=tuple(mistakes))
