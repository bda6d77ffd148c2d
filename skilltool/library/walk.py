"""One walk over the folders of a library: skill folders, their files, and what is left out."""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skilltool.library.misplaced import Bare, find_in_manifest_folder, find_misplaced
from skilltool.library.outside import EXCLUDED, MANIFEST_FOLDER
from skilltool.library.reading import SKILL_FILE, find_problem, join, load_source
from skilltool.library.repository import ignored_paths, run_bits
from skilltool.library.requests import CLIENT_ROOTS, RESOURCE_FOLDERS
from skilltool.library.text_links import find_text_link
from skilltool.model import Location, Problem, Resource, Skipped, Source, no_problem

if TYPE_CHECKING:
    from collections.abc import Callable

CACHE_FOLDER = ".skills_cache"
"""The tool's own folder: no report speaks of it, or the first run's would differ from the next."""

_COPIES = ("/.claude/worktrees", "/.claude/plugins/cache")
"""Where Claude Code keeps work trees of the same repository, and what it has installed."""
_CLIENT_FOLDERS = frozenset(root.split("/")[0] for root in CLIENT_ROOTS) | {
    ".system",
    ".curated",
    ".experimental",
}
_KINDS = {
    "references": "reference",
    "reference": "reference",
    "scripts": "script",
    "script": "script",
    "assets": "asset",
    "asset": "asset",
    "templates": "asset",
}


class Place(NamedTuple):
    """A folder in the walk. `owner` is the skill folder that its files belong to, else empty.

    `prefix` is the path from the owner to here, `real` the path with all links resolved.
    """

    path: str
    shown: str
    real: str
    depth: int = 0
    owner: str = ""
    prefix: str = ""
    plugin: str = ""


class Found(NamedTuple):
    """A folder that holds a SKILL.md, the name of that file there, and the folder's other files.

    `is_checkout` tells that the folder is the root of a git repository, `escapes` that the SKILL.md
    is a symbolic link to a file outside of it. `ignored` are the paths of files that git ignores,
    `run_bits` what it keeps of run bits where the disk does not tell.
    """

    folder: Path
    shown: str
    file_name: str
    plugin: str
    files: list[tuple[str, os.DirEntry[str]]]
    is_checkout: bool
    ignored: set[str]
    run_bits: dict[str, bool]
    escapes: bool = False


class Walk:
    """Walks one library. Afterwards its attributes say what there is, and what is left out."""

    def __init__(self, root: Path, shown_root: str, depth: int | None, *, gitignore: bool) -> None:
        self.found: dict[str, Found] = {}
        self.skipped: list[Skipped] = []
        self.problems: list[Problem] = []
        self.misplaced: list[Problem] = []
        self._bare: list[Bare] = []
        self._top = str(root)
        self._depth = depth
        self._ignored = ignored_paths(root) if gitignore else frozenset()
        self._run_bits = run_bits(root)
        self._links: list[tuple[os.DirEntry[str], Place]] = []
        self._entered: set[str] = set()
        self._root = os.path.realpath(root)
        self._here = os.getcwd()
        self._enter(Place(str(root), shown_root, self._root))
        while self._links:
            self._follow(*self._links.pop(0))
        if depth is None:
            self._look_for_misplaced()

    def _look_for_misplaced(self) -> None:
        for item in find_misplaced(self._bare, self.found, self._top):
            if isinstance(item, Problem):
                self.misplaced.append(item)
            else:
                self.skipped.append(item)

    def _enter(self, place: Place) -> None:
        """First what is in the folder, then its folders; links to folders come last of all."""
        if place.real in self._entered:
            return
        self._entered.add(place.real)
        if place.path == self._here:
            place = place._replace(shown=".")
        try:
            with os.scandir(place.path) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            self.skipped.append(Skipped(place.shown, f"cannot be read: {error.strerror}"))
            return
        names = [entry.name for entry in entries]
        place = self._as_skill(_as_plugin(place, names), names)
        if not place.owner:
            files = [entry.name for entry in entries if not entry.is_dir(follow_symlinks=False)]
            self._bare.append(Bare(place.path, place.shown, files))
        if MANIFEST_FOLDER in names:
            self.misplaced += find_in_manifest_folder(place.path, place.shown)
        for entry in entries:
            self._visit(place, entry)

    def _as_skill(self, place: Place, names: list[str]) -> Place:
        """The place as the owner of its files where it holds a SKILL.md."""
        same = [name for name in names if name.lower() == SKILL_FILE.lower()]
        if not same or self._is_resource(place):
            return place
        name = SKILL_FILE if SKILL_FILE in same else same[0]
        self.found[place.path] = Found(
            Path(place.path), place.shown, name, place.plugin, [], ".git" in names, set(), {}
        )
        return place._replace(owner=place.path, prefix="")

    def _is_resource(self, place: Place) -> bool:
        """Whether a skill reads or copies what is here: no client looks for skills there.

        In a skill that is a whole repository the hidden folders are those of clients.
        """
        folders = place.prefix.split("/")
        hidden = any(name.startswith(".") for name in folders)
        if hidden and not self.found[place.owner].is_checkout:
            return True
        return not RESOURCE_FOLDERS.isdisjoint(folders)

    def _is_skill_file(self, place: Place, name: str) -> bool:
        owned = place.owner and not place.prefix
        return bool(owned) and self.found[place.owner].file_name == name

    def _visit(self, place: Place, entry: os.DirEntry[str]) -> None:
        if entry.is_dir(follow_symlinks=False):
            self._visit_folder(place, entry)
        elif self._is_skill_file(place, entry.name):
            self._note_link(place, entry)
        elif entry.is_symlink() and not _leads_to_file(entry):
            self._links.append((entry, place))
        elif place.owner:
            self._add_file(place, entry)
        elif problem := find_text_link(entry.path, join(place.shown, entry.name)):
            self.problems.append(problem)

    def _add_file(self, place: Place, entry: os.DirEntry[str]) -> None:
        found, relative = self.found[place.owner], f"{place.prefix}{entry.name}"
        found.files.append((relative, entry))
        real = os.path.join(place.real, entry.name)
        if real in self._ignored:
            found.ignored.add(relative)
        if real in self._run_bits:
            found.run_bits[relative] = self._run_bits[real]

    def _note_link(self, place: Place, entry: os.DirEntry[str]) -> None:
        found = self.found[place.owner]
        if entry.is_symlink() and not _is_below(entry.path, found.folder):
            self.found[place.owner] = found._replace(escapes=True)

    def _visit_folder(self, place: Place, entry: os.DirEntry[str]) -> None:
        real = os.path.join(place.real, entry.name)
        if entry.name == CACHE_FOLDER:
            return
        if cause := self._exclusion(entry.name, real):
            self.skipped.append(Skipped(join(place.shown, entry.name), cause))
        elif self._depth is None or place.depth < self._depth or place.owner:
            self._enter(_below(place, entry, real))

    def _exclusion(self, name: str, real: str) -> str:
        if name in EXCLUDED:
            return "never holds skills of the library"
        if real.endswith(_COPIES):
            return "holds copies that Claude Code keeps"
        if name.startswith(".") and name not in _CLIENT_FOLDERS:
            return "a hidden folder"
        return "ignored by git" if real in self._ignored else ""

    def _follow(self, entry: os.DirEntry[str], place: Place) -> None:
        """A link that leads to no file: to a folder, which is entered once, or to nothing."""
        shown_path, real = join(place.shown, entry.name), os.path.realpath(entry.path)
        if not os.path.isdir(real):
            target = os.readlink(entry.path)
            message = f"the symbolic link leads to `{target}`, which does not exist"
            self.problems.append(Problem(Location(shown_path), message))
        elif real in self._entered or f"{self._root}/".startswith(f"{real}/"):
            self.skipped.append(Skipped(shown_path, "a link to a folder that is read already"))
        elif cause := self._exclusion(entry.name, real):
            self.skipped.append(Skipped(shown_path, cause))
        elif place.owner and not self._is_own(_below(place, entry, real)):
            # What is behind the link is somebody else's: it is named, and never read.
            self.found[place.owner].files.append((f"{place.prefix}{entry.name}", entry))
        else:
            self._enter(_below(place, entry, real))

    def _is_own(self, linked: Place) -> bool:
        """Whether a linked folder is part of the skill, or a skill of its own."""
        home = os.path.realpath(linked.owner)
        if f"{linked.real}/".startswith(f"{home}/"):
            return True
        is_skill = os.path.lexists(os.path.join(linked.real, SKILL_FILE))
        return is_skill and not self._is_resource(linked)


