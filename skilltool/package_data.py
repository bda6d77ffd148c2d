"""Where a shipped file is, in a checkout and in an installed wheel. Gives paths; reads nothing."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def data_file(name: str) -> Path:
    """The path of a data file of the package, such as `o200k_base.json`."""
    return _PACKAGE / "data" / name


def schema_file(name: str) -> Path:
    """The path of a JSON Schema by its file name."""
    return _top_level("schemas") / name


def templates_root() -> Path:
    """The folder that holds one folder per kind of template."""
    return _top_level("templates")


def template_folder(kind: str) -> Path:
    """The folder of one kind of template; whether it exists is for the caller to ask."""
    return templates_root() / kind


def _top_level(folder: str) -> Path:
    # A wheel holds only the package, so the build copies these folders into it; in a checkout the
    # one authored copy lies beside the package.
    inside_wheel = _PACKAGE / "_data" / folder
    return inside_wheel if inside_wheel.is_dir() else _PACKAGE.parent / folder
