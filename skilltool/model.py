"""The nouns that several modules share. Frozen data; nothing here reads the disk or decides.

Plain records are named tuples, which cost a tenth of a frozen dataclass at import; what has
computed attributes or an identity is a dataclass.
"""

from __future__ import annotations

import enum
import posixpath
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

_HIDING = {
    "missing-front-matter",
    "second-front-matter",
    "invalid-front-matter",
    "merge-conflict",
}
_MANUAL_FIELD = "disable-model-invocation"
_NO_IMPLICIT_USE = re.compile(r"^[ \t]+allow_implicit_invocation:[ \t]*false\b", re.MULTILINE)


class Severity(enum.IntEnum):
    """How much a diagnostic weighs; a greater value is worse."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word that people and machine formats use: info, warning or error."""
        return self.name.lower()


class Level(enum.StrEnum):
    """The three levels of progressive disclosure, in the order in which an agent meets them."""

    INDEX = "index"
    INSTRUCTIONS = "instructions"
    RESOURCES = "resources"


class Location(NamedTuple):
    """A place in a file. Lines and columns count from 1, columns in code points.

    `end_line` and `end_column` are exclusive; both are 0 when the place is the whole file.
    `path` is what is shown to people: POSIX separators, relative to the working directory.
    """

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 0
    end_column: int = 0


@dataclass(frozen=True)
class Source:
    """The exact text of one file, with its line ends and byte order mark, and where it stands."""

    path: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        r"""Offset of the first character of each line; `\n`, `\r\n` and a lone `\r` end one."""
        # In Latin-1 every character is one byte, and bytes are split at these line ends alone.
        lines = self.text.encode("latin-1", "replace").splitlines(keepends=True)
        starts = [0, *accumulate(map(len, lines))]
        return starts if not lines or lines[-1].endswith((b"\n", b"\r")) else starts[:-1]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def location(self, start: int, end: int | None = None) -> Location:
        """The location of the characters from `start` up to but without `end`."""
        line, column = self.position(start)
        end_line, end_column = self.position(max(start, start if end is None else end))
        return Location(self.path, line, column, end_line, end_column)

    def line_text(self, line: int) -> str:
        """One line, counted from 1, without its line end; empty past the end of the file."""
        if not 1 <= line <= len(self.line_starts):
            return ""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


class Edit(NamedTuple):
    """Replace the characters from `start` up to but without `end` of a file's text."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """Edits that mend one problem in the file where the problem is.

    A safe fix keeps the meaning that the author plainly had; any other needs a person's consent.
    """

    message: str
    edits: tuple[Edit, ...]
    safe: bool = True


class Problem(NamedTuple):
    """What a rule found. `notes` are further lines that help to judge or to mend it.

    `also` are further places that it concerns as much: an editor shows it there, too.
    """

    location: Location
    message: str
    fix: Fix | None = None
    notes: tuple[str, ...] = ()
    also: tuple[Location, ...] = ()


def no_problem() -> Problem | None:
    """What is found where nothing is looked for."""
    return None


class Acceptance(NamedTuple):
    """Why a finding is suppressed, and where a comment (`in_file`) or the configuration says so.

    `expires` is the last day on which it holds, as an ISO date, or empty.
    """

    reason: str
    expires: str
    location: Location
    in_file: bool


class Diagnostic(NamedTuple):
    """A problem with the rule that found it and the weight that the settings give it.

    `skill` is the name of the skill that the problem is in, empty for one of the library.
    `profile` names the client it concerns where several were asked about. `acceptance` is set
    where the finding is suppressed.
    """

    rule: str
    group: str
    severity: Severity
    problem: Problem
    skill: str = ""
    profile: str = ""
    acceptance: Acceptance | None = None

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Stable order: file, place in it, rule, message."""
        place = self.problem.location
        return (place.path, place.line, place.column, self.rule, self.problem.message)


class Fault(NamedTuple):
    """Why a front matter cannot be read as its author meant it; `kind` names the rule for it.

    `start` and `end` are character offsets into the text of the file.
    """

    kind: str
    start: int
    end: int
    message: str
    fix: Fix | None = None


class Style(enum.StrEnum):
    """How a YAML value is written."""

    PLAIN = "plain"
    SINGLE = "single-quoted"
    DOUBLE = "double-quoted"
    LITERAL = "literal"
    FOLDED = "folded"
    BLOCK = "block"
    FLOW = "flow"


