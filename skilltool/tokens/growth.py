"""What a change to a library adds to each level, and whether that is more than is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from skilltool.model import Level, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from skilltool.tokens import SkillSize


@dataclass(frozen=True, slots=True)
class Growth:
    """A skill before and after a change; the one that is None does not exist."""

    before: SkillSize | None
    after: SkillSize | None

    @property
    def name(self) -> str:
        """The skill's name, the new one where it has changed."""
        size = self.after or self.before
        return size.skill.name if size else ""

    @property
    def kind(self) -> str:
        """What happened: added, removed or changed."""
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"

    def tokens(self, level: Level) -> int:
        """The tokens that a level has after the change."""
        return self.after.tokens(level) if self.after else 0

    def added(self, level: Level) -> int:
        """The tokens that a level has more than before; below 0 where it has fewer."""
        return self.tokens(level) - (self.before.tokens(level) if self.before else 0)


def find_growth(
    before: Iterable[SkillSize], old_root: Path, after: Iterable[SkillSize], root: Path
) -> list[Growth]:
    """The skills whose size on some level differs, in order of their folders."""
    old, new = _by_folder(before, old_root), _by_folder(after, root)
    pairs = [Growth(old.get(folder), new.get(folder)) for folder in sorted({*old, *new})]
    return [pair for pair in pairs if _differs(pair)]


def _by_folder(sizes: Iterable[SkillSize], root: Path) -> dict[str, SkillSize]:
    return {
        size.skill.folder.relative_to(root).as_posix()
        if size.skill.folder.is_relative_to(root)
        else size.skill.folder.name: size
        for size in sizes
    }


def _differs(growth: Growth) -> bool:
    return growth.kind != "changed" or any(growth.added(level) for level in Level)


def total_added(growths: Iterable[Growth], level: Level) -> int:
    """The tokens that all changes together add to a level."""
    return sum(growth.added(level) for growth in growths)


def growth_table(growths: Sequence[Growth]) -> Table:
    """One row a skill: what happened, and for each level its tokens now and those added."""
    columns = ["skill", "change"]
    for level in Level:
        columns += [str(level), f"{level}_added"]
    rows = tuple((growth.name, growth.kind, *_cells(growth)) for growth in growths)
    sums = [sum(column) for column in zip(*(row[2:] for row in rows), strict=True)]
    return Table(tuple(columns), rows, ("total", "", *sums) if rows else None)


def _cells(growth: Growth) -> list[int]:
    return [n for level in Level for n in (growth.tokens(level), growth.added(level))]


def find_excess(growths: Sequence[Growth], limits: Mapping[Level, int]) -> list[str]:
    """A sentence for each level that grows by more than its limit."""
    added = {level: total_added(growths, level) for level in limits}
    return [
        f"the change adds {added[level]:,} tokens to the {level}, {limit:,} are allowed"
        for level, limit in limits.items()
        if added[level] > limit
    ]
