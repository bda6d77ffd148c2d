"""Where a link leads: references from a skill's texts to files, and what no reference reaches.

Nothing here asks the disk: a name is compared with the complete listing that the skill carries.
"""

from __future__ import annotations

import enum
import posixpath
import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote
from weakref import WeakKeyDictionary

from skilltool.markdown import Document, LinkKind, parse_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.model import Library, Location, Resource, Skill, Source

# The folders that the specification names; a path into one of them means the skill's own file.
OWN_FOLDERS = ("references", "scripts", "assets")
# Markdown below these is material for the agent's output: its links belong to another place.
TEMPLATE_FOLDERS = frozenset({"assets", "scripts", "template", "templates"})
SHELLS = frozenset({"bash", "sh", "shell", "zsh", "console", "shell-session", "terminal"})


class Form(enum.StrEnum):
    """How a reference is written."""

    LINK = "link"
    IMAGE = "image"
    INLINE_CODE = "inline-code"
    COMMAND = "command"


class Status(enum.StrEnum):
    """What became of a destination when it was looked for."""

    OK = "ok"
    MISSING = "missing"
    WRONG_CASE = "wrong-case"
    OUTSIDE = "outside"
    BACKSLASH = "backslash"
    OTHER_BASE = "other-base"
    ANCHOR_MISSING = "anchor-missing"
    PLACEHOLDER = "placeholder"


class Verdict(NamedTuple):
    """A status; `target` is relative to the skill's folder, None when nothing was found.

    `hint` is what to write instead: the path as it should stand in that file, or the nearest
    anchor; empty when there is no telling.
    """

    status: Status
    target: str | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """One mention of a file. `origin` is the file it stands in, relative to the skill's folder.

    `start` and `end` bound `destination`, the path exactly as written, in the text of `source`.
    """

    origin: str
    source: Source = field(repr=False, compare=False)
    start: int
    end: int
    destination: str
    form: Form
    verdict: Verdict

    @property
    def status(self) -> Status:
        """What became of the destination."""
        return self.verdict.status

    @property
    def target(self) -> str | None:
        """The file or folder it leads to, relative to the skill's folder."""
        return self.verdict.target

    @property
    def hint(self) -> str:
        """What to write instead, else empty."""
        return self.verdict.hint

    @property
    def location(self) -> Location:
        """The place of the destination."""
        return self.source.location(self.start, self.end)


class Listing:
    """Files by path, with the folders that they imply and a look-up that ignores case."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = frozenset(files)

    def __contains__(self, path: str) -> bool:
        return path in self.files or path in self.folders

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file, `.` for the one that all paths are relative to."""
        found = {"."}
        for path in self.files:
            while (path := posixpath.dirname(path)) and path not in found:
                found.add(path)
        return frozenset(found)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {path.casefold(): path for path in sorted(self.folders) + sorted(self.files)}

    def spelled(self, path: str) -> str | None:
        """The path as it is on disk where only the case may differ."""
        return self._folded.get(path.casefold())

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for path in sorted(self.files):
            names.setdefault(posixpath.basename(path), []).append(path)
        return names

    def named(self, name: str) -> list[str]:
        """The paths of all files of that name."""
        return self._names.get(name, [])


class LibraryTree:
    """The files of a library by their path relative to its root.

    `others` are files under the root that belong to no skill; a file that is in neither is
    taken for unknown, not for missing.
    """

    def __init__(self, library: Library, others: Iterable[str] = ()) -> None:
        self._library = library
        self._others = tuple(others)

    @cached_property
    def listing(self) -> Listing:
        """All files of all skills, and the others."""
        files = set(self._others)
        for skill in self._library.skills:
            folder = self.folder(skill)
            files.update(posixpath.join(folder, path) for path in _own_files(skill))
        return Listing(files)

    @cached_property
    def skill_folders(self) -> frozenset[str]:
        """The folders of all skills, relative to the root."""
        return frozenset(map(self.folder, self._library.skills))

    def folder(self, skill: Skill) -> str:
        """A skill's folder relative to the root; empty when it is the root."""
        if not skill.folder.is_relative_to(self._library.root):
            return skill.folder.name
        path = skill.folder.relative_to(self._library.root).as_posix()
        return "" if path == "." else path

    def is_complete(self, path: str) -> bool:
        """Whether a file at that path would be known: inside a skill, or a SKILL.md itself."""
        if posixpath.basename(path) == "SKILL.md":
            return True
        while path := posixpath.dirname(path):
            if path in self.skill_folders:
                return True
        return False


