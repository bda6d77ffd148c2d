"""Run the rules over libraries: settings, suppressions, order. What they find is a Report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from skilltool.config import RuleSetting, rule_setting
from skilltool.errors import SkilltoolError, did_you_mean
from skilltool.model import Diagnostic, Problem, Report, Severity
from skilltool.rules import GROUPS, all_rules
from skilltool.suppressions import UNUSED, apply_suppressions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from skilltool.config import Config
    from skilltool.model import Library, Profile, Skill
    from skilltool.rules import Rule


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rules run: those of `groups`, narrowed to `select`, without `ignore`.

    `select` and `ignore` hold names of rules or groups. A rule whose severity is info runs when
    it is selected by its own name, when the settings give it a severity, or with `with_info`.
    """

    groups: tuple[str, ...] = GROUPS
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    with_info: bool = False


@dataclass(frozen=True, slots=True)
class ActiveRule:
    """A rule with the severity and the options that hold in this run."""

    rule: Rule
    severity: Severity
    options: Mapping[str, Any]


def active_rules(config: Config, profile: Profile, selection: Selection) -> list[ActiveRule]:
    """The rules that run. Raises SkilltoolError for a selected name that does not exist."""
    _require_known((*selection.select, *selection.ignore))
    return list(_active(config, profile, selection))


def _require_known(names: Iterable[str]) -> None:
    known = [*all_rules(), *GROUPS, UNUSED]
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

    With several profiles a finding that all of them share appears once.
    """
    found: list[Diagnostic] = []
    suppressed: list[Diagnostic] = []
    for library in libraries:
        diagnostics = _merge([_with_profile(library, config, p, selection) for p in profiles])
        kept, accepted = apply_suppressions(
            library, diagnostics, config.suppress, _judged(library, selection)
        )
        found += kept
        suppressed += accepted
    return Report(tuple(libraries), _sorted(found), _sorted(suppressed))


def _judged(library: Library, selection: Selection) -> dict[str, bool]:
    """All rules by name, and whether this run tells that a suppression of the rule is unused.

    Only a run of every rule of a group over the whole library tells it.
    """
    whole = library.selected is None and not selection.select and not selection.ignore
    return {rule.name: whole and rule.group in selection.groups for rule in all_rules().values()}


def _sorted(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda item: item.sort_key))


def _merge(by_profile: Sequence[tuple[Diagnostic, ...]]) -> list[Diagnostic]:
    """The findings of several profiles, each once; one that not all share names its profiles."""
    if len(by_profile) == 1:
        return [replace(item, profile="") for item in by_profile[0]]
    merged: dict[tuple[Any, ...], list[Diagnostic]] = {}
    for diagnostics in by_profile:
        for item in diagnostics:
            merged.setdefault((item.rule, item.problem), []).append(item)
    return [_as_one(items, len(by_profile)) for items in merged.values()]


def _as_one(items: list[Diagnostic], profiles: int) -> Diagnostic:
    names = "" if len(items) == profiles else ", ".join(item.profile for item in items)
    worst = max(items, key=lambda item: item.severity)
    return replace(worst, profile=names)


def _with_profile(
    library: Library, config: Config, profile: Profile, selection: Selection
) -> tuple[Diagnostic, ...]:
    if any(skill.profile is not profile for skill in library.skills):
        skills = tuple(replace(skill, profile=profile) for skill in library.skills)
        library = replace(library, skills=skills)
    rules = active_rules(config, profile, selection)
    return tuple(_run(library, rules, profile))


def _run(library: Library, rules: Sequence[ActiveRule], profile: Profile) -> Iterator[Diagnostic]:
    names = {skill.path: skill.name for skill in library.skills}
    for active in rules:
        for skill, problem in _problems(library, active):
            name = skill.name if skill else names.get(problem.location.path, "")
            yield Diagnostic(
                active.rule.name, active.rule.group, active.severity, problem, name, profile.name
            )


def _problems(library: Library, active: ActiveRule) -> Iterator[tuple[Skill | None, Problem]]:
    rule = active.rule
    if rule.check_skill is not None:
        for skill in library.skills:
            if library.is_selected(skill):
                for problem in rule.check_skill(skill, **active.options):
                    yield skill, problem
    if rule.check_library is not None:
        for problem in rule.check_library(library, **active.options):
            yield None, problem
