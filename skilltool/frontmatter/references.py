"""Anchors and aliases: refused by many clients, and a way to make a small file huge."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from skilltool.frontmatter.finding import Finding, finding
from skilltool.frontmatter.quoting import quote
from skilltool.model import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIGN = re.compile(r"[&*][^\s,\[\]{}]")


def may_hold_references(text: str) -> bool:
    """Whether a closer look for anchors and aliases is worth its time."""
    if "&" not in text and "*" not in text:
        return False
    signs = _SIGN.finditer(text)
    return any(match.start() == 0 or text[match.start() - 1] in " \t\r\n,:[{" for match in signs)


def find_references(text: str, loader: Any) -> list[Finding]:
    """Each alias, and each anchor that no alias uses; reading takes an alias for plain text."""
    anchors: dict[str, Any] = {}
    found: list[Finding] = []
    parsed: Iterator[Any] = yaml.parse(text, Loader=loader)
    events = [event for event in parsed if getattr(event, "anchor", None)]
    used = {event.anchor for event in events if type(event) is yaml.AliasEvent}
    removed: list[Edit] = []
    for event in events:
        if type(event) is yaml.AliasEvent:
            found.append(_alias(text, event, anchors.get(str(event.anchor))))
            continue
        anchors[event.anchor] = event
        unused = _anchor(text, event)
        if event.anchor in used:
            removed += unused.patch
        else:
            found.append(unused)
    if removed:
        found[0] = Finding(found[0].fault, (*found[0].patch, *removed))
    return found


def _alias(text: str, event: Any, anchored: Any) -> Finding:
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
    fix = None
    if isinstance(anchored, yaml.ScalarEvent) and not re.search(r"[\r\n]", anchored.value):
        fix = Fix("write the value out", (Edit(start, end, quote(anchored.value)),))
    fault = finding(start, end, message, fix).fault
    return Finding(fault, quoted)


def _anchor(text: str, event: Any) -> Finding:
    start = text.index(f"&{event.anchor}", event.start_mark.index)
    end = start + len(event.anchor) + 1
    blanks = re.compile(r"[ \t]*").match(text, end)
    after = blanks.end() if blanks else end
    if text[after : after + 1] in ("\r", "\n", ""):
        removed = (Edit(len(text[:start].rstrip(" \t")), end, ""),)
    else:
        removed = (Edit(start, after, ""),)
    message = f"`&{event.anchor}` is an anchor in YAML; many clients refuse anchors. Remove it"
    return finding(start, end, message, Fix("remove the anchor", removed))