def _own_files(skill: Skill) -> Iterator[str]:
    yield posixpath.basename(skill.path)
    for resource in skill.resources:
        yield resource.path


def find_references(skill: Skill, tree: LibraryTree | None = None) -> tuple[Reference, ...]:
    """Every reference to a file in SKILL.md and the skill's other Markdown files, in that order.

    Without a tree whatever leaves the skill's folder is `outside`. A path in code is missing
    only where the skill's texts lead to another file of the same folder.
    """
    return SkillLinks(skill, tree).references


def find_orphans(skill: Skill) -> tuple[Resource, ...]:
    """Files under references/ that no chain of references or mentions from SKILL.md reaches."""
    return SkillLinks(skill).orphans


def depths(skill: Skill) -> dict[str, int]:
    """How many references away from SKILL.md each reached resource is; 1 is named by it."""
    return SkillLinks(skill).depths


# ---- destinations -----------------------------------------------------------------------------

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+:|//|www\.")
_ABSOLUTE = re.compile(r"file:|/(?!/)|~|[a-zA-Z]:[\\/]", re.IGNORECASE)
_FILE_LINK = re.compile(r"\]\((?![ \t]*<?(?:https?://|mailto:))")
_PLACEHOLDER = re.compile(r"[{}<>$*…]|\.\.\.|%s|(?:^|/)(?:path/to|your[-_])", re.IGNORECASE)
_LINE_ANCHOR = re.compile(r"L\d+(?:C\d+)?(?:-L\d+(?:C\d+)?)?|:~:.*")
# Characters before a path in code within which the name of another skill says whose it is.
_CONTEXT = 200
# Comparing very many misspelled anchors, or one with very many, is slow and of no help.
_MAX_ANCHORS = 500
_MAX_HINTS = 100


class _Text(NamedTuple):
    """A Markdown file of the skill; `base` is where the document starts in the source."""

    origin: str
    source: Source
    document: Document
    base: int