class Field(NamedTuple):
    """One key of a mapping with its value and the place of both.

    `value` is what YAML makes of it (dates stay text); `text` is the scalar as a reader of plain
    strings sees it, None for a mapping or list. `children` are the fields of a mapping value, and
    the items of a list value under the keys "0", "1", ... Offsets count characters of the file.
    `type` is the YAML 1.1 type: str, int, float, bool, null, timestamp, binary, map or seq.
    """

    key: str
    key_start: int
    key_end: int
    value: Any
    start: int
    end: int
    style: Style
    type: str
    text: str | None
    children: Mapping[str, Field]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The block between the fences: fields in file order, faults, and where the body begins.

    `start` and `end` bound the YAML text between the fence lines; both are 0 when there is none.
    """

    fields: Mapping[str, Field]
    faults: tuple[Fault, ...]
    start: int
    end: int
    body_start: int

    @property
    def is_complete(self) -> bool:
        """Whether every field the author wrote was read; if not, none is known to be missing."""
        return not any(fault.kind in _HIDING for fault in self.faults)

    @property
    def data(self) -> dict[str, Any]:
        """The fields as plain data, in file order."""
        return {key: item.value for key, item in self.fields.items()}

    def find(self, dotted: str) -> Field | None:
        """The field of a dotted name such as `metadata.when_to_use`."""
        fields, found = self.fields, None
        for key in dotted.split("."):
            found = fields.get(key)
            if found is None:
                return None
            fields = found.children
        return found


@dataclass(frozen=True)
class Resource:
    """A file of a skill other than its SKILL.md.

    `path` is relative to the skill's folder, POSIX separators. `kind` is the first folder
    without its plural (`reference`, `script`, `asset`) or `other`; a pipe, socket or device is
    `special`. `size` is in bytes.
    `escapes` tells that a symbolic link leads out of the skill's folder. `load` reads the text on
    demand; it gives None for a file that is not UTF-8 text. `stamp` changes with the file on disk:
    its mode and the times of its last changes, of content and of status, in nanoseconds.
    `find_problem` says why the text cannot be read, and gives None where it can. `ignored` tells
    that git ignores the file, so that nobody else has it.
    """

    path: str
    kind: str
    size: int
    executable: bool
    escapes: bool
    load: Callable[[], Source | None] = field(repr=False, compare=False)
    stamp: tuple[int, ...] = field(default=(), repr=False, compare=False)
    find_problem: Callable[[], Problem | None] = field(
        default=no_problem, repr=False, compare=False
    )
    ignored: bool = False

    @cached_property
    def source(self) -> Source | None:
        """The text, read once; None for a binary, unreadable or special file."""
        return self.load()


class Profile(NamedTuple):
    """What one client accepts, shows and cuts; read from `profiles/<name>.toml`.

    `routing` are dotted field names in the order in which the client shows them; an entry
    `a|b` shows the first of the two that is present. `schema` is the JSON Schema of the
    front matter. `rules` holds the severity (or "off") or options that the client's behaviour
    asks of a rule. `reads` are the dotted names of the fields that the client shows or acts on,
    `unclear` those of which that is not documented; it ignores all others. `behaviour` gives for
    each fault what the client does: "refuses", "skips silently" (at most a log tells), "cuts",
    "warns and loads", "ignores" (the faulty part alone), "loads", or "unknown".
    """

    name: str
    title: str
    source: str
    verified: str
    routing: tuple[str, ...]
    schema: Mapping[str, Any]
    rules: Mapping[str, Any] = MappingProxyType({})
    roots: tuple[str, ...] = ()
    listing: Mapping[str, Any] = MappingProxyType({})
    reads: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    behaviour: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Skill:
    """One folder with a SKILL.md. A broken one is a Skill too: its faults say what is wrong.

    A skill is equal to itself alone.

    `folder` is the folder on disk as it was reached (not resolved); `path` is the shown path of
    the SKILL.md. `plugin` is the name of the plugin that the folder belongs to, else empty.
    `unreadable` says why the file could not be read, else it is empty, and `unreadable_at` where.
    `is_checkout` tells that the folder is the root of a git repository, whose name anybody may
    choose who clones it. `escapes` tells that the SKILL.md is a symbolic link out of the folder.
    """

    folder: Path
    source: Source
    front_matter: FrontMatter
    profile: Profile
    resources: tuple[Resource, ...] = ()
    plugin: str = ""
    unreadable: str = ""
    is_checkout: bool = False
    unreadable_at: Location | None = None
    escapes: bool = False

    @property
    def path(self) -> str:
        """The shown path of the SKILL.md."""
        return self.source.path

    def path_of(self, relative: str) -> str:
        """The shown path of a file, given by its path from the skill's folder."""
        return posixpath.join(posixpath.dirname(self.path), relative)

    @property
    def name(self) -> str:
        """The name in the front matter, or the folder's where there is none."""
        declared = self.front_matter.fields.get("name")
        text = (declared.text or "").strip() if declared else ""
        return text or self.folder.name

    def problems_of(self, kind: str) -> Iterator[Problem]:
        """The faults of one kind in the front matter, as problems."""
        for fault in self.front_matter.faults:
            if fault.kind == kind:
                place = self.source.location(fault.start, fault.end)
                yield Problem(place, fault.message, fault.fix)

    @cached_property
    def body(self) -> str:
        """The Markdown after the closing fence, exactly as in the file."""
        return self.source.text[self.front_matter.body_start :]

    @cached_property
    def routing_fields(self) -> tuple[Field, ...]:
        """The texts that the profile shows an agent, in the order shown, blank ones left out."""
        return tuple(self._routing_fields())

    def _routing_fields(self) -> Iterator[Field]:
        for alternatives in self.profile.routing:
            for dotted in alternatives.split("|"):
                found = self.front_matter.find(dotted)
                if found and isinstance(found.value, str) and (found.text or "").strip():
                    yield found
                    break

    @cached_property
    def routing_text(self) -> str:
        """The text by which an agent chooses this skill: one line, blanks folded."""
        parts = [" ".join((item.text or "").split()) for item in self.routing_fields]
        return " ".join(part for i, part in enumerate(parts) if part not in parts[:i])

    @cached_property
    def manual_only(self) -> bool:
        """Whether the client keeps the skill out of its listing because the author asks for it.

        By a field, where the client reads it, or by a file of its own beside the SKILL.md.
        """
        return self._has_manual_field or self._has_manual_policy

    @property
    def _has_manual_field(self) -> bool:
        reads = self.profile.reads
        if reads and _MANUAL_FIELD not in reads:
            return False
        switch = self.front_matter.fields.get(_MANUAL_FIELD)
        return switch is not None and str(switch.value).lower() in {"true", "yes", "on", "1"}

    @property
    def _has_manual_policy(self) -> bool:
        policy = self.profile.listing.get("policy-file")
        found = (item.source for item in self.resources if item.path == policy) if policy else ()
        return any(source and _NO_IMPLICIT_USE.search(source.text) for source in found)


