"""The index of a library, the name and routing text of each skill: rendered, compared, written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.files import write_text
from skilltool.index.comparison import Comparison, Names, compare_names
from skilltool.index.entries import append_order, find_entries, find_mended
from skilltool.index.formats import FORMATS, find_format
from skilltool.index.hashing import hash_folder
from skilltool.index.prefix import PrefixLoss, measure_loss
from skilltool.index.target import BEGIN, END, Target, find_target, normalise
from skilltool.library import read_text
from skilltool.model import Edit, IndexFile, Problem, Source
from skilltool.tokenizer import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from skilltool.index.entries import Entry, Pair
    from skilltool.index.formats import Format
    from skilltool.model import Library, Skill

__all__ = [
    "BEGIN",
    "END",
    "FORMATS",
    "ORDERS",
    "Comparison",
    "Names",
    "PrefixLoss",
    "check",
    "find_format",
    "find_loss",
    "load_index_file",
    "parse",
    "render",
    "write",
]

ORDERS = ("name", "append")
"""By name in code point order; or committed entries in their place and new ones at the end."""


def load_index_file(path: Path, shown: str, fmt: str, order: str = "name") -> IndexFile:
    """The file at `path` as it is now, `shown` to people under that name; it may be missing.

    Raises SkilltoolError for an unknown format or order and for a file that is no UTF-8 text.
    """
    find_format(fmt)
    if order not in ORDERS:
        raise SkilltoolError(f"unknown index order `{order}`: known are {', '.join(ORDERS)}")
    if not path.exists():
        return IndexFile(shown, path, fmt, order, None)
    text, unreadable = read_text(path)
    if unreadable:
        raise SkilltoolError(f"{shown}: the index cannot be compared: {unreadable}")
    return IndexFile(shown, path, fmt, order, Source(shown, text))


def parse(text: str, fmt: str) -> list[Pair]:
    """The names and routing texts that an index file lists, in its order. Never raises for text.

    Between markers where the text has them, else anywhere; lines of another form are skipped.
    """
    found = find_format(fmt)
    target = find_target(Source("", text), found)
    inner = text[target.start : target.end] if isinstance(target, Target) else text
    return found.parse(normalise(inner))


def check(
    library: Library, index_file: IndexFile, *, tokens: Mapping[str, int] | None = None
) -> Comparison:
    """Compare the file with what the library gives; nothing is written.

    `tokens` (shown path of a SKILL.md -> tokens of its body) goes into the `json` format only;
    they are counted when it is None.
    """
    fmt, source = find_format(index_file.format), index_file.source
    complete = _completer(fmt, tokens)
    entries, left_out = find_entries(library, index_file.file.parent, fmt.refuse, complete)
    target = find_target(source, fmt)
    old, mended = source.text if source else None, find_mended(library)
    stale = Comparison(index_file.path, old, left_out, mended=mended)
    if isinstance(target, Problem):
        return replace(stale, problem=target)
    return _compare(stale, fmt, target, entries, index_file.order)


def _completer(fmt: Format, tokens: Mapping[str, int] | None) -> Callable[[Entry, Skill], Entry]:
    """What adds to an entry the field that the format holds beyond the rest."""
    if fmt.holds == "folder_hash":
        return lambda entry, skill: entry._replace(folder_hash=hash_folder(skill.folder))
    if fmt.holds == "tokens" and tokens is None:
        return lambda entry, skill: entry._replace(tokens=count_tokens(skill.body))
    if fmt.holds == "tokens" and tokens is not None:
        return lambda entry, skill: entry._replace(tokens=tokens.get(skill.path))
    return lambda entry, _skill: entry


def find_loss(library: Library, index_file: IndexFile, comparison: Comparison) -> PrefixLoss | None:
    """What a cached prompt prefix with the old text loses; None where nothing changes."""
    appended = comparison
    if index_file.order != "append" and not comparison.fresh:
        appended = check(library, index_file._replace(order="append"))
    return measure_loss(comparison, appended)


def _compare(
    stale: Comparison, fmt: Format, target: Target, entries: Sequence[Entry], order: str
) -> Comparison:
    pairs = fmt.parse(normalise((stale.old or "")[target.start : target.end]))
    chosen = append_order(entries, pairs) if order == "append" else entries
    return replace(
        stale,
        edit=Edit(target.start, target.end, _text(fmt, target, chosen)),
        names=compare_names(pairs, [fmt.pair(entry) for entry in chosen]),
    )


def _text(fmt: Format, target: Target, entries: Sequence[Entry]) -> str:
    inside = fmt.render_region if target.is_region else None
    text = (inside or fmt.render_file)(entries)
    return text if target.newline == "\n" else text.replace("\n", target.newline)


def render(
    library: Library, index_file: IndexFile, *, tokens: Mapping[str, int] | None = None
) -> str:
    """The whole new text of the file. Raises SkilltoolError where nothing may be written."""
    return _writable(check(library, index_file, tokens=tokens)).new


def write(
    library: Library, index_file: IndexFile, *, tokens: Mapping[str, int] | None = None
) -> bool:
    """Bring the file up to date, atomically, and tell whether it changed; a fresh one is left.

    Raises SkilltoolError where nothing may be written.
    """
    comparison = _writable(check(library, index_file, tokens=tokens))
    return not comparison.fresh and write_text(index_file.file, comparison.new)


def _writable(comparison: Comparison) -> Comparison:
    problem = comparison.problem
    if problem:
        place = f"{problem.location.path}:{problem.location.line}"
        raise SkilltoolError("\n  ".join((f"{place}: {problem.message}", *problem.notes)))
    return comparison
