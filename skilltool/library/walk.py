"""One walk over the folders of a library: skill folders, their files, and what is left out."""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skilltool.library.reading import load_source
from skilltool.library.requests import CLIENT_ROOTS, SKILL_FILE
from skilltool.model import Location, Problem, Resource, Skipped, Source

if TYPE_CHECKING:
    from collections.abc import Callable

CACHE_FOLDER = ".skills_cache"
"""The tool's own folder: no report speaks of it, or the first run's would differ from the next."""

_EXCLUDED = frozenset(
    {"node_modules", "venv", "site-packages", "__pycache__", "_archive", ".git", ".venv"}
)
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
    """A folder that holds a SKILL.md, the name of that file there, and the folder's other files."""

    folder: Path
    shown: str
    file_name: str
    plugin: str
    files: list[tuple[str, os.DirEntry[str]]]


class Walk:
    """Walks one library. Afterwards `found`, `skipped` and `problems` say what there is."""

    def __init__(self, root: Path, shown_root: str, depth: int | None, *, gitignore: bool) -> None:
        self.found: dict[str, Found] = {}
        self.skipped: list[Skipped] = []
        self.problems: list[Problem] = []
        self._depth = depth
        self._ignored = ignored_by_git(root) if gitignore else frozenset()
        self._links: list[tuple[os.DirEntry[str], Place]] = []
        self._entered: set[str] = set()
        self._root = os.path.realpath(root)
        self._here = os.getcwd()
        self._enter(Place(str(root), shown_root, self._root))
        while self._links:
            self._follow(*self._links.pop(0))

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
        for entry in entries:
            self._visit(place, entry)

    def _as_skill(self, place: Place, names: list[str]) -> Place:
        """The place as the owner of its files where it holds a SKILL.md."""
        same = [name for name in names if name.lower() == SKILL_FILE.lower()]
        if not same:
            return place
        name = SKILL_FILE if SKILL_FILE in same else same[0]
        self.found[place.path] = Found(Path(place.path), place.shown, name, place.plugin, [])
        return place._replace(owner=place.path, prefix="")

    def _visit(self, place: Place, entry: os.DirEntry[str]) -> None:
        if entry.is_dir(follow_symlinks=False):
            self._visit_folder(place, entry)
        elif entry.is_symlink() and not _leads_to_file(entry):
            self._links.append((entry, place))
        elif place.owner and (place.prefix or entry.name.lower() != SKILL_FILE.lower()):
            self.found[place.owner].files.append((f"{place.prefix}{entry.name}", entry))

    def _visit_folder(self, place: Place, entry: os.DirEntry[str]) -> None:
        real = os.path.join(place.real, entry.name)
        if entry.name == CACHE_FOLDER:
            return
        if cause := self._exclusion(entry.name, real):
            self.skipped.append(Skipped(join(place.shown, entry.name), cause))
        elif self._depth is None or place.depth < self._depth or place.owner:
            self._enter(_below(place, entry, real))

    def _exclusion(self, name: str, real: str) -> str:
        if name in _EXCLUDED:
            return "never holds skills of the library"
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
        elif place.owner and not self._is_own(place, real):
            # What is behind the link is somebody else's: it is named, and never read.
            self.found[place.owner].files.append((f"{place.prefix}{entry.name}", entry))
        else:
            self._enter(_below(place, entry, real))

    def _is_own(self, place: Place, real: str) -> bool:
        """Whether a linked folder is part of the skill, or a skill of its own."""
        home = os.path.realpath(place.owner)
        return f"{real}/".startswith(f"{home}/") or os.path.lexists(os.path.join(real, SKILL_FILE))


def join(folder: str, name: str) -> str:
    """The shown path of what is in a folder that is shown as `folder`."""
    return name if folder == "." else f"{folder}/{name}"


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
    kind = kind if regular else "special"
    escapes = entry.is_symlink() and not _is_below(entry.path, found.folder)
    load: Callable[[], Source | None] = _nothing
    if regular and not escapes:
        load = partial(load_source, Path(entry.path), join(found.shown, relative))
    executable = bool(status.st_mode & stat.S_IXUSR)
    size = status.st_size if regular else 0
    stamp = (status.st_mode, status.st_mtime_ns, status.st_ctime_ns)
    return Resource(relative, kind, size, executable, escapes, load, stamp)


def _is_below(path: str, folder: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _nothing() -> Source | None:
    return None


def ignored_by_git(root: Path) -> frozenset[str]:
    """Real paths of the folders below the root that git ignores; none outside a repository."""
    real = Path(os.path.realpath(root))
    if not any((place / ".git").exists() for place in (real, *real.parents)):
        return frozenset()
    import subprocess

    command = ["git", "-C", str(real), "ls-files", "--others", "--ignored"]
    command += ["--exclude-standard", "--directory", "-z"]
    try:
        run = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    except OSError:
        return frozenset()
    names = run.stdout.decode("utf-8", "surrogateescape").split("\0")
    return frozenset(
        os.path.join(real, name.rstrip("/"))
        for name in names
        if name.endswith("/") and name != "./"
    )
