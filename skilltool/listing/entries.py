"""The skills that want to be listed, and the line that a client writes for each."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from skilltool.library import absolute
from skilltool.model import FrontMatter
from skilltool.portability.faults import FRONT_MATTER, find_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from skilltool.model import Skill


class Shown(enum.StrEnum):
    """How much of a skill an agent sees in the listing."""

    WHOLE = "whole"
    CUT = "cut"
    NAME_ONLY = "name only"
    NOTHING = "left out"


class Candidate(NamedTuple):
    """A skill that wants to be listed. `text` is its description after the cap of an entry.

    `full` is the description as the author wrote it, in one line; `file` the path of the SKILL.md
    as the client shows it.
    """

    skill: Skill
    name: str
    full: str
    text: str
    file: str


class Entry(NamedTuple):
    """A skill in the listing: how much of it, and the line; empty where it has none of its own."""

    candidate: Candidate
    shown: Shown
    characters: int
    line: str


@dataclass(frozen=True)
class Form:
    """The candidates in the order of the listing, how a line looks, and what all lines may take.

    `head` are lines that stand before them. `limit` is None where there is none.
    """

    candidates: tuple[Candidate, ...]
    listing: Mapping[str, Any]
    cost: Callable[[str], int]
    limit: int | None
    head: tuple[str, ...] = ()
    _costs: dict[tuple[str, int], int] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def needed(self) -> int:
        """What all entries take whole."""
        return sum(self.cost_of(item, len(item.text)) for item in self.candidates)

    @property
    def fits(self) -> bool:
        """Whether all entries can be shown whole."""
        return self.limit is None or self.needed <= self.limit

    def cost_of(self, candidate: Candidate, characters: int) -> int:
        """What the line takes with so many characters of the description."""
        key = (candidate.file, characters)
        if key not in self._costs:
            self._costs[key] = self.cost(f"{self.line(candidate, characters)}\n")
        return self._costs[key]

    def line(self, candidate: Candidate, characters: int) -> str:
        """The line with so many characters of the description."""
        text = candidate.text[:characters]
        bare = self.listing.get("bare-line", "- {name}")
        form = self.listing.get("line", "- {name}: {description}") if text else bare
        line: str = form.strip("\n").format(
            name=candidate.name,
            description=text,
            file=candidate.file,
            details=_details(candidate.skill, self.listing),
            tools=_tools(candidate.skill, self.listing),
        )
        return line

    def entry(self, candidate: Candidate, characters: int) -> Entry:
        """The entry with so many characters of the description."""
        whole = characters == len(candidate.text) and candidate.text == candidate.full
        shown = Shown.WHOLE if whole else Shown.CUT if characters else Shown.NAME_ONLY
        return Entry(candidate, shown, characters, self.line(candidate, characters))

    def whole(self) -> tuple[Entry, ...]:
        """All entries with all that the cap of an entry leaves."""
        return tuple(self.entry(item, len(item.text)) for item in self.candidates)


def _details(skill: Skill, listing: Mapping[str, Any]) -> str:
    """The further fields that the client shows, in parentheses; empty where it shows none."""
    found = ", ".join(_found_details(skill, listing))
    return f" ({found})" if found else ""


def _found_details(skill: Skill, listing: Mapping[str, Any]) -> Iterator[str]:
    for key, title in listing.get("details", {}).items():
        field = skill.front_matter.fields.get(key)
        limit = skill.profile.schema["properties"][key].get("maxLength")
        if field and field.text and field.type != "null":
            yield f"{title}: {field.text.strip()[:limit]}"
        elif field and field.type == "null" and f"empty-{key}" in listing:
            yield listing[f"empty-{key}"]


def _tools(skill: Skill, listing: Mapping[str, Any]) -> str:
    """A further line with the allowed tools, where the client shows them."""
    field = skill.front_matter.fields.get("allowed-tools")
    if field is None or "tools-title" not in listing:
        return ""
    values = field.value if isinstance(field.value, list) else re.split(r"[\s,]+", field.text or "")
    tools = ", ".join(str(value) for value in values if value)
    return f"\n{listing['tools-title']}{tools}" if tools else ""


def find_candidates(skills: Iterable[Skill]) -> tuple[list[Candidate], list[Skill]]:
    """The skills to list, by name, and those that only a person can start."""
    manual: list[Skill] = []
    rest: list[Candidate] = []
    for skill in skills:
        if skill.manual_only and _reads_fields(skill):
            manual.append(skill)
        else:
            rest.append(_candidate(skill))
    return sorted(rest, key=lambda item: (item.name, item.file)), manual


def _candidate(skill: Skill) -> Candidate:
    listing = skill.profile.listing
    name = skill.folder.name if listing.get("name") == "folder" else skill.name
    if skill.plugin and listing.get("plugin-prefix"):
        name = f"{skill.plugin}:{name}"
    full = _up_to_comment(skill).routing_text if _reads_fields(skill) else ""
    if not full and listing.get("without-description") == "first paragraph":
        full = _first_paragraph(skill.body)
    file = absolute(skill.folder / skill.path.rpartition("/")[2]).as_posix()
    return Candidate(skill, name, full, _capped(full, listing), file)


def _reads_fields(skill: Skill) -> bool:
    """Whether the client reads the fields; it may load a skill with a fault without any."""
    if not skill.front_matter.faults:
        return True
    unread = FRONT_MATTER & {kind for kind, _ in find_faults(skill, skill.profile)}
    return not any(skill.profile.behaviour[kind] == "ignores" for kind in unread)


def _up_to_comment(skill: Skill) -> Skill:
    """The skill with each text as a reader of YAML has it, where ` #` cuts it short."""
    front = skill.front_matter
    cuts = [fault for fault in front.faults if fault.kind == "truncating-comment"]
    if not cuts:
        return skill
    fields = dict(front.fields)
    for fault in cuts:
        above = [item for item in fields.values() if item.key_start <= fault.start]
        if above and above[-1].text is not None:
            text = skill.source.text[above[-1].start : fault.start].rstrip()
            fields[above[-1].key] = above[-1]._replace(text=text)
    read = FrontMatter(fields, front.faults, front.start, front.end, front.body_start)
    return replace(skill, front_matter=read)


def _first_paragraph(body: str) -> str:
    """The first lines of text of a body in one, headings left out."""
    blocks = re.split(r"\n[ \t]*\n", body.replace("\r\n", "\n").strip())
    texts = (_without_headings(block) for block in blocks)
    return next((" ".join(text.split()) for text in texts if text.strip()), "")


def _without_headings(block: str) -> str:
    return "\n".join(line for line in block.split("\n") if not line.startswith("#"))


def _capped(text: str, listing: Mapping[str, Any]) -> str:
    limit, mark = listing.get("entry-characters", 0), listing.get("cut-mark", "")
    return f"{text[: limit - len(mark)]}{mark}" if limit and len(text) > limit else text
