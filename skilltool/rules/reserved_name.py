"""Point out a name that a client uses for itself or that says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.model import Skill

_COMMANDS = (
    "agents batch bug clear compact config context cost doctor exit export help hooks ide init "
    "install login logout loop mcp memory model permissions plan plugin resume review rewind "
    "simplify skills status tasks terminal-setup usage vim"
)
_GENERIC = (
    "assistant common data default documents files general helper main misc setup tools utils"
)


@skill_rule(group="naming", severity="info")
def reserved_name(
    skill: Skill,
    *,
    commands: Sequence[str] = tuple(_COMMANDS.split()),
    generic: Sequence[str] = tuple(_GENERIC.split()),
) -> Iterator[Problem]:
    """Point out a name that a client uses for itself or that says nothing.

    Claude Code makes a command `/name` of a skill; its own command of that name goes first. A
    name such as `utils` collides as soon as a second library is installed, and tells an agent
    nothing.

    ## Bad

    ```markdown skills/batch/SKILL.md
    ---
    name: batch
    description: Books a folder of scanned receipts in one go.
    ---
    ```

    ## Good

    ```markdown skills/receipt-batch/SKILL.md
    ---
    name: receipt-batch
    description: Books a folder of scanned receipts in one go.
    ---
    ```
    """
    field = skill.front_matter.fields.get("name")
    if field is None:
        return
    place = skill.source.location(field.start, field.end)
    if skill.name in commands:
        yield Problem(place, f"`{skill.name}` is a command of Claude Code itself; add a prefix")
    elif skill.name in generic:
        yield Problem(place, f"the name `{skill.name}` fits anything; name the task")
