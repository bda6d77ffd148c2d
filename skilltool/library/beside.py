"""Files beside the skills of a library: what their texts may mean, and pages that list them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from skilltool.library.reading import load_source, shown

if TYPE_CHECKING:
    from skilltool.model import Source

SHARED_FOLDERS = ("references", "scripts", "assets", "docs")
"""The folders of the specification, and the one that repositories have for texts."""

MAX_FILES = 5_000
PAGES = ("README.md", "AGENTS.md", "CLAUDE.md", "SKILLS.md", "INDEX.md")
"""The pages that may list the skills of a library, at its root or above it."""


def folders_above(root: Path) -> list[Path]:
    """The root and the folders above it up to the repository's or the working directory."""
    above = [root, *root.parents]
    here = Path.cwd()
    for number, folder in enumerate(above, 1):
        if folder == here or (folder / ".git").exists():
            return above[:number]
    return above[:2]


def pages_beside(root: Path) -> tuple[Source, ...]:
    """The pages at the root and above it that list skills by hand, links to other pages once."""
    files = [folder / name for folder in folders_above(root) for name in PAGES]
    found = {os.path.realpath(file): file for file in reversed(files) if file.is_file()}
    pages = (load_source(file, shown(file)) for file in reversed(found.values()))
    return tuple(page for page in pages if page is not None and _lists_by_hand(page.text))


def _lists_by_hand(text: str) -> bool:
    return "SKILL.md" in text and "skills:begin" not in text and "skills index" not in text


def files_beside(root: Path) -> tuple[str, ...]:
    """The files in folders of SHARED_FOLDERS at the root and above it, relative to the root.

    Sorted, with `/`; at most MAX_FILES, those nearest to the root. Links to folders and hidden
    folders are passed over.
    """
    found: list[str] = []
    for level, folder in enumerate(folders_above(root)):
        for name in SHARED_FOLDERS:
            top = folder / name
            if top.is_dir() and not root.is_relative_to(top):
                found += _below(top, "../" * level + name, MAX_FILES - len(found))
    return tuple(sorted(found))


def _below(folder: Path, shown: str, room: int) -> list[str]:
    files: list[str] = []
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        prefix = "/".join((shown, *Path(at).relative_to(folder).parts))
        files += [f"{prefix}/{name}" for name in sorted(names)]
        if len(files) >= room:
            break
    return files[:room]
