"""Flag skills whose routing texts compete for the same requests."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from skilltool import overlap
from skilltool.errors import ConfigError
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.model import Library, Location, Skill
    from skilltool.overlap import Cluster, Pair

_SHOWN = 8


@library_rule(group="overlap", severity="warning")
def overlapping_skills(
    library: Library,
    *,
    threshold: float = overlap.THRESHOLD,
    distinct: Sequence[dict[str, object]] = (),
) -> Iterator[Problem]:
    """Flag skills whose routing texts compete for the same requests.

    Two lines that promise the same work make an agent load both, or the wrong one, on every turn
    that touches it. Merge the skills, say in each line what only that one does, or hand over by
    name: "Not for refunds: use refund-letter" or "For refunds, see refund-letter". Two skills whose
    instructions are nearly identical are one skill, however different their lines. One finding
    tells of a skill and all that compete with it, or of all that have one line. Names that say
    opposite directions, as csv-to-json and json-to-csv or pdf-split and pdf-merge, tell two skills
    apart. A pair that was looked at and is distinct belongs into the option `distinct`, as
    `{ skills = ["mail-in", "mail-out"], reason = "..." }`. With `seen = "1a2b3c4d"`, which a note
    gives, the pair comes back when either line changes.

    ## Bad

    ```markdown skills/letter-draft/SKILL.md
    ---
    name: letter-draft
    description: Drafts the answer to a customer complaint about a late parcel, with a refund offer.
    ---
    ```

    ```markdown skills/mail-write/SKILL.md
    ---
    name: mail-write
    description: Writes the reply to a complaint of a customer whose parcel was late, with a refund.
    ---
    ```

    ## Good

    ```markdown skills/complaint-answer/SKILL.md
    ---
    name: complaint-answer
    description: Drafts the answer to a customer complaint about a late parcel.
    ---
    ```

    ```markdown skills/refund-booking/SKILL.md
    ---
    name: refund-booking
    description: Books a refund in the shop system and files the credit note.
    ---
    ```
    """
    known = parse_distinct(distinct)
    pairs = overlap.find_pairs(library.skills, threshold=threshold, distinct=known)
    for cluster in overlap.find_clusters(pairs):
        if any(library.is_selected(skill) for skill in cluster.skills):
            yield _problem(cluster)


def parse_distinct(entries: Sequence[dict[str, object]]) -> list[overlap.Distinct]:
    """The option `distinct`. Raises ConfigError for an entry without two names and a reason.

    `seen` may stand beside them; see `overlap.Distinct`.
    """
    return [_distinct(entry) for entry in entries]


def _distinct(entry: dict[str, object]) -> overlap.Distinct:
    skills, reason = entry.get("skills"), entry.get("reason")
    if not isinstance(skills, list) or len(skills) != 2 or not reason:
        raise ConfigError(
            "rules.overlapping-skills.distinct: each entry is "
            '`{ skills = ["one", "other"], reason = "why they are distinct" }`'
        )
    first, second = map(str, skills)
    return overlap.Distinct(first, second, str(reason), str(entry.get("seen", "")))


def _problem(cluster: Cluster) -> Problem:
    centre = cluster.centre
    told = [p for p in cluster.pairs if p.rival_of(centre)] if centre else [cluster.pairs[0]]
    closest = told[0]
    chosen = centre or closest.second
    return Problem(
        _place(chosen),
        _tell_rivals(centre, told) if centre else _message(cluster, closest),
        notes=tuple(chain(_notes(cluster, closest), _further(cluster, told))),
        also=tuple(_place(skill) for skill in cluster.skills if skill is not chosen),
    )


def _place(skill: Skill) -> Location:
    field = skill.routing_fields[0]
    return skill.source.location(field.start, field.end)


def _tell_rivals(centre: Skill, pairs: Sequence[Pair]) -> str:
    rivals = [(pair.rival_of(centre), pair.score) for pair in pairs]
    named = _some([f"{rival.name} ({score:.2f})" for rival, score in rivals if rival])
    return f"{centre.name} competes with {len(rivals):,} skills: {named} ({_shared(pairs[0])})"


def _message(cluster: Cluster, pair: Pair) -> str:
    words = _shared(pair)
    if len(cluster.skills) > 2:
        names = [skill.name for skill in cluster.skills]
        closest = f" (closest {pair.score:.2f}; {words})" if cluster.competes else ""
        return f"{len(cluster.skills):,} skills {_claim(cluster)}: {_some(names)}{closest}"
    claim = f"{' and '.join(_labels(pair))} {_claim(cluster)}"
    if cluster.by_instructions:
        return claim
    why = f" for the same requests ({pair.score:.2f}; {words})" if cluster.competes else ""
    same = "; their instructions are nearly identical" if pair.near_identical_bodies else ""
    return f"{claim}{why}{same}"


def _claim(cluster: Cluster) -> str:
    if cluster.same_line:
        return "have the same line"
    if cluster.by_instructions:
        return "have nearly identical instructions under different lines"
    return "are made from one template" if cluster.from_template else "compete"


def _shared(pair: Pair) -> str:
    return ", ".join(term.word for term in pair.shared[:6])


def _some(names: Sequence[str], between: str = ", ") -> str:
    """The first of many names, and how many there are more."""
    shown = between.join(names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else shown


def _labels(pair: Pair) -> tuple[str, str]:
    """What tells the two apart: their names, or their paths where the names are the same."""
    first, second = pair.first, pair.second
    return (first.path, second.path) if first.name == second.name else (first.name, second.name)


def _notes(cluster: Cluster, pair: Pair) -> Iterator[str]:
    labels = _labels(pair)
    shown = 1 if cluster.same_line and len(cluster.skills) > 2 else 2
    for label, skill in list(zip(labels, (pair.first, pair.second), strict=True))[:shown]:
        yield f"{label}: {_cut(skill.routing_text)}"
    telling = [
        f"only {label}: {', '.join(words[:5])}"
        for label, words in zip(labels, (pair.first_only, pair.second_only), strict=True)
        if words
    ]
    if telling:
        yield "; ".join(telling)
    apart = ", or say in each line what sets it apart" if cluster.same_line else ""
    yield f"{cluster.advice}: {_ADVICE[cluster.advice]}{apart}"
    for each in cluster.pairs:
        if each.outdated:
            yield _changed(each, each.outdated)
    # Two of one name are a fault of its own, and a pair that names nobody accepts nothing.
    if len(cluster.pairs) == 1 and not pair.outdated and pair.first.name != pair.second.name:
        seen = overlap.fingerprint(pair.first, pair.second)
        yield (
            "or accept them as `distinct`, below [rules.overlapping-skills] in skills.toml:\n    "
            f'{{ skills = ["{pair.first.name}", "{pair.second.name}"], reason = "...", '
            f'seen = "{seen}" }}'
        )


def _further(cluster: Cluster, told: Sequence[Pair]) -> Iterator[str]:
    """The pairs of rivals that the message does not tell."""
    if cluster.competes and not cluster.from_template:
        rest = [pair for pair in cluster.pairs if pair not in told]
        if rest:
            named = [f"{' and '.join(_labels(pair))} ({pair.score:.2f})" for pair in rest]
            yield f"among them: {_some(named, between='; ')}"


def _changed(pair: Pair, entry: overlap.Distinct) -> str:
    seen = overlap.fingerprint(pair.first, pair.second)
    return (
        f"{entry.first} and {entry.second} were found distinct ({entry.reason}), but a line has "
        f'changed since; if they still are: seen = "{seen}"'
    )


_ADVICE = {
    "merge": "make one skill of them",
    "specialise": "begin each line with what only that skill does",
    "add a hand-off": 'end one line with "Not for ...: use" and the name of the other',
}


def _cut(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:157]}..."
