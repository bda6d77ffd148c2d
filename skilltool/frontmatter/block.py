"""The block between the fences, and the lines that are fences."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_CHARACTERS = 65_536
"""Longest YAML block that is read. All fields at the limits of the specification fit in 2,000."""

NEAR_CHARACTERS = 4_096
"""How far a second fence is looked for where the first is not where it belongs."""

FENCE = re.compile(r"---[ \t]*(?:\r\n|\r|\n|\Z)")
KNOWN_KEY = re.compile(r"""["']?(?:name|description)["']?[ \t]*:""")
LINE_END = re.compile(r"\r\n|\r|\n")


class Block(NamedTuple):
    """Character offsets: the YAML text from `start` to `end`, the body from `body` on.

    `start` and `end` both are 0 where there is no YAML text.
    """

    start: int
    end: int
    body: int


def find_fence(text: str, start: int, end: int | None = None) -> re.Match[str] | None:
    """The next line of exactly `---`, blanks at its end aside."""
    for match in FENCE.finditer(text, start, len(text) if end is None else end):
        if match.start() == start or text[match.start() - 1] in "\r\n":
            return match
    return None


def line_number(text: str, place: int) -> int:
    """The line of a character offset, from 1."""
    return len(LINE_END.findall(text, 0, place)) + 1


def line_end_of(text: str) -> str:
    r"""How the first line of a text ends; `\n` where there is one line only."""
    match = LINE_END.search(text)
    return match.group() if match else "\n"
