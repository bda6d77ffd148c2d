"""What a text may do to an agent behind its user's back: patterns, and where to look for them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from skilltool.injection.characters import Hidden, find_hidden, find_inside_words
from skilltool.injection.orders import find_hidden_order, find_order, find_orders
from skilltool.injection.passages import Passage, find_passages, is_shown_as_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill, Source

__all__ = [
    "Hidden",
    "Passage",
    "agent_texts",
    "find_hidden",
    "find_hidden_order",
    "find_inside_words",
    "find_order",
    "find_orders",
    "find_passages",
    "is_shown_as_code",
    "readable_texts",
]

_TEXTS = frozenset(
    {".md", ".txt", ".py", ".sh", ".js", ".mjs", ".ts", ".rb", ".ps1", ".json", ".yaml", ".yml"}
    | {".toml", ".html", ".css", ".csv"}
)
_MAX_BYTES = 1_000_000


def agent_texts(skill: Skill) -> Iterator[Source]:
    """The texts of a skill that an agent reads: SKILL.md and the Markdown files beside it."""
    yield skill.source
    for resource in skill.resources:
        if resource.path.lower().endswith(".md") and resource.source is not None:
            yield resource.source


def readable_texts(skill: Skill) -> Iterator[Source]:
    """The texts that an agent may read or run: SKILL.md, and files of text of up to a megabyte."""
    yield skill.source
    for resource in skill.resources:
        suffix = posixpath.splitext(resource.path)[1].lower()
        if suffix in _TEXTS and resource.size <= _MAX_BYTES and resource.source is not None:
            yield resource.source
