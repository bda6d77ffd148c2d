"""Characters that nobody sees and an agent reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
_HIDDEN = re.compile(
    f"{_TAG_FLAG}|(?P<tags>[\U000e0000-\U000e007f]+)"
    "|(?P<selectors>[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,})"
    "|(?P<blanks>[\u200b-\u200d\u2060-\u2064\ufeff]{6,})"
    "|(?P<overrides>[\u202d\u202e])|(?P<turns>[\u202a\u202b\u2066-\u2068])"
)
_MAY_HIDE = re.compile(
    "[\U000e0000-\U000e01ef\u200b-\u200d\u2060-\u2064\ufeff\u202a\u202b\u202d\u202e\u2066-\u2068]"
    "|[\ufe00-\ufe0f]{3}"
)
_ASCII = bytes(range(128))
_LETTER = "A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f"
_INSIDE_WORD = re.compile(
    f"(?<=[{_LETTER}])[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+(?=[{_LETTER}])"
)
# Of no use between ASCII letters in any text; a soft hyphen may be.
_SPLITTERS = "\u200b\u2060\ufeff"
_SPLITTING = re.compile(f"(?<=[A-Za-z])[{_SPLITTERS}]+(?=[A-Za-z])")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


class Hidden(NamedTuple):
    """Characters that nobody sees, from `start` up to `end`. `text` is what they say, if known."""

    kind: str
    start: int
    end: int
    text: str = ""


def find_hidden(text: str) -> Iterator[Hidden]:
    """Passages of invisible characters that carry text or turn the order of what is read.

    Flags and families of emoji are none; embedded directions are none in a text with letters
    that run from right to left.
    """
    if text.isascii() or not _may_hide(text):
        return
    for match in _HIDDEN.finditer(text):
        kind = match.lastgroup
        if kind is None or (kind == "turns" and _RIGHT_TO_LEFT.search(text)):
            continue
        yield Hidden(kind, match.start(), match.end(), _decoded(kind, match.group()))


def _may_hide(text: str) -> bool:
    """A look at the characters beyond ASCII alone, which is fast because they are few."""
    data = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return _MAY_HIDE.search(data.decode("utf-8", "surrogatepass")) is not None


def find_inside_words(text: str, *, routing: bool) -> Iterator[Hidden]:
    """Invisible characters between two letters of a script that has no use for them there.

    What `find_hidden` finds is left out. A `routing` text must be free of all of them, any other
    only of those that cut a word of ASCII letters in two.
    """
    if text.isascii() or not (routing or any(char in text for char in _SPLITTERS)):
        return
    pattern = _INSIDE_WORD if routing else _SPLITTING
    hidden = [found.start for found in find_hidden(text)]
    for match in pattern.finditer(text):
        if not any(match.start() <= start < match.end() for start in hidden):
            yield Hidden("inside-word", match.start(), match.end())


def _decoded(kind: str, passage: str) -> str:
    """What tag characters or variation selectors spell: a code point or a byte each."""
    if kind == "tags":
        letters = "".join(chr(ord(char) - 0xE0000) for char in passage)
        return "".join(filter(str.isprintable, letters))
    if kind == "selectors":
        data = bytes(_selector_number(char) for char in passage)
        return "".join(filter(str.isprintable, data.decode("utf-8", "replace")))
    return ""


def _selector_number(char: str) -> int:
    code = ord(char)
    return code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16
