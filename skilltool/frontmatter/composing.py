"""A copy of the YAML text, mended after each fault so that the rest of it is read. Door to yaml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from skilltool.frontmatter.characters import find_odd_characters
from skilltool.frontmatter.continuations import find_continuations
from skilltool.frontmatter.references import find_references, may_hold_references
from skilltool.frontmatter.sentences import find_sentences
from skilltool.model import Edit, Fault, Fix

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skilltool.frontmatter.finding import Finding

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UNREADABLE = (yaml.YAMLError, RecursionError, UnicodeEncodeError)
MAX_REPAIRS = 20
_COLON = re.compile(r"[:：]|(?<![^\r\n])(?:name|description)[ \t]")
LONG_CHARACTERS = 8_192
"""Nobody writes front matter as long as this; it is mended in three rounds or not at all."""


class Copy:
    """The YAML text as it is read: mended after each fault. `places` are offsets in the file."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text[start:end]
        self.places: Sequence[int] = range(start, end + 1)
        self.faults: list[Fault] = []

    def mend(self, findings: Sequence[Finding]) -> bool:
        """Note the faults and mend the text; whether it has changed."""
        if not findings:
            return False
        self.faults += [_in_file(finding.fault, self.places) for finding in findings]
        edits = _apart(edit for found in findings for edit in found.patch)
        before, text, places = self.text, self.text, list(self.places)
        for edit in reversed(edits):
            text = text[: edit.start] + edit.text + text[edit.end :]
            places[edit.start : edit.end] = [places[edit.start]] * len(edit.text)
        self.text, self.places = text, places
        return text != before


def _apart(edits: Iterable[Edit]) -> list[Edit]:
    """The edits by place, without those that overlap one before them."""
    kept: list[Edit] = []
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.start, edit.end)):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept


def _in_file(fault: Fault, places: Sequence[int]) -> Fault:
    fix = fault.fix
    if fix is not None:
        edits = (Edit(places[edit.start], places[edit.end], edit.text) for edit in fix.edits)
        fix = Fix(fix.message, tuple(edits), fix.safe)
    return Fault(fault.kind, places[fault.start], places[fault.end], fault.message, fix)


def compose(copy: Copy) -> Any:
    """The root node; each fault is mended in the copy so that the rest is read."""
    copy.mend(find_odd_characters(copy.text))
    for _ in range(MAX_REPAIRS if len(copy.text) < LONG_CHARACTERS else 3):
        root, findings = _try(copy.text)
        if not copy.mend(findings):
            return root
    return None


def _try(text: str) -> tuple[Any, list[Finding]]:
    """The root node of the text, or why it is not read as it stands."""
    try:
        if may_hold_references(text) and (found := find_references(text, _Loader)):
            return None, found
        root: Any = yaml.compose(text, Loader=_Loader)
    except _UNREADABLE as error:
        from skilltool.frontmatter.repair import explain

        return None, explain(text, error)
    return root, _text_faults(text, root)


def _text_faults(text: str, root: Any) -> list[Finding]:
    """The faults of a text that YAML can read, yet not as its author meant it.

    It may take lines of a text for fields, or all of the fields for one plain value.
    """
    if isinstance(root, yaml.MappingNode):
        return [*find_continuations(text, root), *find_sentences(text, root)]
    if not isinstance(root, yaml.ScalarNode) or root.style or not _COLON.search(root.value):
        return []
    from skilltool.frontmatter.repair import find_faults

    return find_faults(text)
