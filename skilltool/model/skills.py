"""One skill with its files, and the client that it is judged for."""

from __future__ import annotations

import enum
import posixpath
import re
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from skilltool.model.findings import Problem, no_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from skilltool.model.front_matter import Field, FrontMatter
    from skilltool.model.texts import Location, Source

_MANUAL_FIELD = "disable-model-invocation"
_NO_IMPLICIT_USE = re.compile(r"^[ \t]+allow_implicit_invocation:[ \t]*false\b", re.MULTILINE)


class Level(enum.StrEnum):
    """The three levels of progressive disclosure, in the order in which an agent meets them."""

    INDEX = "index"
    INSTRUCTIONS = "instructions"
    RESOURCES = "resources"


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
