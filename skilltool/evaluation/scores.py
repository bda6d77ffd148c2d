"""Averages over cases, the least values that they must reach, and whether they do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from skilltool.errors import SkilltoolError
from skilltool.json_lines import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Score:
    """The mean of a metric over the cases that measure it, 0 to 1; None where none does.

    More is better for every metric. `minimum` is what it must reach, None where nothing is asked.
    """

    metric: str
    value: float | None
    cases: int
    minimum: float | None = None

    @property
    def met(self) -> bool:
        """Whether the minimum is reached. What no case measures does not reach it."""
        if self.minimum is None:
            return True
        # A mean of n cases that equals the minimum may be a rounding error below it.
        return self.value is not None and self.value >= self.minimum - 1e-9


def average(
    items: Sequence[Item],
    measures: Mapping[str, Callable[[Item], float | None]],
    minimums: Mapping[str, float],
) -> list[Score]:
    """The score of each measure, in their order; a measure gives None where a case has none."""
    return [_average(name, measure, items, minimums) for name, measure in measures.items()]


def _average(
    name: str,
    measure: Callable[[Item], float | None],
    items: Iterable[Item],
    minimums: Mapping[str, float],
) -> Score:
    values = [value for item in items if (value := measure(item)) is not None]
    mean = math.fsum(values) / len(values) if values else None
    return Score(name, mean, len(values), minimums.get(name))


def parse_minimum(text: str, known: Iterable[str]) -> tuple[str, float]:
    """The metric and the least value of `METRIC=VALUE`, value 0 to 1. Raises SkilltoolError."""
    name, mark, number = (part.strip() for part in text.partition("="))
    names = list(known)
    if name not in names:
        hint = did_you_mean(name, names) or f"; known are {', '.join(names)}"
        raise SkilltoolError(f"no metric `{name}` is measured here{hint}")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not mark or not 0 <= value <= 1:
        raise SkilltoolError(f"`{text}` must be METRIC=VALUE with a value from 0 to 1: {name}=0.8")
    return name, value
