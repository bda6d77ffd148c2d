"""`skills explain`."""

from __future__ import annotations

import re
from typing import Any

import click

from skilltool.cli.session import output_width, use_color, write_result
from skilltool.errors import SkilltoolError, did_you_mean
from skilltool.model import Table
from skilltool.output.table import render_table
from skilltool.output.terminal import wrap
from skilltool.rules import all_rules, manual

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
        form = "json" if as_json else "text"
        write_result(render_table(_list(), format=form, width=output_width(), color=use_color()))
        return
    found = all_rules().get(rule)
    if found is None:
        raise SkilltoolError(_unknown(rule))
    options = "".join(f"- `{name}`, default `{value!r}`\n" for name, value in found.options.items())
    head = f"# {found.name}\n\nGroup {found.group}, severity {found.severity.label}.\n\n"
    text = _fitted(manual(found), output_width())
    write_result(head + text + (f"\n\n## Options\n\n{options}" if options else "\n"))


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
    rows = (
        (rule.name, rule.group, rule.severity.label, rule.summary) for rule in all_rules().values()
    )
    return Table(("rule", "group", "severity", "summary"), tuple(rows))
