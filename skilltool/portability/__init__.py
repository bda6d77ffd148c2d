"""What each client makes of a skill: loads it, cuts it, ignores part of it, or leaves it out. Pure.

The profiles say what a client does with each fault; `faults` finds the faults of a skill.
"""

from __future__ import annotations

import enum
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from skilltool.portability.faults import (
    FRONT_MATTER,
    TAG,
    TEXTS,
    find_faults,
    is_read_two_ways,
    raw_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.model import Profile, Skill


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
_UNDOCUMENTED = "; what happens then is not documented"
# These inform people and ask nothing of a client, so that ignoring them changes nothing.
_INFORMATIVE = {"license", "compatibility", "metadata"}
_WHEN_TO_USE = "metadata.when_to_use"

Effect = tuple[Outcome, str]


class Portability(NamedTuple):
    """What one client makes of one skill, and why; no reasons where all is well."""

    skill: Skill
    client: str
    outcome: Outcome
    reasons: tuple[str, ...] = ()


def portability(skill: Skill, profiles: Sequence[Profile]) -> list[Portability]:
    """What each client makes of the skill, in the order of the profiles."""
    return [_judge(skill, client) for client in profiles]


def rank(outcome: Outcome) -> int:
    """The place of an outcome among all, the worst first."""
    return _ORDER.index(outcome)


def _judge(skill: Skill, client: Profile) -> Portability:
    """The worst of what the client does; a client that leaves the skill out does nothing else."""
    if skill.unreadable:
        return Portability(skill, client.name, Outcome.UNKNOWN, (skill.unreadable,))
    effects = list(_effects(skill, client))
    worst = min((outcome for outcome, _ in effects), key=rank, default=Outcome.LOADS)
    told = _LEFT_OUT if worst in _LEFT_OUT else set(Outcome)
    reasons = dict.fromkeys(reason for outcome, reason in effects if outcome in told)
    return Portability(skill, client.name, worst, tuple(_said_once(list(reasons))))


def _said_once(reasons: Sequence[str]) -> Iterator[str]:
    """The reasons, with the words on what is not documented behind the last of them alone."""
    unclear = [reason for reason in reasons if reason.endswith(_UNDOCUMENTED)]
    for reason in reasons:
        yield reason.removesuffix(_UNDOCUMENTED) if reason in unclear[:-1] else reason


def _effects(skill: Skill, client: Profile) -> Iterator[Effect]:
    """What the client does with the skill; of fields that it does not read there is no more."""
    reads_fields = True
    for kind, words in find_faults(skill, client):
        behaviour = client.behaviour[kind]
        unread = kind in FRONT_MATTER and behaviour == "ignores"
        reads_fields = reads_fields and not unread
        if reads_fields or unread:
            yield from _effect(behaviour, words, unread=unread)
    if reads_fields:
        for judge in (
            _read_two_ways,
            _lone_bracket,
            _cut,
            _cut_by_comment,
            _empty_license,
            _fields,
        ):
            yield from judge(skill, client)


def _effect(behaviour: str, words: str, *, unread: bool = False) -> Iterator[Effect]:
    if behaviour == "warns and loads":
        words = f"warns: {words}"
    if behaviour == "ignores":
        words = f"reads no field: {words}" if unread else f"ignores a part: {words}"
    if behaviour == "unknown":
        words += _UNDOCUMENTED
    if behaviour != "loads":
        yield _OUTCOME_OF[behaviour], words


def _read_two_ways(skill: Skill, client: Profile) -> Iterator[Effect]:
    """A text such as `yes`; which version of YAML a client reads is not documented."""
    for field in map(skill.front_matter.fields.get, TEXTS):
        if field and is_read_two_ways(field) and client.behaviour["typed-text"] != "loads":
            words = f"older YAML reads the {field.key} as a truth value, newer as a text"
            yield from _effect("unknown", words)


def _lone_bracket(skill: Skill, client: Profile) -> Iterator[Effect]:
    """`<` or `>` outside of tags; sources differ on whether those who refuse tags take it."""
    text = raw_text(skill.front_matter, "description")
    refuses_tags = client.behaviour["xml-tag-in-routing-text"] == "refuses"
    if refuses_tags and not TAG.search(text) and re.search("[<>]", text):
        yield from _effect("unknown", "the description holds `<` or `>`")


def _cut(skill: Skill, client: Profile) -> Iterator[Effect]:
    """What the client's listing leaves of a text that is too long for it."""
    limit = client.listing.get("entry-characters")
    if limit is None:
        return
    length = len(replace(skill, profile=client).routing_text)
    if length > limit:
        yield Outcome.CUT, f"the agent sees {limit:,} of {length:,} characters"


def _cut_by_comment(skill: Skill, client: Profile) -> Iterator[Effect]:
    """What ends before ` #`, for every reader of YAML, in the fields that the client reads."""
    front = skill.front_matter
    for fault in front.faults:
        above = [field for field in front.fields.values() if field.key_start <= fault.start]
        if fault.kind == "truncating-comment" and above and above[-1].key in client.reads:
            yield Outcome.CUT, f"`{above[-1].key}` ends before ` #`, which starts a comment in YAML"


def _empty_license(skill: Skill, client: Profile) -> Iterator[Effect]:
    """What the client's listing shows for a key without a value."""
    field, shown = skill.front_matter.fields.get("license"), client.listing.get("empty-license")
    if field is not None and field.type == "null" and shown:
        yield Outcome.LOADS, f"shows `{shown}` for the empty `license`"


def _fields(skill: Skill, client: Profile) -> Iterator[Effect]:
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
