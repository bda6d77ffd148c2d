"""Flag a script that is called directly but has no run bit."""

from __future__ import annotations

import os
import posixpath
import re
from typing import TYPE_CHECKING

from skilltool.links import Form, library_links
from skilltool.model import Edit, Fix, Problem
from skilltool.rules import library_rule

_SHEBANG = re.compile(r"#![ \t]*\S")
_COMMAND_STARTS = re.compile(r"\s*(?:[-*+]|\d+[.)])?\s*(?:Run\s+)?[`$>\s]*[\"']?")
_RUN = re.compile(r"\b(?:run|execute|call|invoke|start)s?:? +`+[\"']?\Z", re.IGNORECASE)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.links import Reference
    from skilltool.model import Library, Resource


@library_rule(group="links", severity="warning", fix="unsafe")
def script_not_executable(library: Library) -> Iterator[Problem]:
    r"""Flag a script that is called directly but has no run bit.

    `./scripts/run.sh` fails with "permission denied" where the run bit is not set, as after many
    downloads. Set it (`chmod +x`, `git update-index --chmod=+x`) or name the interpreter. Where git
    does not trust the disk (`core.fileMode`), the bit is that of its index.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    Run `./scripts/run.sh` from the folder of this skill.
    ```

    ```plain skills/rates/scripts/run.sh
    #!/bin/sh
    echo 5.49
    ```

    ## Good

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    Run `sh scripts/run.sh` from the folder of this skill.
    ```

    ```plain skills/rates/scripts/run.sh
    #!/bin/sh
    echo 5.49
    ```
    """
    if os.name == "nt":
        return
    for skill, links in library_links(library).items():
        silent = {item.path: item for item in skill.resources if _lacks_run_bit(item)}
        for found in links.references:
            if found.target in silent and _is_run_directly(found):
                yield _problem(found, _interpreter(silent[found.target]))


def _problem(found: Reference, interpreter: str) -> Problem:
    path = found.destination
    message = (
        f"`{path}` is called directly but is not executable; `chmod +x` sets its run bit (and `git "
        f"update-index --chmod=+x` that of a commit), or write `{interpreter} {path}`"
    )
    quoted = found.source.text[found.start - 1] in "\"'"
    start = found.start - quoted
    edit = Edit(start, start, f"{interpreter} ")
    return Problem(
        found.location, message, Fix(f"write `{interpreter} {path}`", (edit,), safe=False)
    )


def _interpreter(script: Resource) -> str:
    """The program that the first line of a script names, without its folder."""
    first = script.source.line_text(1) if script.source else ""
    programs = [word for word in first.removeprefix("#!").split() if not word.startswith("-")]
    return next((name for name in map(posixpath.basename, programs) if name != "env"), "sh")


def _is_said_to_run(before: str, after: str) -> bool:
    """Whether a code span begins with the path, and has arguments or stands behind "run"."""
    is_first = before.rstrip("\"'").endswith("`")
    return is_first and (after[:1] == " " or _RUN.search(before) is not None)


def _lacks_run_bit(resource: Resource) -> bool:
    """Whether a file is made to be run, as its first line says, but is not executable."""
    if resource.executable or resource.kind == "reference":
        return False
    return resource.source is not None and _SHEBANG.match(resource.source.text) is not None


def _is_run_directly(found: Reference) -> bool:
    """Whether the path is the whole command: of a fence's line, or of a step that is one span."""
    line = found.source.position(found.start)[0]
    before = found.source.text[found.source.line_starts[line - 1] : found.start]
    after = found.source.line_text(line)[len(before) + len(found.destination) :]
    if found.destination.startswith("./") and _is_said_to_run(before, after):
        return True
    if not _COMMAND_STARTS.fullmatch(before):
        return False
    if found.form is Form.COMMAND:
        return True
    return before.endswith("`") and not after.strip("`. ")
