"""Writing a file whole or not at all, and only when its bytes change."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError

if TYPE_CHECKING:
    from pathlib import Path


def write_text(path: Path, text: str) -> bool:
    """Write the text as UTF-8 with its line ends as they are; see `write_bytes`."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> bool:
    """Make `data` the content of the file and tell whether that changed anything.

    A reader sees the old or the new content, never a part. A file with the same bytes is not
    touched. The mode is kept; a symbolic link stays and its target is written; missing folders
    are made. Raises SkilltoolError; then the old content stands.
    """
    try:
        target = path.resolve()
        if target.exists() and target.read_bytes() == data:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
    except OSError as error:
        raise SkilltoolError(f"{path} cannot be written: {error.strerror or error}") from error
    return True


def _replace(target: Path, data: bytes) -> None:
    # os.replace is atomic only within one file system, hence a sibling and no temporary folder.
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
