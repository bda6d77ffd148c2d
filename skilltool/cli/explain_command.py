"""`skills explain`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from skilltool.cli.session import output_width, use_color, write_result
from skilltool.config import rule_setting
from skilltool.errors import SkilltoolError, did_you_mean
from skilltool.model import Severity, Table
from skilltool.output.table import render_table
from skilltool.output.terminal import wrap
from skilltool.profiles import load_profile, profile_names
from skilltool.rules import all_rules, manual

if TYPE_CHECKING:
    from skilltool.rules import Rule

_COLUMNS = ("rule", "group", "severity", "fix", "summary")
_FIXES = {"safe": "a safe fix", "unsafe": "an unsafe fix"}
_EXAMPLE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def _complete(ctx: Any, param: Any, incomplete: str) -> list[str]:
    return [name for name in all_rules() if name.startswith(incomplete)]


@click.command("explain")
@click.argument("rule", required=False, shell_complete=_complete)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(rule: str | None, as_json: bool) -> None:
    r"""Show the manual page of a rule; without RULE, list all rules.

    \b
    Examples:
      skills explain
      skills explain invalid-front-matter
    """
    if rule is None:
        table = _list_with_examples() if as_json else _list()
        form = "json" if as_json else "text"
        write_result(render_table(table, format=form, width=output_width(), color=use_color()))
        return
    found = all_rules().get(rule)
    if found is None:
        raise SkilltoolError(_unknown(rule))
    options = "".join(f"- `{name}`, default `{value!r}`\n" for name, value in found.options.items())
    head = f"# {found.name}\n\n{_paragraphs(facts(found).strip(), output_width())}\n\n"
    text = _fitted(manual(found), output_width())
    write_result(head + text + (f"\n\n## Options\n\n{options}" if options else "\n"))


def facts(rule: Rule) -> str:
    """Paragraphs on what a manual does not say: group, severity, fix, and what profiles change."""
    off = "; runs only when it is asked for" if rule.severity is Severity.INFO else ""
    fix = f" Some findings have {_FIXES[rule.fix]}." if rule.fix else ""
    text = f"Group {rule.group}, severity {rule.severity.label}{off}.{fix}\n"
    by_setting: dict[str, list[str]] = {}
    for profile, severity in _of_profiles(rule).items():
        by_setting.setdefault(severity, []).append(profile)
    told = "; ".join(f"{severity} for {', '.join(names)}" for severity, names in by_setting.items())
    return f"{text}\nBy profile: {told}.\n" if told else text


def _of_profiles(rule: Rule) -> dict[str, str]:
    """The severity that each profile gives a rule, where that is not the rule's own."""
    found = {}
    for name in profile_names():
        severity = rule_setting(load_profile(name).rules.get(rule.name, {})).severity
        if severity not in ("", rule.severity):
            found[name] = severity.label if isinstance(severity, Severity) else "off"
    return found


def _unknown(rule: str) -> str:
    members = [f"`{each.name}`" for each in all_rules().values() if each.group == rule]
    if members:
        return f"`{rule}` is a group; its rules are {', '.join(members)}"
    hint = did_you_mean(rule, all_rules(), "; `skills explain` lists all")
    return f"unknown rule `{rule}`{hint}"


def _fitted(text: str, width: int) -> str:
    """The text with its paragraphs broken anew for the width; examples stay as they are."""
    parts = _EXAMPLE.split(text)
    parts[::2] = [_paragraphs(part, width) for part in parts[::2]]
    return "".join(parts)


def _paragraphs(text: str, width: int) -> str:
    fitted = []
    for paragraph in text.split("\n\n"):
        words = " ".join(paragraph.split("\n"))
        plain = paragraph.strip() and not paragraph.lstrip().startswith(("#", "- ", "|", "1."))
        fitted.append("\n".join(wrap(words, width)) if plain else paragraph)
    return "\n\n".join(fitted)


def _list() -> Table:
    rows = tuple(
        (rule.name, rule.group, rule.severity.label, rule.fix, rule.summary)
        for rule in all_rules().values()
    )
    return Table(_COLUMNS, rows)


def _list_with_examples() -> Table:
    """The list with what only a program has room for."""
    rows = tuple(
        (
            *row,
            _of_profiles(rule),
            manual(rule).partition("## Bad")[2].partition("## Good")[0].strip(),
        )
        for row, rule in zip(_list().rows, all_rules().values(), strict=True)
    )
    return Table((*_COLUMNS, "profiles", "example"), rows)
