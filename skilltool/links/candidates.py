"""Places in a text worth a closer look, found without reading its Markdown.

Most texts have no such place, so they are not read at all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.markdown.definitions import may_define

if TYPE_CHECKING:
    from skilltool.links.listing import Listing

# Behind the bracket: the end of a definition's label, or a destination that is not on the web.
_LINK = re.compile(r"\](?::|\((?![ \t]*<?(?:https?://|mailto:)))")
# The folders that the specification names, one that is usual besides, and the way to other skills.
# The search starts from the slash because a single character is found much faster than a word.
_OWN_FOLDER = re.compile(
    r"/(?<=[s.]/)"
    r"(?:(?<=[rR]eferences/)|(?<=[sS]cripts/)|(?<=[aA]ssets/)|(?<=`resources/)"
    r"|(?<=`\./resources/)|(?<=`\.\./))"
)
_BACKSLASHED = re.compile(r"\\(?:(?<=references\\)|(?<=scripts\\)|(?<=assets\\))")
_FOUND_ALREADY = frozenset({"references", "scripts", "assets", "References", "Scripts", "Assets"})


def link_places(text: str) -> list[int]:
    """Ascending offsets of the brackets that may end the text of a link to a file."""
    found = [match.start() for match in _LINK.finditer(text)]
    return [at for at in found if text[at + 1] == "(" or may_define(text, at)]


class Needles:
    """Strings without one of which a text can name no file of the skill in code."""

    def __init__(self, listing: Listing, main: str, folder: str) -> None:
        tops = {path.partition("/")[0] for path in listing.files if "/" in path}
        files = {path for path in listing.files if "/" not in path} - {main}
        own = {folder + "/"} if tops or files else set()
        self._others = {*own, *files, *(f"{top}/" for top in tops - _FOUND_ALREADY)}

    def places(self, text: str) -> list[int]:
        """Ascending offsets of the needles in a text."""
        found = [match.start() for match in _OWN_FOLDER.finditer(text)]
        for needle in self._others:
            at = text.find(needle)
            while at >= 0:
                found.append(at)
                at = text.find(needle, at + 1)
        if "\\" in text:
            found += [match.start() for match in _BACKSLASHED.finditer(text)]
        return sorted(found)
