"""Plain values that ` #` cuts short: YAML takes the rest of the line for a comment."""

from __future__ import annotations

import re
from typing import NamedTuple

from skilltool.frontmatter.continuations import PROSE
from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Edit, Fault, Fix

_COMMENT_AFTER = re.compile(r"[ \t]+(#[^\r\n]*)")
_LINE_BREAK = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")


class Cut(NamedTuple):
    """The fault, and the place of the value as it was meant; its text is empty if not known."""

    fault: Fault
    start: int
    end: int
    text: str = ""


def find_cut(text: str, path: str, start: int, end: int, limit: int) -> Cut | None:
    """A comment behind the plain value from `start` to `end` that is hardly meant as one.

    `limit` is where the front matter ends.
    """
    comment = _COMMENT_AFTER.match(text, end, limit)
    if comment is None:
        return None
    prose = path.rpartition(".")[2] in PROSE
    if not prose and not re.match(r"#\S", comment[1]):
        return None
    place = comment.start(1)
    value_end = place + len(comment[1].rstrip())
    if path == "name":
        return Cut(_after_name(end, place, value_end), start, end)
    first = start if start < end else place
    meant = _LINE_BREAK.sub(" ", text[first:value_end])
    return Cut(_truncating(text, path, first, place, value_end), first, value_end, meant)


def _after_name(name_end: int, start: int, end: int) -> Fault:
    """No name holds a `#`, so that quotes would not mend it."""
    message = (
        "the name ends before this `#`: YAML reads ` #` and what follows as a comment. Remove it"
    )
    fix = Fix("remove the comment", (Edit(name_end, end, ""),), safe=False)
    return Fault("truncating-comment", start, end, message, fix)


def _truncating(text: str, path: str, start: int, comment: int, value_end: int) -> Fault:
    ends = "is empty" if start == comment else "ends"
    return Fault(
        "truncating-comment",
        comment,
        value_end,
        f"the value of {path} {ends} before this `#`: YAML reads ` #` and what follows as a "
        "comment. Quote the value if the text belongs to it",
        Fix("quote the whole value", quoting_edits(text, start, value_end)),
    )
