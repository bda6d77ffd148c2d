"""skills.toml, or [tool.skills] of a pyproject.toml, to a Config. All mistakes come at once."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from skilltool import schema
from skilltool.errors import ConfigError, did_you_mean
from skilltool.model import Severity
from skilltool.package_data import schema_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

T = TypeVar("T")

FILE_NAME = "skills.toml"
BUDGET_RULES = ("over-budget", "near-budget")


class RuleSetting(NamedTuple):
    """What the configuration says of one rule: a severity, None for off, and options.

    `severity` is "" where nothing is said of it.
    """

    severity: Severity | str | None = ""
    options: Mapping[str, Any] = MappingProxyType({})


class IndexTarget(NamedTuple):
    """A file that holds an index; `root` is None where the only library is meant."""

    file: Path
    format: str = "list"
    order: str = "name"
    root: Path | None = None


class Suppression(NamedTuple):
    """An accepted finding: rule, patterns of skill names, why, and until when (YYYY-MM-DD).

    `file` is the configuration that says so, on `line`; `paths` are patterns of files below its
    folder, none for all.
    """

    rule: str
    skills: tuple[str, ...]
    reason: str
    expires: str = ""
    file: Path = Path(FILE_NAME)
    line: int = 1
    paths: tuple[str, ...] = ()


@dataclass(frozen=True)
class Config:
    """The settings of one invocation. `folder` is what relative paths in it start from.

    `minimums` are the least values of metrics of an evaluation, 0 to 1.
    """

    file: Path | None = None
    folder: Path = field(default_factory=Path.cwd)
    roots: tuple[Path, ...] = ()
    profiles: tuple[str, ...] = ("default",)
    fail_on: Severity = Severity.ERROR
    baseline: Path | None = None
    encoding: str = "o200k_base"
    rules: Mapping[str, RuleSetting] = field(default_factory=dict)
    index: tuple[IndexTarget, ...] = ()
    suppress: tuple[Suppression, ...] = ()
    minimums: Mapping[str, float] = field(default_factory=dict)


def find_config(start: Path) -> Path | None:
    """The nearest skills.toml, or pyproject.toml with [tool.skills], at or above a folder."""
    for folder in (start, *start.parents):
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
        project = folder / "pyproject.toml"
        if project.is_file() and _has_section(project):
            return project
    return None


def _has_section(project: Path) -> bool:
    text = project.read_text("utf-8-sig", "replace")
    if "skills" not in text:
        return False
    try:
        tool = tomllib.loads(text).get("tool")
    except tomllib.TOMLDecodeError:
        return "[tool.skills" in text
    return "skills" in _of_type(tool, dict)


def load_config(
    file: Path | None, known_rules: Mapping[str, Mapping[str, Any]], known_profiles: tuple[str, ...]
) -> Config:
    """The configuration in `file`; the defaults for None. Raises ConfigError with all mistakes.

    `known_rules` gives the options of each rule with their defaults.
    """
    if file is None:
        return Config()
    data = _read(file)
    mistakes = [*_schema_mistakes(data), *_name_mistakes(data, known_rules, known_profiles)]
    if mistakes:
        lines = "\n".join(f"  - {mistake}" for mistake in mistakes)
        raise ConfigError(f"{file.name} has {_count(len(mistakes))}:\n{lines}")
    return _config(file, data)


def _count(mistakes: int) -> str:
    return "a mistake" if mistakes == 1 else f"{mistakes} mistakes"


def _read(file: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text("utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8; save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is not valid TOML: {error}") from error
    if file.name == "pyproject.toml":
        data = _of_type(data.get("tool"), dict).get("skills", {})
        if not isinstance(data, dict):
            raise ConfigError(f"{file}: tool.skills must be a table, [tool.skills]")
    return data


def _schema_mistakes(data: dict[str, Any]) -> Iterator[str]:
    document = json.loads(schema_file("config.schema.json").read_text("utf-8"))
    for error in schema.check(_plain(data), document):
        where = ".".join(error.path)
        if error.keyword == "additionalProperties":
            known = _properties(document, error.path[:-1])
            yield f"unknown key `{where}`{_did_you_mean(error.path[-1], known)}"
        elif error.keyword == "anyOf":
            yield f"{where}: {_ALTERNATIVES.get(error.path[0], error.message)}"
        else:
            yield f"{where}: {error.message}"


_ALTERNATIVES = {
    "rules": "must be off, info, warning or error, or a table with severity and options",
    "profile": "must be the name of a profile or a list of such names",
}


def _plain(data: Any) -> Any:
    """TOML dates as texts, for JSON Schema knows no dates."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_plain(value) for value in data]
    return data if isinstance(data, (str, int, float, bool)) else str(data)


