"""Lines such as `USE FOR: charts` that go on with a text above them but are not indented.

YAML reads them as fields of their own.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from skilltool.frontmatter.finding import Finding, finding
from skilltool.frontmatter.lines import SPEC_FIELDS
from skilltool.frontmatter.quoting import quoting_edits
from skilltool.model import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

PROSE = frozenset({"description", "when_to_use", "compatibility"})
"""The fields whose values are sentences."""

_FIELDS = SPEC_FIELDS | {
    "argument-hint",
    "disable-model-invocation",
    "disallowed-tools",
    "user-invocable",
    "when-to-use",
}
_LINE_END = re.compile(r"\r\n|\r|\n")
_GAP = re.compile(r"[ \t]*(?:\r\n|\r|\n)?")


class _Run(NamedTuple):
    """A text with the lines below it that belong to it, from `start` to `end`."""

    key: str
    value: Any
    start: int
    end: int


def find_continuations(text: str, root: Any) -> list[Finding]:
    """The lines straight below a text whose key holds blanks, which no key of a client does."""
    if not any(_may_be_words(key) for key, _ in root.value):
        return []
    return [_finding(text, run) for run in _runs(text, root.value)]


def _may_be_words(key: Any) -> bool:
    """Whether a key is words of a sentence, not a field such as `when to use` with blanks in it."""
    if not isinstance(key, yaml.ScalarNode) or key.style or " " not in key.value:
        return False
    return key.value.lower().replace(" ", "-") not in _FIELDS


def _runs(text: str, pairs: list[tuple[Any, Any]]) -> Iterator[_Run]:
    run: _Run | None = None
    for (above_key, above), (key, value) in pairwise(pairs):
        if run is None and _is_text(above_key, above):
            end = above.end_mark.index
            run = _Run(above_key.value, above, end, end)
        if run is None:
            continue
        if _may_be_words(key) and isinstance(value, yaml.ScalarNode) and _is_next(text, run, key):
            start = key.start_mark.index if run.start == run.end else run.start
            run = run._replace(start=start, end=_end_of_line(text, key, value))
            continue
        if run.start < run.end:
            yield run
        run = None
    if run and run.start < run.end:
        yield run


def _is_text(key: Any, value: Any) -> bool:
    """A text of sentences that may go on: not one that a quote sign has ended."""
    is_prose = isinstance(key, yaml.ScalarNode) and key.value in PROSE
    return is_prose and isinstance(value, yaml.ScalarNode) and value.style in (None, "", "|", ">")


def _is_next(text: str, run: _Run, key: Any) -> bool:
    gap = _GAP.match(text, run.end)
    return gap is not None and gap.end() == key.start_mark.index and bool(run.value.value.strip())


def _end_of_line(text: str, key: Any, value: Any) -> int:
    start: int = max(key.end_mark.index, value.end_mark.index)
    return start + len(re.split(r"[\r\n]", text[start:], maxsplit=1)[0].rstrip())


def _finding(text: str, run: _Run) -> Finding:
    """The fix indents the lines, and quotes a plain text, which must not hold `: `.

    It is unsafe, for a line such as `Last Change: ...` may be a field of its own.
    """
    first_end = _LINE_END.search(text, run.start)
    end = min(run.end, first_end.start()) if first_end else run.end
    message = (
        f"this line goes on with the value of {run.key} but is not indented below it; YAML reads "
        "it as a field of its own"
    )
    places = [run.start, *(m.end() for m in _LINE_END.finditer(text, run.start, run.end))]
    value = run.value
    quoted = () if value.style else quoting_edits(text, value.start_mark.index, run.end)
    edits = (*quoted, *(Edit(at, at, _indent(text, value)) for at in places))
    apart = len({edit.start for edit in edits}) == len(edits)
    words = "indent it" if value.style else "indent it and quote the whole value"
    fix = Fix(words, edits, safe=False)
    return finding(run.start, end, message, fix if apart else None)


def _indent(text: str, value: Any) -> str:
    """The blanks before the first line of a block of lines; two where there is none."""
    raw = text[value.start_mark.index : value.end_mark.index]
    first = re.search(r"[\r\n]([ ]+)\S", raw) if value.style else None
    return first[1] if first else "  "
