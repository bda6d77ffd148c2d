"""Which findings stand in the open texts: at once what concerns one skill, later what compares."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from skilltool import linter
from skilltool.model import Diagnostic, Location, Severity, Source
from skilltool.rules import Selection, all_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from skilltool.lsp.desk import View
    from skilltool.model import Library
    from skilltool.rules import Rule

_OF_ONE_SKILL = ("links", "tokens")
"""Groups whose rules receive the library, and look at one skill after the other."""
_NAMING_THE_LATER = "same-name-twice"
"""The rule that points at the later ones of several skills; here each of them is told."""


class Compared(NamedTuple):
    """What the comparing rules found in a file, and the text in which they found it."""

    source: Source
    diagnostics: tuple[Diagnostic, ...]


def judge(view: View, views: Mapping[str, View]) -> dict[str, tuple[Diagnostic, ...]]:
    """By open file of the view's skill, what the rules on single skills find in it."""
    if view.skill is None:
        return {}
    alone = replace(view.library, skills=(view.skill,), selected=None)
    among = replace(view.library, selected=frozenset({view.skill.path}))
    links = _check(view, among, _is_on_links)
    found = _by_path([*_check(view, alone, _is_on_one), *_without_complaints(links)])
    return {
        file: tuple(found[other.source.path])
        for file, other in views.items()
        if other.skill is view.skill
    }


def compare(views: Mapping[str, View]) -> dict[str, Compared]:
    """By open file, what the comparing rules find in it."""
    libraries = {view.library: view for view in views.values()}
    found = {library: _compare(view, views.values()) for library, view in libraries.items()}
    return {
        file: Compared(view.source, tuple(found[view.library][view.source.path]))
        for file, view in views.items()
    }


def _compare(view: View, views: Iterable[View]) -> Mapping[str, list[Diagnostic]]:
    skills = [v.skill.path for v in views if v.library is view.library and v.skill is not None]
    library = replace(view.library, selected=frozenset(skills))
    backwards = replace(library, skills=library.skills[::-1])
    found = [
        *_check(view, library, is_comparing),
        *_check(view, backwards, lambda rule: rule.name == _NAMING_THE_LATER),
    ]
    told = (each for item in _without_complaints(found) for each in _at_every_place(item))
    once = {(item.rule, item.problem.location): item for item in told}
    return _by_path(once.values())


def _at_every_place(item: Diagnostic) -> Iterator[Diagnostic]:
    for place in (item.problem.location, *item.problem.also):
        yield item._replace(problem=item.problem._replace(location=place))


def _is_on_one(rule: Rule) -> bool:
    return not is_comparing(rule) and not _is_on_links(rule)


def _is_on_links(rule: Rule) -> bool:
    """Whether a rule looks at one skill, and at which files there are beside it."""
    return rule.check_library is not None and rule.group == "links"


def is_comparing(rule: Rule) -> bool:
    """Whether a rule looks beyond one skill; together such take longer than a keystroke may."""
    return rule.check_library is not None and rule.group not in _OF_ONE_SKILL


def _check(view: View, library: Library, runs: Callable[[Rule], bool]) -> tuple[Diagnostic, ...]:
    config, profiles = view.project.config, view.project.profiles
    ignore = tuple(rule.name for rule in all_rules().values() if not runs(rule))
    selection = Selection(ignore=ignore, with_info=config.fail_on is Severity.INFO)
    return linter.check([library], config, profiles, selection).diagnostics


def _without_complaints(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Leave out what is said of suppressions: the check of one skill alone says it."""
    return (item for item in diagnostics if item.group != "suppression")


def _by_path(diagnostics: Iterable[Diagnostic]) -> Mapping[str, list[Diagnostic]]:
    found: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for item in diagnostics:
        found[item.problem.location.path].append(item)
    return found


def carry_over(compared: Compared, source: Source) -> Iterator[Diagnostic]:
    """The findings at their places in a text that has changed since, without their fixes.

    A finding grows and shrinks with what it encloses; one of which an end was changed is left out.
    """
    if compared.source.text == source.text:
        yield from compared.diagnostics
        return
    before, after = compared.source.text, source.text
    above = _count_same(before, after)
    below = _count_same(before[above:][::-1], after[above:][::-1])
    for item in compared.diagnostics:
        start, end = _span(compared.source, item.problem.location)
        places = [
            at if at <= above else at + len(after) - len(before)
            for at in (start, end)
            if at <= above or at >= len(before) - below
        ]
        if len(places) == 2:
            place = source.location(*places) if end else item.problem.location
            yield item._replace(problem=item.problem._replace(location=place, fix=None))


def _count_same(first: str, second: str) -> int:
    """With how many same characters two texts begin."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _span(source: Source, place: Location) -> tuple[int, int]:
    """The offsets of a location; none for the whole file."""
    if not place.end_line:
        return 0, 0
    start = source.line_starts[place.line - 1] + place.column - 1
    return start, source.line_starts[place.end_line - 1] + place.end_column - 1