def _properties(document: Any, path: tuple[str, ...]) -> list[str]:
    """The keys that the schema knows at a path."""
    node = document
    for key in path:
        node = node.get("items", {}) if key.isdigit() else node.get("properties", {}).get(key, {})
    return list(node.get("properties", {}))


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    return did_you_mean(word, known, f"; known are {', '.join(known)}")


def _name_mistakes(
    data: dict[str, Any], rules: Mapping[str, Mapping[str, Any]], profiles: tuple[str, ...]
) -> Iterator[str]:
    """Names of rules, of their options and of profiles that do not exist."""
    settings = _of_type(data.get("rules"), dict)
    entries = [_of_type(entry, dict) for entry in _of_type(data.get("suppress"), list)]
    named = [*settings, *(_of_type(entry.get("rule"), str) for entry in entries)]
    for name in named:
        if name and name not in rules:
            hint = did_you_mean(name, rules, "; `skills explain` lists them")
            yield f"unknown rule `{name}`{hint}"
    yield from _option_mistakes(settings, rules)
    chosen = data.get("profile")
    for name in [chosen] if isinstance(chosen, str) else _of_type(chosen, list):
        if isinstance(name, str) and name not in profiles:
            yield f"unknown profile `{name}`{_did_you_mean(name, profiles)}"


def _of_type(value: object, kind: type[T]) -> T:
    """The value, or an empty one where the schema has complained of its type already."""
    return value if isinstance(value, kind) else kind()


def _option_mistakes(
    settings: Mapping[str, Any], rules: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    for name, setting in settings.items():
        if not isinstance(setting, dict) or name not in rules:
            continue
        for option, value in setting.items():
            if option in rules[name]:
                yield from _type_mistakes(f"rules.{name}.{option}", value, rules[name][option])
            elif option != "severity":
                known = sorted([*rules[name], "severity"])
                yield f"unknown option `rules.{name}.{option}`{_did_you_mean(option, known)}"


_OPTION_TYPES: dict[type, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    str: ((str,), "a text"),
    tuple: ((list,), "a list"),
}


def _type_mistakes(where: str, value: object, default: object) -> Iterator[str]:
    """What is wrong with the type of an option, which its default tells."""
    wanted = next(kind for kind in _OPTION_TYPES if isinstance(default, kind))
    accepted, words = _OPTION_TYPES[wanted]
    if not isinstance(value, accepted) or (isinstance(value, bool) and wanted is not bool):
        yield f"{where}: must be {words}, it is {schema.describe(value)}"


def _config(file: Path, data: dict[str, Any]) -> Config:
    folder = file.parent
    chosen = data.get("profile", "default")
    rules = {name: rule_setting(value) for name, value in data.get("rules", {}).items()}
    if budgets := data.get("budgets"):
        for name in BUDGET_RULES:
            known = rules.get(name, RuleSetting())
            rules[name] = RuleSetting(known.severity, {**known.options, **budgets})
    return Config(
        file,
        folder,
        tuple(folder / root for root in data.get("roots", ())),
        (chosen,) if isinstance(chosen, str) else tuple(chosen),
        Severity[data.get("fail-on", "error").upper()],
        folder / data["baseline"] if "baseline" in data else None,
        data.get("encoding", "o200k_base"),
        rules,
        tuple(_target(folder, entry) for entry in data.get("index", ())),
        tuple(_suppressions(file, data.get("suppress", ()))),
        data.get("eval", {}).get("min", {}),
    )


def rule_setting(value: str | Mapping[str, Any]) -> RuleSetting:
    """The setting that a configuration or a profile spells as a severity or as a table."""
    table = {"severity": value} if isinstance(value, str) else dict(value)
    severity = table.pop("severity", "")
    if severity:
        severity = None if severity == "off" else Severity[severity.upper()]
    return RuleSetting(severity, table)


def _target(folder: Path, entry: Mapping[str, str]) -> IndexTarget:
    root = folder / entry["root"] if "root" in entry else None
    form, order = entry.get("format", "list"), entry.get("order", "name")
    return IndexTarget(folder / entry["file"], form, order, root)


def _suppressions(file: Path, entries: Sequence[Mapping[str, Any]]) -> Iterator[Suppression]:
    lines = _lines_of_suppressions(file) if entries else []
    for number, entry in enumerate(entries):
        skills = tuple(entry.get("skills", ("*",)))
        expires = str(entry.get("expires", ""))
        line = lines[number] if len(lines) == len(entries) else 1
        paths = tuple(entry.get("paths", ()))
        yield Suppression(entry["rule"], skills, entry["reason"], expires, file, line, paths)


def _lines_of_suppressions(file: Path) -> list[int]:
    """The lines of the tables `[[suppress]]`; entries may also be written as inline tables."""
    head = re.compile(r"\s*\[\[\s*(?:tool\.skills\.)?suppress\s*\]\]")
    lines = file.read_text("utf-8-sig").splitlines()
    return [number for number, line in enumerate(lines, 1) if head.match(line)]
