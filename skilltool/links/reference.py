"""A mention of a file in a skill's text, and what became of it."""

from __future__ import annotations

import enum
import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skilltool.model import Location, Source

# What is written before an anchor or a query.
_PATH = re.compile(r"[^#?]*")


class Form(enum.StrEnum):
    """How a reference is written."""

    LINK = "link"
    IMAGE = "image"
    INLINE_CODE = "inline-code"
    COMMAND = "command"


class Status(enum.StrEnum):
    """What became of a destination when it was looked for.

    UNSURE is a missing path in code that may be the user's, OTHERS one that the text does not speak
    of as the skill's; no reference of a skill keeps them. IGNORED is one that git ignores, there or
    not.
    """

    OK = "ok"
    MISSING = "missing"
    UNSURE = "unsure"
    OTHERS = "others"
    WRONG_CASE = "wrong-case"
    OUTSIDE = "outside"
    BACKSLASH = "backslash"
    OTHER_BASE = "other-base"
    ANCHOR_MISSING = "anchor-missing"
    PLACEHOLDER = "placeholder"
    IGNORED = "ignored"


class Verdict(NamedTuple):
    """A status; `target` is relative to the skill's folder, None when nothing was found.

    `hint` is what to write instead: the path as it should stand in that file, or the nearest
    anchor; empty when there is no telling.
    """

    status: Status
    target: str | None = None
    hint: str = ""


class Reference(NamedTuple):
    """One mention of a file. `origin` is the file it stands in, relative to the skill's folder.

    `start` and `end` bound `destination`, the path exactly as written, in the text of `source`.
    """

    origin: str
    source: Source
    start: int
    end: int
    destination: str
    form: Form
    verdict: Verdict

    @property
    def status(self) -> Status:
        """What became of the destination."""
        return self.verdict.status

    @property
    def target(self) -> str | None:
        """The file or folder it leads to, relative to the skill's folder."""
        return self.verdict.target

    @property
    def hint(self) -> str:
        """What to write instead, else empty."""
        return self.verdict.hint

    @property
    def file(self) -> str:
        """The destination without an anchor or a query, in its normal form."""
        return posixpath.normpath(_PATH.match(self.destination)[0])  # type: ignore[index]

    @property
    def location(self) -> Location:
        """The place of the destination."""
        return self.source.location(self.start, self.end)
