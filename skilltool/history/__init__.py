"""A library, or a file, as it was at a git revision. The work tree is not touched.

A revision that went on after the current branch left it counts as it was at that point, as in the
diff of a pull request: what others have changed there since is no change of the branch.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.history.blobs import contents, find_blobs, locate, write_files
from skilltool.history.snapshot import Snapshot, is_unchanged, snapshot
from skilltool.library import Request, absolute, load_library, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skilltool.model import Library, Profile

__all__ = ["Snapshot", "is_unchanged", "library_at", "snapshot", "text_at"]


@contextmanager
def library_at(root: Path, revision: str, profile: Profile) -> Iterator[Library]:
    """The library whose root is `root` as it was at `revision`; empty where it did not exist.

    Its files lie in a temporary folder that is gone when the context ends, so texts that are
    read on demand must be read inside. Symbolic links that leave the folder lead nowhere.
    Raises SkilltoolError where git, the repository or the revision is missing.
    """
    repository, inside, commit = locate(root, revision)
    with TemporaryDirectory(prefix="skills-") as temporary:
        folder = Path(temporary) / root.name
        folder.mkdir()
        blobs = find_blobs(repository, commit, inside)
        write_files(repository, blobs, folder, _lead_nowhere(folder))
        yield load_library(Request(folder), profile, gitignore=False)


def text_at(file: Path, revision: str) -> str | None:
    """The text of a file as it was at `revision`; None where it did not exist.

    Raises SkilltoolError as `library_at` does, and for a file that is no UTF-8 text.
    """
    repository, inside, commit = locate(file.parent, revision)
    blobs = [blob for blob in find_blobs(repository, commit, inside) if str(blob.path) == file.name]
    if not blobs:
        return None
    try:
        return next(contents(repository, blobs)).decode("utf-8")
    except UnicodeDecodeError as error:
        raise SkilltoolError(f"{shown(file)} at {revision} is not UTF-8") from error


def _lead_nowhere(folder: Path) -> Callable[[Path, str], str]:
    """What a link leads to where nothing outside of the folder was copied."""

    def lead(file: Path, target: str) -> str:
        inside = absolute(file.parent / target).is_relative_to(folder)
        return target if inside else "outside-of-the-library"

    return lead
