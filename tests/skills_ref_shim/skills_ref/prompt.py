"""The list of skills for a prompt: our index in its XML form."""

from __future__ import annotations

from pathlib import Path

from skills_ref.parser import load_skill
from skilltool import index
from skilltool.model import IndexFile, Library


def to_prompt(folders: list[Path]) -> str:
    """The skills of the folders between `<available_skills>` tags."""
    skills = tuple(skill for folder in folders if (skill := load_skill(folder.resolve())))
    library = Library(Path("/"), "/", skills)
    return index.render(library, IndexFile("-", Path("/-"), "xml", "name", None)).rstrip("\n")
