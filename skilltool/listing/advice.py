"""The cheapest way to make a listing fit: the fewest descriptions, shortened the least."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.listing.entries import Candidate, Form

SHORTEST = 120
"""Characters to which a description is cut at most: one sentence of what and when."""


class Advice(NamedTuple):
    """The fewest descriptions to shorten, and to how many characters, so that all are shown.

    They come with those first that save most. `enough` is False where even all of them at
    SHORTEST take too much. `least` is what all entries take with that advice.
    """

    candidates: tuple[Candidate, ...]
    characters: int
    enough: bool
    least: int


def find_advice(form: Form) -> Advice:
    """What to shorten so that all entries fit."""
    excess = form.needed - (form.limit or 0)
    longer = [item for item in form.candidates if len(item.text) > SHORTEST]
    longer.sort(key=lambda item: (-_saving(form, item, SHORTEST), item.name))
    chosen: list[Candidate] = []
    left = excess
    while left > 0 and len(chosen) < len(longer):
        candidate = longer[len(chosen)]
        left -= _saving(form, candidate, SHORTEST)
        chosen.append(candidate)
    characters = SHORTEST if left > 0 else _level(form, chosen, excess)
    least = form.needed - sum(_saving(form, item, characters) for item in chosen)
    return Advice(tuple(chosen), characters, left <= 0, least)


def _saving(form: Form, candidate: Candidate, characters: int) -> int:
    """What the line takes less with at most so many characters of the description."""
    length = len(candidate.text)
    return form.cost_of(candidate, length) - form.cost_of(candidate, min(length, characters))


def _level(form: Form, chosen: Sequence[Candidate], excess: int) -> int:
    """The most characters that all chosen descriptions may keep."""
    low, high = SHORTEST, max((len(item.text) for item in chosen), default=SHORTEST)
    while low < high:
        middle = (low + high + 1) // 2
        enough = sum(_saving(form, item, middle) for item in chosen) >= excess
        low, high = (middle, high) if enough else (low, middle - 1)
    return low
