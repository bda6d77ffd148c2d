"""Flag a library whose listing is more than the client shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.listing import Listing
    from skilltool.model import Library


@library_rule(group="tokens", severity="info")
def listing_over_budget(library: Library, *, context: int = 0) -> Iterator[Problem]:
    """Flag a library whose listing is more than the client shows.

    A client lists name and description of every skill, up to a limit. Beyond it, some lose their
    description or are left out, and an agent cannot choose what it does not see. Limits differ
    between clients and change with their versions; the profile names them, with source and date.
    `context` is the context window in tokens, 0 for the one that the client takes for granted.
    `skills listing` shows all that is cut.

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


def _of_library(library: Library, found: Listing) -> Problem:
    from skilltool.listing import words

    largest = sorted(found.entries, key=lambda entry: -len(entry.candidate.full))
    names = words.join_names([entry.candidate.name for entry in largest])
    notes = (words.advice_sentence(found), f"longest descriptions: {names}")
    return Problem(Location(library.path), words.headline(found), notes=notes)
