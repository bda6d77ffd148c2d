"""What each client makes of a skill: loads it, cuts it, ignores part of it, or leaves it out. Pure.

The profiles say what a client does with each fault; here the faults of a skill are found.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from skilltool.config import rule_setting
from skilltool.model import Style, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from skilltool.model import Field, Library, Profile, Skill


class Outcome(enum.StrEnum):
    """What becomes of a skill in a client, the worst first."""

    REFUSED = "refused"
    DROPPED = "dropped silently"
    UNKNOWN = "unknown"
    CUT = "cut"
    IGNORED = "fields ignored"
    LOADS = "loads"


_ORDER = list(Outcome)
_LEFT_OUT = {Outcome.REFUSED, Outcome.DROPPED}
_OUTCOME_OF = {
    "refuses": Outcome.REFUSED,
    "skips silently": Outcome.DROPPED,
    "unknown": Outcome.UNKNOWN,
    "cuts": Outcome.CUT,
    "ignores": Outcome.IGNORED,
    "warns and loads": Outcome.LOADS,
}
# What the parser found, as the fault that a client meets and in words. To a client that wants
# `---` on the first line and again below the fields, all four of the first are one fault.
_PARSED = {
    "missing-front-matter": ("missing-front-matter", "there is no front matter"),
    "text-before-front-matter": ("missing-front-matter", "text stands before the front matter"),
    "misspelt-fence": ("missing-front-matter", "a fence of the front matter is not `---`"),
    "unclosed-front-matter": ("missing-front-matter", "the front matter is not closed"),
    "invalid-front-matter": ("invalid-front-matter", "the front matter is not plain valid YAML"),
    "byte-order-mark": ("byte-order-mark", "the file starts with a byte order mark"),
    "duplicate-key": ("duplicate-key", "a key is given twice"),
    "misnamed-skill-file": ("misnamed-skill-file", "the file is not named SKILL.md"),
}
# These inform people and ask nothing of a client, so that ignoring them changes nothing.
_INFORMATIVE = {"license", "compatibility", "metadata"}
_WHEN_TO_USE = "metadata.when_to_use"
_RESERVED = ("anthropic", "claude")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ASCII_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Portability(NamedTuple):
    """What one client makes of one skill, and why; no reasons where all is well."""

    skill: Skill
    client: str
    outcome: Outcome
    reasons: tuple[str, ...] = ()


def portability(skill: Skill, profiles: Sequence[Profile]) -> list[Portability]:
    """What each client makes of the skill, in the order of the profiles."""
    return [_judge(skill, client) for client in profiles]


def portability_table(library: Library, profiles: Sequence[Profile]) -> Table:
    """The selected skills of a library; clients with the same outcome and reasons share a row.

    The clients' names are separated by commas; `all` stands for all that were asked about.
    """
    rows = [
        row
        for skill in library.skills
        if library.is_selected(skill)
        for row in _rows(portability(skill, profiles))
    ]
    return Table(("skill", "outcome", "clients", "reason"), tuple(rows))


def _rows(judged: Sequence[Portability]) -> Iterator[tuple[str, str, str, str]]:
    merged: dict[tuple[Outcome, tuple[str, ...]], list[Portability]] = {}
    for item in judged:
        merged.setdefault((item.outcome, item.reasons), []).append(item)
    for (outcome, reasons), items in sorted(merged.items(), key=lambda row: _rank(row[0][0])):
        several = 1 < len(items) == len(judged)
        clients = "all" if several else ", ".join(item.client for item in items)
        yield items[0].skill.name, outcome.value, clients, "; ".join(reasons)


def _rank(outcome: Outcome) -> int:
    return _ORDER.index(outcome)


def _judge(skill: Skill, client: Profile) -> Portability:
    """The worst of what the client does; a client that leaves the skill out does nothing else."""
    if skill.unreadable:
        return Portability(skill, client.name, Outcome.UNKNOWN, (skill.unreadable,))
    effects = [*_effects_of_faults(skill, client), *_cut(skill, client), *_fields(skill, client)]
    worst = min((outcome for outcome, _ in effects), key=_rank, default=Outcome.LOADS)
    told = _LEFT_OUT if worst in _LEFT_OUT else set(Outcome)
    reasons = dict.fromkeys(reason for outcome, reason in effects if outcome in told)
    return Portability(skill, client.name, worst, tuple(reasons))


def _effects_of_faults(skill: Skill, client: Profile) -> Iterator[tuple[Outcome, str]]:
    for fault, words in _faults(skill, client):
        yield from _effect(client.behaviour[fault], words)


def _effect(behaviour: str, words: str) -> Iterator[tuple[Outcome, str]]:
    if behaviour == "warns and loads":
        words = f"warns: {words}"
    if behaviour == "ignores":
        words = f"reads no field: {words}"
    if behaviour == "unknown":
        words = f"{words}; what happens then is not documented"
    if behaviour != "loads":
        yield _OUTCOME_OF[behaviour], words


def _faults(skill: Skill, client: Profile) -> Iterator[tuple[str, str]]:
    """Each fault that profiles have an entry for, with its words."""
    front = skill.front_matter
    yield from (_PARSED[fault.kind] for fault in front.faults if fault.kind in _PARSED)
    if any(_is_flow(field) for field in front.fields.values()):
        yield "flow-style", "a value is written in `[...]` or `{...}`"
    if front.is_complete:
        for key in ("name", "description"):
            if not _text(skill, key):
                yield f"missing-{key}", f"there is no {key}"
    yield from _name_faults(skill, client)
    yield from _description_faults(skill, client)


def _text(skill: Skill, key: str) -> str:
    field = skill.front_matter.fields.get(key)
    return (field.text or "").strip() if field else ""


def _is_flow(field: Field) -> bool:
    return field.style is Style.FLOW or any(_is_flow(child) for child in field.children.values())


def _name_faults(skill: Skill, client: Profile) -> Iterator[tuple[str, str]]:
    name = unicodedata.normalize("NFKC", _text(skill, "name"))
    folder = skill.folder.name
    if not name:
        return
    if name != unicodedata.normalize("NFKC", folder):
        yield "name-differs-from-folder", f"the name differs from the folder `{folder}`"
    if not _is_legal(name, client.rules):
        yield "invalid-name", f"the name `{name}` is not of the form asked for"
    yield from _length_fault("name", name, client)
    if word := next((word for word in _RESERVED if word in name.lower()), ""):
        yield "reserved-word-in-name", f"the name contains `{word}`"


def _is_legal(name: str, rules: Mapping[str, object]) -> bool:
    """Whether the name has the form that the profile asks of it; any has where it asks for none."""
    setting = rule_setting(rules["invalid-name"])  # type: ignore[arg-type]
    if setting.severity is None:
        return True
    if setting.options["charset"] == "ascii":
        return _ASCII_NAME.fullmatch(name) is not None
    words = name.split("-")
    return name == name.lower() and all(word.isalnum() for word in words)


def _length_fault(key: str, text: str, client: Profile) -> Iterator[tuple[str, str]]:
    limit = client.schema["properties"][key].get("maxLength")
    if limit is not None and len(text) > limit:
        yield f"{key}-too-long", f"the {key} has {len(text):,} characters, the limit is {limit:,}"


def _description_faults(skill: Skill, client: Profile) -> Iterator[tuple[str, str]]:
    field = skill.front_matter.fields.get("description")
    text = field.text if field and field.text else ""
    if client.behaviour["description-too-long"] != "cuts":
        yield from _length_fault("description", text, client)
    if tag := _TAG.search(text):
        yield "xml-tag-in-routing-text", f"the description contains the tag `{tag.group()}`"


def _cut(skill: Skill, client: Profile) -> Iterator[tuple[Outcome, str]]:
    """What the client's listing leaves of a text that is too long for it."""
    limit = client.listing.get("entry-characters")
    length = len(replace(skill, profile=client).routing_text)
    if limit is not None and length > limit:
        yield Outcome.CUT, f"the agent sees {limit:,} of {length:,} characters"


def _fields(skill: Skill, client: Profile) -> Iterator[tuple[Outcome, str]]:
    """The fields that the client ignores or refuses, or that no source speaks of."""
    known = client.schema["properties"]
    unread = [name for name in _asking(skill) if name not in client.reads]
    foreign = [name for name in unread if name.split(".")[0] not in known]
    unclear = [name for name in unread if name in client.unclear]
    ignored = [name for name in unread if name not in foreign and name not in unclear]
    behaviour = client.behaviour["unknown-field"]
    if behaviour == "ignores":
        ignored = [name for name in unread if name not in unclear]
    elif foreign:
        yield from _effect(behaviour, f"it knows no field {_quoted(foreign)}")
    if ignored:
        yield Outcome.IGNORED, f"ignores {_quoted(ignored)}"
    if unclear:
        yield Outcome.LOADS, f"what it does with {_quoted(unclear)} is not documented"


def _asking(skill: Skill) -> Iterator[str]:
    """The dotted names of the fields that ask something of a client."""
    yield from (key for key in skill.front_matter.fields if key not in _INFORMATIVE)
    if skill.front_matter.find(_WHEN_TO_USE):
        yield _WHEN_TO_USE


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
