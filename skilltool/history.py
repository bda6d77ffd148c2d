"""A library, or a file, as it was at a git revision. The work tree is not touched.

A revision that went on after the current branch left it counts as it was at that point, as in the
diff of a pull request: what others have changed there since is no change of the branch.
"""

from __future__ import annotations

import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.library import Request, absolute, load_library, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.model import Library, Profile

_LINK, _SUBMODULE = "120000", "160000"


@dataclass(frozen=True, slots=True)
class _Blob:
    """A file in a commit: its mode, the name of its content, and its path in the folder."""

    mode: str
    name: str
    path: PurePosixPath


@contextmanager
def library_at(root: Path, revision: str, profile: Profile) -> Iterator[Library]:
    """The library whose root is `root` as it was at `revision`; empty where it did not exist.

    Its files lie in a temporary folder that is gone when the context ends, so texts that are
    read on demand must be read inside. Symbolic links that leave the folder lead nowhere.
    Raises SkilltoolError where git, the repository or the revision is missing.
    """
    repository, inside, commit = _locate(root, revision)
    with TemporaryDirectory(prefix="skills-") as temporary:
        folder = Path(temporary) / root.name
        folder.mkdir()
        _write_files(repository, _blobs(repository, commit, inside), folder)
        yield load_library(Request(folder), profile, gitignore=False)


def text_at(file: Path, revision: str) -> str | None:
    """The text of a file as it was at `revision`; None where it did not exist.

    Raises SkilltoolError as `library_at` does, and for a file that is no UTF-8 text.
    """
    repository, inside, commit = _locate(file.parent, revision)
    blobs = [blob for blob in _blobs(repository, commit, inside) if str(blob.path) == file.name]
    if not blobs:
        return None
    try:
        return _contents(repository, blobs)[0].decode("utf-8")
    except UnicodeDecodeError as error:
        raise SkilltoolError(f"{shown(file)} at {revision} is not UTF-8") from error


def _locate(folder: Path, revision: str) -> tuple[Path, str, str]:
    """The repository that a folder is in, the folder's path in it, and the commit's name."""
    place = absolute(folder)
    existing = next(above for above in (place, *place.parents) if above.is_dir())
    found = _git(existing, "rev-parse", "--show-toplevel")
    if found.returncode:
        raise SkilltoolError(f"{shown(folder)} is in no git repository, so it has no revisions")
    repository = Path(_line(found))
    commit = _git(repository, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    if commit.returncode:
        raise SkilltoolError(
            f"git knows no revision `{revision}` in {shown(repository)}; name a commit, branch or "
            "tag (a shallow clone lacks the older ones: `git fetch --unshallow`)"
        )
    inside = place.resolve().relative_to(repository.resolve()).as_posix()
    # a shallow clone may lack the point, and a branch without commits has none
    point = _git(repository, "merge-base", _line(commit), "HEAD")
    return repository, inside, _line(commit if point.returncode else point)


def _line(run: subprocess.CompletedProcess[bytes]) -> str:
    return run.stdout.decode("utf-8", "surrogateescape").rstrip("\n")


def _git(
    folder: Path, *arguments: str, given: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", str(folder), *arguments]
    try:
        return subprocess.run(command, input=given, capture_output=True, check=False)  # noqa: S603
    except OSError as error:
        raise SkilltoolError("`git` is not installed, and a revision needs it") from error


def _blobs(repository: Path, commit: str, inside: str) -> list[_Blob]:
    """Every file below the folder in the commit; paths are relative to the folder."""
    tree = commit if inside == "." else f"{commit}:{inside}"
    run = _git(repository, "ls-tree", "-r", "-z", tree)
    if run.returncode:
        return []
    entries = run.stdout.decode("utf-8", "surrogateescape").split("\0")
    blobs = [_blob(entry) for entry in entries if entry]
    return [blob for blob in blobs if blob.mode != _SUBMODULE and ".." not in blob.path.parts]


def _blob(entry: str) -> _Blob:
    head, _, path = entry.partition("\t")
    mode, _, name = head.split(" ")
    return _Blob(mode, name, PurePosixPath(path))


def _contents(repository: Path, blobs: Sequence[_Blob]) -> list[bytes]:
    """The content of each blob, exactly as it is stored."""
    names = "".join(f"{blob.name}\n" for blob in blobs).encode()
    data = _git(repository, "cat-file", "--batch", given=names).stdout
    contents, at = [], 0
    for _ in blobs:
        head = data.index(b"\n", at)
        size = int(data[at:head].rsplit(b" ", 1)[1])
        contents.append(data[head + 1 : head + 1 + size])
        at = head + size + 2
    return contents


def _write_files(repository: Path, blobs: list[_Blob], folder: Path) -> None:
    """Write the blobs; links come last, so that nothing is ever written through one."""
    ordered = sorted(blobs, key=lambda blob: blob.mode == _LINK)
    for blob, content in zip(ordered, _contents(repository, ordered), strict=True):
        file = folder / blob.path
        file.parent.mkdir(parents=True, exist_ok=True)
        if blob.mode == _LINK:
            _link(file, content, folder)
        else:
            file.write_bytes(content)
            file.chmod(0o755 if blob.mode == "100755" else 0o644)


def _link(file: Path, content: bytes, folder: Path) -> None:
    target = content.decode("utf-8", "surrogateescape")
    inside = absolute(file.parent / target).is_relative_to(folder)
    file.symlink_to(target if inside else "outside-of-the-library")
