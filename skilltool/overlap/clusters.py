"""Groups of competing pairs, and what to do about each."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from skilltool.overlap.chains import split_chain
from skilltool.overlap.templates import (
    distinct_lines,
    find_members,
    has_frame,
    is_from_template,
    merge_templates,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.model import Skill
    from skilltool.overlap.pairs import Pair

# From this score on two skills are one skill twice.
_SAME = 0.75


class Cluster(NamedTuple):
    """Skills that are joined by pairs: these by score, the strongest first, the skills by path.

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
        return len(distinct_lines(self.skills)) == 1

    @property
    def by_instructions(self) -> bool:
        """Whether nothing but their instructions joins them."""
        return all(pair.by_instructions for pair in self.pairs)

    @property
    def competes(self) -> bool:
        """Whether it takes a score to say why they are a group."""
        return not (self.same_line or self.by_instructions)

    @property
    def centre(self) -> Skill | None:
        """The skill that competes with all others, where these do not compete with one another."""
        if self.from_template or not self.competes:
            return None
        others = len(self.skills) - 1
        ends = [skill for pair in self.pairs for skill in (pair.first, pair.second)]
        if len(ends) == (others + 1) * others:
            return None
        rivals = Counter(skill.path for skill in ends)
        return next((skill for skill in ends if rivals[skill.path] == others), None)


def find_clusters(pairs: Sequence[Pair]) -> list[Cluster]:
    """The pairs in groups, each pair in one: a template, one skill many times, or close rivals.

    A skill may be in several: chains of rivals are cut, see `chains.split_chain`. The largest
    group comes first, then by path.
    """
    ordered = sorted(pairs, key=lambda pair: (-pair.score, pair.first.path, pair.second.path))
    parts = [part for group in _connected(ordered) for part in _split(group)]
    clusters = [_cluster(group) for group in merge_templates(parts)]
    return sorted(clusters, key=lambda c: (-len(c.skills), [skill.path for skill in c.skills]))


def _connected(pairs: Sequence[Pair]) -> list[list[Pair]]:
    roots = _join(pairs)
    groups: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[roots[pair.first.path]].append(pair)
    return list(groups.values())


def _join(pairs: Iterable[Pair]) -> dict[str, str]:
    """For the path of each skill one path that stands for all that pairs link to it."""
    parents: dict[str, str] = {}

    def root(path: str) -> str:
        while parents.setdefault(path, path) != path:
            parents[path] = parents[parents[path]]
            path = parents[path]
        return path

    for pair in pairs:
        parents[root(pair.first.path)] = root(pair.second.path)
    return {path: root(path) for path in parents}


def _split(group: list[Pair]) -> Iterator[list[Pair]]:
    """The templates; of what remains the skills that are one skill twice, and the rivals."""
    alike = _connected([pair for pair in group if has_frame([pair])])
    templates = [pairs for pairs in alike if is_from_template(pairs)]
    yield from templates
    told = {id(pair) for pairs in templates for pair in pairs}
    remaining = [pair for pair in group if id(pair) not in told]
    roots = _join(filter(_is_same, remaining))
    parts: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in remaining:
        first, second = (roots.get(skill.path, "") for skill in (pair.first, pair.second))
        parts[first if first == second else ""].append(pair)
    rest = parts.pop("", [])
    yield from parts.values()
    yield from split_chain(rest)


def _is_same(pair: Pair) -> bool:
    return pair.near_identical_bodies or pair.score >= _SAME


def _cluster(group: Sequence[Pair]) -> Cluster:
    pairs = sorted(group, key=lambda pair: (-pair.score, pair.first.path, pair.second.path))
    skills = find_members(pairs)
    from_template = is_from_template(pairs)
    return Cluster(skills, tuple(pairs), from_template, _advise(pairs, from_template=from_template))


def _advise(group: Sequence[Pair], *, from_template: bool) -> str:
    """Merge what is the same, tell apart what came out of one template, else name the border."""
    if from_template:
        return "specialise"
    roots = _join(filter(_is_same, group))
    if len(set(roots.values())) == 1 and len(roots) == len(find_members(group)):
        return "merge"
    return "add a hand-off" if all(pair.told_apart for pair in group) else "specialise"
