"""Edits of single fields that leave every other character as it is. Empty where none is sure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.frontmatter.quoting import quote, quoting_edits
from skilltool.model import Edit, Field, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|\r|\n")
_BLOCKS = (Style.LITERAL, Style.FOLDED)
_ITEM_OR_INDENT = re.compile(r"[ ]*(?:-[ ]+)*")
_COLON = re.compile(r"[ \t]*:")
_MORE = re.compile(r"#|(?<![^\s,:\[{])[&*!]")
_SEPARATOR = re.compile(r"[,;|](?![^()]*\))")
_BULLET = r"[-•–—]\s*(?=[A-Za-z])"


def quote_value(text: str, field: Field) -> tuple[Edit, ...]:
    """Put a plain scalar in quotes as it is written: `1.10` becomes `"1.10"`."""
    if field.style is not Style.PLAIN or field.text is None or field.start == field.end:
        return ()
    return quoting_edits(text, field.start, field.end)


def rename_key(field: Field, key: str) -> tuple[Edit, ...]:
    """Give the field another key; nothing for an item of a list."""
    if field.key_start == field.key_end:
        return ()
    return (Edit(field.key_start, field.key_end, quote(key)),)


def set_value(text: str, field: Field, value: str) -> tuple[Edit, ...]:
    """Give the field another text, on the line of its key."""
    colon = _after_colon(text, field)
    if colon is None or text[field.start : field.start + 1] in ("!", "*"):
        return ()
    if colon <= field.start and not _LINE_END.search(text, colon, field.start):
        colon = max(colon, field.start)
    blank = "" if text[colon - 1] in " \t" else " "
    return (Edit(colon, max(colon, field.end), f"{blank}{quote(value)}"),)


def join_lines(text: str, field: Field) -> tuple[Edit, ...]:
    """Write a plain scalar that goes over several lines as one line in double quotes."""
    colon = _after_colon(text, field)
    if colon is None or field.text is None or field.style is not Style.PLAIN:
        return ()
    if not _LINE_END.search(text, colon, field.end) or _holds_more(text, field, colon):
        return ()
    return (Edit(colon, field.end, f" {quote(field.text, always=True)}"),)


def join_tools(text: str, field: Field) -> tuple[Edit, ...]:
    """Write a list of tools, or a text with other signs between, as one text with spaces."""
    tools = _tools(field)
    colon = _after_colon(text, field)
    if colon is None or not tools or any(_is_blank_outside_brackets(tool) for tool in tools):
        return ()
    if _holds_more(text, field, colon):
        return ()
    value = quote(" ".join(tools))
    if _LINE_END.search(text, colon, field.start):
        return (Edit(colon, field.end, f" {value}"),)
    return (Edit(field.start, field.end, value),)


def _tools(field: Field) -> list[str]:
    if field.type == "seq":
        items = list(field.children.values())
        if any(item.type != "str" or not item.text for item in items):
            return []
        return [(item.text or "").strip() for item in items]
    if field.type != "str":
        return []
    return _split(field.text or "")


def _split(text: str) -> list[str]:
    """The tools of a text in which signs stand between them or around them."""
    inner = text.strip()
    if inner.startswith("[") and inner.endswith("]"):
        return [part for raw in _SEPARATOR.split(inner[1:-1]) if (part := raw.strip(" \t\"'"))]
    parts = _SEPARATOR.split(inner)
    if len(parts) == 1 and re.match(_BULLET, inner):
        parts = re.split(rf"\s+(?={_BULLET})", inner)
    return [re.sub(rf"\A{_BULLET}", "", part.strip()) for part in parts if part.strip()]


def _is_blank_outside_brackets(tool: str) -> bool:
    return bool(re.search(r"\s", re.sub(r"\([^()]*\)", "", tool)))


def block_style(text: str, field: Field) -> tuple[Edit, ...]:
    """Write a flow mapping or list, `{...}` or `[...]`, with one entry a line."""
    colon = _after_colon(text, field)
    if colon is None or field.style is not Style.FLOW or not field.children:
        return ()
    if _holds_more(text, field, colon) or not _is_writable(text, field):
        return ()
    line_start = max(text.rfind("\n", 0, field.key_start), text.rfind("\r", 0, field.key_start)) + 1
    column = field.key_start - line_start
    prefix = _ITEM_OR_INDENT.match(text, line_start)
    if prefix is None or prefix.end() < field.key_start:
        return ()
    end = _LINE_END.search(text, field.key_start)
    line_end = end.group() if end else "\n"
    lines = "".join(f"{line_end}{line}" for line in _block(text, field, " " * (column + 2)))
    return (Edit(colon, field.end, lines),)


def _block(text: str, field: Field, indent: str) -> Iterator[str]:
    """The lines of a mapping or list in block style."""
    for child in field.children.values():
        lead = "-" if field.type == "seq" else f"{text[child.key_start : child.key_end]}:"
        if not child.children:
            yield f"{indent}{lead} {_scalar(text, child)}".rstrip()
            continue
        inner = list(_block(text, child, f"{indent}  "))
        if field.type == "seq":
            yield f"{indent}- {inner[0].lstrip()}"
            yield from inner[1:]
        else:
            yield f"{indent}{lead}"
            yield from inner


def _scalar(text: str, field: Field) -> str:
    raw = text[field.start : field.end]
    if field.text is None or not _LINE_END.search(raw):
        return raw
    return quote(field.text, always=True)


def _is_writable(text: str, field: Field) -> bool:
    """Whether every entry has a key on one line and none is an empty list over several."""
    for child in field.children.values():
        key = text[child.key_start : child.key_end]
        if field.type == "map" and (not key or key[0] in "[{" or _LINE_END.search(key)):
            return False
        is_empty = child.style is Style.FLOW and not child.children
        if is_empty and _LINE_END.search(text, child.start, child.end):
            return False
        if not _is_writable(text, child):
            return False
    return True


def _holds_more(text: str, field: Field, start: int) -> bool:
    """Whether a comment, anchor, alias or tag stands at or between the scalars of a value."""
    place = start
    for leaf in _leaves(field):
        head = _first_line_end(text, leaf) if leaf.style in _BLOCKS else leaf.start + 1
        if _MORE.search(text, place, head):
            return True
        place = max(place, leaf.end)
    return _MORE.search(text, place, field.end) is not None


def _first_line_end(text: str, field: Field) -> int:
    line_end = _LINE_END.search(text, field.start, field.end)
    return line_end.start() if line_end else field.end


def _leaves(field: Field) -> Iterator[Field]:
    if not field.children:
        yield field
    for child in field.children.values():
        yield from _leaves(child)


def _after_colon(text: str, field: Field) -> int | None:
    """Where the value's side of the colon begins; None for an item or a key of another form."""
    match = _COLON.match(text, field.key_end)
    if match is None or field.key_start == field.key_end:
        return None
    return match.end() if match.end() <= field.start else None
