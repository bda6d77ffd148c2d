"""How many tokens each level of progressive disclosure takes, per skill and in total."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from skilltool import links
from skilltool.model import Level
from skilltool.tokenizer import DEFAULT_ENCODING, count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from skilltool.model import Library, Resource, Skill

    Count = Callable[[str], int]


class ResourceSize(NamedTuple):
    """One file that is read on demand.

    `tokens` is None for what is no text; `size` is in bytes. `depth` is how many references lead
    from SKILL.md to the file, 1 where it names the file itself, and None where none leads there.
    """

    path: str
    kind: str
    size: int
    tokens: int | None
    depth: int | None = None


class SkillSize(NamedTuple):
    """Tokens of one skill by level; `index_line` is 0 for a skill that is not listed.

    `lines` are the lines of the instructions.
    """

    skill: Skill
    index_line: int
    instructions: int
    lines: int
    resources: tuple[ResourceSize, ...]

    def tokens(self, level: Level) -> int:
        """The tokens of a level; those of all resources together for the last."""
        if level is Level.INDEX:
            return self.index_line
        if level is Level.INSTRUCTIONS:
            return self.instructions
        return sum(resource.tokens or 0 for resource in self.resources)

    def tokens_of(self, kind: str) -> int:
        """The tokens of all resources of a kind."""
        return sum(item.tokens or 0 for item in self.resources if item.kind == kind)


def index_line(skill: Skill) -> str:
    """The line that an agent has in its context for the skill all the time; empty for none."""
    if skill.manual_only or not skill.routing_text:
        return ""
    return f"- {skill.name}: {skill.routing_text}\n"


def count_instruction_lines(skill: Skill) -> int:
    """The lines of the body, blank ones at its two ends left out."""
    return len(skill.body.strip().splitlines())


known_counts: dict[str, int] = {}
"""By digest of encoding and text; `cache` brings the counts of earlier runs and keeps new ones."""


@lru_cache(maxsize=1024)
def _count(text: str, encoding: str) -> int:
    from hashlib import sha256

    key = sha256(f"{encoding}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()
    if key not in known_counts:
        known_counts[key] = count_tokens(text, encoding)
    return known_counts[key]


def counter(encoding: str = DEFAULT_ENCODING) -> Count:
    """The function that counts the tokens of a text offline, each text once."""
    return partial(_count, encoding=encoding)


def exceeds(text: str, budget: int, encoding: str = DEFAULT_ENCODING) -> int:
    """The tokens of `text` if they are more than `budget`, else 0.

    A token is at least one byte, so a text of no more bytes than the budget is not counted.
    """
    if len(text) * 4 <= budget or len(text.encode("utf-8", "surrogatepass")) <= budget:
        return 0
    tokens = _count(text, encoding)
    return tokens if tokens > budget else 0


def count_library(library: Library, count: Count | None = None) -> Iterator[SkillSize]:
    """The size of each selected skill, in the library's order; o200k_base unless told otherwise."""
    for skill in library.skills:
        if library.is_selected(skill):
            yield count_skill(skill, count)


def count_skill(skill: Skill, count: Count | None = None) -> SkillSize:
    """The size of a skill on each level.

    The instructions are the body as it is sent: line ends kept, front matter left out. Each
    file counts once, however many links lead to it.
    """
    count = count or counter()
    depths = links.depths(skill) if skill.resources else {}
    line = index_line(skill)
    return SkillSize(
        skill,
        count(line) if line else 0,
        count(skill.body),
        count_instruction_lines(skill),
        tuple(_resource_size(item, count, depths.get(item.path)) for item in skill.resources),
    )


def _resource_size(resource: Resource, count: Count, depth: int | None) -> ResourceSize:
    source = resource.source
    tokens = count(source.text) if source is not None else None
    return ResourceSize(resource.path, resource.kind, resource.size, tokens, depth)


def count_index(sizes: Iterable[SkillSize], count: Count | None = None) -> int:
    """The tokens of all index lines as the one text that they are sent as."""
    text = "".join(index_line(size.skill) for size in sizes)
    return (count or counter())(text) if text else 0
