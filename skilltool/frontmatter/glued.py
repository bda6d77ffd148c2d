"""What stands behind a complete value: a second field, or the sign that ends one elsewhere."""

from __future__ import annotations

import re

from skilltool.frontmatter.finding import Finding, finding
from skilltool.frontmatter.lines import SPEC_FIELDS, Entry
from skilltool.model import Edit, Fix

_FIELD = re.compile(r"([ \t]+)([\w-]+):(?=[ \t\r\n]|\Z)")
_SEPARATOR = re.compile(r"[ \t]*([,;])(?=[ \t]*\Z|[ \t]+#)")


def find_separator(text: str, entry: Entry, closing: int) -> Finding | None:
    """A comma or semicolon after the value that ends at `closing`, as in other formats."""
    match = _SEPARATOR.match(text, closing, entry.end)
    if match is None:
        return None
    what = "comma" if match[1] == "," else "semicolon"
    message = f"a {what} follows the value of {entry.path}; in YAML nothing ends a line"
    fix = Fix(f"remove the {what}", (Edit(closing, match.end(), ""),))
    return finding(match.start(1), match.end(1), message, fix)


def find_second_field(text: str, entry: Entry, end: int) -> Finding | None:
    """A field of the specification, not given elsewhere, behind a value that ends at `end`.

    A description may hold the name of any field.
    """
    match = _FIELD.match(text, end, entry.end)
    if match is None or entry.path not in SPEC_FIELDS - {"description"}:
        return None
    key = match[2]
    if key not in SPEC_FIELDS or re.search(rf"(?<![^\r\n]){key}[ \t]*:", text):
        return None
    line_end = "\r\n" if "\r\n" in text else "\n" if "\n" in text else "\r"
    message = f"two fields stand on one line: `{key}` needs a line of its own"
    fix = Fix("put it on its own line", (Edit(match.start(1), match.end(1), line_end),))
    return finding(match.start(2), match.end(), message, fix)
