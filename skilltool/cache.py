"""What earlier runs found, kept by content and settings. The folder may be deleted at any time.

An entry is found by a key of all that its run looked at, so that none is ever out of date: a
change makes another key. What cannot be read or written is as if it were not there.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from skilltool import __version__
from skilltool.errors import SkilltoolError
from skilltool.library import CACHE_FOLDER, folders_above, read_text
from skilltool.manifests import LOCK_FILES, load_manifests
from skilltool.model import Acceptance, Diagnostic, Edit, Fix, Location, Problem, Report, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from skilltool.config import Config
    from skilltool.manifests import Manifest
    from skilltool.model import Library, Profile, Skill
    from skilltool.rules import Selection

MAX_REPORTS = 20
MAX_COUNTS = 20_000
_REPORT = "report-"
_COUNTS = "tokens.json"
_TAG = """Signature: 8a477f597d28d172789f06886806bc55
# A cache of skilltool. What this file is: https://bford.info/cachedir/
"""
_HOUR = 3_600_000_000_000
_CLOCK_TICK = 20_000_000
"""Nanoseconds within which a file system may give two changes of a file the same time."""

Findings = tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]
"""The findings that stand, and those that are suppressed."""


class Run(NamedTuple):
    """What a check is about. `start` is the time before the libraries were read, nanoseconds."""

    libraries: Sequence[Library]
    config: Config
    profiles: Sequence[Profile]
    selection: Selection
    start: int


def find_report(run: Run, check: Callable[[], Report]) -> Report:
    """What `check` gives, which is called only where no run that looked at the same is known."""
    cache = open_cache(run.config, run.libraries)
    if cache is None:
        return check()
    key = run_key(run)
    findings = cache.load_report(key)
    if findings is not None:
        return Report(tuple(run.libraries), *findings)
    report = _with_known_counts(cache, check)
    if _is_settled(run):
        cache.save_report(key, (report.diagnostics, report.suppressed))
    return report


def _with_known_counts(cache: Cache, check: Callable[[], Report]) -> Report:
    from skilltool import tokens

    known = cache.load_counts()
    tokens.known_counts.update(known)
    report = check()
    if len(tokens.known_counts) > len(known):
        cache.save_counts(tokens.known_counts)
    return report


def open_cache(config: Config, libraries: Sequence[Library]) -> Cache | None:
    """The cache beside the configuration, else in the repository of the first library.

    Where there is neither, in the library itself if all of it was asked for; else there is none.
    """
    if config.file is not None:
        return Cache(config.folder / CACHE_FOLDER)
    root = libraries[0].root.absolute()
    for folder in (root, *root.parents):
        if (folder / ".git").exists():
            return Cache(folder / CACHE_FOLDER)
    return Cache(root / CACHE_FOLDER) if libraries[0].selected is None else None


class Cache:
    """The entries in one folder, which is made when something is first kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_report(self, key: str) -> Findings | None:
        """What the run with that key has found; None where no such run is known."""
        data = self._read(f"{_REPORT}{key}.json")
        if data is None:
            return None
        standing, suppressed = (tuple(map(_diagnostic, items)) for items in data)
        return standing, suppressed

    def save_report(self, key: str, findings: Findings) -> None:
        """Keep what a run has found, and drop the oldest reports beyond MAX_REPORTS."""
        self._write(f"{_REPORT}{key}.json", findings)
        self._prune()

    def load_counts(self) -> dict[str, int]:
        """The token counts that are known, by the key that `tokens` gives a text."""
        return dict(self._read(_COUNTS) or {})

    def save_counts(self, counts: Mapping[str, int]) -> None:
        """Keep token counts, the last MAX_COUNTS of them."""
        self._write(_COUNTS, dict(list(counts.items())[-MAX_COUNTS:]))

    def _read(self, name: str) -> Any:
        """The data of a whole entry; None for one that is missing or damaged."""
        try:
            checksum, _, content = (self._folder / name).read_bytes().partition(b"\n")
        except OSError:
            return None
        return json.loads(content) if checksum == _checksum(content) else None

    def _write(self, name: str, data: object) -> None:
        content = json.dumps(data, separators=(",", ":")).encode("ascii")
        try:
            self._make_folder()
            _replace(self._folder / name, b"%s\n%s" % (_checksum(content), content))
        except OSError:
            return

    def _make_folder(self) -> None:
        if self._folder.is_symlink():  # a repository must not have us write elsewhere
            raise NotADirectoryError(self._folder)
        if not self._folder.is_dir():
            self._folder.mkdir()
            _replace(self._folder / ".gitignore", b"*\n")
            _replace(self._folder / "CACHEDIR.TAG", _TAG.encode())

    def _prune(self) -> None:
        """Drop the oldest reports beyond MAX_REPORTS, and what a killed run has left half-done."""
        reports = sorted(self._folder.glob(f"{_REPORT}*.json"), key=_modified, reverse=True)
        before = time.time_ns() - _HOUR
        left = [file for file in self._folder.glob(".*.tmp") if _modified(file) < before]
        for file in (*reports[MAX_REPORTS:], *left):
            _remove(file)


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _replace(file: Path, data: bytes) -> None:
    """Write beside and rename: a run at the same time sees all of an entry or nothing."""
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
    rule, group, severity, (place, message, fix, notes, also), skill, profile, accepted = data
    if fix is not None:
        fix = Fix(fix[0], tuple(Edit(*edit) for edit in fix[1]), fix[2])
    problem = Problem(
        Location(*place), message, fix, tuple(notes), tuple(Location(*at) for at in also)
    )
    if accepted is not None:
        reason, expires, told, in_file = accepted
        accepted = Acceptance(reason, expires, Location(*told), in_file)
    return Diagnostic(rule, group, Severity(severity), problem, skill, profile, accepted)


