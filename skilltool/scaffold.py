"""A new skill from a template: names, fields and files. Nothing is overwritten."""

from __future__ import annotations

import os
import shutil
import string
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.frontmatter import quote
from skilltool.package_data import template_folder, templates_root

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Profile


@dataclass(frozen=True, slots=True)
class NewSkill:
    """What a new skill is made of. `when_to_use` may be empty: then the description says it."""

    name: str
    description: str
    when_to_use: str
    kind: str


def template_kinds() -> list[str]:
    """The kinds of templates, sorted."""
    return sorted(folder.name for folder in templates_root().iterdir() if folder.is_dir())


def routing_fields(new: NewSkill, profile: Profile) -> str:
    """The lines of front matter that hold the routing text where the profile reads it.

    A separate `when_to_use` goes under `metadata`, which no client or validator refuses; where
    the profile does not read it there it becomes part of the description.
    """
    shown = {name for entry in profile.routing for name in entry.split("|")}
    if new.when_to_use and "metadata.when_to_use" in shown:
        return (
            f"description: {quote(new.description)}\n"
            f"metadata:\n  when_to_use: {quote(new.when_to_use)}"
        )
    text = " ".join(part for part in (new.description, new.when_to_use) if part)
    return f"description: {quote(text)}"


def render_files(new: NewSkill, profile: Profile) -> dict[str, tuple[str, bool]]:
    """The new skill's files by relative path: text, and whether the file is executable."""
    if new.kind not in template_kinds():
        kinds = ", ".join(template_kinds())
        raise SkilltoolError(f"no template `{new.kind}`: there are {kinds}")
    folder = template_folder(new.kind)
    values = {
        "name": quote(new.name),
        "title": new.name.replace("-", " ").capitalize(),
        "routing_fields": routing_fields(new, profile),
    }
    return {
        file.relative_to(folder).as_posix(): (_fill(file, values), os.access(file, os.X_OK))
        for file in _files(folder)
    }


def _files(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file


def _fill(file: Path, values: dict[str, str]) -> str:
    text = file.read_text("utf-8")
    return string.Template(text).safe_substitute(values)


def write_skill(folder: Path, files: dict[str, tuple[str, bool]]) -> None:
    """Write the files into `folder`, which must not exist; all of them or none.

    Raises SkilltoolError when the folder exists or cannot be written.
    """
    if os.path.lexists(folder):
        raise SkilltoolError(f"{folder.as_posix()} exists already; nothing was written")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise SkilltoolError(f"{folder} cannot be made: {error.strerror}") from error
    try:
        for path, (text, executable) in files.items():
            _write(beside / path, text, executable)
        beside.chmod(0o755)
        beside.rename(folder)
    except OSError as error:
        shutil.rmtree(beside, ignore_errors=True)
        raise SkilltoolError(f"{folder} cannot be written: {error.strerror}") from error


def _write(file: Path, text: str, executable: bool) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8", newline="\n")
    file.chmod(0o755 if executable else 0o644)