def _below(place: Place, entry: os.DirEntry[str], real: str) -> Place:
    return Place(
        entry.path,
        join(place.shown, entry.name),
        real,
        place.depth + 1,
        place.owner,
        f"{place.prefix}{entry.name}/" if place.owner else "",
        place.plugin,
    )


def _as_plugin(place: Place, names: list[str]) -> Place:
    """The place with its plugin's name, where the folder holds a plugin's manifest or layout."""
    parent, name = os.path.split(place.path)
    manifest = any(
        folder in names and os.path.isfile(os.path.join(place.path, folder, "plugin.json"))
        for folder in (".claude-plugin", ".codex-plugin")
    )
    layout = os.path.basename(parent) == "plugins" and "skills" in names
    return place._replace(plugin=name) if manifest or layout else place


def _leads_to_file(entry: os.DirEntry[str]) -> bool:
    try:
        return not stat.S_ISDIR(entry.stat().st_mode)
    except OSError:
        return False


def resources(found: Found) -> tuple[Resource, ...]:
    """The files of a skill other than its SKILL.md, sorted by path; their text is not read yet."""
    made = [_resource(found, relative, entry) for relative, entry in found.files]
    return tuple(sorted(made, key=lambda resource: resource.path))


def _resource(found: Found, relative: str, entry: os.DirEntry[str]) -> Resource:
    top = relative.split("/", 1)[0] if "/" in relative else ""
    kind = _KINDS.get(top, "reference" if relative.endswith(".md") else "other")
    status = entry.stat()
    regular = stat.S_ISREG(status.st_mode)
    kind = kind if regular or stat.S_ISDIR(status.st_mode) else "special"
    escapes = entry.is_symlink() and not _is_below(entry.path, found.folder)
    load: Callable[[], Source | None] = _nothing
    find: Callable[[], Problem | None] = no_problem
    if regular and not escapes:
        find = partial(find_problem, Path(entry.path), join(found.shown, relative))
        load = partial(load_source, Path(entry.path), join(found.shown, relative))
    executable = found.run_bits.get(relative, bool(status.st_mode & stat.S_IXUSR))
    size = status.st_size if regular else 0
    stamp = (status.st_mode, status.st_mtime_ns, status.st_ctime_ns)
    ignored = relative in found.ignored
    return Resource(relative, kind, size, executable, escapes, load, stamp, find, ignored)


def _is_below(path: str, folder: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _nothing() -> Source | None:
    return None
