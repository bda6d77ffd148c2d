"""Paths that stand for any file: placeholders, and the names that examples use."""

from __future__ import annotations

import posixpath
import re

_SIGN = re.compile(r"[{}<>$*…]|\A@/")
_VARIABLE = re.compile(r"%s|%(?![0-9A-Fa-f]{2})[A-Za-z_]+%")
_WORDS = re.compile(r"(?:^|/)(?:path/to|your[-_])")
# `code-file-1.md`, `component-name.md`, `example.md`.
_SAMPLE = re.compile(
    r"(?:.*[-_])?(?:file[-_]?\d+|(?:file[-_]?)?name)|foo|bar|baz|x{2,}|example|image|link|path|url"
    r"|placeholder",
    re.IGNORECASE,
)
# `[name].md`, `YYYY-MM-DD.md`, `NNN-title.md`.
_PATTERN = re.compile(
    r"(?:^|/)(?:(?:other|another|some|my|new|your|sub)[-_]skill|skill[-_]?name)\b"
    r"|\[[^\[\]]*\]|YYYY|(?<![A-Za-z])(?:N{2,}|X{2,}|MM|DD)(?![A-Za-z])"
)


def is_placeholder(path: str) -> bool:
    """Whether a path has a part that the reader is to fill in."""
    if _SIGN.search(path) or "..." in path or ("%" in path and _VARIABLE.search(path)):
        return True
    small = path.lower()
    return ("path/to" in small or "your" in small) and _WORDS.search(small) is not None


def is_stand_in(path: str) -> bool:
    """Whether a path that leads nowhere is meant as one of any file."""
    stem = posixpath.splitext(posixpath.basename(path))[0]
    return _SAMPLE.fullmatch(stem) is not None or _PATTERN.search(path) is not None
