"""Flag a library whose listing is more than the client shows."""

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


@library_rule(group="tokens", severity="info")
def listing_over_budget(
    library: Library, *, context: int = 0, entry_skills: tuple[str, ...] = ()
) -> Iterator[Problem]:
    """Flag a library whose listing is more than the client shows.

    A client lists name and description of every skill, up to a limit. Beyond it, some lose their
    description or are left out, and an agent cannot choose what it does not see. Limits differ
    between clients and change with their versions; the profile names them, with source and date.
    `context` is the context window in tokens, 0 for the one that the client takes for granted.
    `entry-skills` are the names of skills that must be shown whole, such as one that leads to the
    others: each that is not has a finding of its own, and so has one that a client which cuts by
    name would cut as soon as skills from elsewhere join. `skills listing` shows all that is cut.

    ## Bad

    ```toml skills.toml
    profile = "claude-code"

    [rules.listing-over-budget]
    context = 5000
    ```

    ```markdown skills/chart-make/SKILL.md
    ---
    name: chart-make
    description: >-
      Draws bar, line and pie charts from a table of figures and writes them as an image. Use when a
      report needs a picture of its figures, or when someone asks to plot, chart or draw data.
    ---
    ```

    ```markdown skills/list-sort/SKILL.md
    ---
    name: list-sort
    description: Sorts lists by number, date or name. Use when a list is out of order.
    ---
    ```

    ## Good

    ```toml skills.toml
    profile = "claude-code"

    [rules.listing-over-budget]
    context = 5000
    ```

    ```markdown skills/chart-make/SKILL.md
    ---
    name: chart-make
    description: Draws charts from a table. Use when someone asks to plot or chart figures.
    ---
    ```

    ```markdown skills/list-sort/SKILL.md
    ---
    name: list-sort
    description: Sorts lists by number, date or name. Use when a list is out of order.
    ---
    ```
    """
    if not library.skills or "overflow" not in library.skills[0].profile.listing:
        return  # the client's limit is not known
    from skilltool import listing

    found = listing.simulate(library, library.skills[0].profile, context=context or None)
    if found.advice is not None:
        yield _of_library(library, found)
    used = 0
    for place, entry in enumerate(found.entries, 1):
        used += found.budget.cost(f"{entry.line}\n")
        if entry.candidate.name in entry_skills:
            yield from _of_entry(found, entry, place, used)


def _of_library(library: Library, found: Listing) -> Problem:
    from skilltool.listing import words

    largest = sorted(found.entries, key=lambda entry: -len(entry.candidate.full))
    names = words.join_names([entry.candidate.name for entry in largest])
    notes = (words.advice_sentence(found), f"longest descriptions: {names}")
    return Problem(Location(library.path), words.headline(found), notes=notes)


def _of_entry(found: Listing, entry: Entry, place: int, used: int) -> Iterator[Problem]:
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
