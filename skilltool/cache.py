"""What earlier runs found, kept by content and settings. The folder may be deleted at any time.

An entry is found by a key of all that its run looked at, so that nothing is ever out of date: a
change makes another key. What cannot be read or written is as if it were not there.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
import time
from typing import TYPE_CHECKING, Any

from skilltool import __version__
from skilltool.library import CACHE_FOLDER
from skilltool.manifests import load_manifests
from skilltool.model import Diagnostic, Edit, Fix, Location, Problem, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from skilltool.config import Config
    from skilltool.manifests import Manifest
    from skilltool.model import Library, Profile, Skill
    from skilltool.rules import Selection

MAX_REPORTS = 50
MAX_COUNTS = 20_000
_REPORT = "report-"
_COUNTS = "tokens.json"
_TAG = (
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# A cache of skilltool; see https://bford.info/cachedir/\n"
)
_CLOCK_TICK = 20_000_000
"""Nanoseconds within which a file system may give two changes of a file the same time."""

Found = tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]
"""The findings that stand, and those that are suppressed."""


class Cache:
    """The cache in one folder, which is made when something is first kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._counts: dict[str, int] = {}

    def load_report(self, key: str) -> Found | None:
        """What a run with that key has found; None where no such run is known."""
        data = self._read(f"{_REPORT}{key}.json")
        if data is None:
            return None
        diagnostics, suppressed = (tuple(map(_diagnostic, items)) for items in data)
        return diagnostics, suppressed

    def save_report(self, key: str, found: Found) -> None:
        """Keep what a run has found, and drop the oldest reports beyond MAX_REPORTS."""
        self._write(f"{_REPORT}{key}.json", found)
        for file in self._reports()[MAX_REPORTS:]:
            _remove(file)

    def load_counts(self) -> dict[str, int]:
        """The token counts that are known, by digest of the text."""
        self._counts = self._read(_COUNTS) or {}
        return dict(self._counts)

    def save_counts(self, counts: dict[str, int]) -> None:
        """Keep token counts, the newest MAX_COUNTS of them, where some are new."""
        if len(counts) > len(self._counts):
            self._write(_COUNTS, dict(list(counts.items())[-MAX_COUNTS:]))

    def _read(self, name: str) -> Any:
        """The data of a whole entry; None for one that is missing or damaged."""
        try:
            sum_, _, content = (self._folder / name).read_bytes().partition(b"\n")
        except OSError:
            return None
        return json.loads(content) if sum_ == _checksum(content) else None

    def _write(self, name: str, data: object) -> None:
        """Write beside and rename: a run at the same time sees all of an entry or nothing."""
        content = json.dumps(data, separators=(",", ":")).encode("ascii")
        try:
            self._make_folder()
            _replace(self._folder / name, b"%s\n%s" % (_checksum(content), content))
        except OSError:
            return

    def _make_folder(self) -> None:
        if self._folder.is_symlink():
            raise NotADirectoryError(self._folder)
        if not self._folder.is_dir():
            self._folder.mkdir()
            _replace(self._folder / ".gitignore", b"*\n")
            _replace(self._folder / "CACHEDIR.TAG", _TAG.encode())

    def _reports(self) -> list[Path]:
        """The files of all reports, the newest first."""
        files = [(_modified(file), file) for file in self._folder.glob(f"{_REPORT}*.json")]
        return [file for _, file in sorted(files, reverse=True)]


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _replace(file: Path, data: bytes) -> None:
    beside = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    beside.write_bytes(data)
    beside.replace(file)


def _modified(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:  # another run has removed it
        return 0


def _remove(file: Path) -> None:
    try:
        file.unlink()
    except OSError:  # another run has removed it
        return


def _diagnostic(data: list[Any]) -> Diagnostic:
    rule, group, severity, (place, message, fix, notes), skill, profile = data
    if fix is not None:
        fix = Fix(fix[0], tuple(Edit(*edit) for edit in fix[1]), fix[2])
    problem = Problem(Location(*place), message, fix, tuple(notes))
    return Diagnostic(rule, group, Severity(severity), problem, skill, profile)


def open_cache(config: Config, libraries: Sequence[Library]) -> Cache | None:
    """The cache beside the configuration, else in the repository of the libraries.

    Where there is neither, in the library when all of it was asked for. None: no place for one.
    """
    if config.file is not None:
        return Cache(config.folder / CACHE_FOLDER)
    root = libraries[0].root.absolute()
    for folder in (root, *root.parents):
        if (folder / ".git").exists():
            return Cache(folder / CACHE_FOLDER)
    return Cache(root / CACHE_FOLDER) if libraries[0].selected is None else None


def run_key(
    libraries: Sequence[Library],
    config: Config,
    profiles: Sequence[Profile],
    selection: Selection,
) -> str:
    """The digest of all that a run depends on, in hexadecimal.

    The tool itself; the day, for suppressions expire; the place; the settings; every SKILL.md,
    index and manifest by content; every other file of a skill by size, mode and times of change.
    """
    digest = hashlib.sha256()
    day = time.strftime("%Y-%m-%d")
    names = [profile.name for profile in profiles]
    digest.update(repr([*_tool(), day, os.getcwd(), config, names, selection]).encode())
    for fact in (fact for library in libraries for fact in _facts(library)):
        digest.update(fact if isinstance(fact, bytes) else _bytes(repr(fact)))
        digest.update(b"\0")
    return digest.hexdigest()


def is_settled(libraries: Sequence[Library], start: int) -> bool:
    """Whether no file was so new at `start` (nanoseconds) that a later change may not show."""
    skills = (skill for library in libraries for skill in library.skills)
    return all(item.stamp[1] < start - _CLOCK_TICK for skill in skills for item in skill.resources)


def _tool() -> Iterator[object]:
    """What makes this program another one: its files, the interpreter and what is installed."""
    import skilltool

    yield __version__
    yield sys.version
    package = os.path.dirname(skilltool.__file__)
    yield from sorted(_program_files(package))
    spec = importlib.util.find_spec("yaml")
    yield spec and spec.origin and os.stat(os.path.dirname(os.path.dirname(spec.origin))).st_mtime_ns


def _program_files(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _program_files(entry.path)
            else:
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns


def _facts(library: Library) -> Iterator[object]:
    """All that a rule may look at in a library."""
    yield library.path, str(library.root), sorted(library.selected or ()), library.selected is None
    yield library.skipped, library.problems
    for file in library.index_files:
        yield file.path, file.format, file.order, file.source is None
        yield _bytes(file.source.text if file.source else "")
    for skill in library.skills:
        yield from _facts_of_skill(skill)
    for manifest in load_manifests(library):
        yield from _facts_of_manifest(manifest)
    locks = [folder / LOCK_FILE for folder in folders_above(library.root.absolute())]
    texts = [read_text(lock) for lock in locks if lock.is_file()]
    yield texts
    if texts or any(file.format == "lock" for file in library.index_files):
        from skilltool.index.hashing import hash_folder

        yield [hash_folder(skill.folder) for skill in library.skills]


def _facts_of_skill(skill: Skill) -> Iterator[object]:
    yield skill.path, skill.plugin, skill.unreadable
    yield _bytes(skill.source.text)
    yield [(item.path, item.kind, item.size, item.escapes, item.stamp) for item in skill.resources]


def _facts_of_manifest(manifest: Manifest) -> Iterator[object]:
    """The text, and what is on disk at each path in it."""
    yield manifest.source.path, manifest.kind, manifest.fault
    yield _bytes(manifest.source.text)
    yield [(entry.label, manifest.look_up(entry)) for entry in manifest.listed]
    yield manifest.plugins


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