def _is_settled(run: Run) -> bool:
    """Whether no file was so new at the start that a later change may leave its times as they are.

    What is read whole, such as a SKILL.md, is known by its content and needs no such care.
    """
    skills = (skill for library in run.libraries for skill in library.skills)
    before = run.start - _CLOCK_TICK
    return all(item.stamp[1] < before for skill in skills for item in skill.resources)


def run_key(run: Run) -> str:
    """The digest of all that a run depends on, in hexadecimal.

    The tool itself; the day, for suppressions expire; the place; the settings; every SKILL.md,
    index and manifest by content; every other file of a skill by size, mode and times of change.
    """
    day = time.strftime("%Y-%m-%d")
    profiles = [profile.name for profile in run.profiles]
    settings = [*_tool(), day, str(Path.cwd()), run.config, profiles, run.selection]
    digest = hashlib.sha256(repr(settings).encode("utf-8", "surrogatepass"))
    for fact in (fact for library in run.libraries for fact in _facts(library)):
        text = fact if isinstance(fact, str) else repr(fact)
        digest.update(b"%d\0" % len(text))
        digest.update(text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _tool() -> Iterator[object]:
    """What makes this program another one: its files, the interpreter and what is installed."""
    yield __version__, sys.version
    yield sorted(_program_files(Path(__file__).parent))
    # The folder of the dependencies changes when one of them is installed in another version.
    spec = importlib.util.find_spec("yaml")
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).parent.parent.stat().st_mtime_ns


def _program_files(folder: str | Path) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir():
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns
            elif entry.name != "__pycache__":
                yield from _program_files(entry.path)


def _facts(library: Library) -> Iterator[object]:
    """All that a rule may look at in a library, texts as they are."""
    selected = None if library.selected is None else sorted(library.selected)
    yield library.path, str(library.root), selected, library.skipped, library.problems
    yield library.beside, library.pages, library.misplaced
    for skill in library.skills:
        yield skill.source.text
        yield skill.path, skill.plugin, skill.unreadable, skill.is_checkout
        yield skill.unreadable_at, skill.escapes
        files = skill.resources
        yield [(item.path, item.kind, item.size, item.escapes, item.stamp) for item in files]
        yield [(item.executable, item.ignored) for item in files]
    for index in library.index_files:
        yield index.path, index.format, index.order, index.source
    for manifest in load_manifests(library):
        yield from _facts_of_manifest(manifest)
    yield from _facts_of_locks(library)


def _facts_of_manifest(manifest: Manifest) -> Iterator[object]:
    """What it says, and what is on disk at each path in it."""
    yield manifest.kind, manifest.source, manifest.fault, manifest.plugins
    yield manifest.unlisted_plugins
    yield [(entry.label, manifest.look_up(entry)) for entry in manifest.listed]


def _facts_of_locks(library: Library) -> Iterator[object]:
    """Lock files, and where there is one the hashes of folders, which take in hidden files."""
    above = folders_above(library.root.absolute())
    files = [folder / name for folder in above for name in LOCK_FILES]
    locks = [(str(file), read_text(file)) for file in files if file.is_file()]
    yield locks
    if locks or any(index.format == "lock" for index in library.index_files):
        yield [_folder_hash(skill) for skill in library.skills]


def _folder_hash(skill: Skill) -> str:
    from skilltool.index.hashing import hash_folder

    try:
        return hash_folder(skill.folder)
    except SkilltoolError as error:
        return str(error)
