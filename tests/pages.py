"""The pages of docs/ that are made from the code: rules, commands, configuration."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from skilltool import cli
from skilltool.cli.explain_command import facts
from skilltool.rules import GROUPS, Rule, all_rules, manual

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
NOTE = "<!-- Made from the code by `pytest tests/test_docs.py --update`; do not edit. -->\n\n"

_GROUP_TITLES = {
    "manifest": "what a plugin or a marketplace says of its skills",
    "frontmatter": "the file and its YAML can be read",
    "schema": "the fields are those that the client accepts",
    "naming": "names and folders",
    "routing": "the line by which an agent chooses a skill",
    "overlap": "skills that compete",
    "tokens": "sizes against budgets",
    "links": "references between files",
    "index": "the generated index",
    "security": "what a reader cannot see",
}


def pages() -> dict[Path, str]:
    """Every page that is made whole, by its file."""
    rules = all_rules()
    made = {DOCS / "rules" / f"{name}.md": rule_page(rule) for name, rule in rules.items()}
    made[DOCS / "rules" / "README.md"] = rules_page(rules)
    made[DOCS / "cli.md"] = cli_page()
    return made


def rule_page(rule: Rule) -> str:
    head = f"# {rule.name}\n\n{facts(rule)}\n"
    return f"{NOTE}{head}{manual(rule)}\n{''.join(_options(rule))}"


def _options(rule: Rule) -> Iterator[str]:
    if not rule.options:
        return
    yield "\n## Options\n\nWith their defaults, as they stand in `skills.toml`:\n\n```toml\n"
    yield f"[rules.{rule.name}]\n"
    for name, value in rule.options.items():
        yield f"{name} = {_toml(value)}\n"
    yield "```\n"


def _toml(value: Any) -> str:
    """A value as TOML writes it; sequences of many texts have one on each line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if not isinstance(value, (list, tuple, set, frozenset)):
        return json.dumps(value, ensure_ascii=False)
    items = [
        _toml(item) for item in (sorted(value) if isinstance(value, (set, frozenset)) else value)
    ]
    line = f"[{', '.join(items)}]"
    return line if len(line) < 80 else "[\n" + "".join(f"    {item},\n" for item in items) + "]"


def rules_page(rules: Mapping[str, Rule]) -> str:
    parts = [
        f"{NOTE}# Rules\n\nAn error breaks a client, a warning is a judgement. A rule of severity "
        "info runs only when it is\nasked for: by name, by `--fail-on info`, or by a severity in "
        "the configuration. How to switch rules\noff, set their options and accept single "
        "findings is in [configuration](../configuration.md).\n"
    ]
    ordered = sorted(rules.values(), key=lambda rule: (GROUPS.index(rule.group), rule.name))
    for group, members in groupby(ordered, key=lambda rule: rule.group):
        title = _GROUP_TITLES.get(group)
        parts.append(f"\n## {group}{f': {title}' if title else ''}\n\n")
        parts.append("| rule | severity | fix | what it flags |\n| --- | --- | --- | --- |\n")
        parts += [
            f"| [{rule.name}]({rule.name}.md) | {rule.severity.label} | {rule.fix} "
            f"| {_cell(rule.summary)} |\n"
            for rule in members
        ]
    return "".join(parts)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name, sub-commands after their group."""
    context = click.Context(cli.program)
    for name in cli.program.list_commands(context):
        yield from _with_subcommands(f"skills {name}", cli.program.get_command(context, name))


def _with_subcommands(
    name: str, command: click.Command | None
) -> Iterator[tuple[str, click.Command]]:
    assert command is not None
    yield name, command
    for short, sub in getattr(command, "commands", {}).items():
        yield from _with_subcommands(f"{name} {short}", sub)


def help_of(name: str, command: click.Command) -> str:
    settings = cli.program.context_settings
    context = click.Context(command, info_name=name, **settings)
    return command.get_help(context)


def cli_page() -> str:
    parts = [
        f"{NOTE}# Commands\n\nExit codes: 0 nothing at or above the bar, 1 findings or a stale "
        "index, 2 the command could not run.\nResults go to stdout, everything else to stderr. "
        "`skilltool` is the same program as `skills`.\n\n"
        f"```text\n{help_of('skills', cli.program)}\n```\n"
    ]
    parts += [
        f"\n## {name}\n\n```text\n{help_of(name, command)}\n```\n" for name, command in commands()
    ]
    return "".join(parts)


def configuration_table() -> str:
    schema = json.loads((ROOT / "schemas" / "config.schema.json").read_text("utf-8"))
    rows = "".join(
        f"| `{key}` | {_kind(node)} | {_default(node)} | {_cell(node.get('description', ''))} |\n"
        for key, node in keys(schema)
    )
    return f"| key | value | default | meaning |\n| --- | --- | --- | --- |\n{rows}"


def keys(node: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every key of a configuration with its schema; those of tables and of their entries too."""
    for name, inner in node.get("properties", {}).items():
        yield f"{prefix}{name}", inner
        entries = inner.get("items", {})
        yield from keys(inner, f"{prefix}{name}.")
        yield from keys(entries, f"{prefix}{name}[].")


def _kind(node: Mapping[str, Any]) -> str:
    if "enum" in node:
        return ", ".join(f"`{value}`" for value in node["enum"])
    if "anyOf" in node:
        return " or ".join(dict.fromkeys(_kind(one) for one in node["anyOf"]))
    if node.get("type") == "array":
        inner = node.get("items", {}).get("type")
        return {"object": "array of tables", "string": "array of strings"}.get(inner, "array")
    words = {"object": "table", "string": "string", "integer": "integer", "boolean": "boolean"}
    return words.get(node.get("type", ""), str(node.get("type", "")))


def _default(node: Mapping[str, Any]) -> str:
    return f"`{json.dumps(node['default'])}`" if "default" in node else ""


def layers_table() -> str:
    """The modules in the order of the layers, each with what its docstring says it does."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    rows = "".join(
        f"| {number} | `{name}` | {_cell(_first_line(name))} |\n"
        for number, layer in enumerate(layers, 1)
        for name in layer.split(" | ")
    )
    return f"| layer | module | what it is |\n| ---: | --- | --- |\n{rows}"


def _first_line(module: str) -> str:
    file = ROOT / "skilltool" / f"{module}.py"
    if not file.is_file():
        file = ROOT / "skilltool" / module / "__init__.py"
    if not file.is_file():
        return "(not written yet)"
    return (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").partition("\n")[0]


REGIONS = {"configuration.md": configuration_table, "architecture.md": layers_table}
"""The pages that have one part made from the code, between the lines `begin` and `end`."""
