"""Run the rules over libraries: settings, suppressions, order. What they find is a Report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from skilltool.config import RuleSetting, rule_setting
from skilltool.errors import SkilltoolError, did_you_mean
from skilltool.library import absolute
from skilltool.model import Diagnostic, Problem, Report, Severity
from skilltool.rules import GROUPS, Selection, all_rules
from skilltool.suppressions import apply_suppressions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from skilltool.config import Config
    from skilltool.model import Library, Profile, Skill
    from skilltool.rules import Rule
    from skilltool.suppressions import Accepted

__all__ = ["ActiveRule", "Selection", "active_rules", "check"]


class ActiveRule(NamedTuple):
    """A rule with the severity and the options that hold in this run."""

    rule: Rule
    severity: Severity
    options: Mapping[str, Any]


def active_rules(config: Config, profile: Profile, selection: Selection) -> list[ActiveRule]:
    """The rules that run. Raises SkilltoolError for a selected name that does not exist."""
    _require_known((*selection.select, *selection.ignore))
    return list(_active(config, profile, selection))


def _require_known(names: Iterable[str]) -> None:
    known = [*all_rules(), *GROUPS]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known, "; `skills explain` lists them")
            raise SkilltoolError(f"unknown rule `{name}`{hint}")


def _active(config: Config, profile: Profile, selection: Selection) -> Iterator[ActiveRule]:
    for rule in all_rules().values():
        if not _is_selected(rule, selection):
            continue
        of_profile = rule_setting(profile.rules.get(rule.name, {}))
        of_config = config.rules.get(rule.name, RuleSetting())
        severity = rule.severity
        for setting in (of_profile, of_config):
            severity = severity if setting.severity == "" else setting.severity  # type: ignore[assignment]
        told = rule.name in selection.select or of_profile.severity or of_config.severity
        if severity is None or (severity is Severity.INFO and not (told or selection.with_info)):
            continue
        options = {**of_profile.options, **of_config.options}
        yield ActiveRule(rule, severity, {k.replace("-", "_"): v for k, v in options.items()})


def _is_selected(rule: Rule, selection: Selection) -> bool:
    if rule.group not in selection.groups or {rule.name, rule.group} & set(selection.ignore):
        return False
    return not selection.select or bool({rule.name, rule.group} & set(selection.select))


def check(
    libraries: Sequence[Library], config: Config, profiles: Sequence[Profile], selection: Selection
) -> Report:
    """Every finding in the libraries, for each profile, with what is suppressed set apart.

    With several profiles a finding that all of them share appears once. Raises SkilltoolError where
    the selection leaves no rule.
    """
    found = [
        (library, _merge([_with_profile(library, config, p, selection) for p in profiles]))
        for library in _with_each_other(libraries)
    ]
    active = {each.rule.name: each for p in profiles for each in active_rules(config, p, selection)}
    if not any(_is_selected(rule, selection) for rule in all_rules().values()):
        raise SkilltoolError("no rule is left to run, so nothing was checked")
    rules = {name: name in active for name in all_rules()}
    roots = {absolute(library.root) for library in libraries}
    everywhere = all(
        any(place.is_relative_to(root) for root in roots) for place in map(absolute, config.roots)
    )
    outcome = apply_suppressions(found, config.suppress, rules, everywhere=everywhere)
    complaints = (each for rule in active.values() for each in _complaints(rule, outcome.unused))
    return Report(tuple(libraries), _sorted([*outcome.kept, *complaints]), _sorted(outcome.quiet))


def _with_each_other(libraries: Sequence[Library]) -> Sequence[Library]:
    if len(libraries) < 2:
        return libraries
    skills = tuple(skill for library in libraries for skill in library.skills)
    return [replace(library, elsewhere=skills) for library in libraries]


def _complaints(active: ActiveRule, unused: Sequence[Accepted]) -> Iterator[Diagnostic]:
    rule, judge = active.rule, active.rule.check_suppressions
    owners = {entry.location: entry.owner for entry in unused}
    for problem in judge(unused, **active.options) if judge is not None else ():
        owner = owners[problem.location]
        name = owner.name if owner else ""
        yield Diagnostic(rule.name, rule.group, active.severity, problem, name)


def _sorted(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """In stable order; what two libraries share, such as a manifest above both, appears once."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda item: item.sort_key))


def _merge(by_profile: Sequence[tuple[Diagnostic, ...]]) -> list[Diagnostic]:
    """The findings of several profiles, each once; one that not all share names its profiles."""
    if len(by_profile) == 1:
        return [item._replace(profile="") for item in by_profile[0]]
    merged: dict[tuple[Any, ...], list[Diagnostic]] = {}
    for diagnostics in by_profile:
        for item in diagnostics:
            merged.setdefault((item.rule, item.problem), []).append(item)
    return [_as_one(items, len(by_profile)) for items in merged.values()]


def _as_one(items: list[Diagnostic], profiles: int) -> Diagnostic:
    names = "" if len(items) == profiles else ", ".join(item.profile for item in items)
    worst = max(items, key=lambda item: item.severity)
    return worst._replace(profile=names)


def _with_profile(
    library: Library, config: Config, profile: Profile, selection: Selection
) -> tuple[Diagnostic, ...]:
    if any(skill.profile is not profile for skill in library.skills):
        skills = tuple(replace(skill, profile=profile) for skill in library.skills)
        library = replace(library, skills=skills)
    rules = active_rules(config, profile, selection)
    return tuple(_run(library, rules, profile))


def _run(library: Library, rules: Sequence[ActiveRule], profile: Profile) -> Iterator[Diagnostic]:
    selected = [skill for skill in library.skills if library.is_selected(skill)]
    for active in rules:
        rule = active.rule
        for problem in _problems(library, selected, active):
            skill = library.skill_at(problem.location.path)
            name = skill.name if skill else ""
            yield Diagnostic(rule.name, rule.group, active.severity, problem, name, profile.name)


def _problems(library: Library, selected: Sequence[Skill], active: ActiveRule) -> Iterator[Problem]:
    check, options = active.rule.check_skill, active.options
    if check is not None:
        for skill in selected:
            yield from check(skill, **options)
    if active.rule.check_library is not None:
        yield from active.rule.check_library(library, **options)
