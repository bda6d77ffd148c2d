"""Paths in inline code and in shell commands that mean files of the skill."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from skilltool.links.destinations import ABSOLUTE, OWN_FOLDERS, PLACEHOLDER
from skilltool.links.listing import relative
from skilltool.links.reference import Form, Reference, Status, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.links.destinations import Destinations
    from skilltool.links.texts import Text
    from skilltool.markdown import Document

SHELLS = frozenset({"bash", "sh", "shell", "zsh", "console", "shell-session", "terminal"})
# Characters before a path in code within which the name of another skill says whose it is.
_CONTEXT = 200
# A word of a command line; angle brackets stay, because `<skill-dir>/scripts/x` is one word.
_WORD = re.compile(r"[^\s\"'`;|&()@,=]+")
_RUNNER = re.compile(
    r"(?<![\w./-])(?:bash|sh|zsh|source|\.|exec|python[\d.]*|py|uv run|node|bun|bun run|deno run"
    r"|npx tsx|tsx|ruby|perl|pwsh|chmod)(?:[ \t]+[-+][\w=.+-]*)*[ \t]+[\"']?$"
)
# Text in front of a word by which it is an argument, not the program that a line runs.
_ARGUMENT = re.compile(r"[^\s$;&|(][^;&|(\n]*$")
# A sentence up to here that tells the reader to bring a file about: "move the examples to".
_ADVICE = re.compile(r"\b(?:move|moving|split)\b(?:[^.]|\.\S)*$", re.IGNORECASE)
# What makes a path differ from its normal form.
_ODD = re.compile(r"\A\.|/[./]|/\Z")
_OWN_TAIL = re.compile(rf"(?:(?<=/)|^)(?:{'|'.join(OWN_FOLDERS)})/.*$")

# Documents that tell people where the folder of the skill is to be put.
_FOR_PEOPLE = re.compile(r"(?:changelog|install(?:ation|ing)?|readme)\b", re.IGNORECASE)


class CodePaths:
    """Finds the paths in code by which one skill's texts name its files."""

    def __init__(self, destinations: Destinations, main: str) -> None:
        self._destinations = destinations
        self._listing = destinations.listing
        self._main = main

    def references(self, text: Text, document: Document, hits: list[int]) -> Iterator[Reference]:
        """The paths in inline code and in shell fences near the ascending hits."""
        content = text.content
        if any(content.find("`", *line) >= 0 for line in lines_of(content, hits)):
            for start, end in document.code_near(hits):
                yield from self._mentions(text, start, end, inline=True)
        for fence in document.fences:
            if fence.language in SHELLS:
                inside = hits[bisect_left(hits, fence.start) : bisect_left(hits, fence.end)]
                for start, end in lines_of(content, inside):
                    yield from self._mentions(text, start, end, inline=False)

    def _mentions(self, text: Text, start: int, end: int, *, inline: bool) -> Iterator[Reference]:
        content = text.content
        for word in _WORD.finditer(content, start, end):
            path = word[0].rstrip(".:")
            if "." not in path and "/" not in path:
                continue
            at = word.start()
            verdict = self._judge(text.origin, path)
            if verdict is None:
                continue
            near = content[max(start, at - _CONTEXT) : at]
            runs = bool(_RUNNER.search(near)) or not (inline or _ARGUMENT.search(near))
            if verdict.status is Status.MISSING:
                if not (runs or (inline and not near.strip("@") and word.end() == end)):
                    continue
                before = content[max(0, at - _CONTEXT) : at]
                verdict = self._find_in_named_skill(path, before) or verdict
                if verdict.status is Status.MISSING and _ADVICE.search(before):
                    continue
            form = Form.COMMAND if runs or not inline else Form.INLINE_CODE
            place = text.base + at
            yield Reference(text.origin, text.source, place, place + len(path), path, form, verdict)

    def _judge(self, origin: str, written: str) -> Verdict | None:
        """What a word of code names; None when it does not plainly mean a file of the skill."""
        path, _, fragment = written.partition("#")
        found = self._find_named(origin, path)
        if found is not None:
            if fragment:
                return self._destinations.anchors.judge(found, fragment)
            return Verdict(Status.OK, found)
        if PLACEHOLDER.search(path):
            return self._judge_pattern(path)
        if "\\" in path:
            found = self._find_named(origin, path.replace("\\", "/"))
            return Verdict(Status.BACKSLASH, found, path.replace("\\", "/")) if found else None
        own = self._destinations.below_own_name(path)
        if own is not None:
            return Verdict(_status_below_own_name(origin, path), own, own)
        return self._judge_own_folder(path.removeprefix("./"))

    def _find_named(self, origin: str, path: str) -> str | None:
        """The file that a path names from the skill's folder, else from that of its own file."""
        folder = origin.rpartition("/")[0]
        for written in (path, f"{folder}/{path}") if folder else (path,):
            found = posixpath.normpath(written) if _ODD.search(written) else written
            if found in self._listing.files and found != self._main:
                return found
        return None

    def _judge_pattern(self, path: str) -> Verdict | None:
        tail = _OWN_TAIL.search(path)
        if tail is None:
            return None
        return Verdict(Status.PLACEHOLDER, tail[0] if tail[0] in self._listing.files else None)

    def _judge_own_folder(self, path: str) -> Verdict | None:
        top = path.partition("/")[0]
        if top.casefold() not in OWN_FOLDERS or not posixpath.splitext(path)[1]:
            return None
        spelled = self._listing.spelled(path)
        if spelled is not None:
            return Verdict(Status.WRONG_CASE, spelled, spelled)
        if top == "references":
            found = self._destinations.find_in_library(path, path)
            if found is not None:
                return Verdict(Status.OTHER_BASE, found, found)
        return self._destinations.missing("", path)

    def _find_in_named_skill(self, path: str, before: str) -> Verdict | None:
        """The file of another skill whose name stands shortly before the path."""
        tree, home = self._destinations.tree, self._destinations.home
        for found in () if tree is None else tree.listing.named(posixpath.basename(path)):
            folder = found.removesuffix("/" + path)
            if folder != found and posixpath.basename(folder) in before:
                return Verdict(Status.OK, relative(found, home))
        return None


def _status_below_own_name(origin: str, path: str) -> Status:
    """What to say of a path through a folder of the skill's name, to a file that the skill has."""
    if _FOR_PEOPLE.match(posixpath.basename(origin)):
        return Status.OK
    return Status.OUTSIDE if ABSOLUTE.match(path) else Status.OTHER_BASE


def lines_of(text: str, hits: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Start and end of each line in which one of the ascending hits lies, once."""
    end = -1
    for at in hits:
        if at > end:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield text.rfind("\n", 0, at) + 1, end


def without_guesses(references: list[Reference]) -> Iterator[Reference]:
    """Drop missing paths in code where nothing shows that the folder is the skill's own."""
    confirmed = {item.target.partition("/")[0] for item in references if item.target}
    for reference in references:
        code = reference.form in {Form.INLINE_CODE, Form.COMMAND}
        if code and reference.status is Status.MISSING:
            top = reference.destination.removeprefix("./").partition("/")[0]
            if top not in confirmed:
                continue
        yield reference
