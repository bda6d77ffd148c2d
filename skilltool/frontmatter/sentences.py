"""Texts on the lines below their key that YAML reads as a mapping, for they hold `: `."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from skilltool.frontmatter.finding import Finding, finding
from skilltool.frontmatter.quoting import TEXT_KEYS, quoting_edits
from skilltool.model import Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(r"(?<!\S)#")


def find_sentences(text: str, root: Any) -> Iterator[Finding]:
    """Mappings in place of a text: a key of theirs holds blanks, which no key of a client does."""
    for key, value in root.value:
        is_text = isinstance(key, yaml.ScalarNode) and key.value in TEXT_KEYS
        if is_text and isinstance(value, yaml.MappingNode) and not value.flow_style:
            keys = [inner for inner, _ in value.value]
            words = [inner for inner in keys if _is_plain(inner) and " " in inner.value]
            if words and all(map(_is_plain, keys)):
                yield _finding(text, key.value, value, words[0])


def _is_plain(node: Any) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.style


def _finding(text: str, name: str, value: Any, words: Any) -> Finding:
    start = value.start_mark.index
    end = start + len(text[start : value.end_mark.index].rstrip())
    colon = text.index(":", words.end_mark.index)
    message = (
        f"the value of {name} is not quoted and contains `: ` (after "
        f"`{words.value.split()[-1]}`); YAML reads it as a mapping. Quote the value"
    )
    edits = quoting_edits(text, start, end)
    is_text = all(map(_is_plain, (inner for _, inner in value.value)))
    safe = is_text and not _COMMENT.search(text, start, end)
    fix = None if name == "name" else Fix("quote the whole value", edits, safe=safe)
    return finding(colon, colon + 1, message, fix, edits)
