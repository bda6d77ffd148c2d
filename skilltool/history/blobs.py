"""What git holds of a folder at a revision, and where that is written to."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.library import absolute, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LINK, SUBMODULE = "120000", "160000"
_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Blob:
    """A file in a commit: its mode, the name of its content, its bytes, its path in the folder."""

    mode: str
    name: str
    size: int
    path: PurePosixPath


def locate(folder: Path, revision: str) -> tuple[Path, str, str]:
    """The repository that a folder is in, the folder's path in it, and the commit's name."""
    place = absolute(folder)
    existing = next(above for above in (place, *place.parents) if above.is_dir())
    found = run_git(existing, "rev-parse", "--show-toplevel")
    if found.returncode:
        raise SkilltoolError(f"{shown(folder)} is in no git repository, so it has no revisions")
    repository = Path(line_of(found))
    commit = run_git(
        repository, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}"
    )
    if commit.returncode:
        raise SkilltoolError(
            f"git knows no revision `{revision}` in {shown(repository)}; name a commit, branch or "
            "tag (a shallow clone lacks the older ones: `git fetch --unshallow`)"
        )
    inside = place.resolve().relative_to(repository.resolve()).as_posix()
    # a shallow clone may lack the point, and a branch without commits has none
    point = run_git(repository, "merge-base", line_of(commit), "HEAD")
    return repository, inside, line_of(commit if point.returncode else point)


def line_of(run: subprocess.CompletedProcess[bytes]) -> str:
    """What git printed, as one line."""
    return run.stdout.decode("utf-8", "surrogateescape").rstrip("\n")


def run_git(
    folder: Path, *arguments: str, given: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder. Raises SkilltoolError where it is not installed."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        return subprocess.run(command, input=given, capture_output=True, check=False)  # noqa: S603
    except OSError as error:
        raise SkilltoolError("`git` is not installed, and a revision needs it") from error


def find_blobs(
    repository: Path, commit: str, inside: str, *, submodules: bool = False
) -> list[Blob]:
    """Every file below the folder in the commit; paths are relative to the folder."""
    tree = commit if inside == "." else f"{commit}:{inside}"
    run = run_git(repository, "ls-tree", "-r", "-l", "-z", tree)
    if run.returncode:
        return []
    entries = run.stdout.decode("utf-8", "surrogateescape").split("\0")
    blobs = [_blob(entry) for entry in entries if entry]
    return [
        blob
        for blob in blobs
        if (submodules or blob.mode != SUBMODULE) and ".." not in blob.path.parts
    ]


def _blob(entry: str) -> Blob:
    head, _, path = entry.partition("\t")
    mode, _, name, size = head.split()
    return Blob(mode, name, int(size) if size.isdecimal() else 0, PurePosixPath(path))


def contents(repository: Path, blobs: Sequence[Blob]) -> Iterator[bytes]:
    """The content of each blob, exactly as it is stored."""
    for start in range(0, len(blobs), _AT_ONCE):
        part = blobs[start : start + _AT_ONCE]
        names = "".join(f"{blob.name}\n" for blob in part).encode()
        data = run_git(repository, "cat-file", "--batch", given=names).stdout
        at = 0
        for _ in part:
            head = data.index(b"\n", at)
            size = int(data[at:head].rsplit(b" ", 1)[1])
            yield data[head + 1 : head + 1 + size]
            at = head + size + 2


def write_files(
    repository: Path, blobs: list[Blob], folder: Path, lead: Callable[[Path, str], str]
) -> None:
    """Write the blobs; links come last, so that nothing is ever written through one."""
    ordered = sorted(blobs, key=lambda blob: blob.mode == LINK)
    for blob, content in zip(ordered, contents(repository, ordered), strict=True):
        file = folder / blob.path
        file.parent.mkdir(parents=True, exist_ok=True)
        if blob.mode == LINK:
            file.symlink_to(lead(file, content.decode("utf-8", "surrogateescape")))
        else:
            file.write_bytes(content)
            file.chmod(0o755 if blob.mode == "100755" else 0o644)
