"""One file on disk to text: exact, or empty with the cause."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from skilltool.model import Source

MAX_BYTES = 10 * 1024 * 1024
"""A file above this is not read; deepagents refuses the same size (its filesystem backend)."""


def absolute(path: Path) -> Path:
    """The path from the root on, without `..`, symbolic links kept as they are."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links


def shown(path: Path) -> str:
    """A path as people see it: POSIX separators, relative to the working directory if below it."""
    full, here = absolute(path), Path.cwd()
    return (full.relative_to(here) if full.is_relative_to(here) else full).as_posix()


def read_text(file: Path | str) -> tuple[str, str]:
    """The exact text of a regular UTF-8 file, line ends kept; else an empty text and the cause."""
    text, cause = _read(file)
    return text, cause and f"{Path(file).name} {cause}"


def _read(file: Path | str) -> tuple[str, str]:
    try:
        status = os.stat(file)  # noqa: PTH116 - a Path costs more, and many files are read
        if not stat.S_ISREG(status.st_mode):
            return "", f"is {'a folder' if stat.S_ISDIR(status.st_mode) else 'not a regular file'}"
        if status.st_size > MAX_BYTES:
            return "", (
                f"has {status.st_size:,} bytes; more than {MAX_BYTES:,} are not "
                "read, and nothing in it was checked. Move its content to references/"
            )
        with open(file, "rb", buffering=0) as raw:  # noqa: PTH123 - twice as fast
            data = raw.read()
    except OSError as error:
        return "", f"cannot be read: {error.strerror}"
    return _decode(data)


def _decode(data: bytes) -> tuple[str, str]:
    if (zero := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, zero) + 1
        return "", f"is not text: line {line} holds a zero byte. Save the file as UTF-8"
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        value = data[error.start]
        return "", f"is not UTF-8: line {line} holds the byte 0x{value:02X}. Save the file as UTF-8"


def load_source(file: Path | str, path: str) -> Source | None:
    """The text of a file with its shown path; None when it is no readable text."""
    text, unreadable = read_text(file)
    return None if unreadable else Source(path, text)
