"""Paths in inline code and in shell commands that mean files of the skill."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from skilltool.links.code_places import find_mentions
from skilltool.links.destinations import ABSOLUTE
from skilltool.links.listing import OWN_FOLDERS, relative
from skilltool.links.reference import Form, Reference, Status, Verdict
from skilltool.links.stand_ins import is_placeholder, is_stand_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.links.destinations import Destinations
    from skilltool.links.mentions import Mention
    from skilltool.links.texts import Text
    from skilltool.markdown import Document

_ABSENT = frozenset({Status.MISSING, Status.UNSURE})
# What makes a path differ from its normal form.
_ODD = re.compile(r"\A\.|/[./]|/\Z")
_OWN_TAIL = re.compile(rf"(?:(?<=/)|^)(?:{'|'.join(OWN_FOLDERS)})/.*$")
# A text in a folder that the specification does not name but that many skills have.
_GUIDE = re.compile(r"resources/.*\.md\Z", re.IGNORECASE)

_NAME = re.compile(r"[\w-]+")

# Documents that tell people where the folder of the skill is to be put, and what was in it.
_FOR_PEOPLE = re.compile(r"(?:changelog|install(?:ation|ing)?|readme)\b", re.IGNORECASE)


class CodePaths:
    """Finds the paths in code by which one skill's texts name its files."""

    def __init__(self, destinations: Destinations, main: str) -> None:
        self._destinations = destinations
        self._listing = destinations.listing
        self._main = main
        self._made: set[str] = set()
        self._missed: set[tuple[str, str]] = set()
        self._known: dict[tuple[str, str], Verdict | None] = {}

    def references(self, text: Text, document: Document, hits: list[int]) -> Iterator[Reference]:
        """The paths in inline code and in shell fences near the ascending hits."""
        for mention in find_mentions(text.content, document, hits):
            yield from self._reference(text, mention)

    def _reference(self, text: Text, mention: Mention) -> Iterator[Reference]:
        key = (text.origin, mention.path)
        if key not in self._known:
            self._known[key] = self._judge(*key)
        verdict = self._known[key]
        if verdict is not None and verdict.status in _ABSENT:
            is_for_people = _FOR_PEOPLE.match(posixpath.basename(text.origin))
            verdict = None if is_for_people else self._judge_absent(text.origin, mention, verdict)
        if verdict is not None:
            command = not mention.inline or mention.has_runner
            form = Form.COMMAND if command else Form.INLINE_CODE
            start, end = text.base + mention.start, text.base + mention.end
            yield Reference(text.origin, text.source, start, end, mention.path, form, verdict)

    def _judge_absent(self, origin: str, mention: Mention, verdict: Verdict) -> Verdict | None:
        """The verdict on a path of no file; None where the text brings that file about."""
        path = posixpath.normpath(mention.path)
        if path in self._made:
            return None
        if (origin, path) in self._missed:  # a text misses a path wherever it names it
            return verdict._replace(status=Status.MISSING)
        judged = self._judge_words(mention, path, verdict)
        if judged is not None and judged.status is Status.MISSING:
            self._missed.add((origin, path))
        return judged

    def _judge_words(self, mention: Mention, path: str, verdict: Verdict) -> Verdict | None:
        """What the words around a path of no file make of it."""
        is_named = mention.is_alone and bool(posixpath.splitext(path)[1])
        if mention.is_written or (is_named and mention.is_made):
            self._made.add(path)
            return None
        if not (is_named or mention.runs):
            return verdict._replace(status=Status.OTHERS)
        other = self._find_in_named_skill(mention.path, mention.context)
        if other or verdict.status is Status.MISSING:
            return other or verdict
        return verdict._replace(status=self._settled(mention))

    def _settled(self, mention: Mention) -> Status:
        """What the words around a path of no file say of it."""
        if mention.is_others:
            return Status.OTHERS
        tree = self._destinations.tree
        beside = tree is not None and tree.find_beside(mention.path)
        return Status.MISSING if mention.is_told and not beside else Status.UNSURE

    def _judge(self, origin: str, written: str) -> Verdict | None:
        """What a word of code names; None when it does not plainly mean a file of the skill."""
        path, _, fragment = written.partition("#")
        found = self._find_named(origin, path)
        if found is not None:
            if fragment:
                return self._destinations.anchors.judge(found, fragment)
            return Verdict(Status.OK, found)
        if is_placeholder(path):
            return self._judge_pattern(path)
        if "\\" in path:
            found = self._find_named(origin, path.replace("\\", "/"))
            return Verdict(Status.BACKSLASH, found, path.replace("\\", "/")) if found else None
        own = self._destinations.below_own_name(path)
        if own is not None:
            return Verdict(_status_below_own_name(origin, path), own, own)
        return self._judge_absent_path(origin, path)

    def _judge_absent_path(self, origin: str, path: str) -> Verdict | None:
        """What a path means that names no file of the skill as it stands."""
        if path.startswith("../"):
            return self._judge_sibling(origin, path)
        return self._destinations.judge_below(path) or self._judge_own_folder(
            path.removeprefix("./")
        )

    def _judge_sibling(self, origin: str, path: str) -> Verdict | None:
        """What is wrong with a path to a file of another skill of the library."""
        tree = self._destinations.tree
        if tree is None or not posixpath.splitext(path)[1] or is_stand_in(path):
            return None
        below = posixpath.join(self._destinations.home, posixpath.dirname(origin), path)
        target = posixpath.normpath(below)
        if target.startswith("../") or target in tree.listing or not tree.is_complete(target):
            return None
        return Verdict(Status.UNSURE)

    def _find_named(self, origin: str, path: str) -> str | None:
        """The file that a path names from the skill's folder, else from that of its own file."""
        folder = origin.rpartition("/")[0]
        for written in (path, f"{folder}/{path}") if folder else (path,):
            found = posixpath.normpath(written) if _ODD.search(written) else written
            if found in self._listing.files and found != self._main:
                return found
            if link := self._listing.link_above(found):
                return link
        return None

    def _judge_pattern(self, path: str) -> Verdict | None:
        tail = _OWN_TAIL.search(path)
        if tail is None:
            return None
        if tail[0] in self._listing.files:
            return Verdict(Status.PLACEHOLDER, tail[0])
        return self._destinations.judge_below(path) or Verdict(Status.PLACEHOLDER)

    def _judge_own_folder(self, path: str) -> Verdict | None:
        top = path.partition("/")[0]
        if top.casefold() not in OWN_FOLDERS:
            is_known = top in self._listing.folders and self._destinations.names_file(path)
            is_own = is_known or (_GUIDE.match(path) and not is_stand_in(path))
            return Verdict(Status.UNSURE, hint=self._listing.nearest(path)) if is_own else None
        spelled = self._listing.spelled(path)
        if spelled is not None:
            is_file = spelled in self._listing.files
            return Verdict(Status.WRONG_CASE, spelled, spelled) if is_file else None
        if not self._destinations.names_file(path):
            return None
        if top == "references":
            found = self._destinations.find_in_library(path, path)
            if found is not None:
                return Verdict(Status.OTHER_BASE, found, found)
        missing = self._destinations.missing("", path)
        is_unsure = missing.status is Status.MISSING
        return missing._replace(status=Status.UNSURE) if is_unsure else missing

    def _find_in_named_skill(self, path: str, before: str) -> Verdict | None:
        """The file of another skill whose name stands shortly before the path."""
        tree, home = self._destinations.tree, self._destinations.home
        homes = tree.homes(posixpath.normpath(path)) if tree is not None else {}
        for name in reversed(_NAME.findall(before)) if homes else ():
            if name in homes:
                return Verdict(Status.OK, relative(homes[name], home))
        return None


def _status_below_own_name(origin: str, path: str) -> Status:
    """What to say of a path through a folder of the skill's name, to a file that the skill has."""
    if _FOR_PEOPLE.match(posixpath.basename(origin)):
        return Status.OK
    return Status.OUTSIDE if ABSOLUTE.match(path) else Status.OTHER_BASE
