"""A fault of a YAML text together with the way to read on after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Edit, Fault, Fix

if TYPE_CHECKING:
    from skilltool.frontmatter.lines import Entry


class Finding(NamedTuple):
    """A fault and the edits with which reading goes on."""

    fault: Fault
    patch: tuple[Edit, ...]


def finding(
    start: int, end: int, message: str, fix: Fix | None = None, patch: tuple[Edit, ...] = ()
) -> Finding:
    """A finding whose fix, or else whose patch, is what reading goes on with."""
    fault = Fault("invalid-front-matter", start, end, message, fix)
    return Finding(fault, fix.edits if fix else patch)


def named(sign: str) -> str:
    """A sign as a message shows it."""
    if sign == "`":
        return "a backtick"
    codes = " ".join(f"U+{ord(char):04X}" for char in sign if not char.isascii())
    return f"`{sign}`" if not codes or sign.isprintable() else codes


def quote_whole(
    text: str, entry: Entry, start: int, end: int, message: str, *, safe: bool = True
) -> Finding:
    """A finding that quoting the value mends; a name in quotes would be none that clients take."""
    edits = quoting_edits(text, entry.start, entry.end)
    fix = None if entry.path == "name" else Fix("quote the whole value", edits, safe=safe)
    return finding(start, end, message, fix, edits)
