"""Flag a command that names a script as if it lay in the user's working directory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.links import Form, Status, library_links
from skilltool.markdown import parse_markdown
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.links import Reference, SkillLinks
    from skilltool.model import Library, Skill

# What tells an agent where a relative path starts.
_TOLD = re.compile(
    r"skill(?:'s|s)?[ _-](?:own )?(?:folder|dir(?:ectory)?|root|path|base|home)\b"
    r"|(?:folder|directory|root|path) (?:of|to|where|containing|that contains) (?:this|the) skill"
    r"|relative to (?:(?:this|the) (?:skill|file|document)|`?SKILL\.md)|dirname[^\n]*SKILL\.md"
    r"|\b(?:cd|pushd) [^\n;&|]*skill|(?:folder|directory) of (?:this file|`?SKILL\.md)"
    r"|(?:this|that|the) file['’]s (?:folder|directory)|<skill"
    r"|\{skill|CLAUDE_SKILL|CLAUDE_PLUGIN|base directory"
    r"|\b(?:pasta|diretório|carpeta|directorio|dossier|répertoire|Ordner|Verzeichnis)\b.{1,12}skill",
    re.IGNORECASE,
)


@library_rule(group="links", severity="warning")
def bare_script_command(library: Library) -> Iterator[Problem]:
    """Flag a command that names a script as if it lay in the user's working directory.

    An agent runs commands in the user's project. There `scripts/clean.sh` does not exist, or is
    another file. Commands that begin with the skill's folder work, and so does one sentence that
    says from where to run them. Only fenced shell commands count.

    ## Bad

    ```markdown skills/clean-up/SKILL.md
    ---
    name: clean-up
    description: Removes build leftovers from a working copy.
    ---

    ~~~bash
    bash scripts/clean.sh --all
    ~~~
    ```

    ```bash skills/clean-up/scripts/clean.sh
    #!/bin/sh
    ```

    ## Good

    ```markdown skills/clean-up/SKILL.md
    ---
    name: clean-up
    description: Removes build leftovers from a working copy.
    ---

    Run this in the folder of this skill:

    ~~~bash
    bash scripts/clean.sh --all
    ~~~
    ```

    ```bash skills/clean-up/scripts/clean.sh
    #!/bin/sh
    ```
    """
    for skill, links in library_links(library).items():
        if any(resource.kind == "script" for resource in skill.resources):
            yield from _problem(skill, links)


def _problem(skill: Skill, links: SkillLinks) -> Iterator[Problem]:
    """At the first such command of a skill that does not say where its scripts lie."""
    found = [reference for reference in links.references if _is_bare(reference, links.main)]
    if not found or _TOLD.search(skill.body):
        return
    base, fences = skill.front_matter.body_start, parse_markdown(skill.body).fences
    fenced = [
        reference
        for reference in found
        if any(fence.start <= reference.start - base < fence.end for fence in fences)
    ]
    scripts = {reference.target for reference in fenced}
    if fenced:
        first = fenced[0]
        more = f" (and {len(scripts) - 1} more)" if len(scripts) > 1 else ""
        message = (
            f"`{first.destination}` runs from the user's working directory{more}; write "
            f"`<skill-dir>/{first.target}`, or say that paths start in the skill's folder"
        )
        yield Problem(first.location, message)


def _is_bare(reference: Reference, main: str) -> bool:
    is_script = (reference.target or "").startswith("scripts/")
    return (
        reference.form is Form.COMMAND
        and reference.status is Status.OK
        and reference.origin == main
        and is_script
    )
