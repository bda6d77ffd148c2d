"""What clients make of the skills of a library: a row for each answer, and one for each client."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from skilltool.model import Table
from skilltool.portability import Outcome, portability, rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.model import Library, Profile
    from skilltool.portability import Portability

    Judged = Sequence[Sequence[Portability]]
    Answers = tuple[tuple[str, str, str], ...]


def judge_library(library: Library, profiles: Sequence[Profile]) -> Judged:
    """What each client makes of each selected skill: skills in their order, clients in theirs."""
    return [portability(skill, profiles) for skill in library.skills if library.is_selected(skill)]


def skill_table(judged: Judged) -> Table:
    """A row for each answer that a skill gets; clients with the same answer share it.

    The clients' names are separated by commas; `all` stands for all that were asked about.
    """
    rows = tuple(row for answers in judged for row in _rows(answers))
    return Table(("skill", "outcome", "clients", "reason"), rows)


def troubled_table(judged: Judged) -> Table:
    """The rows of the skill table that give a reason; for a single skill, all."""
    table = skill_table(judged)
    return table._replace(rows=tuple(row for row in table.rows if row[-1] or len(judged) == 1))


def troubled_groups(judged: Judged) -> dict[Answers, list[str]]:
    """The rows of the troubled table without the name, with the skills that share them all."""
    names: dict[Answers, list[str]] = {}
    for answers in judged:
        rows = [row[1:] for row in _rows(answers) if row[-1] or len(judged) == 1]
        if rows:
            names.setdefault(tuple(rows), []).append(answers[0].skill.name)
    return names


def client_table(judged: Judged) -> Table:
    """A row for each client: how many skills have each outcome in it. Outcomes of none are out."""
    counts: dict[str, Counter[Outcome]] = {}
    for answer in (answer for answers in judged for answer in answers):
        counts.setdefault(answer.client, Counter())[answer.outcome] += 1
    found = [each for each in Outcome if any(of_client[each] for of_client in counts.values())]
    rows = tuple(
        (client, *(of_client[each] for each in found)) for client, of_client in counts.items()
    )
    return Table(("client", *(each.value for each in found)), rows)


def headline(judged: Judged) -> str:
    """How many skills every client loads with all that is in them, in one sentence."""
    clients = len(judged[0]) if judged else 0
    whole = sum(map(_loads_everywhere, judged))
    who = "the client" if clients == 1 else f"all {clients} clients"
    return f"{whole:,} of {len(judged):,} skills load whole in {who}"


def _loads_everywhere(answers: Iterable[Portability]) -> bool:
    return not any(answer.reasons for answer in answers)


def _rows(answers: Sequence[Portability]) -> Iterator[tuple[str, str, str, str]]:
    merged: dict[tuple[Outcome, tuple[str, ...]], list[Portability]] = {}
    for item in answers:
        merged.setdefault((item.outcome, item.reasons), []).append(item)
    for (outcome, reasons), items in sorted(merged.items(), key=lambda row: rank(row[0][0])):
        several = 1 < len(items) == len(answers)
        clients = "all" if several else ", ".join(item.client for item in items)
        yield items[0].skill.name, outcome.value, clients, "; ".join(reasons)