class SkillLinks:
    """The references of one skill, found once, and what follows from them."""

    def __init__(self, skill: Skill, tree: LibraryTree | None = None) -> None:
        self.skill = skill
        self.tree = tree
        self.main = posixpath.basename(skill.path)
        self._known_anchors: dict[str, dict[str, str] | None] = {}
        self._hints = _MAX_HINTS

    @cached_property
    def listing(self) -> Listing:
        """The files of the skill, SKILL.md among them."""
        return Listing(_own_files(self.skill))

    @cached_property
    def _home(self) -> str:
        return self.tree.folder(self.skill) if self.tree is not None else ""

    @cached_property
    def _resources(self) -> dict[str, Resource]:
        return {resource.path: resource for resource in self.skill.resources}

    @cached_property
    def _texts(self) -> dict[str, _Text]:
        source, base = self.skill.source, self.skill.front_matter.body_start
        texts = {self.main: _Text(self.main, source, parse_markdown(self.skill.body), base)}
        for resource in self.skill.resources:
            if _is_instruction(resource) and (found := resource.source) is not None:
                document = parse_markdown(found.text)
                texts[resource.path] = _Text(resource.path, found, document, 0)
        return texts

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every reference, by file and then by place."""
        found: list[Reference] = []
        for text in self._texts.values():
            here = list(self._links(text))
            if self.skill.resources:
                here += self._code(text)
                here.sort(key=lambda reference: reference.start)
            found += here
        return tuple(self._without_guesses(found))

    def _links(self, text: _Text) -> Iterator[Reference]:
        # Most texts have no link, or only links to the web, and need no closer look.
        if not (text.document.may_define or _FILE_LINK.search(text.document.text)):
            return
        for link in text.document.links:
            if _SCHEME.match(link.destination) and not _ABSOLUTE.match(link.destination):
                continue
            form = Form.IMAGE if link.kind is LinkKind.IMAGE else Form.LINK
            verdict = self._judge(text.origin, link.destination, link.written)
            start, end = text.base + link.start, text.base + link.end
            yield Reference(text.origin, text.source, start, end, link.written, form, verdict)

    def _judge(self, origin: str, destination: str, written: str) -> Verdict:
        if _ABSOLUTE.match(destination):
            own = destination.lstrip("/")
            return Verdict(Status.OUTSIDE, hint=own if own in self.listing.files else "")
        if _PLACEHOLDER.search(destination) or not destination.strip("#"):
            return Verdict(Status.PLACEHOLDER)
        path, _, fragment = destination.partition("#")
        if not path:
            return self._judge_anchor(origin, fragment)
        verdict = self._find(origin, unquote(path), written.partition("#")[0])
        if verdict.status is Status.OK and fragment and verdict.target:
            return self._judge_anchor(verdict.target, fragment)
        return verdict

    def _find(self, origin: str, path: str, written: str) -> Verdict:
        folder = posixpath.dirname(origin)
        near = posixpath.normpath(posixpath.join(folder, path))
        if near in self.listing:
            return Verdict(Status.OK, near)
        if "?" in path:
            return self._find(origin, path.partition("?")[0], written)
        if "\\" in written:
            return self._find_backslashed(folder, written)
        if near.startswith("../"):
            return self._find_beyond(folder, near)
        spelled = self.listing.spelled(near)
        if spelled is not None:
            return Verdict(Status.WRONG_CASE, spelled, _relative(spelled, folder))
        return self._find_elsewhere(folder, path, near)

    def _find_backslashed(self, folder: str, written: str) -> Verdict:
        path = unquote(written).replace("\\", "/")
        near = posixpath.normpath(posixpath.join(folder, path))
        return Verdict(Status.BACKSLASH, near if near in self.listing else None, path)

    def _find_elsewhere(self, folder: str, path: str, near: str) -> Verdict:
        """A path that is not where it says: perhaps it is written from another base."""
        below_root = posixpath.normpath(path)
        if folder and below_root in self.listing:
            return Verdict(Status.OTHER_BASE, below_root, _relative(below_root, folder))
        at_home = self._below_own_name(path)
        if at_home is not None:
            return Verdict(Status.OTHER_BASE, at_home, _relative(at_home, folder))
        if self.tree is not None:
            found = self._find_in_library(self.tree, near, path)
            if found is not None:
                status = Status.OK if found == near else Status.OTHER_BASE
                return Verdict(status, found, _relative(found, folder))
        if not self._means_file(path):
            return Verdict(Status.PLACEHOLDER)
        named = self.listing.named(posixpath.basename(near))
        return Verdict(Status.MISSING, hint=_relative(named[0], folder) if len(named) == 1 else "")

    def _means_file(self, path: str) -> bool:
        """Whether a path that leads nowhere has the look of a file's, not of a stand-in's."""
        top = path.removeprefix("./").partition("/")[0]
        known = top in OWN_FOLDERS or top in self.listing.folders
        return "." in posixpath.basename(path) or ("/" in path and known)

    def _find_in_library(self, tree: LibraryTree, near: str, path: str) -> str | None:
        """The path below the skill's folder or one above it, relative to the skill's folder."""
        home = self._home
        if posixpath.join(home, near) in tree.listing:
            return near
        above = home
        while above:
            above = posixpath.dirname(above)
            candidate = posixpath.normpath(posixpath.join(above, path))
            if candidate in tree.listing.files:
                return _relative(candidate, home)
        return None

    def _below_own_name(self, path: str) -> str | None:
        """What a path names in this skill when it runs through a folder of the skill's name."""
        _, found, rest = ("/" + path).partition(f"/{self.skill.folder.name}/")
        return rest if found and rest in self.listing.files else None

    def _find_beyond(self, folder: str, near: str) -> Verdict:
        """A path that leaves the skill's folder; `near` is relative to that folder."""
        inside = near.lstrip("./")
        own = inside if inside in self.listing.files else self._below_own_name(near)
        if self.tree is not None:
            home = self._home
            path = posixpath.normpath(posixpath.join(home, near))
            if path in self.tree.listing and not path.startswith("../"):
                return Verdict(Status.OK, near)
            spelled = self.tree.listing.spelled(path)
            if spelled is not None:
                target = _relative(spelled, home or ".")
                return Verdict(Status.WRONG_CASE, target, _relative(target, folder))
            if own is None and not path.startswith("..") and self.tree.is_complete(path):
                return Verdict(Status.MISSING)
        if own is not None:
            return Verdict(Status.OTHER_BASE, own, _relative(own, folder))
        return Verdict(Status.OUTSIDE)

    def _judge_anchor(self, target: str, fragment: str) -> Verdict:
        wanted = unquote(fragment).removeprefix("user-content-").casefold()
        anchors = self._anchors(target)
        if anchors is None or wanted in anchors or _LINE_ANCHOR.fullmatch(fragment):
            return Verdict(Status.OK, target)
        return Verdict(Status.ANCHOR_MISSING, target, self._nearest(wanted, anchors))

    def _anchors(self, path: str) -> dict[str, str] | None:
        """The anchors of a Markdown file by their folded form; None for any other file."""
        if path not in self._known_anchors:
            document = self._document(path)
            anchors = sorted(document.anchors) if document is not None else None
            folded = None if anchors is None else {anchor.casefold(): anchor for anchor in anchors}
            self._known_anchors[path] = folded
        return self._known_anchors[path]

    def _document(self, path: str) -> Document | None:
        if path in self._texts:
            return self._texts[path].document
        resource = self._resources.get(path)
        if resource is None or not _is_markdown(path) or resource.source is None:
            return None
        return parse_markdown(resource.source.text)

    def _nearest(self, wanted: str, anchors: dict[str, str]) -> str:
        import difflib

        if self._hints == 0 or len(anchors) > _MAX_ANCHORS or len(wanted) > 100:
            return ""
        self._hints -= 1
        found = difflib.get_close_matches(wanted, anchors, n=1)
        return anchors[found[0]] if found else ""

    # -- paths in code --

    def _code(self, text: _Text) -> Iterator[Reference]:
        content = text.document.text
        hits = sorted(_hits(content, self._needles))
        if any(content.find("`", *line) >= 0 for line in _lines_of(content, hits)):
            for span in text.document.code_spans_near(hits):
                yield from self._mentions(text, span.start, span.end, inline=True)
        if hits and _SHELL_FENCE.search(content):
            yield from self._commands(text, hits)

    def _commands(self, text: _Text, hits: list[int]) -> Iterator[Reference]:
        for fence in text.document.fences:
            if fence.language in SHELLS:
                inside = hits[bisect_left(hits, fence.start) : bisect_left(hits, fence.end)]
                for start, end in _lines_of(text.document.text, inside):
                    yield from self._mentions(text, start, end, inline=False)

    @cached_property
    def _needles(self) -> tuple[str, ...]:
        """Strings without one of which a text can name no file of the skill in code."""
        tops = {path.partition("/")[0] for path in self.listing.files if "/" in path}
        roots = {path for path in self.listing.files if "/" not in path} - {self.main}
        folders = sorted(tops.union(OWN_FOLDERS, map(str.title, OWN_FOLDERS)))
        paths = (*(f"{top}/" for top in folders), *(f"{top}\\" for top in OWN_FOLDERS))
        return (*paths, *sorted(roots), f"{self.skill.folder.name}/")

    def _mentions(self, text: _Text, start: int, end: int, *, inline: bool) -> Iterator[Reference]:
        content = text.document.text
        for word in _WORD.finditer(content, start, end):
            path, at = word[0].rstrip(".:"), word.start()
            if "." not in path and "/" not in path:
                continue
            verdict = self._judge_code(text.origin, path)
            if verdict is None:
                continue
            near = content[max(start, at - _CONTEXT) : at]
            runs = bool(_RUNNER.search(near)) or not (inline or _ARGUMENT.search(near))
            if verdict.status is Status.MISSING:
                if not (runs or (inline and not near.strip("@") and word.end() == end)):
                    continue
                before = content[max(0, at - _CONTEXT) : at]
                verdict = self._find_in_named_skill(path, before) or verdict
            form = Form.COMMAND if runs or not inline else Form.INLINE_CODE
            place = text.base + at
            yield Reference(text.origin, text.source, place, place + len(path), path, form, verdict)

    def _judge_code(self, origin: str, written: str) -> Verdict | None:
        """What a word of code names; None when it does not plainly mean a file of the skill."""
        path, _, fragment = written.partition("#")
        found = self._find_named(origin, path)
        if found is not None:
            verdict = Verdict(Status.OK, found)
            return self._judge_anchor(found, fragment) if fragment else verdict
        if _PLACEHOLDER.search(path):
            return self._judge_pattern(path)
        if "\\" in path:
            found = self._find_named(origin, path.replace("\\", "/"))
            return Verdict(Status.BACKSLASH, found, path.replace("\\", "/")) if found else None
        own = self._below_own_name(path)
        if own is not None:
            status = Status.OUTSIDE if _ABSOLUTE.match(path) else Status.OTHER_BASE
            return Verdict(status, own, own)
        return self._judge_own_folder(path.removeprefix("./"))

    def _find_in_named_skill(self, path: str, before: str) -> Verdict | None:
        """The file of another skill whose name stands shortly before the path."""
        tree = self.tree
        for found in () if tree is None else tree.listing.named(posixpath.basename(path)):
            folder = found.removesuffix("/" + path)
            if folder != found and posixpath.basename(folder) in before:
                return Verdict(Status.OK, _relative(found, self._home or "."))
        return None

    def _find_named(self, origin: str, path: str) -> str | None:
        """The file that a path names from the skill's folder, else from that of its own file."""
        for folder in ("", posixpath.dirname(origin)):
            found = posixpath.normpath(posixpath.join(folder, path))
            if found in self.listing.files and found != self.main:
                return found
        return None

    def _judge_pattern(self, path: str) -> Verdict | None:
        tail = _OWN_TAIL.search(path)
        if tail is None:
            return None
        return Verdict(Status.PLACEHOLDER, tail[0] if tail[0] in self.listing.files else None)

    def _judge_own_folder(self, path: str) -> Verdict | None:
        top = path.partition("/")[0]
        if top.casefold() not in OWN_FOLDERS or not posixpath.splitext(path)[1]:
            return None
        spelled = self.listing.spelled(path)
        if spelled is not None:
            return Verdict(Status.WRONG_CASE, spelled, spelled)
        if self.tree is not None and top == "references":
            found = self._find_in_library(self.tree, path, path)
            if found is not None:
                return Verdict(Status.OTHER_BASE, found, found)
        named = self.listing.named(posixpath.basename(path))
        return Verdict(Status.MISSING, hint=named[0] if len(named) == 1 else "")

    @staticmethod
    def _without_guesses(references: list[Reference]) -> Iterator[Reference]:
        """Drop missing paths in code where nothing shows that the folder is the skill's own."""
        confirmed = {
            reference.target.partition("/")[0] for reference in references if reference.target
        }
        for reference in references:
            code = reference.form in {Form.INLINE_CODE, Form.COMMAND}
            if code and reference.status is Status.MISSING:
                top = reference.destination.removeprefix("./").partition("/")[0]
                if top not in confirmed:
                    continue
            yield reference

    # -- reach --

    @cached_property
    def depths(self) -> dict[str, int]:
        """How many references away from SKILL.md each reached resource is."""
        edges: dict[str, set[str]] = {}
        for reference in self.references:
            if reference.target is not None:
                edges.setdefault(reference.origin, set()).add(reference.target)
        found: dict[str, int] = {}
        waiting = [resource.path for resource in self.skill.resources]
        level, frontier = 0, [self.main]
        while frontier and waiting:
            level += 1
            named = set().union(*(edges.get(origin, ()) for origin in frontier))
            texts = [text for origin in frontier if (text := self._readable(origin))]
            frontier = list(_reached(waiting, named, texts))
            found.update(dict.fromkeys(frontier, level))
            waiting = [path for path in waiting if path not in found]
        return found

    def _readable(self, path: str) -> str:
        if path == self.main:
            return self.skill.source.text
        resource = self._resources[path]
        if not (_is_markdown(path) or resource.kind == "script") or resource.source is None:
            return ""
        return resource.source.text

    @cached_property
    def orphans(self) -> tuple[Resource, ...]:
        """Files under references/ that nothing reaches."""
        candidates = [item for item in self.skill.resources if _is_reference_file(item)]
        if not candidates:
            return ()
        return tuple(item for item in candidates if item.path not in self.depths)


