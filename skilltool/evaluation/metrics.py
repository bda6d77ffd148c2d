"""What a ranking and a share of successes are worth. Pure arithmetic on names and counts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Z_95 = 1.959963984540054
"""The standard normal deviate of a two-sided interval of 95 %."""


def hit(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1 where one of the first `k` is relevant, else 0."""
    return float(any(name in relevant for name in ranking[:k]))


def recall(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """The share of the relevant that stands among the first `k`; `relevant` is not empty."""
    return len(set(ranking[:k]) & set(relevant)) / len(set(relevant))


def coverage(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1 where all of the relevant stand among the first `k`, else 0."""
    return float(set(relevant) <= set(ranking[:k]))


def avoidance(ranking: Sequence[str], unwanted: Collection[str], k: int) -> float:
    """1 where none of the unwanted stands among the first `k`, else 0."""
    return 1.0 - hit(ranking, unwanted, k)


def ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Normalised discounted cumulative gain of the first `k`, 0 to 1, with gains of 0 and 1.

    A relevant name at rank r adds 1 / log2(r + 1); the best order of the relevant is worth 1.
    Names in `ranking` are distinct and `relevant` is not empty. Source: Järvelin and Kekäläinen,
    Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4), 2002.
    """
    gain = math.fsum(_discount(r) for r, name in enumerate(ranking[:k], 1) if name in relevant)
    best = math.fsum(_discount(r) for r in range(1, min(len(set(relevant)), k) + 1))
    return gain / best


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def wilson_interval(successes: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """The interval, within 0 to 1, of a rate of which `trials` independent trials are known.

    Good for few trials and for rates at 0 and 1, where the normal interval has no width. Source:
    Wilson, Probable inference, the law of succession, and statistical inference, JASA 22, 1927.
    """
    if not trials:
        return 0.0, 1.0
    rate, spread = successes / trials, z * z / trials
    middle = rate + spread / 2
    reach = z * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    low, high = (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
    # At the ends the interval touches the rate exactly; rounding would leave it a hair inside.
    return (0.0 if successes == 0 else low), (1.0 if successes == trials else high)
