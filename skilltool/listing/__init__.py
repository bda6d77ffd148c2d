"""What a client puts in the context for a library, and what it cuts. Pure; the limits are data.

The `[listing]` table of a profile says how long the listing may be, how a line of it looks, and
what the client does when it is too long; here that is carried out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from skilltool.listing.advice import SHORTEST, Advice, find_advice
from skilltool.listing.budget import Budget, find_budget
from skilltool.listing.entries import Candidate, Entry, Form, Shown, find_candidates
from skilltool.listing.overflow import fit
from skilltool.model import Skipped
from skilltool.portability import Outcome, portability

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skilltool.model import Library, Profile, Skill

__all__ = [
    "SHORTEST",
    "Advice",
    "Budget",
    "Candidate",
    "Entry",
    "Listing",
    "Shown",
    "find_budget",
    "has_listing",
    "simulate",
]


@dataclass(frozen=True)
class Listing:
    """What a client shows. `needed` is what all entries would take whole, `used` what they take.

    `head` and `tail` are lines before and after the entries; `overhead` is what the head takes of
    the budget. `manual` are the skills that only a person can start, `unloaded` those that the
    client does not load, with the cause.
    """

    profile: Profile
    budget: Budget
    entries: tuple[Entry, ...]
    needed: int
    manual: tuple[Skill, ...]
    unloaded: tuple[Skipped, ...]
    advice: Advice | None = None
    head: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()
    overhead: int = 0

    @property
    def text(self) -> str:
        """The listing as the client sends it, without the client's own introduction."""
        lines = (*self.head, *(entry.line for entry in self.entries if entry.line), *self.tail)
        return "".join(f"{line}\n" for line in lines)

    @property
    def used(self) -> int:
        """What the entries and the lines before them take of the budget."""
        lines = (entry.line for entry in self.entries if entry.line)
        return self.overhead + sum(self.budget.cost(f"{line}\n") for line in lines)

    @property
    def is_cut(self) -> bool:
        """Whether an agent sees less than the whole of some entry."""
        return any(entry.shown is not Shown.WHOLE for entry in self.entries)

    def of(self, shown: Shown) -> list[Entry]:
        """The entries of which so much is shown."""
        return [entry for entry in self.entries if entry.shown is shown]


def has_listing(profile: Profile) -> bool:
    """Whether it is known that the client limits its listing."""
    return "overflow" in profile.listing


def simulate(
    library: Library,
    profile: Profile,
    *,
    context: int | None = None,
    usage: Mapping[str, int] | None = None,
) -> Listing:
    """The listing of a client for all skills of a library.

    `context` is the client's context window in tokens, None for what the profile takes for
    granted. `usage` tells by name how often each skill was invoked.
    """
    budget = find_budget(profile, context)
    skills = [replace(skill, profile=profile) for skill in library.skills]
    unloaded = [item for skill in skills for item in _unloaded(skill)]
    out = {item.path for item in unloaded}
    candidates, manual = find_candidates([skill for skill in skills if skill.path not in out])
    form = Form(tuple(candidates), profile.listing, budget.cost, budget.amount)
    fitted = fit(form, library.root, usage or {})
    overhead = (budget.amount or 0) - (fitted.form.limit or 0)
    return Listing(
        profile,
        budget,
        fitted.entries,
        fitted.form.needed + overhead,
        tuple(manual),
        tuple(unloaded),
        None if fitted.form.fits else find_advice(fitted.form),
        fitted.form.head,
        fitted.tail,
        overhead,
    )


def _unloaded(skill: Skill) -> Iterator[Skipped]:
    """The skill with the cause where the client does not load it."""
    judged = portability(skill, [skill.profile])[0]
    if skill.unreadable or judged.outcome in (Outcome.REFUSED, Outcome.DROPPED):
        yield Skipped(skill.path, "; ".join(judged.reasons))
