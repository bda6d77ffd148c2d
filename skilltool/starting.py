"""What `skills init` puts into a repository, planned as texts: nothing here touches the disk."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skilltool.config import FILE_NAME
from skilltool.index import BEGIN, END

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Read = Callable[[str], str | None]

PRE_COMMIT_FILE = ".pre-commit-config.yaml"
WORKFLOW_FILE = ".github/workflows/skills.yml"
PARTS = ("pre-commit", "workflow")
"""What a repository may be set up without."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a repository is to be set up; paths are relative to its root, with `/`.

    `requirement` is what `pip install` gets in the workflow.
    """

    library: str
    index: str
    profile: str
    requirement: str
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """One file of the plan: its whole new `text`, or None where it is left alone, and why.

    `added` is the part of the text that is new; of a file that is left alone, what its owner may
    want to put in by hand.
    """

    path: str
    reason: str
    added: str
    text: str | None = None


def plan(wishes: Wishes, read: Read) -> list[Step]:
    """The steps that set a repository up. `read` gives the text of a file, None for a new one."""
    steps = [_config(wishes, read)]
    if not _is_standalone(wishes.index):
        steps.append(_markers(wishes.index, read(wishes.index)))
    if "pre-commit" not in wishes.without:
        steps.append(_pre_commit(read(PRE_COMMIT_FILE)))
    if "workflow" not in wishes.without:
        steps.append(_new(WORKFLOW_FILE, _workflow(wishes.requirement), read))
    return steps


def _new(path: str, text: str, read: Read) -> Step:
    if read(path) is not None:
        return Step(path, "exists already", "")
    return Step(path, "new", text, text)


def _config(wishes: Wishes, read: Read) -> Step:
    if "[tool.skills" in (read("pyproject.toml") or ""):
        return Step(FILE_NAME, "the configuration is in pyproject.toml", "")
    return _new(FILE_NAME, _config_text(wishes), read)


def _config_text(wishes: Wishes) -> str:
    return (
        f"roots = [{_quoted(wishes.library)}]\n"
        f"profile = {_quoted(wishes.profile)}\n"
        'fail-on = "warning"\n\n'
        f"[[index]]\nfile = {_quoted(wishes.index)}\n"
    )


def _quoted(text: str) -> str:
    """A TOML basic string: it knows every escape that JSON writes."""
    return json.dumps(text, ensure_ascii=False)


def _is_standalone(index: str) -> bool:
    """Whether the index has the file for itself, so that `skills index` makes it whole."""
    return index.rpartition("/")[2] == "INDEX.md"


def _markers(path: str, old: str | None) -> Step:
    if old is not None and BEGIN in old:
        return Step(path, "has the markers already", "")
    added = f"## Skills\n\n{BEGIN}\n{END}\n"
    if not old:
        return Step(path, "new", added, added)
    newline = _newline(old)
    gap = "\n" if old.endswith("\n") else "\n\n"
    return Step(path, "adds at the end", added, old + (gap + added).replace("\n", newline))


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


# The name `skills` may be another program's on the same machine; `skilltool` is this one.
_HOOKS = """\
- repo: local
  hooks:
    - id: skills-check
      name: check skills
      entry: skilltool check
      language: system
      pass_filenames: false
      always_run: true
    - id: skills-index
      name: check that the skills index is fresh
      entry: skilltool index --check
      language: system
      pass_filenames: false
      always_run: true
"""


def _pre_commit(old: str | None) -> Step:
    if old is None or not old.strip():
        text = "repos:\n" + _indented(_HOOKS, "  ")
        return Step(PRE_COMMIT_FILE, "new", text, text)
    if "skills-check" in old:
        return Step(PRE_COMMIT_FILE, "has the hooks already", "")
    place = _end_of_repos(old)
    if place is None:
        return Step(PRE_COMMIT_FILE, "has another form; put this under `repos:`", _HOOKS)
    offset, indent = place
    added = _indented(_HOOKS, indent)
    gap = "" if old[:offset].endswith("\n") else "\n"
    inserted = (gap + added).replace("\n", _newline(old))
    text = old[:offset] + inserted + old[offset:]
    return Step(PRE_COMMIT_FILE, "adds two hooks", added, text)


def _indented(text: str, indent: str) -> str:
    return "".join(indent + line for line in text.splitlines(keepends=True))


def _end_of_repos(text: str) -> tuple[int, str] | None:
    """Where a repository may be appended to the block list `repos`, and its indentation.

    None where the text has no such list, or where a line in it could be something else.
    """
    heads = list(re.finditer(r"^repos:[ ]*(?:#.*)?\r?$\n?", text, re.MULTILINE))
    if len(heads) != 1 or "\t" in text:
        return None
    lines = list(_block(text, heads[0].end()))
    first = re.match(r" *(?=- )", text[lines[0][0] :]) if lines else None
    if first is None:
        return None
    return lines[-1][1], first[0]


def _block(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Start and end of the lines below a top-level key that belong to it; no blank ones.

    A comment belongs to it where it is indented: it may be a line of a block scalar.
    """
    for line in re.compile(r".*(?:\n|\Z)").finditer(text, start):
        if not line[0].strip() or line[0].startswith("#"):
            continue
        if not line[0].startswith((" ", "- ")):
            return
        yield line.start(), line.end()


def _workflow(requirement: str) -> str:
    return f"""\
name: skills
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install {json.dumps(requirement)}
      - run: skilltool check --output-format github
"""
