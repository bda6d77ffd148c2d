"""The Markdown files that an agent reads as part of a skill."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from skilltool.markdown.text import MAX_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Resource, Skill, Source

# Markdown below these is material for the agent's output, or for tests of the skill: its links
# belong to another place.
TEMPLATE_FOLDERS = frozenset(
    {"assets", "scripts", "template", "templates", "test", "tests", "fixtures", "eval", "evals"}
)
BYTE_ORDER_MARK = "\ufeff"


class Text(NamedTuple):
    """A Markdown file of the skill; `content` starts in the source at `base`."""

    origin: str
    source: Source
    content: str
    base: int

    @property
    def folder(self) -> str:
        """The folder that links in the text start from."""
        return posixpath.dirname(self.origin)


def find_texts(skill: Skill) -> Iterator[Text]:
    """The instructions of SKILL.md, then those of the skill's other Markdown files."""
    name = posixpath.basename(skill.path)
    yield Text(name, skill.source, skill.body[:MAX_LENGTH], skill.front_matter.body_start)
    for resource in skill.resources:
        if _is_instruction(resource) and (source := resource.source) is not None:
            base = source.text.startswith(BYTE_ORDER_MARK)
            yield Text(resource.path, source, source.text[base:MAX_LENGTH], int(base))


def is_markdown(path: str) -> bool:
    """Whether the name of a file is that of Markdown."""
    return path[-3:].lower() == ".md"


def _is_instruction(resource: Resource) -> bool:
    folder, _, name = resource.path.rpartition("/")
    if not is_markdown(name) or name == "SKILL.md" or resource.escapes:
        return False
    return TEMPLATE_FOLDERS.isdisjoint(folder.split("/"))
