"""The files that a link may lead to: those of one skill, and those of its library."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.model import Library, Skill


class Listing:
    """Files by path, with the folders that they imply and a look-up that ignores case."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = frozenset(files)

    def __contains__(self, path: str) -> bool:
        return path in self.files or path in self.folders

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file, `.` for the one that all paths are relative to."""
        found = {"."}
        for path in self.files:
            while (path := path.rpartition("/")[0]) and path not in found:
                found.add(path)
        return frozenset(found)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {path.casefold(): path for path in sorted(self.folders) + sorted(self.files)}

    def spelled(self, path: str) -> str | None:
        """The path as it is on disk where only the case may differ."""
        return self._folded.get(path.casefold())

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for path in sorted(self.files):
            names.setdefault(posixpath.basename(path), []).append(path)
        return names

    def named(self, name: str) -> list[str]:
        """The paths of all files of that name."""
        return self._names.get(name, [])


class LibraryTree:
    """The files of a library by their path relative to its root.

    A file that is neither in a skill nor known to be beside them is unknown, not missing.
    """

    def __init__(self, library: Library) -> None:
        # The links of a library are forgotten with it, so nothing of theirs may keep it alive.
        self._skills = library.skills
        self._root = library.root.as_posix()
        self._beside = library.beside

    @cached_property
    def listing(self) -> Listing:
        """All files of all skills."""
        files: set[str] = set()
        for skill in self._skills:
            folder = self.folder(skill)
            prefix = f"{folder}/" if folder else ""
            files.update(f"{prefix}{path}" for path in own_files(skill))
        return Listing(files)

    def find_beside(self, path: str) -> str | None:
        """The file that a path means when it starts at the root or at a folder above it."""
        tail = posixpath.normpath(path)
        for known in self._beside:
            if known.lstrip("./") == tail:
                return known
        return None

    @cached_property
    def skill_folders(self) -> frozenset[str]:
        """The folders of all skills, relative to the root."""
        return frozenset(map(self.folder, self._skills))

    def folder(self, skill: Skill) -> str:
        """A skill's folder relative to the root; empty when it is the root."""
        path, root = skill.folder.as_posix(), self._root
        if path == root:
            return ""
        prefix = "" if root == "." else f"{root.rstrip('/')}/"
        return path.removeprefix(prefix) if path.startswith(prefix) else skill.folder.name

    def is_complete(self, path: str) -> bool:
        """Whether a file at that path would be known: inside a skill, or a SKILL.md itself."""
        if posixpath.basename(path) == "SKILL.md":
            return True
        while path := posixpath.dirname(path):
            if path in self.skill_folders:
                return True
        return False


def own_files(skill: Skill) -> Iterator[str]:
    """The paths of all files of a skill, its SKILL.md first."""
    yield posixpath.basename(skill.path)
    for resource in skill.resources:
        yield resource.path


def relative(path: str, folder: str) -> str:
    """A path as it is written in a file of that folder; both start from the same place."""
    return posixpath.relpath(path, folder or ".")
