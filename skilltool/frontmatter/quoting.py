"""When a YAML value needs quotes, and how to put them around a text without touching it."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from skilltool.model import Edit

TEXT_KEYS = frozenset(
    {"name", "description", "license", "compatibility", "when_to_use", "argument-hint"}
)
"""The fields whose values are texts, whatever they start with."""

# Texts, for few runs need them and compiling takes as long as reading twenty skills.
_UNSAFE_START = r"""[\s\-?:,\[\]{}#&*!|>'"%@`]"""
_NUMBER_IN_YAML_1_2 = r"[-+]?(?:0o[0-7]+|0x[\da-fA-F]+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)"
_TO_ESCAPE = "[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]"
_UNSAFE_INSIDE = r"""[:][\s]|[\s]#|[:]$|[\x00-\x1f\x7f\u0085\u2028\u2029\ufeff]"""


def needs_quotes(text: str) -> bool:
    """Whether a plain scalar would not give this very text to every reader."""
    if not text or text != text.strip() or text.startswith(("---", "...")):
        return True
    if re.match(_UNSAFE_START, text) or re.search(f"{_UNSAFE_INSIDE}|{_TO_ESCAPE}", text):
        return True
    return plain_type(text) != "str" or text in ("y", "Y", "n", "N") or is_number(text)


def is_number(text: str) -> bool:
    """Whether a reader of YAML 1.2 makes a number of a plain scalar, as of `1e5`."""
    return re.fullmatch(_NUMBER_IN_YAML_1_2, text) is not None


@cache
def _resolver() -> Any:
    import yaml

    return yaml.SafeLoader("")


def plain_type(text: str) -> str:
    """The YAML 1.1 type of a plain scalar: str, int, float, bool, null, timestamp or merge."""
    import yaml

    tag: str = _resolver().resolve(yaml.ScalarNode, text, (True, False))
    return tag.rpartition(":")[2]


def quote(text: str, *, always: bool = False) -> str:
    """The text as a YAML scalar on one line, in double quotes where it needs quotes."""
    if not always and not needs_quotes(text):
        return text
    return re.sub(_TO_ESCAPE, _escaped, json.dumps(text, ensure_ascii=False))


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04X}"


def quoting_edits(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """Edits that put the raw value from `start` to `end` in quotes and keep what it says.

    Double quotes where the value holds neither a double quote nor a backslash, so that exactly
    two characters are added; single quotes otherwise. YAML folds the line breaks of a quoted
    value as it folds those of a plain one.
    """
    raw = text[start:end]
    if '"' not in raw and "\\" not in raw:
        return (Edit(start, start, '"'), Edit(end, end, '"'))
    doubled = (
        Edit(start + match.start(), start + match.start(), "'") for match in re.finditer("'", raw)
    )
    if raw.startswith("'"):
        first = Edit(start, start, "''")
        return (first, *list(doubled)[1:], Edit(end, end, "'"))
    return (Edit(start, start, "'"), *doubled, Edit(end, end, "'"))
