"""The rules: one file, one rule. Found by their files; a rule yields Problems and nothing else."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from skilltool.model import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from skilltool.model import Library, Problem, Skill

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
)


class SkillCheck(Protocol):
    """Looks at one skill; the keyword arguments are the rule's options."""

    def __call__(self, skill: Skill, /, **options: Any) -> Iterable[Problem]: ...  # noqa: D102


class LibraryCheck(Protocol):
    """Looks at a whole library; the keyword arguments are the rule's options."""

    def __call__(self, library: Library, /, **options: Any) -> Iterable[Problem]: ...  # noqa: D102


class Rule(NamedTuple):
    """A check with its name, its group, the severity it has unless set otherwise, and its manual.

    Exactly one of `check_skill` and `check_library` is set. `options` maps each option to its
    default.
    """

    name: str
    group: str
    severity: Severity
    manual: str
    options: Mapping[str, Any]
    check_skill: SkillCheck | None = None
    check_library: LibraryCheck | None = None

    @property
    def summary(self) -> str:
        """The first line of the manual."""
        return self.manual.split("\n", 1)[0]


def skill_rule(*, group: str, severity: str) -> Callable[[Callable[..., Any]], Rule]:
    """Make a rule of a function that receives each skill."""
    return lambda function: Rule(**_described(function, group, severity), check_skill=function)


def library_rule(*, group: str, severity: str) -> Callable[[Callable[..., Any]], Rule]:
    """Make a rule of a function that receives the whole library."""
    return lambda function: Rule(**_described(function, group, severity), check_library=function)


def _described(function: Callable[..., Any], group: str, severity: str) -> dict[str, Any]:
    defaults = function.__kwdefaults__ or {}
    return {
        "name": function.__name__.replace("_", "-"),
        "group": group,
        "severity": Severity[severity.upper()],
        "manual": function.__doc__ or "",
        "options": {name.replace("_", "-"): value for name, value in defaults.items()},
    }


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by name, sorted."""
    found: dict[str, Rule] = {}
    for module in pkgutil.iter_modules(__path__):
        namespace = vars(importlib.import_module(f"{__name__}.{module.name}"))
        rule = namespace[module.name]
        found[rule.name] = rule
    return dict(sorted(found.items()))


def known_options() -> dict[str, Mapping[str, Any]]:
    """The options of each rule, as the configuration spells them, with their defaults."""
    return {rule.name: rule.options for rule in all_rules().values()}


def manual(rule: Rule) -> str:
    """The manual page of a rule, without the indentation of the source."""
    import inspect

    return inspect.cleandoc(rule.manual)
