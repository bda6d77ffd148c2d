"""How long a client's listing may be, and in what that is counted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from skilltool.model import Profile

    Cost = Callable[[str], int]


class Budget(NamedTuple):
    """How much a listing may take; `amount` is None where the client has no or no known limit.

    `unit` is what is counted, `basis` where the amount comes from; `cost` counts a text.
    """

    amount: int | None
    unit: str
    basis: str
    cost: Cost


def find_budget(profile: Profile, context: int | None = None) -> Budget:
    """The budget of a client's listing with a context window of so many tokens."""
    listing = profile.listing
    cost = _utf16_units if listing.get("counts") == "utf-16" else len
    if listing["budget"] == "characters":
        return Budget(listing["characters"], "characters", "whatever the context", cost)
    if listing["budget"] != "share of context":
        words = {"none": "there is none", "unknown": "not documented"}
        return Budget(None, "characters", words[listing["budget"]], cost)
    context = context or listing.get("context-tokens")
    if context is None:
        basis = "context window not known"
        return Budget(listing["fallback-characters"], "characters", basis, cost)
    share = listing["context-share"]
    basis = f"{share:.0%} of {context:,} tokens"
    if "bytes-per-token" in listing:
        size = listing["bytes-per-token"]
        counted = partial(_tokens_by_bytes, size=size)
        return Budget(max(1, int(context * share)), f"tokens of {size} bytes", basis, counted)
    amount = round(context * listing["characters-per-token"] * share)
    return Budget(amount, "characters", basis, cost)


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _tokens_by_bytes(text: str, size: int) -> int:
    return -(-len(text.encode("utf-8", "surrogatepass")) // size)
