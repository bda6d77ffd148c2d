"""A listing in words and tables."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from skilltool.listing.advice import SHORTEST
from skilltool.listing.entries import Shown
from skilltool.model import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skilltool.listing import Listing
    from skilltool.listing.entries import Entry

_NAMED = 8
_WORDS = {
    Shown.CUT: ("descriptions is cut", "descriptions are cut"),
    Shown.NAME_ONLY: ("shows its name only", "show their name only"),
    Shown.NOTHING: ("is left out", "are left out"),
}


def summary_table(listings: Sequence[Listing]) -> Table:
    """One row a client: what it may take, needs and takes, and how much of the skills it shows."""
    columns = (
        "client", "budget", "unit", "basis", "needed", "used", "skills", "whole", "cut",
        "name_only", "left_out", "manual_only", "not_loaded",
    )  # fmt: skip
    return Table(columns, tuple(map(_summary, listings)))


def _summary(listing: Listing) -> tuple[object, ...]:
    budget = listing.budget
    return (
        listing.profile.name,
        budget.amount,
        budget.unit,
        budget.basis,
        listing.needed,
        listing.used,
        len(listing.entries),
        *(len(listing.of(shown)) for shown in Shown),
        len(listing.manual),
        len(listing.unloaded),
    )


def entry_table(entries: Iterable[Entry]) -> Table:
    """One row a skill: how much of it is shown, characters shown, characters that it has."""
    rows = tuple(
        (entry.candidate.name, str(entry.shown), entry.characters, len(entry.candidate.full))
        for entry in entries
    )
    return Table(("skill", "shown", "characters", "of"), rows)


def headline(listing: Listing) -> str:
    """What the listing takes and what becomes of it, in one sentence."""
    budget, title = listing.budget, listing.profile.title
    if budget.amount is None:
        needs = f"{title}: the listing takes {listing.needed:,} {budget.unit}"
        return f"{needs}; limit of this client: {budget.basis}"
    head = (
        f"{title}: the listing needs {listing.needed:,} of {budget.amount:,} {budget.unit} "
        f"({budget.basis})"
    )
    parts = ", ".join(
        f"{number:,} of {len(listing.entries):,} {words[number > 1]}"
        for shown, words in _WORDS.items()
        if (number := len(listing.of(shown)))
    )
    if not parts:
        return f"{head}: all is shown"
    rules = listing.profile.listing
    if listing.advice is None:  # within the budget only the limit of an entry cuts
        return f"{head}: {parts} at {rules['entry-characters']:,} characters"
    return f"{head}: {parts}, {rules['overflow-order']}"


def advice_sentence(listing: Listing) -> str:
    """What to shorten, largest first; empty where all is shown."""
    advice = listing.advice
    if advice is None:
        return ""
    if not advice.enough:
        least = advice.least + listing.overhead
        return (
            f"even with every description at {SHORTEST} characters it needs {least:,}: keep skills "
            f"for manual use out of it ({_manual_switch(listing)}), or split the library"
        )
    one = len(advice.candidates) == 1
    what = "1 description" if one else f"{len(advice.candidates):,} descriptions"
    words = f"it fits with {what} of at most {advice.characters:,} characters"
    return f"{words}: {join_names([item.name for item in advice.candidates])}"


def unloaded_sentence(listing: Listing) -> str:
    """How many skills the client does not load, and the first of them by folder."""
    paths = [item.path for item in listing.unloaded]
    names = join_names([posixpath.basename(posixpath.dirname(path)) or path for path in paths])
    return f"{len(paths):,} skills are not loaded by this client: {names}; `--all` says why"


def _manual_switch(listing: Listing) -> str:
    """What keeps a skill out of the listing of this client."""
    policy = listing.profile.listing.get("policy-file")
    if policy:
        return f"`allow_implicit_invocation: false` in {policy}"
    return "`disable-model-invocation: true`"


def join_names(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
