"""The name of a skill: what is wrong with one, and the nearest legal one."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LENGTH = 64
"""Characters, from the specification, section `name`."""


def normalise(name: str) -> str:
    """The form in which names are compared: blanks cut off, NFKC, as the reference validator."""
    return compose(name.strip())


def compose(name: str) -> str:
    """The composed form of a name, with its blanks: a folder is compared with them."""
    return unicodedata.normalize("NFKC", name)


def find_faults(name: str, charset: str = "unicode") -> Iterator[str]:
    """What makes a composed name illegal, in words that follow "the name".

    `charset` is "unicode", the letters and digits of every script as in the specification, or
    "ascii", as most clients have it.
    """
    if name != name.strip():
        yield "starts or ends with a blank"
        name = name.strip()
    if name != name.lower():
        yield "has capital letters"
    odd = [char for char in dict.fromkeys(name) if not _is_allowed(char, charset)]
    letters = [char for char in odd if char.isalnum()]
    signs = [char for char in odd if not char.isalnum()]
    if signs:
        yield f"holds {_listed(signs)}, which the specification forbids"
    if letters:
        yield f"holds {_listed(letters)}, which only some clients accept"
    if name.startswith("-") or name.endswith("-"):
        yield "starts or ends with a hyphen"
    if "--" in name:
        yield "has two hyphens in a row"


def _listed(signs: list[str]) -> str:
    named = ["a space" if sign == " " else f"`{sign}`" for sign in signs[:8]]
    return " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))


def _is_allowed(char: str, charset: str) -> bool:
    if char == "-":
        return True
    return char.isalnum() and (charset == "unicode" or char.isascii())


def suggest_name(name: str, charset: str = "unicode") -> str:
    """A legal name that keeps every letter and digit of `name`; empty where there is none.

    Signs between letters become hyphens. A name of one piece is parted before its capitals, too:
    `UnitConvert` is two words, `WordPress` in a title is one. With "ascii" a name with letters of
    another script has no such form, for one that drops letters could collide with another name.
    """
    text = normalise(name)
    if text.isalnum():
        text = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", "-", text)
    hyphened = "".join(char if char.isalnum() else "-" for char in text.lower())
    legal = re.sub(r"-+", "-", hyphened).strip("-")
    if len(legal) > MAX_LENGTH or (charset == "ascii" and not legal.isascii()):
        return ""
    return legal
