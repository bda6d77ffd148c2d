"""A chain of pairs cut into groups in which one skill competes with all others."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.overlap.pairs import Pair

_Rivals = defaultdict[str, dict[str, "Pair"]]


def split_chain(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Each pair in one group; a skill may be in several.

    A group is a skill, its rivals, and the pairs that these form with one another. The skill is
    the one of the strongest pair left that has more rivals left. `pairs` are sorted by score.
    """
    rivals: _Rivals = defaultdict(dict)
    for pair in pairs:
        first, second = pair.first.path, pair.second.path
        rivals[first][second] = rivals[second][first] = pair
    for pair in pairs:
        first, second = pair.first.path, pair.second.path
        if second in rivals[first]:
            more = len(rivals[second]) > len(rivals[first])
            yield list(_take(rivals, second if more else first))


def _take(rivals: _Rivals, centre: str) -> Iterator[Pair]:
    members = {centre, *rivals[centre]}
    for member in members:
        for rival in members & rivals[member].keys():
            del rivals[rival][member]
            yield rivals[member].pop(rival)
