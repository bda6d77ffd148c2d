"""Rules on tools, on flow style and on typed texts: what they say, and what their fixes keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from building import load, load_skill

from skilltool import linter
from skilltool.config import Config
from skilltool.profiles import load_profile

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Diagnostic

HEAD = "---\nname: unit-convert\ndescription: Converts lengths. Use when a text mixes units.\n"


def check(tmp_path: Path, rule: str, fields: str, profile: str = "default") -> list[Diagnostic]:
    load_skill(tmp_path, f"{HEAD}{fields}---\n")
    library, selection = load(tmp_path / "skills"), linter.Selection(select=(rule,))
    return list(linter.check([library], Config(), [load_profile(profile)], selection).diagnostics)


def fixed(found: Diagnostic, fields: str) -> str | None:
    fix, text = found.problem.fix, f"{HEAD}{fields}"
    if fix is None:
        return None
    assert fix.safe
    for edit in sorted(fix.edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text.removeprefix(HEAD)


# Fields, a part of the message, and the fields after the fix, None where there is none.
TOOLS = {
    "commas": ("Bash(git log:*), Read", "a tool `Bash(git log:*),`", "Bash(git log:*) Read"),
    "semicolons": ("Read; Write", "separated by semicolons", "Read Write"),
    "bars": ("Read | Bash(a | b)", "separated by bars", "Read Bash(a | b)"),
    "list in quotes": ('"[Read, Write]"', "a list in quotes", "Read Write"),
    "dashes": ("\n  -Read\n  -Write", "marked with `-`", "Read Write"),
    "bullets": ("\n  • Read\n  • Write", "marked with `•`", "Read Write"),
    "folded": (">\n  Read,\n  Write", "separated by commas", "Read Write"),
    "bracket with a comma first": ("Bash(a, b), Read", "a tool `Bash(a, b),`", "Bash(a, b) Read"),
    "open bracket": ("Bash(git log Read", "never closed", None),
    "blank between": ("Read, Write Grep", "separated by commas", None),
}


@pytest.mark.parametrize(("written", "message", "after"), TOOLS.values(), ids=list(TOOLS))
def test_tools_with_other_signs_between_are_found(
    tmp_path: Path, written: str, message: str, after: str | None
) -> None:
    fields = f"allowed-tools: {written}\n"
    (found,) = check(tmp_path, "allowed-tools-spelling", fields)
    assert message in found.problem.message
    assert fixed(found, fields) == (after and f"allowed-tools: {after}\n")


ITEMS = {
    "mapping in brackets": ("Bash(git: a)", "is a mapping to a YAML reader", '"Bash(git: a)"'),
    "mapping": ("Bash: git", "is a mapping to a YAML reader", None),
    "list": ("- Read", "is a list to a YAML reader", None),
    "number": ("42", "is no text to a YAML reader", None),
    "nothing": ("~", "is no text to a YAML reader", None),
    "several": ("Read, Write", "write one tool in each item", None),
}


@pytest.mark.parametrize(("item", "message", "after"), ITEMS.values(), ids=list(ITEMS))
def test_items_that_are_no_tool_are_found(
    tmp_path: Path, item: str, message: str, after: str | None
) -> None:
    fields = f"allowed-tools:\n  - {item}\n  - Read\n"
    (found,) = check(tmp_path, "allowed-tools-spelling", fields)
    assert message in found.problem.message
    assert fixed(found, fields) == (after and fields.replace(item, after))


LISTS = {
    "block": ("\n  - Read\n  - Bash(git log *)", "Read Bash(git log *)"),
    "flow": ("[Read, 'Bash(jq:*)']", "Read Bash(jq:*)"),
    "over lines": ("[\n  Read,\n  Grep\n  ]", "Read Grep"),
    "blank in an item": ("\n  - Read Grep\n  - Write", None),
    "comment": ("\n  - Read # reads\n  - Grep", None),
    "number": ("\n  - 42\n  - Grep", None),
}


@pytest.mark.parametrize("profile", ["agent-skills", "claude-api", "portable"])
@pytest.mark.parametrize(("written", "after"), LISTS.values(), ids=list(LISTS))
def test_a_list_of_tools_becomes_one_text_where_a_text_is_asked_for(
    tmp_path: Path, written: str, after: str | None, profile: str
) -> None:
    gap = "" if written.startswith("\n") else " "
    fields = f"allowed-tools:{gap}{written}\n"
    (found,) = check(tmp_path, "schema-violation", fields, profile)
    message = "allowed-tools must be a text, it is a list: write the tools with spaces between them"
    assert found.problem.message == message
    assert fixed(found, fields) == (after and f"allowed-tools: {after}\n")


@pytest.mark.parametrize("fields", ["allowed-tools: [Read, Write\n", 'allowed-tools: [A, "B\n'])
@pytest.mark.parametrize("rule", ["flow-style", "allowed-tools-list", "allowed-tools-spelling"])
def test_a_list_that_is_never_closed_has_no_other_fault(
    tmp_path: Path, rule: str, fields: str
) -> None:
    assert check(tmp_path, rule, fields) == []


@pytest.mark.parametrize(
    "fields",
    [
        "a: &x [b]\nc: *x\n",
        "a: !!python/tuple [b]\n",
        "a: {b: &x c, d: *x}\n",
        "a: [[&x b], *x]\n",
        "a: {b: c, b: d}\n",
    ],
)
def test_flow_style_stays_where_a_block_would_hide_a_fault(tmp_path: Path, fields: str) -> None:
    (found,) = check(tmp_path, "flow-style", fields)
    assert found.problem.fix is None


def test_a_flow_list_of_tools_is_no_text_and_safely_made_a_block(tmp_path: Path) -> None:
    fields = "allowed-tools: [Read, 'Bash(git *)']\n"
    (found,) = check(tmp_path, "flow-style", fields)
    assert fixed(found, fields) == "allowed-tools:\n  - Read\n  - 'Bash(git *)'\n"


def test_a_block_keeps_its_anchor_and_its_tag(tmp_path: Path) -> None:
    fields = "license: &x >-\n  a\ncompatibility: !!str >-\n  b\nc: *x\n"
    anchored, tagged = check(tmp_path, "block-scalar", fields)
    assert fixed(anchored, fields) == fields.replace(">-\n  a", "a")
    assert tagged.problem.fix is None


TYPED = {
    "commit": ("metadata:\n  sha: {}\n", "12e4567"),
    "octal": ("metadata:\n  mode: {}\n", "0o17"),
    "licence": ("license: {}\n", "1e5"),
}


@pytest.mark.parametrize(("fields", "value"), TYPED.values(), ids=list(TYPED))
def test_a_number_of_newer_readers_is_found_where_a_text_is_meant(
    tmp_path: Path, fields: str, value: str
) -> None:
    (found,) = check(tmp_path, "typed-value", fields.format(value))
    assert "is a number to a reader of YAML 1.2" in found.problem.message
    assert fixed(found, fields.format(value)) == fields.format(f'"{value}"')


@pytest.mark.parametrize("value", ["1.2.3", "v1e5", '"1e5"', "e5", "y"])
def test_a_text_that_no_reader_takes_for_a_number_is_no_finding(tmp_path: Path, value: str) -> None:
    assert check(tmp_path, "typed-value", f"metadata:\n  a: {value}\nlicense: {value}\n") == []
