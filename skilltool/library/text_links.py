"""Links to skill folders that git wrote as text, as it does where `core.symlinks` is false."""

from __future__ import annotations

import re
from pathlib import Path

from skilltool.library.reading import read_text
from skilltool.model import Location, Problem

_LONGEST = 512
_PATH = re.compile(r"""(?:[^\s/:*?"<>|]+/)*[^\s/:*?"<>|]+/?""")


def find_text_link(file: str, path: str) -> Problem | None:
    """What to say of a file, shown as `path`, that holds nothing but the way to a skill folder."""
    if "." in path.rpartition("/")[2] or not _is_tiny(file):
        return None
    target = read_text(file)[0].strip()
    if not _PATH.fullmatch(target) or not _leads_to_skill(file, target):
        return None
    message = (
        f"this file holds nothing but the path `{target}`: git wrote a "
        "symbolic link as text, as it does where `core.symlinks` is false. Run `git config "
        "core.symlinks true` and check the file out again, or put a copy of the folder in its place"
    )
    return Problem(Location(path), message)


def _leads_to_skill(file: str, target: str) -> bool:
    """Whether a skill is at the target, or the target is called as the file and may be missing."""
    same = target.startswith("../") and Path(target).name == Path(file).name
    return same or (Path(file).parent / target / "SKILL.md").is_file()


def _is_tiny(file: str) -> bool:
    try:
        return 0 < Path(file).stat().st_size < _LONGEST
    except OSError:
        return False
