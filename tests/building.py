"""Build libraries on disk from a dict, and run the command line in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, NamedTuple

import pytest

from skilltool.cli import main
from skilltool.library import Request, load_library
from skilltool.profiles import load_profile

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Library, Skill


class Run(NamedTuple):
    code: int
    out: str
    err: str


def run(*args: str) -> Run:
    """Run `skills ARGS` in the current directory."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as stop:
        main(args)
    return Run(int(stop.value.code or 0), out.getvalue(), err.getvalue())


def write_library(root: Path, files: dict[str, str | bytes]) -> Path:
    """Write the files below `root`, line ends as they are; scripts get their run bit."""
    for path, content in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        if "/scripts/" in path:
            file.chmod(0o755)
    return root


def skill_text(name: str, description: str, body: str = "Do it.\n") -> str:
    """A well-formed SKILL.md."""
    return f'---\nname: {name}\ndescription: "{description}"\n---\n\n{body}'


def load(root: Path, profile: str = "default") -> Library:
    return load_library(Request(root), load_profile(profile))


def load_skill(root: Path, text: str | bytes, name: str = "unit-convert") -> Skill:
    """The only skill of a new library, with this SKILL.md."""
    write_library(root, {f"skills/{name}/SKILL.md": text})
    return load(root / "skills").skills[0]
