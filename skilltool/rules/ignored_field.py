"""Flag a field that other clients read and this one ignores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.portability.readers import other_readers
from skilltool.profiles import load_profile
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Skill

_SWITCH = "disable-model-invocation"
# What clients do without the field: there is nothing to lose.
_DEFAULTS = {_SWITCH: False, "user-invocable": True}
# Decoration, which changes nothing that an agent does.
_LOOKS = frozenset({"color", "icon", "argument-hint"})


@skill_rule(group="schema", severity="warning")
def ignored_field(skill: Skill) -> Iterator[Problem]:
    """Flag a field that other clients read and this one ignores.

    What the field asks for does not hold in this client: a skill that only people were to start is
    started by the agent, and a `when_to_use` is not shown. Only the profile of a client knows; with
    `default` every field that some client reads is accepted. Fields of mere decoration do not
    count.

    ## Bad

    ```toml skills.toml
    profile = "codex"
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    disable-model-invocation: true
    ---
    ```

    ## Good

    ```toml skills.toml
    profile = "codex"
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    disable-model-invocation: true
    ---
    ```

    ```yaml skills/unit-convert/agents/openai.yaml
    policy:
      allow_implicit_invocation: false
    ```
    """
    for field in skill.front_matter.fields.values():
        readers = other_readers(skill.profile, field.key)
        if field.key in _LOOKS or field.key in skill.profile.unclear:
            continue
        if readers and not _holds(skill, field):
            place = skill.source.location(field.key_start, field.key_end)
            yield Problem(place, _message(skill, field, readers))


def _holds(skill: Skill, field: Field) -> bool:
    """Whether the client does what the field asks for: by itself, or by a file of its own."""
    if field.key in _DEFAULTS and field.value is _DEFAULTS[field.key]:
        return True
    return field.key == _SWITCH and skill.manual_only


def _message(skill: Skill, field: Field, readers: tuple[str, ...]) -> str:
    verb = "reads" if len(readers) == 1 else "read"
    names = ", ".join(load_profile(name).title for name in readers)
    message = f"{skill.profile.title} ignores `{field.key}`, which {names} {verb}"
    policy = skill.profile.listing.get("policy-file")
    if field.key == _SWITCH and policy:
        message += f"; write `allow_implicit_invocation: false` below `policy:` in {policy}"
    return message
