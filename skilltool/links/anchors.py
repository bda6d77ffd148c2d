"""The anchors of a skill's Markdown files."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from skilltool.links.reference import Status, Verdict
from skilltool.links.texts import BYTE_ORDER_MARK, is_markdown
from skilltool.markdown import parse_markdown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skilltool.links.texts import Text
    from skilltool.model import Skill

_LINE_ANCHOR = re.compile(r"L\d+(?:C\d+)?(?:-L\d+(?:C\d+)?)?|:~:.*")
# Comparing very many misspelled anchors, or one with very many, is slow and of no help.
_MAX_ANCHORS = 500
_MAX_HINTS = 100
# Twice the signs that two like words share, by the signs of both.
_CUTOFF = 0.8


class Anchors:
    """Where the fragments of a skill's links lead."""

    def __init__(self, skill: Skill, texts: Mapping[str, Text]) -> None:
        self._skill = skill
        self._texts = texts
        self._known: dict[str, dict[str, str] | None] = {}
        self._hints = _MAX_HINTS

    def judge(self, target: str, fragment: str) -> Verdict:
        """What became of a fragment in a file of the skill."""
        wanted = unquote(fragment).removeprefix("user-content-").casefold()
        anchors = self._of(target)
        if (
            anchors is None
            or wanted in anchors
            or wanted == "top"
            or _LINE_ANCHOR.fullmatch(fragment)
        ):
            return Verdict(Status.OK, target)
        return Verdict(Status.ANCHOR_MISSING, target, self._nearest(wanted, anchors))

    def _of(self, path: str) -> dict[str, str] | None:
        """The anchors of a Markdown file by their folded form; None for any other file."""
        if path not in self._known:
            content = self._content(path)
            anchors = sorted(parse_markdown(content).anchors) if content is not None else None
            folded = None if anchors is None else {anchor.casefold(): anchor for anchor in anchors}
            self._known[path] = folded
        return self._known[path]

    @cached_property
    def _others(self) -> dict[str, str]:
        sources = (
            (item.path, item.source) for item in self._skill.resources if is_markdown(item.path)
        )
        return {
            path: source.text.removeprefix(BYTE_ORDER_MARK)
            for path, source in sources
            if source is not None
        }

    def _content(self, path: str) -> str | None:
        if path in self._texts:
            return self._texts[path].content
        return self._others.get(path)

    def _nearest(self, wanted: str, anchors: dict[str, str]) -> str:
        import difflib

        if self._hints == 0 or len(anchors) > _MAX_ANCHORS or len(wanted) > 100:
            return ""
        self._hints -= 1
        for near in difflib.get_close_matches(wanted, anchors):
            if _has_words_of(near, wanted):
                return anchors[near]
        return ""


def _has_words_of(anchor: str, wanted: str) -> bool:
    """Whether each word of the wanted anchor has a like one in another."""
    import difflib

    words = anchor.split("-")
    return all(
        difflib.get_close_matches(word, words, n=1, cutoff=_CUTOFF)
        for word in wanted.split("-")
        if word
    )


def unquote(text: str) -> str:
    """The text with its percent-encoding resolved."""
    if "%" not in text:
        return text
    from urllib.parse import unquote as resolve

    return resolve(text)
