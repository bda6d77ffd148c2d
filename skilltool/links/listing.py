"""The files that a link may lead to: those of one skill, and those of its library."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.model import Library, Skill

# The folders that the specification names; a path into one of them means the skill's own file.
OWN_FOLDERS = ("references", "scripts", "assets")
# More files, or a longer path, are not compared sign by sign.
_MAX_ALIKE = 200
# Twice the signs that two names share, by the signs of both.
_CUTOFF = 0.8


class Listing:
    """Files by path, with the folders that they imply and a look-up that ignores case.

    `links` are the paths of symbolic links behind which nothing is known.
    """

    def __init__(self, files: Iterable[str], links: Iterable[str] = ()) -> None:
        self.files = frozenset(files)
        self.links = frozenset(links)

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

    def link_above(self, path: str) -> str | None:
        """The link that a path runs through."""
        return next((link for link in self.links if path.startswith(f"{link}/")), None)

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
            names.setdefault(path.rpartition("/")[2], []).append(path)
        return names

    def named(self, name: str) -> list[str]:
        """The paths of all files of that name."""
        return self._names.get(name, [])

    def nearest(self, path: str) -> str:
        """The one file that a path may mean: of the same name, or of nearly that path; or empty."""
        named = self.named(posixpath.basename(path)) or self._looking_like(path)
        if named:
            return named[0] if len(named) == 1 else ""
        return self._alike(*posixpath.splitext(posixpath.basename(path)))

    def _looking_like(self, path: str) -> list[str]:
        """The files whose path looks the same though its accents are other characters."""
        if path.isascii():
            return []
        from unicodedata import normalize

        wanted = normalize("NFC", path)
        return [known for known in self.files if normalize("NFC", known) == wanted]

    def _alike(self, stem: str, suffix: str) -> str:
        if not suffix or len(stem) > _MAX_ALIKE:
            return ""
        stems = {name[: -len(suffix)]: name for name in self._names if name.endswith(suffix)}
        near = [known for known in stems if _may_be_alike(len(stem), len(known))]
        if not near or len(stems) > _MAX_ALIKE:
            return ""
        import difflib

        found = difflib.get_close_matches(stem, near, n=1, cutoff=_CUTOFF)
        paths = self.named(stems[found[0]]) if found else []
        return paths[0] if len(paths) == 1 else ""


class LibraryTree:
    """The files of a library by their path relative to its root.

    A file that is neither in a skill nor known to be beside them is unknown, not missing.
    """

    def __init__(self, library: Library) -> None:
        # The links of a library are forgotten with it, so nothing of theirs may keep it alive.
        self._skills = library.skills
        self._root = library.root.as_posix()
        self._beside = library.beside
        self._homes: dict[str, dict[str, str]] = {}
        self._ignored = {item.path for item in library.skipped if item.cause == "ignored by git"}

    @cached_property
    def listing(self) -> Listing:
        """All files of all skills."""
        files: set[str] = set()
        for skill in self._skills:
            folder = self.folder(skill)
            prefix = f"{folder}/" if folder else ""
            files.update(f"{prefix}{path}" for path in own_files(skill))
        return Listing(files)

    def homes(self, path: str) -> dict[str, str]:
        """The files of that path below a folder of any skill, by the name of the folder."""
        if path not in self._homes:
            tail = f"/{path}"
            named = self.listing.named(posixpath.basename(path))
            found = (each for each in reversed(named) if each.endswith(tail))
            self._homes[path] = {
                posixpath.basename(each.removesuffix(tail)): each for each in found
            }
        return self._homes[path]

    def find_beside(self, path: str) -> str | None:
        """The file that a path means when it starts at the root or at a folder above it."""
        return self._tails.get(posixpath.normpath(path))

    @cached_property
    def _tails(self) -> dict[str, str]:
        return {known.lstrip("./"): known for known in reversed(self._beside)}

    def is_gone_beside(self, path: str) -> bool:
        """Whether a file is missing in a folder beside the library of which other files are known.

        The path is relative to the root.
        """
        folder = posixpath.dirname(path)
        known = {item for item in self._beside if posixpath.dirname(item) == folder}
        return bool(known) and path not in known and bool(posixpath.splitext(path)[1])

    def is_ignored(self, shown: str) -> bool:
        """Whether a shown path lies in a folder that git ignores."""
        above = posixpath.dirname(shown)
        while self._ignored and above not in ("", shown):
            if above in self._ignored:
                return True
            shown, above = above, posixpath.dirname(above)
        return False

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


def _may_be_alike(length: int, other: int) -> bool:
    return 2 * min(length, other) >= _CUTOFF * (length + other)


def own_files(skill: Skill) -> Iterator[str]:
    """The paths of all files of a skill, its SKILL.md first."""
    yield posixpath.basename(skill.path)
    for resource in skill.resources:
        yield resource.path


def relative(path: str, folder: str) -> str:
    """A path as it is written in a file of that folder; both start from the same place."""
    if not folder:
        return posixpath.normpath(path)
    # Paths from a root of our own, deep enough for each `..`, so that no working directory counts.
    root = "/" + "\0/" * path.count("..")
    return posixpath.relpath(root + path, root + folder)
