"""Groups of competing pairs, and what to do about each."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from skilltool.analyzer import fold_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skilltool.model import Skill
    from skilltool.overlap.pairs import Pair

_FRAME_WORDS = 4
_FRAME_LIKENESS = 0.6
# From this score on two skills are one skill twice.
_SAME = 0.75


class Cluster(NamedTuple):
    """Skills that are joined by pairs, sorted by path.

    `from_template` tells that their lines are one text with a few words changed, `same_line` that
    they are one text. `advice` is one of "merge", "specialise" and "add a hand-off".
    """

    skills: tuple[Skill, ...]
    pairs: tuple[Pair, ...]
    from_template: bool
    advice: str

    @property
    def same_line(self) -> bool:
        """Whether all have one and the same line."""
        return len(_lines(self.skills)) == 1

    @property
    def by_instructions(self) -> bool:
        """Whether nothing but their instructions joins them."""
        return all(pair.by_instructions for pair in self.pairs)

    @property
    def competes(self) -> bool:
        """Whether it takes a score to say why they are a group."""
        return not (self.same_line or self.by_instructions)


def find_clusters(pairs: Sequence[Pair]) -> list[Cluster]:
    """The pairs joined into groups: skills that are linked, and all skills of one template.

    The largest first, then by path.
    """
    groups = _merge_templates(_connected(pairs))
    clusters = [_cluster(group) for group in groups]
    return sorted(clusters, key=lambda c: (-len(c.skills), [skill.path for skill in c.skills]))


def _connected(pairs: Sequence[Pair]) -> list[list[Pair]]:
    parents: dict[str, str] = {}

    def root(path: str) -> str:
        while parents.setdefault(path, path) != path:
            parents[path] = parents[parents[path]]
            path = parents[path]
        return path

    for pair in pairs:
        parents[root(pair.first.path)] = root(pair.second.path)
    groups: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[root(pair.first.path)].append(pair)
    return list(groups.values())


def _merge_templates(groups: list[list[Pair]]) -> list[list[Pair]]:
    """Join the groups whose members have the same frame of words around their subjects."""
    merged: list[tuple[frozenset[str], list[Pair]]] = []
    for group in groups:
        frame = _frame(group)
        for known, members in merged:
            if len(frame & known) >= _FRAME_WORDS and _jaccard(frame, known) >= _FRAME_LIKENESS:
                members.extend(group)
                break
        else:
            merged.append((frame, list(group)))
    return [members for _, members in merged]


def _frame(group: Sequence[Pair]) -> frozenset[str]:
    """The words that all lines of a group share, stop words among them."""
    lines = [skill.routing_text for pair in group for skill in (pair.first, pair.second)]
    return frozenset.intersection(*(fold_words(line) for line in lines))


def _jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second)


def _cluster(group: Sequence[Pair]) -> Cluster:
    members = {s.path: s for pair in group for s in (pair.first, pair.second)}
    skills = tuple(members[path] for path in sorted(members))
    from_template = _is_from_template(group, skills)
    return Cluster(skills, tuple(group), from_template, _advise(group, from_template=from_template))


def _is_from_template(group: Sequence[Pair], skills: Sequence[Skill]) -> bool:
    lines = _lines(skills)
    if len(lines) < 3 or all(pair.by_instructions for pair in group):
        return False
    return len(_frame(group)) >= _FRAME_LIKENESS * max(len(fold_words(line)) for line in lines)


def _lines(skills: Sequence[Skill]) -> set[str]:
    return {skill.routing_text.casefold() for skill in skills}


def _advise(group: Sequence[Pair], *, from_template: bool) -> str:
    """Merge what is the same, tell apart what came out of one template, else name the border."""
    if from_template:
        return "specialise"
    if all(pair.near_identical_bodies or pair.score >= _SAME for pair in group):
        return "merge"
    return "add a hand-off" if all(pair.told_apart for pair in group) else "specialise"
