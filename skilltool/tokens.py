"""How many tokens each level of progressive disclosure takes, per skill and in total."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from skilltool.model import Level, Table
from skilltool.tokenizer import DEFAULT_ENCODING, count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.model import Library, Resource, Skill


@dataclass(frozen=True, slots=True)
class ResourceSize:
    """One file that is read on demand. `tokens` is None for what is no text; `size` is in bytes."""

    path: str
    kind: str
    size: int
    tokens: int | None


@dataclass(frozen=True, slots=True)
class SkillSize:
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


def index_line(skill: Skill) -> str:
    """The line that an agent has in its context for the skill all the time."""
    return f"- {skill.name}: {skill.routing_text}\n"


def count_instruction_lines(skill: Skill) -> int:
    """The lines of the body, blank ones at its two ends left out."""
    return len(skill.body.strip().splitlines())


@cache
def _count(text: str, encoding: str) -> int:
    return count_tokens(text, encoding)


def count_index_line(skill: Skill, encoding: str = DEFAULT_ENCODING) -> int:
    """Tokens of the skill's index line; 0 where no line is shown."""
    if skill.manual_only or not skill.routing_text:
        return 0
    return _count(index_line(skill), encoding)


def count_instructions(skill: Skill, encoding: str = DEFAULT_ENCODING) -> int:
    """Tokens of the body as it is sent: line ends kept, front matter left out."""
    return _count(skill.body, encoding)


def exceeds(text: str, budget: int, encoding: str = DEFAULT_ENCODING) -> int:
    """The tokens of `text` if they are more than `budget`, else 0.

    A token is at least one byte, so a text of no more bytes than the budget is not counted.
    """
    if len(text) * 4 <= budget or len(text.encode("utf-8", "surrogatepass")) <= budget:
        return 0
    tokens = _count(text, encoding)
    return tokens if tokens > budget else 0


def count_skill(skill: Skill, encoding: str = DEFAULT_ENCODING) -> SkillSize:
    """The size of a skill on each level."""
    return SkillSize(
        skill,
        count_index_line(skill, encoding),
        count_instructions(skill, encoding),
        count_instruction_lines(skill),
        tuple(_resource_size(resource, encoding) for resource in skill.resources),
    )


def _resource_size(resource: Resource, encoding: str) -> ResourceSize:
    source = resource.source
    tokens = _count(source.text, encoding) if source is not None else None
    return ResourceSize(resource.path, resource.kind, resource.size, tokens)


def library_table(sizes: Sequence[SkillSize]) -> Table:
    """Tokens by level, one row a skill, and the totals.

    The index is paid on every turn, instructions when the skill is loaded, a reference when it
    is read; scripts and assets cost nothing unless they are read.
    """
    columns = ("skill", "index", "instructions", "lines", "references", "scripts", "assets")
    rows = tuple(_row(size) for size in sizes)
    sums = tuple(sum(row[i] for row in rows) for i in range(1, len(columns)))
    return Table(columns, rows, ("total", *sums))


def _row(size: SkillSize) -> tuple[str, int, int, int, int, int, int]:
    kinds = {"reference": 0, "script": 0, "asset": 0}
    for resource in size.resources:
        kind = resource.kind if resource.kind in kinds else "asset"
        kinds[kind] += resource.tokens or 0
    return (
        size.skill.name,
        size.index_line,
        size.instructions,
        size.lines,
        kinds["reference"],
        kinds["script"],
        kinds["asset"],
    )


def resource_table(size: SkillSize) -> Table:
    """Every level of one skill, file by file: level, file, kind, tokens, bytes."""
    return Table(("level", "file", "kind", "tokens", "bytes"), tuple(_level_rows(size)))


def _level_rows(size: SkillSize) -> Iterator[tuple[str, str, str, int | None, int]]:
    line = index_line(size.skill) if size.index_line else ""
    yield (str(Level.INDEX), "", "line", size.index_line, len(line.encode()))
    body = size.skill.body
    yield (str(Level.INSTRUCTIONS), "SKILL.md", "body", size.instructions, len(body.encode()))
    for resource in size.resources:
        yield (str(Level.RESOURCES), resource.path, resource.kind, resource.tokens, resource.size)


def count_library(library: Library, encoding: str = DEFAULT_ENCODING) -> Iterator[SkillSize]:
    """The size of each selected skill, in the library's order."""
    for skill in library.skills:
        if library.is_selected(skill):
            yield count_skill(skill, encoding)
