"""The ways in which a text writes the folder of its own skill at the beginning of a path."""

from __future__ import annotations

import re

_VARIABLE = re.compile(
    r"(?:\$\{?|\{\{?|<)[ ]?"
    r"(?:(?:(?:path|to|this|the)[-_ ])*(?:[a-z]+_)?skill(?:[-_ ]?(?:dir|directory|root|path|home"
    r"|base|folder))?|base[-_]?dir)"
    r"(?::-[^}/]*)?[ ]?(?:\}?\}|>|(?=/))/",
    re.IGNORECASE,
)


def without_skill_folder(path: str, name: str) -> str:
    """What follows the folder of the skill of that name in a path; empty where none is written."""
    found = _VARIABLE.match(path)
    if found:
        return path[found.end() :]
    return f"/{path}".rpartition(f"/skills/{name}/")[2] if f"/skills/{name}/" in f"/{path}" else ""
