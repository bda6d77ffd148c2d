"""What the destination of a link means: a file of the skill, of its library, or none."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from skilltool.links.anchors import unquote
from skilltool.links.listing import OWN_FOLDERS, relative
from skilltool.links.reference import Form, Reference, Status, Verdict
from skilltool.links.skill_folder import without_skill_folder
from skilltool.links.stand_ins import is_placeholder, is_stand_in
from skilltool.markdown import LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.links.anchors import Anchors
    from skilltool.links.listing import LibraryTree, Listing
    from skilltool.links.texts import Text
    from skilltool.markdown import Document
    from skilltool.model import Skill

ABSOLUTE = re.compile(r"file:|/(?!/)|~|[a-zA-Z]:[\\/]", re.IGNORECASE)
# What is written before an anchor or a query. In Markdown two backslashes are one.
_PATH = re.compile(r"[^#?]*")
_BACKSLASHES = re.compile(r"\\+")
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
        self._ignored = {item.path for item in skill.resources if item.ignored}
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
        if is_placeholder(destination):
            return self.judge_below(destination) or Verdict(Status.PLACEHOLDER)
        if not destination.strip("#") or destination.startswith(("#/", "#!")):
            return Verdict(Status.PLACEHOLDER)
        path, _, fragment = destination.partition("#")
        if not path:
            return self.anchors.judge(text.origin, fragment)
        return self._judge_path(text, path, fragment, written)

    def _judge_path(self, text: Text, path: str, fragment: str, written: str) -> Verdict:
        verdict = self._find(text.folder, unquote(path), _PATH.match(written)[0])  # type: ignore[index]
        if verdict.target in self._ignored:
            return verdict._replace(status=Status.IGNORED)
        if verdict.status is Status.OK and fragment and verdict.target:
            return self.anchors.judge(verdict.target, fragment)
        return verdict

    def _find(self, folder: str, path: str, written: str) -> Verdict:
        near = posixpath.normpath(posixpath.join(folder, path))
        known = near if near in self.listing else self.listing.link_above(near)
        if known:
            return Verdict(Status.OK, known)
        if "?" in path:
            return self._find(folder, path.partition("?")[0], written)
        if "\\" in written:
            found = self._find_backslashed(folder, written)
            if found.target or "\\" in path:  # else it stands for a sign, as in `a\(b\).md`
                return found
        if near.startswith("../"):
            return self._find_beyond(folder, near)
        spelled = self.listing.spelled(near)
        if spelled is not None:
            return Verdict(Status.WRONG_CASE, spelled, relative(spelled, folder))
        return self._find_elsewhere(folder, path, near)

    def _find_backslashed(self, folder: str, written: str) -> Verdict:
        path = _BACKSLASHES.sub("/", unquote(written))
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
        if self.tree and self.tree.is_ignored(self.skill.path_of(posixpath.join(folder, path))):
            return Verdict(Status.IGNORED)
        beside = self.tree.find_beside(path) if self.tree is not None else None
        if beside is not None:
            base = posixpath.join(self.home, folder)
            return Verdict(Status.MISSING, hint=relative(beside, base))
        nearest = self.listing.nearest(path)
        return Verdict(Status.MISSING, hint=relative(nearest, folder) if nearest else "")

    def judge_below(self, written: str) -> Verdict | None:
        """What is wrong with a path that begins with the folder of the skill, however written."""
        path = _PATH.match(written)[0]  # type: ignore[index]
        rest = without_skill_folder(path, self.skill.folder.name)
        if not rest or rest in self.listing or not self.names_file(rest):
            return None
        near = self.listing.nearest(rest)
        return Verdict(Status.MISSING, hint=f"{path.removesuffix(rest)}{near}" if near else "")

    def names_file(self, path: str) -> bool:
        """Whether a path into a folder of the skill names one file."""
        if is_placeholder(path) or is_stand_in(path) or path.endswith("/"):
            return False
        top = path.partition("/")[0]
        if posixpath.splitext(path)[1]:
            return top in OWN_FOLDERS or ("/" in path and top in self.listing.folders)
        return top == "scripts"

    def _means_file(self, path: str) -> bool:
        """Whether a path that leads nowhere has the look of a file's, not of a stand-in's."""
        if is_stand_in(path):
            return False
        top = path.removeprefix("./").partition("/")[0]
        known = top in OWN_FOLDERS or top in self.listing.folders or path.endswith("/")
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
        is_own = "/" in inside and inside in self.listing.files
        own = inside if is_own else self.below_own_name(near)
        found = self._find_in_tree(self.tree, folder, near) if self.tree is not None else None
        if found is not None and not (own and found.status is Status.MISSING):
            return found
        own = own or self._find_above(inside)
        if own is not None:
            return Verdict(Status.OTHER_BASE, own, relative(own, folder))
        return Verdict(Status.OUTSIDE)

    def _find_in_tree(self, tree: LibraryTree, folder: str, near: str) -> Verdict | None:
        """What the listings of the library, and of the files beside it, say of a path."""
        path = posixpath.normpath(posixpath.join(self.home, near))
        if path in tree.listing and not path.startswith("../"):
            return Verdict(Status.OK, near)
        spelled = tree.listing.spelled(path)
        if spelled is not None:
            target = relative(spelled, self.home)
            return Verdict(Status.WRONG_CASE, target, relative(target, folder))
        is_in_skill = not path.startswith("..") and tree.is_complete(path)
        gone = is_in_skill or tree.is_gone_beside(path)
        return Verdict(Status.MISSING) if gone else None

    def _find_above(self, path: str) -> str | None:
        """A folder of the library that a path means which leaves the skill by too few steps."""
        if self.tree is None or posixpath.splitext(path)[1]:
            return None
        above = self.home
        while above:
            above = posixpath.dirname(above)
            candidate = posixpath.join(above, path)
            if candidate in self.tree.listing.folders:
                return relative(candidate, self.home)
        return None
