"""Hashes of a skill's folder: that of the npm installer's skills-lock.json, and our own."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.library import CACHE_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

_SKIPPED = frozenset({".git", "node_modules", CACHE_FOLDER})
# The order of characters in JavaScript's localeCompare, which is that of the Unicode collation:
# blanks, punctuation, symbols, digits, then letters whatever their case.
_SIGNS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_RANKS = {sign: rank for rank, sign in enumerate(_SIGNS + "0123456789")}


def hash_folder(folder: Path) -> str:
    """SHA-256, in hexadecimal, over path and content of every file in the order of the paths.

    Symbolic links are passed over, and so are .git, node_modules and our own cache. Paths in other
    letters than ASCII may be ordered otherwise than there. Source: the npm package `skills` 1.7.4.
    Raises SkilltoolError for a file that cannot be read.
    """
    digest = hashlib.sha256()
    try:
        for relative, file in sorted(_files(folder, ""), key=lambda item: locale_key(item[0])):
            digest.update(relative.encode("utf-8", "surrogateescape"))
            digest.update(file.read_bytes())
    except OSError as error:
        raise SkilltoolError(f"{error.filename} cannot be read: {error.strerror}") from error
    return digest.hexdigest()


def hash_texts(folder: Path) -> str:
    """As `hash_folder`, with the paths in the order of their bytes and line ends as LF.

    So the hash is the same in every checkout. It is what a `skills.lock` holds.
    """
    digest = hashlib.sha256()
    try:
        for relative, file in sorted(_files(folder, "")):
            digest.update(relative.encode("utf-8", "surrogateescape"))
            digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    except OSError as error:
        raise SkilltoolError(f"{error.filename} cannot be read: {error.strerror}") from error
    return digest.hexdigest()


def _files(folder: Path, prefix: str) -> Iterator[tuple[str, Path]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            relative = f"{prefix}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED:
                    yield from _files(Path(entry.path), f"{relative}/")
            elif entry.is_file(follow_symlinks=False):
                yield relative, Path(entry.path)


def locale_key(path: str) -> tuple[list[tuple[int, str]], str]:
    """What paths are sorted by: case counts last, and then small letters come first."""
    return [(_RANKS.get(sign, len(_RANKS)), sign.casefold()) for sign in path], path.swapcase()
