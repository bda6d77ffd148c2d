"""Another path in the place of a reference's, written as its form asks for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.links.reference import Form
from skilltool.model import Edit

if TYPE_CHECKING:
    from skilltool.links.reference import Reference

# What ends a destination, or means something else in it: a destination in angle brackets keeps
# blanks and parentheses as they are.
_SIGNS = re.compile(r"[\s()\[\]<>`|\\#?]|%(?=[0-9A-Fa-f]{2})")
_SIGNS_IN_ANGLES = re.compile(r"[\n\r<>|\\#?]|%(?=[0-9A-Fa-f]{2})")
# What a shell or a code span does not take for a part of one word.
_NOT_IN_CODE = re.compile(r"[\s()<>`\"'$;&|*?#\\]")
_PATH = re.compile(r"[^#?]*")


def path_edit(found: Reference, path: str) -> Edit | None:
    """The edit that writes `path` for the path of a reference, whose query and anchor stay.

    None where the path cannot be written there.
    """
    end = found.start + _PATH.match(found.destination).end()  # type: ignore[union-attr]
    if found.form in {Form.LINK, Form.IMAGE}:
        return Edit(found.start, end, _encode(path, in_angles=_is_in_angles(found)))
    return None if _NOT_IN_CODE.search(path) else Edit(found.start, end, path)


def _is_in_angles(found: Reference) -> bool:
    return found.source.text[found.start - 1 : found.start] == "<"


def _encode(path: str, *, in_angles: bool) -> str:
    signs = _SIGNS_IN_ANGLES if in_angles else _SIGNS
    return signs.sub(lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), path)
