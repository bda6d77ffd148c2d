"""One file on disk to text: exact, or empty with the cause."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from skilltool.library.encodings import Undecodable, decode, position_of
from skilltool.model import Location, Problem, Source

SKILL_FILE = "SKILL.md"
MAX_BYTES = 10 * 1024 * 1024
"""A file above this is not read; deepagents refuses the same size (its filesystem backend)."""


def absolute(path: Path) -> Path:
    """The path from the root on, without `..`, symbolic links kept as they are."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links


def shown(path: Path) -> str:
    """A path as people see it: POSIX separators, relative to the working directory if below it."""
    full, here = absolute(path), Path.cwd()
    return (full.relative_to(here) if full.is_relative_to(here) else full).as_posix()


def join(folder: str, name: str) -> str:
    """The shown path of what is in a folder that is shown as `folder`."""
    return name if folder == "." else f"{folder}/{name}"


def read_text(file: Path | str) -> tuple[str, str]:
    """The exact text of a regular UTF-8 file, line ends kept; else an empty text and the cause."""
    text, cause = _read(file)
    return text, cause and f"{Path(file).name} {cause}"


def find_problem(file: Path | str, path: str) -> Problem | None:
    """Why a file, shown as `path`, cannot be read as text, and where; None where it can."""
    data, cause = _read_bytes(file)
    found = "" if cause else decode(data)
    name = Path(file).name
    if isinstance(found, Undecodable):
        line, column = position_of(data, found.offset)
        place = Location(path, line, column, line, column + 1)
        return Problem(place, f"{name} {found.cause}")
    return Problem(Location(path), f"{name} {cause}") if cause else None


def _read(file: Path | str) -> tuple[str, str]:
    data, cause = _read_bytes(file)
    found = "" if cause else decode(data)
    return ("", found.cause) if isinstance(found, Undecodable) else (found, cause)


def _read_bytes(file: Path | str) -> tuple[bytes, str]:
    try:
        status = os.stat(file)  # noqa: PTH116 - a Path costs more, and many files are read
        if not stat.S_ISREG(status.st_mode):
            return b"", f"is {'a folder' if stat.S_ISDIR(status.st_mode) else 'not a regular file'}"
        if status.st_size > MAX_BYTES:
            return b"", (
                f"has {status.st_size:,} bytes; more than {MAX_BYTES:,} are not "
                "read, and nothing in it was checked. Move its content to references/"
            )
        with open(file, "rb", buffering=0) as raw:  # noqa: PTH123 - twice as fast
            return raw.read(), ""
    except OSError as error:
        return b"", f"cannot be read: {error.strerror}"


def load_source(file: Path | str, path: str) -> Source | None:
    """The text of a file with its shown path; None when it is no readable text."""
    text, unreadable = read_text(file)
    return None if unreadable else Source(path, text)
