"""The block of fields at the top of a SKILL.md, with the place of everything in it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skilltool.model.texts import Fix

_HIDING = {
    "missing-front-matter",
    "second-front-matter",
    "invalid-front-matter",
    "merge-conflict",
}


class Fault(NamedTuple):
    """Why a front matter cannot be read as its author meant it; `kind` names the rule for it.

    `start` and `end` are character offsets into the text of the file.
    """

    kind: str
    start: int
    end: int
    message: str
    fix: Fix | None = None


class Style(enum.StrEnum):
    """How a YAML value is written."""

    PLAIN = "plain"
    SINGLE = "single-quoted"
    DOUBLE = "double-quoted"
    LITERAL = "literal"
    FOLDED = "folded"
    BLOCK = "block"
    FLOW = "flow"


class Field(NamedTuple):
    """One key of a mapping with its value and the place of both.

    `value` is what YAML makes of it (dates stay text); `text` is the scalar as a reader of plain
    strings sees it, None for a mapping or list. `children` are the fields of a mapping value, and
    the items of a list value under the keys "0", "1", ... Offsets count characters of the file.
    `type` is the YAML 1.1 type: str, int, float, bool, null, timestamp, binary, map or seq.
    """

    key: str
    key_start: int
    key_end: int
    value: Any
    start: int
    end: int
    style: Style
    type: str
    text: str | None
    children: Mapping[str, Field]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The block between the fences: fields in file order, faults, and where the body begins.

    `start` and `end` bound the YAML text between the fence lines; both are 0 when there is none.
    """

    fields: Mapping[str, Field]
    faults: tuple[Fault, ...]
    start: int
    end: int
    body_start: int

    @property
    def is_complete(self) -> bool:
        """Whether every field the author wrote was read; if not, none is known to be missing."""
        return not any(fault.kind in _HIDING for fault in self.faults)

    @property
    def data(self) -> dict[str, Any]:
        """The fields as plain data, in file order."""
        return {key: item.value for key, item in self.fields.items()}

    def find(self, dotted: str) -> Field | None:
        """The field of a dotted name such as `metadata.when_to_use`."""
        fields, found = self.fields, None
        for key in dotted.split("."):
            found = fields.get(key)
            if found is None:
                return None
            fields = found.children
        return found
