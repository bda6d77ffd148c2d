"""How the values of a front matter are written: each with its dotted name and its raw text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skilltool.model import Field, Location, Skill, Source


class Value(NamedTuple):
    """One value of a front matter. `path` names it for people, such as `metadata.version`."""

    path: str
    field: Field
    source: Source

    @property
    def raw(self) -> str:
        """The value exactly as in the file, with its quotes or its block sign."""
        return self.source.text[self.field.start : self.field.end]

    @property
    def location(self) -> Location:
        """Where the value stands."""
        return self.source.location(self.field.start, self.field.end)


def top_values(skill: Skill) -> Iterator[Value]:
    """The values of the fields at the top level, in file order."""
    for field in skill.front_matter.fields.values():
        yield Value(field.key, field, skill.source)


def inner_values(value: Value) -> Iterator[Value]:
    """The values directly inside a mapping or a list, in file order."""
    children: Mapping[str, Field] = value.field.children
    for field in children.values():
        item = f"[{field.key}]" if value.field.type == "seq" else f".{field.key}"
        yield Value(f"{value.path}{item}", field, value.source)
