"""Manifests of plugins and marketplaces: what they list, where it stands, and what is there.

Reads `.claude-plugin/*.json`, `.codex-plugin/plugin.json` and the folders that these name.
"""

from __future__ import annotations

import difflib
import enum
import json
import os
import posixpath
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from skilltool.json_places import Place, find_spans
from skilltool.library import SKILL_FILE, folders_above, read_text, shown
from skilltool.model import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library

MARKETPLACE = ".claude-plugin/marketplace.json"
OWN_LOCK = "skills.lock"
LOCK_FILES = ("skills-lock.json", OWN_LOCK)
"""That of the npm installer, and a plain one for skills that were copied by hand."""

PLUGIN = ".claude-plugin/plugin.json"
_FILES = (MARKETPLACE, PLUGIN, ".codex-plugin/plugin.json")
_PATH_KEYS = ("skills", "commands", "agents", "hooks", "mcpServers", "lspServers")
_VARIABLE = re.compile(r"[*$?{}]|^[a-zA-Z][\w+.-]*:")


class State(enum.StrEnum):
    """What is at a path that a manifest lists."""

    OK = "ok"
    MISSING = "missing"
    OUTSIDE = "outside"
    FILE = "file"
    NO_SKILL = "no-skill"
    UNPREFIXED = "unprefixed"


class Listed(NamedTuple):
    """A path in a manifest: its place in the data, the text, its offsets, and its base folder."""

    label: str
    key: str
    written: str
    start: int
    end: int
    base: Path

    @property
    def target(self) -> Path:
        """The file or folder that is named."""
        return Path(os.path.normpath(self.base / self.written))


class Verdict(NamedTuple):
    """A state, and what to write instead where that is known."""

    state: State
    hint: str = ""


class Plugin(NamedTuple):
    """A plugin that lies in the repository, with the paths to skills that it gives itself.

    `is_closed` tells that it has only these: no `plugin.json` adds any, and it gives paths, for
    without any the folder `skills` is read.
    """

    root: Path
    skills: tuple[Listed, ...]
    is_closed: bool


