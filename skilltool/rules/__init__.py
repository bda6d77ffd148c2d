"""The rules: one file, one rule. Found by their files; a rule yields Problems and nothing else."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from skilltool.model import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from skilltool.model import Library, Problem, Skill
    from skilltool.suppressions import Accepted

GROUPS = (
    "frontmatter",
    "schema",
    "naming",
    "routing",
    "overlap",
    "tokens",
    "links",
    "index",
    "security",
    "manifest",
    "suppression",
)


class Selection(NamedTuple):
    """Which rules run: those of `groups`, narrowed to `select`, without `ignore`.

    `select` and `ignore` hold names of rules or groups. A rule whose severity is info runs when
    it is selected by its own name, when the settings give it a severity, or with `with_info`.
    """

    groups: tuple[str, ...] = GROUPS
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    with_info: bool = False


class SkillCheck(Protocol):
    """Looks at one skill; the keyword arguments are the rule's options."""

    def __call__(self, skill: Skill, /, **options: Any) -> Iterable[Problem]: ...  # noqa: D102


class LibraryCheck(Protocol):
    """Looks at a whole library; the keyword arguments are the rule's options."""

    def __call__(self, library: Library, /, **options: Any) -> Iterable[Problem]: ...  # noqa: D102


class SuppressionCheck(Protocol):
    """Looks at the suppressions of a run that accepted nothing."""

    def __call__(self, unused: Sequence[Accepted], /, **options: Any) -> Iterable[Problem]: ...  # noqa: D102


class Rule(NamedTuple):
    """A check with its name, its group, the severity it has unless set otherwise, and its manual.

    Exactly one of the three checks is set. `options` maps each option to its
    default. `fix` is the best that it offers for a finding: "safe", "unsafe" or nothing.
    """

    name: str
    group: str
    severity: Severity
    manual: str
    options: Mapping[str, Any]
    fix: str = ""
    check_skill: SkillCheck | None = None
    check_library: LibraryCheck | None = None
    check_suppressions: SuppressionCheck | None = None

    @property
    def summary(self) -> str:
        """The first line of the manual."""
        return self.manual.split("\n", 1)[0]


def skill_rule(*, group: str, severity: str, fix: str = "") -> Callable[[Callable[..., Any]], Rule]:
    """Make a rule of a function that receives each skill."""
    return lambda function: Rule(**_described(function, group, severity, fix), check_skill=function)


def library_rule(
    *, group: str, severity: str, fix: str = ""
) -> Callable[[Callable[..., Any]], Rule]:
    """Make a rule of a function that receives the whole library."""
    return lambda function: Rule(
        **_described(function, group, severity, fix), check_library=function
    )


def suppression_rule(*, group: str, severity: str) -> Callable[[Callable[..., Any]], Rule]:
    """Make a rule of a function that receives the suppressions that accepted nothing."""
    return lambda function: Rule(
        **_described(function, group, severity, ""), check_suppressions=function
    )


def _described(function: Callable[..., Any], group: str, severity: str, fix: str) -> dict[str, Any]:
    defaults = function.__kwdefaults__ or {}
    return {
        "name": function.__name__.replace("_", "-"),
        "group": group,
        "severity": Severity[severity.upper()],
        "manual": function.__doc__ or "",
        "options": {name.replace("_", "-"): value for name, value in defaults.items()},
        "fix": fix,
    }


@cache
def rule_names() -> tuple[str, ...]:
    """The names of all rules, sorted; no rule is loaded for that."""
    return tuple(sorted(item.name.replace("_", "-") for item in pkgutil.iter_modules(__path__)))


def load_rule(name: str) -> Rule:
    """The rule of that name, which is one of `rule_names`."""
    module = name.replace("-", "_")
    rule: Rule = vars(importlib.import_module(f"{__name__}.{module}"))[module]
    return rule


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by name, sorted."""
    return {name: load_rule(name) for name in rule_names()}


def known_options() -> Mapping[str, Mapping[str, Any]]:
    """The options of each rule, as the configuration spells them, with their defaults."""
    return _Options()


class _Options(Mapping[str, Mapping[str, Any]]):
    """Loads a rule when its options are asked for; most configurations name only a few."""

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        if name not in rule_names():
            raise KeyError(name)
        return load_rule(name).options

    def __contains__(self, name: object) -> bool:
        return name in rule_names()

    def __iter__(self) -> Iterator[str]:
        return iter(rule_names())

    def __len__(self) -> int:
        return len(rule_names())


def manual(rule: Rule) -> str:
    """The manual page of a rule, without the indentation of the source."""
    import inspect

    return inspect.cleandoc(rule.manual)