# A word of a command line; angle brackets stay, because `<skill-dir>/scripts/x` is one word.
_WORD = re.compile(r"[^\s\"'`;|&()@,=]+")
_RUNNER = re.compile(
    r"(?<![\w./-])(?:bash|sh|zsh|source|\.|exec|python[\d.]*|py|uv run|node|bun|bun run|deno run"
    r"|npx tsx|tsx|ruby|perl|pwsh|chmod)(?:[ \t]+[-+][\w=.+-]*)*[ \t]+[\"']?$"
)
_SHELL_FENCE = re.compile(rf"(?:```|~~~)[ \t]*(?:{'|'.join(sorted(SHELLS))})\b", re.IGNORECASE)
# Text in front of a word by which it is an argument, not the program that a line runs.
_ARGUMENT = re.compile(r"[^\s$;&|(][^;&|(\n]*$")
_OWN_TAIL = re.compile(rf"(?:(?<=/)|^)(?:{'|'.join(OWN_FOLDERS)})/.*$")


def _hits(text: str, needles: Iterable[str]) -> Iterator[int]:
    for needle in needles:
        at = text.find(needle)
        while at >= 0:
            yield at
            at = text.find(needle, at + len(needle))


def _lines_of(text: str, hits: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Start and end of each line in which one of the ascending hits lies, once."""
    end = -1
    for at in hits:
        if at > end:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield text.rfind("\n", 0, at) + 1, end


def _is_reference_file(resource: Resource) -> bool:
    """Whether a file stands where files are kept that an agent reads on demand."""
    in_folder = resource.path.startswith(("references/", "reference/"))
    return in_folder and not resource.escapes


def _is_markdown(path: str) -> bool:
    return path[-3:].lower() == ".md"


def _is_instruction(resource: Resource) -> bool:
    """Whether a resource is Markdown that an agent reads as part of this skill."""
    folder, _, name = resource.path.rpartition("/")
    if not _is_markdown(name) or name == "SKILL.md" or resource.escapes:
        return False
    return TEMPLATE_FOLDERS.isdisjoint(folder.split("/"))


def _relative(path: str, folder: str) -> str:
    """A path as it is written in a file of that folder; both start from the same place."""
    return posixpath.relpath(path, folder or ".")


def _reached(waiting: list[str], named: set[str], texts: list[str]) -> Iterator[str]:
    """The waiting paths that are named, lie in a named folder, or that a text mentions."""
    open_folders: dict[str, bool] = {}
    for path in waiting:
        folder = posixpath.dirname(path)
        if folder not in open_folders:
            open_folders[folder] = bool(folder) and (
                not named.isdisjoint(_and_above(folder)) or _mentions_folder(texts, folder)
            )
        if path in named or open_folders[folder] or _mentions_name(texts, path):
            yield path


def _and_above(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = posixpath.dirname(folder)


def _mentions_folder(texts: list[str], folder: str) -> bool:
    tails = ("/", " folder", " directory", "` folder", "` directory")
    needles = [folder + tail for tail in tails]
    return any(_stands_alone(text, needle) for text in texts for needle in needles)


def _mentions_name(texts: list[str], path: str) -> bool:
    name = posixpath.basename(path)
    return any(_stands_alone(text, name) for text in texts)


def _stands_alone(text: str, needle: str) -> bool:
    """Whether the text holds the needle as a word of its own, not as part of a longer name."""
    at = text.find(needle)
    while at >= 0:
        end = at + len(needle)
        before, after = text[max(at - 1, 0) : at], text[end : end + 1]
        if not (before.isalnum() or (before in "_-." and before)) and not (
            after.isalnum() or (after in "_-" and after)
        ):
            return True
        at = text.find(needle, end)
    return False


_by_library: WeakKeyDictionary[Library, dict[Skill, SkillLinks]] = WeakKeyDictionary()


def library_links(library: Library) -> dict[Skill, SkillLinks]:
    """The links of each selected skill of a library; found once for each library."""
    if library not in _by_library:
        tree = LibraryTree(library)
        selected = [skill for skill in library.skills if library.is_selected(skill)]
        _by_library[library] = {skill: SkillLinks(skill, tree) for skill in selected}
    return _by_library[library]
