"""A whole repository as it was, for what looks at the files around a library, too."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from skilltool.history.blobs import (
    SUBMODULE,
    Blob,
    find_blobs,
    line_of,
    locate,
    run_git,
    write_files,
)
from skilltool.library import absolute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_MOST_BYTES = 1024 * 1024
"""A larger file beside the libraries is there with its size alone: nothing reads it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A repository, as paths name it, and the folder that holds it as it was."""

    repository: Path
    copy: Path

    def place(self, path: Path) -> Path:
        """Where a path of the repository is in the copy; any other path as it is."""
        for full in (absolute(path), path.resolve()):
            if full.is_relative_to(self.repository):
                return self.copy / full.relative_to(self.repository)
        return path


@contextmanager
def snapshot(root: Path, revision: str, ignored: Sequence[Path] = ()) -> Iterator[Snapshot]:
    """The whole repository around `root` as it was at `revision`: all that a rule may look at.

    Submodules and the `ignored` files and folders, of which git keeps no revision, are there as
    they are now. The copy is gone when the context ends. Raises what `library_at` does.
    """
    repository, inside, commit = locate(root, revision)
    with TemporaryDirectory(prefix="skills-") as temporary:
        copy = Path(os.path.realpath(temporary)) / repository.name
        copy.mkdir()
        taken = Snapshot(_as_named(repository, absolute(root)), copy)
        _point_to(repository, copy)
        _copy_repository(repository, commit, inside, copy)
        for path in ignored:
            copy_path = _copy_names if path.is_dir() else _copy_present
            copy_path(path, taken.place(path))
        yield taken


def is_unchanged(root: Path, revision: str) -> bool:
    """Whether the repository around `root` is as it was at `revision`, untracked files included."""
    repository, _, commit = locate(root, revision)
    untracked = run_git(repository, "ls-files", "--others", "--exclude-standard")
    return not (untracked.stdout or run_git(repository, "diff", "--quiet", commit).returncode)


def _as_named(repository: Path, place: Path) -> Path:
    """The repository as the path of a place in it names it, which may lead through links."""
    return next((above for above in (place, *place.parents) if above.resolve() == repository),
                repository)  # fmt: skip


def _point_to(repository: Path, copy: Path) -> None:
    """Make the copy the root of a repository, where git knows what is ignored."""
    folder = line_of(run_git(repository, "rev-parse", "--absolute-git-dir"))
    (copy / ".git").write_text(f"gitdir: {folder}\n", "utf-8", "surrogateescape")


def _copy_repository(repository: Path, commit: str, inside: str, copy: Path) -> None:
    read: list[Blob] = []
    for blob in find_blobs(repository, commit, ".", submodules=True):
        near = inside == "." or blob.path.is_relative_to(inside)
        if blob.mode == SUBMODULE:
            _copy_present(repository / blob.path, copy / blob.path)
        elif near or blob.size <= _MOST_BYTES:
            read.append(blob)
        else:
            _write_size(copy / blob.path, blob.size)
    write_files(repository, read, copy, _lead_on(repository, copy))


def _write_size(file: Path, size: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    os.truncate(file, size)


def _copy_present(path: Path, to: Path) -> None:
    if path.is_dir():
        skipped = shutil.ignore_patterns(".git")
        shutil.copytree(path, to, symlinks=True, ignore=skipped, dirs_exist_ok=True)
    elif path.is_file() and not os.path.lexists(to):
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)


def _copy_names(folder: Path, to: Path) -> None:
    """Of a folder that git ignores only the names count: links into it are found by them."""
    for at, _, names in os.walk(folder):
        below = to / Path(at).relative_to(folder)
        below.mkdir(parents=True, exist_ok=True)
        for name in names:
            (below / name).touch()


def _lead_on(repository: Path, copy: Path) -> Callable[[Path, str], str]:
    """What a link in the copy leads to: what the same link leads to in the repository."""

    def lead(file: Path, target: str) -> str:
        if not target.startswith("/") and absolute(file.parent / target).is_relative_to(copy):
            return target
        original = absolute(repository / file.relative_to(copy).parent / target)
        if original.is_relative_to(repository):
            return str(copy / original.relative_to(repository))
        return str(original) if original.exists() else target

    return lead
