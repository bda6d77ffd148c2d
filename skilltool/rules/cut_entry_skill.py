"""Flag an entry skill that a client cuts from its listing, or soon would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.listing import Entry, Listing
    from skilltool.model import Library

# The share of the budget within which an entry skill is safe: users have skills of their own.
_SAFE = 0.8


@library_rule(group="tokens", severity="warning")
def cut_entry_skill(
    library: Library, *, skills: tuple[str, ...] = (), context: int = 0
) -> Iterator[Problem]:
    """Flag an entry skill that a client cuts from its listing, or soon would.

    `skills` are the names of skills that must be shown whole, such as one that leads to the others;
    without any the rule is silent. A client that cuts by name takes the last of the alphabet, and
    an agent that does not see `start-here` starts elsewhere. `context` is the context window in
    tokens, 0 for the one that the client takes for granted. `skills listing` shows all that is cut.

    ## Bad

    ```toml skills.toml
    profile = "claude-code"

    [rules.cut-entry-skill]
    skills = ["start-here"]
    context = 4000
    ```

    ```markdown skills/chart-make/SKILL.md
    ---
    name: chart-make
    description: Draws charts from a table. Use when someone asks to plot or chart figures.
    ---
    ```

    ```markdown skills/start-here/SKILL.md
    ---
    name: start-here
    description: Tells which skill serves a report. Use when a report is begun.
    ---
    ```

    ## Good

    ```toml skills.toml
    profile = "claude-code"

    [rules.cut-entry-skill]
    skills = ["start-here"]
    ```

    ```markdown skills/chart-make/SKILL.md
    ---
    name: chart-make
    description: Draws charts from a table. Use when someone asks to plot or chart figures.
    ---
    ```

    ```markdown skills/start-here/SKILL.md
    ---
    name: start-here
    description: Tells which skill serves a report. Use when a report is begun.
    ---
    ```
    """
    if not (skills and library.skills) or "overflow" not in library.skills[0].profile.listing:
        return  # nothing must be shown, or the client's limit is not known
    from skilltool import listing

    found = listing.simulate(library, library.skills[0].profile, context=context or None)
    used = 0
    for place, entry in enumerate(found.entries, 1):
        used += found.budget.cost(f"{entry.line}\n")
        if entry.candidate.name in skills:
            yield from _problem(found, entry, place, used)


def _problem(found: Listing, entry: Entry, place: int, used: int) -> Iterator[Problem]:
    """The entry skill if it is cut or soon would be; `used` is what the listing takes so far."""
    from skilltool.listing import Shown

    budget = found.budget.amount or 0
    soon = used > _SAFE * budget and "least used" not in found.profile.listing["overflow-order"]
    if entry.shown is Shown.WHOLE and not soon:
        return
    skill = entry.candidate.skill
    first = next(iter(skill.routing_fields), None)
    where = skill.source.location(first.start, first.end) if first else Location(skill.path)
    state = "may be cut" if entry.shown is Shown.WHOLE else f"is cut ({entry.shown})"
    yield Problem(
        where,
        f"{found.profile.title}: the entry skill `{entry.candidate.name}` is at place {place:,} of "
        f"{len(found.entries):,} and {state}; rename it or shorten others",
    )
