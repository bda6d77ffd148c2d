"""The fields that the profiles of a project know, for a place in a front matter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skilltool.lsp.desk import View
    from skilltool.model import Field

_KEY = re.compile(r"(?P<indent>[ ]*)(?P<key>[\w-]+):")


class Known(NamedTuple):
    """A field that a profile knows: its dotted name's last part, and its JSON Schema."""

    key: str
    schema: Mapping[str, Any]

    @property
    def description(self) -> str:
        """What the field is for, empty where no profile says it."""
        return str(self.schema.get("description", ""))

    @property
    def values(self) -> list[str]:
        """The values that the field may have, where they are few."""
        return list(_values(self.schema))


def _values(schema: Mapping[str, Any]) -> Iterator[str]:
    yield from map(str, schema.get("enum", ()))
    if "boolean" in schema.get("type", ()):
        yield from ("true", "false")
    for choice in schema.get("anyOf", ()):
        yield from _values(choice)


def is_in_front_matter(view: View, offset: int) -> bool:
    """Whether a place is between the fences of a SKILL.md, or below the first without a second."""
    skill = view.skill
    if skill is None or view.source.path != skill.path:
        return False
    return 0 < skill.front_matter.start <= offset <= skill.front_matter.end


def known_fields(view: View, parents: tuple[str, ...] = ()) -> dict[str, Known]:
    """The fields below `parents`, by name, as the first profile that knows a field has it."""
    found: dict[str, Known] = {}
    for profile in view.project.profiles:
        schema: Mapping[str, Any] = profile.schema
        for key in parents:
            schema = schema.get("properties", {}).get(key, {})
        for key, value in schema.get("properties", {}).items():
            found.setdefault(key, Known(key, value if isinstance(value, dict) else {}))
    return found


def parents_of(view: View, line: int, indent: int) -> tuple[str, ...]:
    """The keys above a line of the front matter, counted from 1, that it is indented below."""
    found: list[str] = []
    for number in range(line - 1, 0, -1):
        match = _KEY.match(view.source.line_text(number))
        if match and len(match["indent"]) < indent:
            found.insert(0, match["key"])
            indent = len(match["indent"])
    return tuple(found)


def describe_field(view: View, offset: int) -> str:
    """Markdown on the field whose key is at a place; empty elsewhere or for an unknown one."""
    if view.skill is None or not is_in_front_matter(view, offset):
        return ""
    path = _path_at(view.skill.front_matter.fields, offset)
    known = known_fields(view, path[:-1]).get(path[-1]) if path else None
    return f"**{known.key}**: {known.description}" if known and known.description else ""


def _path_at(fields: Mapping[str, Field], offset: int) -> tuple[str, ...]:
    """The keys that lead to the key at a place; none where there is no key."""
    for key, item in fields.items():
        if item.key_start <= offset < item.key_end:
            return (key,)
        if below := _path_at(item.children, offset):
            return (key, *below)
    return ()
