"""Anchors and aliases: refused by many clients, and a way to make a small file huge."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from skilltool.frontmatter.finding import Finding, finding
from skilltool.frontmatter.quoting import TEXT_KEYS, quote, quoting_edits
from skilltool.model import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIGN = re.compile(r"[&*][^\s,\[\]{}]")
_MANY = 20
_KEY = re.compile(r"""["']?([\w-]+)["']?:[ \t]+""")


def may_hold_references(text: str) -> bool:
    """Whether a closer look for anchors and aliases is worth its time."""
    if "&" not in text and "*" not in text:
        return False
    signs = _SIGN.finditer(text)
    return any(match.start() == 0 or text[match.start() - 1] in " \t\r\n,:[{" for match in signs)


def find_references(text: str, loader: Any) -> list[Finding]:
    """Each alias, and each anchor that no alias uses; reading takes an alias for plain text."""
    found: list[Finding] = []
    parsed: Iterator[Any] = yaml.parse(text, Loader=loader)
    events = [event for event in parsed if getattr(event, "anchor", None)]
    uses = _uses(events)
    mends = {anchor: _written_out(text, anchor, aliases) for anchor, aliases in uses.items()}
    used = {event.anchor for event in events if type(event) is yaml.AliasEvent}
    removed: list[Edit] = []
    for anchor, aliases in uses.items():
        found += [_alias(text, alias, anchor, mends[anchor]) for alias in aliases]
        if anchor is None:
            continue
        start, end, edits = _anchor(text, anchor)
        if anchor.anchor in used:
            removed += edits
        else:
            found.append(_unused(text, anchor, start, end, edits))
    found.sort(key=lambda one: one.fault.start)
    if removed:
        found[0] = Finding(found[0].fault, (*found[0].patch, *removed))
    return found


def _uses(events: list[Any]) -> dict[Any, list[Any]]:
    """The aliases of each anchor; those of none under None."""
    anchors: dict[str, Any] = {}
    uses: dict[Any, list[Any]] = {}
    for event in events:
        if type(event) is yaml.AliasEvent:
            uses.setdefault(anchors.get(str(event.anchor)), []).append(event)
        else:
            anchors[event.anchor] = event
            uses[event] = []
    return uses


def _written_out(text: str, anchor: Any, aliases: list[Any]) -> Fix | None:
    """The value of an anchor in place of each alias, and no anchor: all at once or not at all."""
    is_line = isinstance(anchor, yaml.ScalarEvent) and not re.search(r"[\r\n]", anchor.value)
    if not is_line or not 0 < len(aliases) <= _MANY:
        return None
    value = quote(anchor.value)
    edits = (Edit(alias.start_mark.index, alias.end_mark.index, value) for alias in aliases)
    return Fix("write the value out", (*_anchor(text, anchor)[2], *edits))


def _alias(text: str, event: Any, anchored: Any, mend: Fix | None) -> Finding:
    start, end = event.start_mark.index, event.end_mark.index
    quoted = (Edit(start, start, '"'), Edit(end, end, '"'))
    if anchored is None:
        message = (
            f"`{text[start:end]}` is an alias in YAML for something that is not there. Quote it"
        )
        return finding(start, end, message, Fix("quote it", quoted))
    message = (
        f"`{text[start:end]}` is an alias: it repeats what `&{event.anchor}` marks; many clients "
        "refuse aliases. Write the value out"
    )
    fault = finding(start, end, message, mend).fault
    return Finding(fault, quoted)


def _anchor(text: str, event: Any) -> tuple[int, int, tuple[Edit, ...]]:
    """Where an anchor stands, and the edits that remove it."""
    start = text.index(f"&{event.anchor}", event.start_mark.index)
    end = start + len(event.anchor) + 1
    blanks = re.compile(r"[ \t]*").match(text, end)
    after = blanks.end() if blanks else end
    if text[after : after + 1] in ("\r", "\n", ""):
        return start, end, (Edit(len(text[:start].rstrip(" \t")), end, ""),)
    return start, end, (Edit(start, after, ""),)


def _unused(text: str, event: Any, start: int, end: int, removed: tuple[Edit, ...]) -> Finding:
    message = f"`&{event.anchor}` is an anchor in YAML; many clients refuse anchors. Remove it"
    if _may_be_text(text, start, event):
        quoted = quoting_edits(text, start, event.end_mark.index)
        message += ", or quote the value if it belongs to the text"
        return finding(start, end, message, Fix("quote the whole value", quoted, safe=False))
    return finding(start, end, message, Fix("remove the anchor", removed))


def _may_be_text(text: str, start: int, event: Any) -> bool:
    """Whether what looks like an anchor may be the first word of a text, as in `&Co charts`."""
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    key = _KEY.fullmatch(text, line_start, start)
    is_plain = isinstance(event, yaml.ScalarEvent) and not event.style and not event.tag
    return is_plain and bool(event.value) and key is not None and key[1] in TEXT_KEYS
