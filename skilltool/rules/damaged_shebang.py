"""Flag a script whose first line names no program because of invisible characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.model import Edit, Fix, Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Resource, Skill, Source

_MARKED = re.compile(r"\ufeff#!")
_RETURNED = re.compile(r"#![^\r\n]*(\r)\n")
# Other programs read such lines, so that a script which only they are given works.
_SHELL = re.compile(r"#![^\r\n]*\b(?:ba|da|k|z)?sh\b")


@skill_rule(group="links", severity="error", fix="safe")
def damaged_shebang(skill: Skill) -> Iterator[Problem]:
    r"""Flag a script whose first line names no program because of invisible characters.

    Lines that end as on Windows make the system look for a program `/bin/sh\r`: "bad interpreter".
    Behind a byte order mark it sees no `#!` at all. Scripts for other programs than a shell are
    looked at where their run bit is set. `*.sh text eol=lf` in `.gitattributes` keeps git from
    bringing such line ends back.

    ## Bad

    ```windows-line-ends skills/rates/scripts/run.sh
    #!/bin/sh
    echo 5.49
    ```

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    Run `sh scripts/run.sh` from the folder of this skill.
    ```

    ## Good

    ```plain skills/rates/scripts/run.sh
    #!/bin/sh
    echo 5.49
    ```

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    Run `sh scripts/run.sh` from the folder of this skill.
    ```
    """
    for resource in skill.resources:
        if (resource.kind == "script" or resource.executable) and resource.source is not None:
            yield from _problem(resource, resource.source)


def _problem(script: Resource, source: Source) -> Iterator[Problem]:
    text = source.text
    if _MARKED.match(text):
        message = "the system sees no `#!` behind a byte order mark; save the file without it"
        fix = Fix("remove the byte order mark", (Edit(0, 1, ""),))
        yield Problem(source.location(0, 1), message, fix)
    elif (found := _RETURNED.match(text)) and (script.executable or _SHELL.match(text)):
        program = text[2 : found.start(1)].strip()
        message = (
            f"the lines end as on Windows, so the system looks for a program `{program}\\r`; "
            "end them in a line feed"
        )
        edit = Edit(0, len(text), text.replace("\r\n", "\n"))
        fix = Fix("end the lines in a line feed", (edit,))
        yield Problem(source.location(0, found.start(1)), message, fix)
