"""What the destination of a link means: a file of the skill, of its library, or none."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from skilltool.links.anchors import unquote
from skilltool.links.listing import relative
from skilltool.links.reference import Form, Reference, Status, Verdict
from skilltool.markdown import LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.links.anchors import Anchors
    from skilltool.links.listing import LibraryTree, Listing
    from skilltool.links.texts import Text
    from skilltool.markdown import Document
    from skilltool.model import Skill

# The folders that the specification names; a path into one of them means the skill's own file.
OWN_FOLDERS = ("references", "scripts", "assets")
ABSOLUTE = re.compile(r"file:|/(?!/)|~|[a-zA-Z]:[\\/]", re.IGNORECASE)
PLACEHOLDER = re.compile(r"[{}<>$*…]|\.\.\.|%s|(?:^|/)(?:path/to|your[-_])", re.IGNORECASE)
# A sample of a file's name: `code-file-1.md`, `component-name.md`.
_STAND_IN = re.compile(r"(?:^|[-_/])(?:file[-_]?\d+|(?:file[-_]?)?name)\.\w+$", re.IGNORECASE)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+:|//|www\.")


class Destinations:
    """Looks up destinations in the listings of one skill and of its library."""

    def __init__(
        self, skill: Skill, tree: LibraryTree | None, listing: Listing, anchors: Anchors
    ) -> None:
        self.skill = skill
        self.tree = tree
        self.listing = listing
        self.anchors = anchors
        self.home = tree.folder(skill) if tree is not None else ""
        self._known: dict[tuple[str, str], Verdict] = {}

    def references(self, text: Text, document: Document) -> Iterator[Reference]:
        """The links of a text that lead to files, by place."""
        for link in document.links:
            destination = link.destination
            if _SCHEME.match(destination) and not ABSOLUTE.match(destination):
                continue
            form = Form.IMAGE if link.kind is LinkKind.IMAGE else Form.LINK
            verdict = self._known.get(key := (text.origin, link.written))
            if verdict is None:
                verdict = self._known[key] = self._judge(text, destination, link.written)
            start, end = text.base + link.start, text.base + link.end
            yield Reference(text.origin, text.source, start, end, link.written, form, verdict)

    def _judge(self, text: Text, destination: str, written: str) -> Verdict:
        if ABSOLUTE.match(destination):
            own = destination.lstrip("/")
            return Verdict(Status.OUTSIDE, hint=own if own in self.listing.files else "")
        if PLACEHOLDER.search(destination) or not destination.strip("#"):
            return Verdict(Status.PLACEHOLDER)
        path, _, fragment = destination.partition("#")
        if not path:
            return self.anchors.judge(text.origin, fragment)
        verdict = self._find(text.folder, unquote(path), written.partition("#")[0])
        if verdict.status is Status.OK and fragment and verdict.target:
            return self.anchors.judge(verdict.target, fragment)
        return verdict

    def _find(self, folder: str, path: str, written: str) -> Verdict:
        near = posixpath.normpath(posixpath.join(folder, path))
        if near in self.listing:
            return Verdict(Status.OK, near)
        if "?" in path:
            return self._find(folder, path.partition("?")[0], written)
        if "\\" in written:
            return self._find_backslashed(folder, written)
        if near.startswith("../"):
            return self._find_beyond(folder, near)
        spelled = self.listing.spelled(near)
        if spelled is not None:
            return Verdict(Status.WRONG_CASE, spelled, relative(spelled, folder))
        return self._find_elsewhere(folder, path, near)

    def _find_backslashed(self, folder: str, written: str) -> Verdict:
        path = unquote(written).replace("\\", "/")
        near = posixpath.normpath(posixpath.join(folder, path))
        return Verdict(Status.BACKSLASH, near if near in self.listing else None, path)

    def _find_elsewhere(self, folder: str, path: str, near: str) -> Verdict:
        """A path that is not where it says: perhaps it is written from another base."""
        below_root = posixpath.normpath(path)
        if folder and below_root in self.listing:
            return Verdict(Status.OTHER_BASE, below_root, relative(below_root, folder))
        at_home = self.below_own_name(path)
        if at_home is not None:
            return Verdict(Status.OTHER_BASE, at_home, relative(at_home, folder))
        found = self.find_in_library(near, path)
        if found is not None:
            status = Status.OK if found == near else Status.OTHER_BASE
            return Verdict(status, found, relative(found, folder))
        if not self._means_file(path):
            return Verdict(Status.PLACEHOLDER)
        return self.missing(folder, path)

    def missing(self, folder: str, path: str) -> Verdict:
        """The verdict on a path that leads nowhere; a hint leads from `folder` to what is meant."""
        named = self.listing.named(posixpath.basename(path))
        beside = self.tree.find_beside(path) if self.tree is not None else None
        if beside is not None:
            base = posixpath.join(self.home, folder)
            return Verdict(Status.MISSING, hint=relative(beside, base))
        return Verdict(Status.MISSING, hint=relative(named[0], folder) if len(named) == 1 else "")

    def _means_file(self, path: str) -> bool:
        """Whether a path that leads nowhere has the look of a file's, not of a stand-in's."""
        if _STAND_IN.search(path):
            return False
        top = path.removeprefix("./").partition("/")[0]
        known = top in OWN_FOLDERS or top in self.listing.folders
        return "." in posixpath.basename(path) or ("/" in path and known)

    def find_in_library(self, near: str, path: str) -> str | None:
        """The path below the skill's folder or one above it, relative to the skill's folder."""
        if self.tree is None:
            return None
        if posixpath.join(self.home, near) in self.tree.listing:
            return near
        above = self.home
        while above:
            above = posixpath.dirname(above)
            candidate = posixpath.normpath(posixpath.join(above, path))
            if candidate in self.tree.listing.files:
                return relative(candidate, self.home)
        return None

    def below_own_name(self, path: str) -> str | None:
        """What a path names in this skill when it runs through a folder of the skill's name."""
        _, found, rest = ("/" + path).partition(f"/{self.skill.folder.name}/")
        return rest if found and rest in self.listing.files else None

    def _find_beyond(self, folder: str, near: str) -> Verdict:
        """A path that leaves the skill's folder; `near` is relative to that folder."""
        inside = near.lstrip("./")
        own = inside if inside in self.listing.files else self.below_own_name(near)
        if self.tree is not None:
            path = posixpath.normpath(posixpath.join(self.home, near))
            if path in self.tree.listing and not path.startswith("../"):
                return Verdict(Status.OK, near)
            spelled = self.tree.listing.spelled(path)
            if spelled is not None:
                target = relative(spelled, self.home)
                return Verdict(Status.WRONG_CASE, target, relative(target, folder))
            if own is None and not path.startswith("..") and self.tree.is_complete(path):
                return Verdict(Status.MISSING)
        if own is not None:
            return Verdict(Status.OTHER_BASE, own, relative(own, folder))
        return Verdict(Status.OUTSIDE)
