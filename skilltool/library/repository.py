"""What git says about the folders of a library; nothing outside of a repository."""

from __future__ import annotations

import os
import re
from pathlib import Path

from skilltool.library.reading import SKILL_FILE

_NO_FILE_MODE = re.compile(r"^\s*filemode\s*=\s*(?:false|no|off|0)\s*$", re.M | re.I)


def ignored_paths(root: Path) -> frozenset[str]:
    """Real paths of the folders below the root that git ignores, and of files in other folders."""
    real = os.path.realpath(root)
    names = _list_files(Path(real), "--others", "--ignored", "--exclude-standard", "--directory")
    return frozenset(f"{real}/{name.rstrip('/')}" for name in names if name != "./")


def run_bits(root: Path) -> dict[str, bool]:
    """Whether each tracked file has its run bit in git's index, by real path.

    Empty where git goes by the disk, as it does unless told otherwise (`core.fileMode`).
    """
    home = _repository_of(root)
    if home is None or not _distrusts_disk(home / ".git" / "config"):
        return {}
    real = os.path.realpath(root)
    staged = (entry.partition("\t") for entry in _list_files(Path(real), "--stage"))
    return {f"{real}/{name}": mode.startswith("100755") for mode, _, name in staged}


def _distrusts_disk(config: Path) -> bool:
    try:
        return _NO_FILE_MODE.search(config.read_text("utf-8", "replace")) is not None
    except OSError:
        return False


def tracked_skills(base: Path) -> list[Path]:
    """Folders at and below `base` with a SKILL.md that git tracks."""
    names = _list_files(base, "--", f":(glob)**/{SKILL_FILE}")
    return [base / Path(name).parent for name in names]


def _list_files(folder: Path, *arguments: str) -> list[str]:
    """The paths that `git ls-files` gives for a folder, relative to it."""
    if _repository_of(folder) is None:
        return []
    import subprocess

    command = ["git", "-C", str(folder), "ls-files", "-z", *arguments]
    try:
        run = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    except OSError:
        return []
    names = run.stdout.decode("utf-8", "surrogateescape").split("\0")
    return [name for name in names if name]


def _repository_of(folder: Path) -> Path | None:
    place = Path(os.path.realpath(folder))
    return next((above for above in (place, *place.parents) if (above / ".git").exists()), None)
