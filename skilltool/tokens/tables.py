"""The tokens of each level in tables: of a library, of its skills, of the files of one skill."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from skilltool.model import Level, Table
from skilltool.tokenizer import claude_range
from skilltool.tokens import count_index, index_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.tokens import Count, ResourceSize, SkillSize

_PAID = {
    Level.INDEX: "every turn",
    Level.INSTRUCTIONS: "when loaded",
    Level.RESOURCES: "when read",
}
_KINDS = ("reference", "script", "asset", "other")
_UNLINKED = 1_000
# Columns of numbers that are no tokens: their first words.
_NO_TOKENS = ("lines", "files", "bytes", "depth", "percent", "turns")


def level_table(sizes: Sequence[SkillSize], count: Count | None = None) -> Table:
    """Files, tokens, bytes and share of each level; resources by kind and by how deep they lie."""
    index, bodies = count_index(sizes, count), sum(size.instructions for size in sizes)
    lines = [line for size in sizes if (line := index_line(size.skill))]
    rows: list[tuple[Level, str, int, int | None, int]] = [
        (Level.INDEX, "index lines", len(lines), index, _bytes(lines)),
        (
            Level.INSTRUCTIONS,
            "bodies of SKILL.md",
            len(sizes),
            bodies,
            _bytes(size.skill.body for size in sizes),
        ),
        *_resource_rows(sizes),
    ]
    total = sum(tokens or 0 for *_, tokens, _size in rows)
    columns = ("level", "what", "paid", "files", "tokens", "percent", "bytes")
    return Table(
        columns,
        tuple(
            (str(level), what, _PAID[level], files, tokens, percent(tokens, total), size)
            for level, what, files, tokens, size in rows
        ),
    )


def _bytes(texts: Iterable[str]) -> int:
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)


def percent(part: int | None, whole: int) -> float | None:
    """What part of a whole, with two decimals; None where there is nothing to compare."""
    return None if part is None or not whole else round(100 * part / whole, 2)


def _resource_rows(
    sizes: Sequence[SkillSize],
) -> Iterator[tuple[Level, str, int, int | None, int]]:
    groups: dict[tuple[int, int, str], list[ResourceSize]] = defaultdict(list)
    for size in sizes:
        for item in size.resources:
            groups[_group(item)].append(item)
    for (_, _, what), items in sorted(groups.items()):
        counted = [item.tokens for item in items if item.tokens is not None]
        tokens = sum(counted) if counted else None
        yield Level.RESOURCES, what, len(items), tokens, sum(item.size for item in items)


def _group(item: ResourceSize) -> tuple[int, int, str]:
    """Where a file stands in the table: kind, depth, words."""
    if item.tokens is None:
        return len(_KINDS), 0, "binary files"
    kind = _KINDS.index(item.kind)
    if item.kind != "reference":
        return kind, 0, {"other": "other files"}.get(item.kind, f"{item.kind}s")
    if item.depth is None:
        return kind, _UNLINKED, "references, not linked"
    links_away = "1 link" if item.depth == 1 else f"{item.depth} links"
    return kind, item.depth, f"references, {links_away} away"


def library_table(sizes: Sequence[SkillSize], level: Level = Level.INDEX) -> Table:
    """Tokens by level, one row a skill, and the totals.

    A level is never added to another: each is paid at another time. `percent` is the share of the
    skill in `level`.
    """
    columns = (
        "skill", "index", "instructions", "lines", "references", "scripts", "assets",
        "other", "percent",
    )  # fmt: skip
    whole = sum(size.tokens(level) for size in sizes)
    counts = [_counts(size) for size in sizes]
    rows = tuple(
        (size.skill.name, *row, percent(size.tokens(level), whole))
        for size, row in zip(sizes, counts, strict=True)
    )
    sums = [sum(column) for column in zip(*counts, strict=True)]
    return Table(columns, rows, ("total", *sums, percent(whole, whole)) if rows else None)


def _counts(size: SkillSize) -> tuple[int, ...]:
    kinds = (size.tokens_of(kind) for kind in _KINDS)
    return (size.index_line, size.instructions, size.lines, *kinds)


def file_table(size: SkillSize) -> Table:
    """Every level of one skill, file by file; `depth` is 0 for SKILL.md itself."""
    columns = ("level", "file", "kind", "depth", "tokens", "percent", "bytes")
    rows = list(_file_rows(size))
    total = sum(row[4] or 0 for row in rows)
    return Table(columns, tuple((*row[:5], percent(row[4], total), row[5]) for row in rows))


def _file_rows(size: SkillSize) -> Iterator[tuple[str, str, str, int | None, int | None, int]]:
    line, body = index_line(size.skill), size.skill.body
    yield (str(Level.INDEX), "", "line", None, size.index_line, _bytes([line]))
    yield (str(Level.INSTRUCTIONS), "SKILL.md", "body", 0, size.instructions, _bytes([body]))
    by_depth = sorted(size.resources, key=lambda item: (item.depth or _UNLINKED, item.path))
    for item in by_depth:
        yield (str(Level.RESOURCES), item.path, item.kind, item.depth, item.tokens, item.size)


def without_zeros(table: Table) -> Table:
    """The table without the columns in which every count is 0, for a terminal's width."""
    kept = [
        place
        for place, values in enumerate(zip(*table.rows, strict=True))
        if any(value != 0 for value in values)
    ]

    def picked(row: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(row[place] for place in kept)

    if not table.rows:
        return table
    totals = picked(table.totals) if table.totals else None
    return Table(picked(table.columns), tuple(map(picked, table.rows)), totals)


def estimated_table(table: Table) -> Table:
    """The table with the low and the high end of Claude's tokens for each count of o200k_base."""
    columns: list[tuple[str, list[Any]]] = []
    rows = [*table.rows, *([table.totals] if table.totals else [])]
    for column, values in zip(table.columns, zip(*rows, strict=True), strict=True):
        counts = [value for value in values if isinstance(value, int)]
        if not counts or column.split("_")[0] in _NO_TOKENS:
            columns.append((column, list(values)))
        else:
            columns += _ends(column, values)
    made = list(zip(*(values for _, values in columns), strict=True))
    totals = made.pop() if table.totals else None
    return Table(tuple(name for name, _ in columns), tuple(made), totals)


def _ends(column: str, values: Iterable[int | None]) -> Iterator[tuple[str, list[Any]]]:
    ranges = [(None, None) if value is None else claude_range(value) for value in values]
    for name, ends in zip(("low", "high"), zip(*ranges, strict=True), strict=True):
        yield f"{column}_{name}", list(ends)
