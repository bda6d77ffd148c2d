"""What may import what, which modules touch the disk, and what a run does not load."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from building import skill_text, write_library

import skilltool

PACKAGE = Path(skilltool.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
DOORS = (
    "click",
    "pygls",
    "watchfiles",
    "yaml",
    "jsonschema",
    "packaging",
    "tiktoken",
    "numpy",
    "rank_bm25",
    "snowballstemmer",
)
PURE = ("rules", "output", "overlap", "likeness", "analyzer", "bm25", "naming", "markdown", "links")
_DISK = {
    "exists",
    "glob",
    "is_dir",
    "is_file",
    "iterdir",
    "mkdir",
    "open",
    "read_bytes",
    "read_text",
    "rglob",
    "scandir",
    "stat",
    "unlink",
    "write_bytes",
    "write_text",
}


def _top(file: Path) -> str:
    """The module or folder right below the package that a file belongs to."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _imports(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("library", DOORS)
def test_a_heavy_library_has_one_door(library: str) -> None:
    users = {_top(file) for file in MODULES if library in {n.split(".")[0] for n in _imports(file)}}
    assert len(users) == 1


@pytest.mark.parametrize(
    ("family", "pattern"), [("rules", "[a-z]*.py"), ("cli", "*_command.py")], ids=["rules", "cli"]
)
def test_members_of_a_family_do_not_import_each_other(family: str, pattern: str) -> None:
    files = sorted((PACKAGE / family).glob(pattern))
    members = {f"skilltool.{family}.{file.stem}" for file in files}
    assert members
    for file in files:
        others = members - {f"skilltool.{family}.{file.stem}"}
        assert others.isdisjoint(_imports(file)), file.name


@pytest.mark.parametrize("module", PURE)
def test_a_module_that_computes_or_renders_does_not_touch_the_disk(module: str) -> None:
    # The rule about the lock reads the lock, which lies outside of every library.
    apart = {"__init__.py", "differs_from_lock.py"}
    files = [file for file in MODULES if _top(file) == module and file.name not in apart]
    assert files
    for file in files:
        calls = [
            node.func
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.Call)
        ]
        names = {f.attr for f in calls if isinstance(f, ast.Attribute)}
        names |= {f.id for f in calls if isinstance(f, ast.Name)}
        assert names.isdisjoint(_DISK), file.name


_LOADED = """
import contextlib, io, json, sys
from skilltool.cli import main
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main(sys.argv[1:])
print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})))
"""


@pytest.mark.parametrize(
    ("args", "unloaded"),
    [
        (["--version"], set(DOORS) - {"click"}),
        (["--help"], set(DOORS) - {"click"}),
        (["list"], {"jsonschema", "tiktoken", "numpy", "rank_bm25", "snowballstemmer"}),
        (["validate"], {"tiktoken", "numpy", "rank_bm25", "snowballstemmer"}),
        (["check"], {"tiktoken", "rank_bm25"}),
        (["explain", "over-budget"], {"jsonschema", "tiktoken", "numpy", "rank_bm25"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_command_loads_only_what_it_needs(
    args: list[str], unloaded: set[str], tmp_path: Path
) -> None:
    text = skill_text("bread", "Bakes bread. Use when somebody asks for a loaf.")
    write_library(tmp_path, {"skills/bread/SKILL.md": text})
    paths = os.pathsep.join([str(PACKAGE.parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", _LOADED, *args],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        check=True,
        text=True,
    )
    assert unloaded.isdisjoint(json.loads(done.stdout))
