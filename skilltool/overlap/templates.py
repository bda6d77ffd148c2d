"""Lines that are one text with a few words changed: the frame of words around their subjects."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from skilltool.analyzer import fold_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.model import Skill
    from skilltool.overlap.pairs import Pair

_FRAME_WORDS = 4
# Of the words of the longest line.
_FRAME_SHARE = 0.6


def is_from_template(pairs: Sequence[Pair]) -> bool:
    """Whether three lines or more are one text with a few words changed."""
    if len(distinct_lines(find_members(pairs))) < 3:
        return False
    return has_frame(pairs) and not all(pair.by_instructions for pair in pairs)


def has_frame(pairs: Sequence[Pair]) -> bool:
    """Whether most words of the longest line are in all lines."""
    frame, longest = _measure_frame(find_members(pairs))
    return len(frame) >= _FRAME_SHARE * longest


def merge_templates(groups: Iterable[list[Pair]]) -> Iterator[list[Pair]]:
    """The groups, with those of one template joined."""
    families: list[_Family] = []
    for group in groups:
        new = _Family(*_measure_frame(find_members(group)), [group])
        if not new.accepts(new):
            yield group
            continue
        for place, known in enumerate(families):
            if known.accepts(new):
                families[place] = known.joined(new)
                break
        else:
            families.append(new)
    for family in families:
        whole = list(chain.from_iterable(family.groups))
        yield from [whole] if is_from_template(whole) else family.groups


def find_members(pairs: Iterable[Pair]) -> tuple[Skill, ...]:
    """The skills of some pairs, sorted by path."""
    members = {s.path: s for pair in pairs for s in (pair.first, pair.second)}
    return tuple(members[path] for path in sorted(members))


def distinct_lines(skills: Sequence[Skill]) -> set[str]:
    """The different lines that skills have."""
    return {skill.routing_text.casefold() for skill in skills}


class _Family(NamedTuple):
    """Groups whose lines have one frame of words around their subjects."""

    frame: frozenset[str]
    longest: int
    groups: list[list[Pair]]

    def accepts(self, other: _Family) -> bool:
        shared = len(self.frame & other.frame)
        longest = max(self.longest, other.longest)
        return shared >= max(_FRAME_WORDS, _FRAME_SHARE * longest)

    def joined(self, other: _Family) -> _Family:
        longest = max(self.longest, other.longest)
        return _Family(self.frame & other.frame, longest, [*self.groups, *other.groups])


def _measure_frame(skills: Sequence[Skill]) -> tuple[frozenset[str], int]:
    """The words that all lines share, stop words among them; how many the longest has."""
    lines = [fold_words(skill.routing_text) for skill in skills]
    return frozenset.intersection(*lines), max(map(len, lines))
