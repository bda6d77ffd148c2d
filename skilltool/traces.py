"""Recorded runs of an agent at work: which skills it loaded, in which turn. Reads JSON lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from skilltool.errors import SkilltoolError
from skilltool.json_lines import (
    Mistake,
    check_entries,
    list_mistakes,
    load_definition,
    parse_json_lines,
)
from skilltool.library import read_text, shown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from skilltool.json_lines import Entry


@dataclass(frozen=True, slots=True)
class Load:
    """A skill that the agent loaded; `turn` counts from 1 and is None where it is not recorded."""

    skill: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """One run of an agent. `place` is where it stands in its file.

    `case` is the id of the case it belongs to, empty where the task tells. `tool_calls` counts
    all calls of the run, loads among them; None where it is not recorded.
    """

    place: str
    task: str
    case: str
    loads: tuple[Load, ...]
    tool_calls: int | None = None

    @property
    def skills(self) -> tuple[str, ...]:
        """The loaded skills, each once, in the order of their first load."""
        return tuple(dict.fromkeys(load.skill for load in self.loads))

    def first_turn(self, skill: str) -> int | None:
        """The turn in which a skill was loaded first; None when it was not, or no turn is known."""
        turns = (load.turn for load in self.loads if load.skill == skill)
        return min((turn for turn in turns if turn is not None), default=None)


def load_traces(file: Path) -> list[Trace]:
    """The runs in a file. Raises SkilltoolError with every mistake in it, or when it has no run."""
    text, unreadable = read_text(file)
    if unreadable:
        raise SkilltoolError(unreadable)
    entries, mistakes = parse_json_lines(text)
    mistakes += check_entries(entries, load_definition("trace.schema.json", "trace"))
    nameless = (entry for entry in entries if not entry.data.keys() & {"task", "case"})
    mistakes += (Mistake(entry.place, "gives neither `task` nor `case`") for entry in nameless)
    if mistakes:
        raise SkilltoolError(list_mistakes(shown(file), mistakes))
    if not entries:
        raise SkilltoolError(f"{shown(file)} holds no run; each line is one, as a JSON object")
    return [_trace(entry) for entry in entries]


def _trace(entry: Entry) -> Trace:
    data = entry.data
    loads = tuple(_load(item) for item in data["loads"])
    case = str(data.get("case", ""))
    return Trace(entry.place, data.get("task", ""), case, loads, data.get("tool_calls"))


def _load(item: str | Mapping[str, Any]) -> Load:
    return Load(item) if isinstance(item, str) else Load(item["skill"], item.get("turn"))
