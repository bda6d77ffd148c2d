"""What an editor offers for the letters before the cursor: fields, values, rules, skills."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from skilltool.lsp.fields import is_in_front_matter, known_fields, parents_of
from skilltool.rules import all_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.lsp.desk import View
    from skilltool.model import Skill

_SUPPRESSION = re.compile(r"skills-ignore:[ \t]*(?:[\w-]+[ \t]*,[ \t]*)*(?P<word>[\w-]*)$")
_KEY = re.compile(r"^(?P<indent>[ ]*)(?P<word>[\w-]*)$")
_VALUE = re.compile(r"^(?P<indent>[ ]*)(?P<key>[\w-]+):[ ]+(?P<word>[\w-]*)$")
_WORD = re.compile(r"(?<![\w/.-])(?P<word>[\w-]+)$")


def complete(
    view: View, skills: Iterable[Skill], offset: int
) -> tuple[int, list[types.CompletionItem]]:
    """How many characters before `offset` each item takes the place of, and the items."""
    number, column = view.source.position(offset)
    line = view.source.line_text(number)
    before, after = line[: column - 1], line[column - 1 :]
    if match := _SUPPRESSION.search(before):
        return len(match["word"]), list(_rules())
    if is_in_front_matter(view, offset):
        if match := _KEY.search(before):
            colon = "" if after.startswith(":") else ": "
            return len(match["word"]), list(_keys(view, number, len(match["indent"]), colon))
        match = _VALUE.search(before)
        if match and (items := list(_values(view, number, match))):
            return len(match["word"]), items
    match = _WORD.search(before)
    return (len(match["word"]), list(_names(view, skills, match["word"]))) if match else (0, [])


def _rules() -> Iterator[types.CompletionItem]:
    for rule in all_rules().values():
        yield types.CompletionItem(
            rule.name,
            kind=types.CompletionItemKind.EnumMember,
            detail=rule.group,
            documentation=rule.summary,
        )


def _keys(view: View, line: int, indent: int, colon: str) -> Iterator[types.CompletionItem]:
    """The fields that may stand on a line and stand nowhere yet."""
    parents = parents_of(view, line, indent)
    front = view.skill.front_matter if view.skill else None
    above = front.find(".".join(parents)) if front and parents else None
    present = above.children if above else front.fields if front and not parents else {}
    for known in known_fields(view, parents).values():
        if known.key not in present:
            yield types.CompletionItem(
                known.key,
                kind=types.CompletionItemKind.Field,
                documentation=known.description,
                insert_text=f"{known.key}{colon}",
            )


def _values(view: View, line: int, match: re.Match[str]) -> Iterator[types.CompletionItem]:
    parents = parents_of(view, line, len(match["indent"]))
    known = known_fields(view, parents).get(match["key"])
    for value in known.values if known else ():
        yield types.CompletionItem(value, kind=types.CompletionItemKind.Value)


def _names(view: View, skills: Iterable[Skill], word: str) -> Iterator[types.CompletionItem]:
    """The names of other skills that begin with what is typed."""
    own = view.skill.name if view.skill else ""
    others = {skill.name: skill for skill in skills if skill.name.startswith(word)}
    for name, skill in sorted(others.items()):
        if name != own:
            yield types.CompletionItem(
                name,
                kind=types.CompletionItemKind.Reference,
                documentation=skill.routing_text,
            )
