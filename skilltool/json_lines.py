"""JSON lines, and JSON documents, against a schema: every mistake with its place."""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from skilltool import schema
from skilltool.package_data import schema_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


@dataclass(frozen=True, slots=True)
class Entry:
    """One object with where it stands: `line 3` of JSON lines, `entry 3` of a document."""

    place: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong at a place."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def parse_json_lines(text: str) -> tuple[list[Entry], list[Mistake]]:
    """The objects of a text with one on each line, blank lines left out, and what is none."""
    entries: list[Entry] = []
    mistakes: list[Mistake] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        found = _parse_line(f"line {number}", line)
        (mistakes if isinstance(found, Mistake) else entries).append(found)  # type: ignore[arg-type]
    return entries, mistakes


def _parse_line(place: str, line: str) -> Entry | Mistake:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        return Mistake(place, f"is not valid JSON at column {error.colno}: {error.msg}")
    except RecursionError:
        return Mistake(place, "is nested too deeply")
    if not isinstance(data, dict):
        return Mistake(place, f"must be an object, it is {schema.describe(data)}")
    return Entry(place, data)


def check_entries(entries: Iterable[Entry], document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Every violation of a schema by the entries, with the nearest known key for an unknown one."""
    known = list(document.get("properties", {}))
    for entry in entries:
        for error in schema.check(entry.data, document):
            where = ".".join(error.path)
            if error.keyword == "additionalProperties":
                yield Mistake(entry.place, f"unknown key `{where}`{did_you_mean(where, known)}")
            else:
                yield Mistake(entry.place, f"`{where}` {error.message}")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence on an unknown word: the nearest known one, or nothing."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f", did you mean `{near[0]}`?" if near else ""


@cache
def load_definition(file: str, name: str) -> dict[str, Any]:
    """One of the `$defs` of a shipped schema."""
    definition: dict[str, Any] = json.loads(schema_file(file).read_text("utf-8"))["$defs"][name]
    return definition


def list_mistakes(title: str, mistakes: Iterable[Mistake]) -> str:
    """The text of an error that holds them all; `title` is what is at fault, such as a file."""
    lines = [f"  - {mistake}" for mistake in mistakes]
    count = "a mistake" if len(lines) == 1 else f"{len(lines)} mistakes"
    return "\n".join([f"{title} has {count}:", *lines])
