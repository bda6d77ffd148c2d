"""The texts that an editor has open, laid over the libraries that they belong to.

Knows nothing of the protocol: a file is its real path, and what is found are Diagnostics.
"""

from __future__ import annotations

import os
import posixpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from skilltool.errors import NothingFoundError, SkilltoolError
from skilltool.library import SKILL_FILE
from skilltool.library.overlay import with_text
from skilltool.model import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from skilltool.config import Config
    from skilltool.model import Library, Profile, Skill


class Project(Protocol):
    """What a folder that is open in the editor holds."""

    @property
    def config(self) -> Config: ...  # noqa: D102
    @property
    def profiles(self) -> tuple[Profile, ...]: ...  # noqa: D102
    @property
    def libraries(self) -> Sequence[Library]: ...  # noqa: D102


class Load(Protocol):
    """Reads the project of a folder, or the one with the library of a file in the folder.

    Raises SkilltoolError for a wrong configuration, NothingFoundError where no skill is.
    """

    def __call__(self, folder: Path, file: Path | None, /) -> Project: ...  # noqa: D102


class View(NamedTuple):
    """An open text, its library as the open texts make it, and the skill that it is part of.

    `skill` is None for a file that belongs to a library and to no skill of it, such as an index.
    """

    source: Source
    project: Project
    library: Library
    skill: Skill | None


class Desk:
    """Libraries as they were on disk when the desk was made, but for the texts put on it.

    `mistakes` say why folders could not be loaded. Making a desk takes as long as loading all
    libraries; putting a text on it, as long as parsing that text.
    """

    def __init__(self, load: Load, folders: Sequence[Path], texts: Mapping[str, str]) -> None:
        self.mistakes: dict[str, None] = {}
        self.open: dict[str, Source] = {}
        self._load = load
        self._projects: list[Project] = []
        self._libraries: list[Library] = []
        self._places: dict[str, tuple[int, str]] = {}
        for folder in folders:
            self._add(folder, None)
        for file in texts:
            if file not in self._places and _is_skill_file(file):
                self._add(Path(file).parent, Path(file))
        for file, text in texts.items():
            self.put(file, text)

    def _add(self, folder: Path, file: Path | None) -> None:
        try:
            project = self._load(folder, file)
            libraries = project.libraries
        except NothingFoundError:
            return
        except SkilltoolError as error:
            self.mistakes[str(error)] = None
            return
        for library in libraries:
            number = len(self._libraries)
            self._projects.append(project)
            self._libraries.append(library)
            for place, path in _files(library):
                self._places.setdefault(place, (number, path))

    def put(self, file: str, text: str) -> None:
        """Open a file with a text, or give an open file another one."""
        number, path = self._places.get(file, (-1, file))
        self.open[file] = Source(path, text)
        if number >= 0:
            self._libraries[number] = with_text(self._libraries[number], path, text)

    def take(self, file: str) -> None:
        """Close a file. Its library keeps the text that it had until a new desk is made."""
        self.open.pop(file, None)

    def view(self, file: str) -> View | None:
        """What is known of an open file; None for one that belongs to no library."""
        number, path = self._places.get(file, (-1, ""))
        source = self.open.get(file)
        if number < 0 or source is None:
            return None
        library = self._libraries[number]
        return View(source, self._projects[number], library, library.skill_at(path))

    def views(self) -> Iterator[tuple[str, View]]:
        """Every open file that belongs to a library."""
        for file in self.open:
            if view := self.view(file):
                yield file, view

    @property
    def skills(self) -> Iterator[Skill]:
        """All skills of all libraries."""
        for library in self._libraries:
            yield from library.skills


def real(path: str | os.PathLike[str]) -> str:
    """The path by which a file is known, however an editor came to it."""
    return os.path.realpath(path)


def _is_skill_file(file: str) -> bool:
    return Path(file).name.lower() == SKILL_FILE.lower()


def _files(library: Library) -> Iterator[tuple[str, str]]:
    """The real and the shown path of every file that a finding may be in."""
    for skill in library.skills:
        folder = real(skill.folder)
        yield f"{folder}/{posixpath.basename(skill.path)}", skill.path
        for resource in skill.resources:
            if not resource.escapes:
                yield f"{folder}/{resource.path}", skill.path_of(resource.path)
    for index in library.index_files:
        yield real(index.file), index.path