@dataclass(frozen=True)
class Manifest:
    """One manifest file. `folder` is what its paths start from, `kind` its path below that.

    `fault` is the offset and the cause where it is no JSON object.
    """

    source: Source
    folder: Path
    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    fault: tuple[int, str] | None = None

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """Every path that it lists, in the order of the data, patterns and variables left out."""
        return tuple(entry for entry in self._listed() if not _VARIABLE.search(entry.written))

    def _listed(self) -> Iterator[Listed]:
        if self.kind != MARKETPLACE:
            yield from self._paths_of(self.data, (), self.folder)
        for number, plugin in enumerate(self._entries()):
            place: Place = ("plugins", number)
            root = self._root_of(plugin)
            if root is not None:
                source = plugin["source"]
                yield from self._at((*place, "source"), source, self._base_of(source))
                yield from self._paths_of(plugin, place, root)

    @property
    def plugins(self) -> tuple[Plugin, ...]:
        """The plugins of a marketplace that lie in the repository."""
        found = []
        for number, entry in enumerate(self._entries()):
            root = self._root_of(entry)
            if root is not None:
                prefix = f"plugins[{number}].skills"
                skills = tuple(item for item in self.listed if item.label.startswith(prefix))
                alone = entry.get("strict") is False
                own = (root / PLUGIN).is_file()
                found.append(Plugin(root, skills, bool(skills) and (alone or not own)))
        return tuple(found)

    @property
    def unlisted_plugins(self) -> tuple[Path, ...]:
        """The folders with a manifest beside listed plugins, which no entry names."""
        roots = [root for entry in self._entries() if (root := self._root_of(entry))]
        beside = dict.fromkeys(root.parent for root in roots if root != self.folder)
        found = (folder for parent in beside for folder in _entries_of(parent))
        return tuple(f for f in found if f not in roots and (f / PLUGIN).is_file())

    def _entries(self) -> list[dict[str, Any]]:
        entries = self.data.get("plugins") if self.kind == MARKETPLACE else None
        wanted = entries if isinstance(entries, list) else []
        return [entry if isinstance(entry, dict) else {} for entry in wanted]

    @property
    def _plugin_root(self) -> str:
        metadata = self.data.get("metadata")
        root = metadata.get("pluginRoot") if isinstance(metadata, dict) else None
        return root if isinstance(root, str) else ""

    def _base_of(self, source: str) -> Path:
        """What a source starts from: `pluginRoot` is put before it, unless it is there already."""
        below = self.folder / self._plugin_root
        return self.folder if (self.folder / source).exists() else below

    def _root_of(self, entry: dict[str, Any]) -> Path | None:
        """The folder of a plugin in this repository; None for one that is fetched."""
        source = entry.get("source")
        if not isinstance(source, str) or _VARIABLE.search(source):
            return None
        return Path(os.path.normpath(self._base_of(source) / source))

    def _paths_of(self, data: dict[str, Any], place: Place, root: Path) -> Iterator[Listed]:
        for key in _PATH_KEYS:
            yield from self._at((*place, key), data.get(key), root)

    def _at(self, place: Place, value: object, base: Path) -> Iterator[Listed]:
        if isinstance(value, str):
            start, end = self.spans.get(place, (0, 0))
            yield Listed(label_of(place), str(_last_name(place)), value, start, end, base)
        for number, item in enumerate(value if isinstance(value, list) else ()):
            if isinstance(item, str):
                yield from self._at((*place, number), item, base)

    @cached_property
    def spans(self) -> dict[Place, tuple[int, int]]:
        """Where each value stands; empty where the manifest cannot be read."""
        return find_spans(self.source.text) if self.data else {}

    def look_up(self, entry: Listed) -> Verdict:
        """What is on disk at a listed path; asks nothing outside the folder of the manifest."""
        if not entry.target.is_relative_to(self.folder) or entry.written.startswith("/"):
            return Verdict(State.OUTSIDE)
        if not entry.target.exists():
            return Verdict(State.MISSING, self._nearest(entry))
        if entry.key == "skills" and not entry.target.is_dir():
            parent = posixpath.dirname(entry.written)
            return Verdict(State.FILE, parent if entry.target.name == SKILL_FILE else "")
        if entry.key == "skills" and not _holds_skills(entry.target):
            return Verdict(State.NO_SKILL)
        if self._needs_prefix(entry):
            return Verdict(State.UNPREFIXED, f"./{entry.written}")
        return Verdict(State.OK)

    def _needs_prefix(self, entry: Listed) -> bool:
        """Claude Code wants `./` before every path, save a source below `metadata.pluginRoot`."""
        if self.kind.startswith(".codex") or entry.written in (".", "./"):
            return False
        free = entry.key == "source" and self._plugin_root
        return not free and not entry.written.startswith("./")

    def _nearest(self, entry: Listed) -> str:
        """The path beside the missing one that is most like it and that nothing lists yet."""
        taken = {other.target for other in self.listed}
        parent, name = entry.target.parent, entry.target.name
        names = [item.name for item in _entries_of(parent) if item not in taken]
        near = difflib.get_close_matches(name, names, 1)
        return relative(parent / near[0], entry.base) if near else ""


def relative(path: Path, base: Path) -> str:
    """A path as a manifest spells it, from `base` on."""
    return f"./{Path(os.path.relpath(path, base)).as_posix()}"


def load_manifests(library: Library) -> tuple[Manifest, ...]:
    """The manifests at the root of a library, above it in its repository, and at its plugins."""
    places = dict.fromkeys([*folders_above(library.root.absolute()), *_plugin_folders(library)])
    found = ((folder, kind) for folder in places for kind in _FILES)
    return tuple(_load(folder, kind) for folder, kind in found if (folder / kind).is_file())


def _plugin_folders(library: Library) -> Iterator[Path]:
    seen: set[Path] = set()
    for skill in library.skills if any(skill.plugin for skill in library.skills) else ():
        for folder in skill.folder.parents:
            if folder in seen or not folder.is_relative_to(library.root):
                break
            seen.add(folder)
            yield folder.absolute()


def _load(folder: Path, kind: str) -> Manifest:
    file = folder / kind
    text, unreadable = read_text(file)
    source = Source(shown(file), text)
    if unreadable:
        return Manifest(source, folder, kind, fault=(0, unreadable))
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        return Manifest(source, folder, kind, fault=(error.pos, f"is no JSON: {error.msg}"))
    except RecursionError:
        return Manifest(source, folder, kind, fault=(0, "is nested too deep"))
    if not isinstance(data, dict):
        return Manifest(source, folder, kind, fault=(0, "must hold an object, `{...}`"))
    return Manifest(source, folder, kind, data)


def _holds_skills(folder: Path) -> bool:
    """Whether a folder is a skill or a folder of skills."""
    return (folder / SKILL_FILE).is_file() or any(folder.glob(f"*/{SKILL_FILE}"))


def _entries_of(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _last_name(place: Place) -> str | int:
    return next(part for part in reversed(place) if isinstance(part, str))


def label_of(place: Place) -> str:
    """A place as people write it, such as `plugins[0].skills[1]`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")
