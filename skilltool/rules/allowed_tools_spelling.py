"""Flag tools that are not separated by spaces alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.frontmatter.edits import join_tools
from skilltool.frontmatter.lines import flow_end
from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Fix, Problem, Style
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Skill

_SEPARATED = re.compile(r"(?:\([^()]*\)|[^(),;|])*([,;|])")
_ENTRY = re.compile(r"(?:\([^()]*\)|[^\s()])+")
_SIGNS = {",": "commas", ";": "semicolons", "|": "bars"}
_BULLETS = ("-", "•", "–", "—")
_SPLIT_ENTRY = re.compile(r"[^\s(),]*\([^()]*[\s,][^()]*\)")


@skill_rule(group="schema", severity="warning", fix="safe")
def allowed_tools_spelling(skill: Skill) -> Iterator[Problem]:
    """Flag tools that are not separated by spaces alone.

    The specification separates the entries of `allowed-tools` with spaces. Where a client splits
    at spaces alone, `Read, Grep` names a tool `Read,` that does not exist, and the skill asks for
    permission each time; so it is with other signs between or around them. Blanks and commas inside
    parentheses separate nothing, save in the clients of a profile that wants entries without any.
    Where the tools are a list, each item is the text of one tool.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    allowed-tools: Read, Grep, Bash(jq:*)
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    allowed-tools: Read Grep Bash(git log *)
    ---
    ```
    """
    field = skill.front_matter.fields.get("allowed-tools")
    if field is not None and field.type == "seq":
        yield from _item_problems(skill, field)
    elif field is not None and field.text is not None and field.type == "str":
        yield from _text_problems(skill, field, field.text.strip())


def _text_problems(skill: Skill, field: Field, text: str) -> Iterator[Problem]:
    if skill.source.text[field.start : field.start + 1] in "[{":
        return  # A list that cannot be read is an error of its own.
    place = skill.source.location(field.start, field.end)
    if message := _fault(text):
        edits = join_tools(skill.source.text, field) if "never closed" not in message else ()
        yield Problem(place, message, Fix("separate them with spaces", edits) if edits else None)
    elif _wants_whole_entries(skill) and (entry := _SPLIT_ENTRY.search(text)):
        message = (
            f"some clients split `{entry.group()}` at each blank and comma inside; write a pattern "
            "without them, such as `Bash(git:*)`"
        )
        yield Problem(place, message)


def _fault(text: str) -> str:
    """What is wrong with the signs between and around the tools; empty where nothing is."""
    if text.count("(") > text.count(")"):
        return "a `(` of the tools is never closed; clients then read other tools than these"
    if text.startswith("[") and text.endswith("]"):
        return "the tools are a list in quotes, which is a text with brackets; write `Read Grep`"
    if text.startswith(_BULLETS) and text[1:].strip():
        return (
            f"the tools are marked with `{text[0]}`, but are one text to a YAML reader; the "
            "specification separates them with spaces"
        )
    if found := _SEPARATED.match(text):
        entry = _ENTRY.findall(found.group())[-1]
        return (
            f"the tools are separated by {_SIGNS[found[1]]}; the specification separates them with "
            f"spaces, and some clients then look for a tool `{entry}`"
        )
    return ""


def _item_problems(skill: Skill, field: Field) -> Iterator[Problem]:
    text = skill.source.text
    if flow_end(text[field.start : field.end] if field.style is Style.FLOW else "[]") is None:
        return
    for item in field.children.values():
        place, raw = skill.source.location(item.start, item.end), text[item.start : item.end]
        if item.type in ("map", "seq") or (item.type != "str" and item.style is Style.PLAIN):
            yield Problem(place, _not_a_text(item, raw), _quoted(text, item, raw))
        elif found := _SEPARATED.match(item.text or ""):
            yield Problem(place, f"this item holds a `{found[1]}`; write one tool in each item")


def _not_a_text(item: Field, raw: str) -> str:
    kinds = {"map": "a mapping", "seq": "a list"}
    kind = kinds.get(item.type, "no text")
    return f"`{raw.splitlines()[0] if raw else ''}` is {kind} to a YAML reader, tools are texts"


def _quoted(text: str, item: Field, raw: str) -> Fix | None:
    """Quotes for what is plainly one tool, such as `Bash(git: *)`."""
    is_tool = item.type == "map" and "(" in raw.partition(":")[0] and raw.endswith(")")
    if not is_tool or item.style is Style.FLOW or "\n" in raw or "\r" in raw:
        return None
    return Fix("quote the item", quoting_edits(text, item.start, item.end))


def _wants_whole_entries(skill: Skill) -> bool:
    """Whether the profile's schema bounds the form of an entry, for clients that split anywhere."""
    return "pattern" in skill.profile.schema.get("properties", {}).get("allowed-tools", {})