class Skipped(NamedTuple):
    """A folder or file that the walk left out, and why."""

    path: str
    cause: str


class IndexFile(NamedTuple):
    """A file that holds an index, as it is on disk now. `source` is None when it is missing.

    `format` is one of the index formats; `order` is `name` or `append`.
    """

    path: str
    file: Path
    format: str
    order: str
    source: Source | None


@dataclass(frozen=True, eq=False)
class Library:
    """All skills under one root, sorted by path, and what was left out.

    `problems` are links that lead nowhere, `misplaced` are skills where no client looks, and
    `elsewhere` are the skills of all libraries of a run on several.
    `selected` holds the shown paths of the SKILL.md files that were asked for; None means all.
    `beside` are files of no skill that texts may mean, by their paths from the root; `pages` are
    README.md and the like that link to skills without the markers of an index.
    """

    root: Path
    path: str
    skills: tuple[Skill, ...]
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[Problem, ...] = ()
    index_files: tuple[IndexFile, ...] = ()
    selected: frozenset[str] | None = None
    beside: tuple[str, ...] = ()
    pages: tuple[Source, ...] = ()
    misplaced: tuple[Problem, ...] = ()
    elsewhere: tuple[Skill, ...] = ()

    def is_selected(self, skill: Skill) -> bool:
        """Whether the skill is among those that the invocation asked about."""
        return self.selected is None or skill.path in self.selected

    @cached_property
    def _by_folder(self) -> dict[str, Skill]:
        return {posixpath.dirname(skill.path): skill for skill in self.skills}

    def skill_at(self, path: str) -> Skill | None:
        """The skill that a file belongs to, by the shown path: the nearest above it."""
        while path not in ("", "/"):
            path = posixpath.dirname(path)
            if path in self._by_folder:
                return self._by_folder[path]
        return None


class Report(NamedTuple):
    """What a run found: diagnostics in stable order.

    `suppressed` are the findings that a comment or the configuration accepts, `known` those that
    a baseline holds; neither counts for the exit code.
    """

    libraries: tuple[Library, ...]
    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[Diagnostic, ...] = ()
    known: tuple[Diagnostic, ...] = ()

    @property
    def worst(self) -> Severity | None:
        """The greatest severity found, None when there is no finding."""
        return max((item.severity for item in self.diagnostics), default=None)

    @property
    def skill_count(self) -> int:
        """How many skills were checked: those asked for."""
        return sum(
            library.is_selected(skill) for library in self.libraries for skill in library.skills
        )


class Table(NamedTuple):
    """Rows for people and programs: column keys are stable names, cells are text or numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    totals: tuple[Any, ...] | None = None
