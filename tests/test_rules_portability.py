"""Rules on values that clients read differently: what they find, where, and what the fix makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from building import load, load_skill, skill_text, write_library

from skilltool import linter
from skilltool.config import Config
from skilltool.profiles import load_profile

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Diagnostic, Library

HEAD = "---\nname: unit-convert\n"
DESCRIPTION = "description: Converts lengths. Use when a text mixes units.\n"


def find(library: Library, rule: str, profile: str = "default") -> list[Diagnostic]:
    selection = linter.Selection(select=(rule,))
    return list(linter.check([library], Config(), [load_profile(profile)], selection).diagnostics)


def check(tmp_path: Path, rule: str, text: str, profile: str = "default") -> list[Diagnostic]:
    load_skill(tmp_path, text)
    return find(load(tmp_path / "skills"), rule, profile)


def fixed(tmp_path: Path, found: Diagnostic) -> str:
    text = (tmp_path / "skills/unit-convert/SKILL.md").read_bytes().decode("utf-8")
    assert found.problem.fix is not None
    for edit in sorted(found.problem.fix.edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def place(found: Diagnostic) -> tuple[int, int]:
    return found.problem.location.line, found.problem.location.column


WHOLE = [
    (
        "flow-style",
        f'{HEAD}{DESCRIPTION}metadata: {{author: "Sample, Inc.", version: "1.0"}}\n---\n',
        (4, 11),
        f'{HEAD}{DESCRIPTION}metadata:\n  author: "Sample, Inc."\n  version: "1.0"\n---\n',
    ),
    (
        "wrapped-plain-value",
        f"{HEAD}description:\n  Converts lengths.\n  Use when units mix.\n---\n",
        (4, 3),
        f'{HEAD}description: "Converts lengths. Use when units mix."\n---\n',
    ),
    (
        "block-scalar",
        f"{HEAD}description: >-\n  Converts lengths.\n  Use when units mix.\n---\n",
        (3, 14),
        f"{HEAD}description: Converts lengths. Use when units mix.\n---\n",
    ),
    (
        "no-newline-after-fence",
        f"{HEAD}{DESCRIPTION}---",
        (4, 1),
        f"{HEAD}{DESCRIPTION}---\n",
    ),
    (
        "allowed-tools-spelling",
        f"{HEAD}{DESCRIPTION}allowed-tools: Read, Grep, Bash(git log, x)\n---\n",
        (4, 16),
        f"{HEAD}{DESCRIPTION}allowed-tools: Read Grep Bash(git log, x)\n---\n",
    ),
    (
        "allowed-tools-list",
        f"{HEAD}{DESCRIPTION}allowed-tools:\n  - Read\n  - Grep\n---\n",
        (5, 3),
        f"{HEAD}{DESCRIPTION}allowed-tools: Read Grep\n---\n",
    ),
]


@pytest.mark.parametrize(("rule", "text", "where", "after"), WHOLE, ids=[row[0] for row in WHOLE])
def test_a_spelling_is_found_at_its_place_and_its_fix_is_not_found_again(
    tmp_path: Path, rule: str, text: str, where: tuple[int, int], after: str
) -> None:
    (found,) = check(tmp_path, rule, text)
    assert place(found) == where
    assert fixed(tmp_path, found) == after
    assert check(tmp_path, rule, after) == []


def test_windows_line_ends_stay_when_a_final_one_is_added(tmp_path: Path) -> None:
    text = f"{HEAD}{DESCRIPTION}---".replace("\n", "\r\n")
    (found,) = check(tmp_path, "no-newline-after-fence", text)
    assert fixed(tmp_path, found) == f"{text}\r\n"


def test_only_the_outermost_flow_value_is_reported(tmp_path: Path) -> None:
    text = f"{HEAD}{DESCRIPTION}metadata:\n  tags: {{inner: [a, b]}}\n---\n"
    (found,) = check(tmp_path, "flow-style", text)
    assert place(found) == (5, 9)


def test_brackets_in_a_field_that_takes_a_text_are_left_to_the_schema(tmp_path: Path) -> None:
    text = f"{HEAD}description: [draft] Converts.\n---\n"
    assert check(tmp_path, "flow-style", text) == []


def test_brackets_that_may_be_meant_as_a_text_are_rewritten_only_with_consent(
    tmp_path: Path,
) -> None:
    text = f"{HEAD}{DESCRIPTION}argument-hint: [file]\n---\n"
    (found,) = check(tmp_path, "flow-style", text)
    assert found.problem.message.endswith("; put it in quotes")
    assert fixed(tmp_path, found) == text.replace("[file]", '"[file]"')
    assert found.problem.fix is not None
    assert not found.problem.fix.safe


def test_line_breaks_of_a_literal_block_are_given_up_only_with_consent(tmp_path: Path) -> None:
    text = f"{HEAD}description: |\n  Converts lengths.\n  Use when units mix.\n---\n"
    (found,) = check(tmp_path, "block-scalar", text)
    assert "of 2 lines" in found.problem.message
    assert found.problem.location[1:] == (3, 14, 3, 15)
    assert found.problem.fix is not None
    assert not found.problem.fix.safe


MESSAGES = {
    "unknown-field": (
        f"{DESCRIPTION}source: here\n",
        "`source` is no field that the profile `portable` accepts; move it under `metadata`",
    ),
    "typed-value": (
        f"{DESCRIPTION}metadata:\n  made: 2026-01-15\n",
        "metadata.made is a date to a YAML reader, but the values of metadata are texts; quote it "
        "to keep `2026-01-15`",
    ),
    "schema-violation": (
        f"description: {'x ' * 497} here the limit of the text falls into a sentence.\n",
        "description has 1,044 characters, the limit is 1,024; the limit falls after "
        "`...here the limit of the text fa`",
    ),
    "everyday-trigger": (
        'description: Writes tersely. Use on "be brief," or "thanks."\n',
        'everyday phrases as triggers ("be brief", "thanks"); say in which situation',
    ),
    "trigger-only-in-body": (
        "description: Sorts receipts by tax class.\n---\n\n# When to use\n\n- A box of bills.\n"
        "- The year ends.\n- Parcels arrive from abroad.\n\n",
        "the section `When to use` is not seen before the skill is loaded, and its 2 "
        "situations are not in the routing text; move them there",
    ),
}


@pytest.mark.parametrize("rule", MESSAGES)
def test_a_message_says_what_is_wrong_and_what_to_do(tmp_path: Path, rule: str) -> None:
    fields, message = MESSAGES[rule]
    (found,) = check(tmp_path, rule, f"{HEAD}{fields}---\n", "portable")
    assert found.problem.message == message


def test_the_clients_of_an_extension_are_counted_up_in_words(tmp_path: Path) -> None:
    text = f"{HEAD}{DESCRIPTION}argument-hint: a file\ncolor: red\n---\n"
    several, one = check(tmp_path, "client-extension", text)
    assert several.problem.message == (
        "claude-code, copilot and vscode read `argument-hint`; other clients ignore it"
    )
    assert one.problem.message == "only cursor reads `color`; other clients ignore it"


def test_what_lies_outside_is_to_be_taken_in_or_linked_on_the_web(tmp_path: Path) -> None:
    text = f"{HEAD}{DESCRIPTION}---\n\nSee [the manual](/docs/manual).\n"
    (found,) = check(tmp_path, "link-outside-skill", text)
    assert found.problem.message == (
        "`/docs/manual` leads out of the skill, to no other skill; take the file into the skill, "
        "or link to its web address"
    )


def test_skills_of_one_name_that_compete_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    text = f"{HEAD}{DESCRIPTION}---\n\nConvert each length and say the unit.\n"
    paths = [f"skills/{folder}/unit-convert/SKILL.md" for folder in ("one", "two")]
    write_library(tmp_path, dict.fromkeys(paths, text))
    (found,) = find(load(tmp_path / "skills"), "overlapping-skills")
    first, second = (note.partition(": ")[0] for note in found.problem.notes[:2])
    assert first.endswith(paths[0])
    assert second.endswith(paths[1])
    assert found.problem.message == f"{first} and {second} have the same line"
    assert not any("`distinct`" in note for note in found.problem.notes)


DASHES = {
    "in quotes": ('description: "Splits at --- marks."', (3, 25), "description"),
    "in a block": ("description: |\n  One.\n  ---\n  Two.", (5, 3), "description"),
    "in a comment": (f"# --- names\n{DESCRIPTION.strip()}", (3, 3), "the front matter"),
}


@pytest.mark.parametrize(("lines", "where", "holder"), DASHES.values(), ids=list(DASHES))
def test_dashes_are_found_where_a_simple_reader_ends_the_front_matter(
    tmp_path: Path, lines: str, where: tuple[int, int], holder: str
) -> None:
    (found,) = check(tmp_path, "dashes-in-value", f"{HEAD}{lines}\n---\n\nText.\n\n---\n")
    assert place(found) == where
    assert f"inside {holder}:" in found.problem.message


@pytest.mark.parametrize("tools", ["Read Grep", "Bash(git log *) Bash(a, b) Read", '"Read"'])
def test_blanks_and_commas_inside_parentheses_separate_no_tools(tmp_path: Path, tools: str) -> None:
    text = f"{HEAD}{DESCRIPTION}allowed-tools: {tools}\n---\n"
    assert check(tmp_path, "allowed-tools-spelling", text) == []


@pytest.mark.parametrize("tools", ["Bash(git log *) Read", "Read Bash(a,b)"])
def test_an_entry_with_a_blank_inside_is_found_for_clients_that_split_anywhere(
    tmp_path: Path, tools: str
) -> None:
    text = f"{HEAD}{DESCRIPTION}allowed-tools: {tools}\n---\n"
    (found,) = check(tmp_path, "allowed-tools-spelling", text, "portable")
    assert "some clients split `Bash(" in found.problem.message
    whole = f"{HEAD}{DESCRIPTION}allowed-tools: Bash(git:*) Read\n---\n"
    assert check(tmp_path, "allowed-tools-spelling", whole, "portable") == []


def test_a_list_of_tools_is_left_to_the_schema_where_a_profile_refuses_it(tmp_path: Path) -> None:
    text = f"{HEAD}{DESCRIPTION}allowed-tools:\n  - Read\n---\n"
    assert check(tmp_path, "allowed-tools-list", text, "agent-skills") == []
    assert len(check(tmp_path, "schema-violation", text, "agent-skills")) == 1


LENGTHS = {"below the share": (972, 0), "from it on": (973, 1), "at the limit": (1024, 1)}


@pytest.mark.parametrize(("length", "count"), LENGTHS.values(), ids=list(LENGTHS))
def test_a_text_is_near_its_limit_from_95_per_cent_on(
    tmp_path: Path, length: int, count: int
) -> None:
    text = skill_text("unit-convert", "é" * length)
    assert len(check(tmp_path, "near-limit", text)) == count


def test_a_text_over_its_limit_is_one_finding_of_the_schema(tmp_path: Path) -> None:
    text = skill_text("unit-convert", "a" * 1025)
    assert check(tmp_path, "near-limit", text) == []
    assert len(check(tmp_path, "schema-violation", text)) == 1


def test_a_long_name_is_not_near_a_limit(tmp_path: Path) -> None:
    write_library(tmp_path, {f"skills/{'n' * 64}/SKILL.md": skill_text("n" * 64, "Converts.")})
    assert find(load(tmp_path / "skills"), "near-limit") == []


@pytest.mark.parametrize("name", ["数据分析", "résumé"])
def test_a_name_of_another_script_is_one_finding_in_every_profile(
    tmp_path: Path, name: str
) -> None:
    write_library(tmp_path, {f"skills/{name}/SKILL.md": skill_text(name, "Converts lengths.")})
    library = load(tmp_path / "skills")
    assert len(find(library, "non-ascii-name")) == 1
    assert find(library, "non-ascii-name", "portable") == []
    assert len(find(library, "invalid-name", "portable")) == 1


DEPTHS = {
    "skills/convert": 0,
    "skills/office/convert": 1,
    "plugins/office/skills/convert": 0,
    "plugins/office/skills/letters/convert": 1,
}


@pytest.mark.parametrize(("folder", "count"), DEPTHS.items(), ids=list(DEPTHS))
def test_depth_counts_from_the_nearest_folder_of_skills(
    tmp_path: Path, folder: str, count: int
) -> None:
    write_library(tmp_path, {f"{folder}/SKILL.md": skill_text("convert", "Converts lengths.")})
    root = tmp_path / folder.partition("/")[0]
    assert len(find(load(root), "category-folder")) == count


SHOUTS = {
    "insisting": ("ALWAYS activate. You MUST use it FIRST. Checks exports.", 1),
    "acronyms": ("Checks CSV, PDF and JSON over HTTP. READMEs too. NOT for XML.", 0),
    "one stressed word": ("Checks exports. You MUST have one.", 0),
    "keywords of a standard": ("Checks the keywords MUST, MUST NOT, REQUIRED and SHALL.", 0),
    "words of a language": ("Explains UNION ALL, ANY, EVERY and FIRST in SQL.", 0),
    "labels": ("Sorts the labels P0, URGENT, CRITICAL, IMPORTANT and WARNING.", 0),
    "names and plain words": (
        "Checks AWS IAM, S3 and EC2. Use WHEN a role is missing OR wrong.",
        0,
    ),
    "a text in capitals": ("USE THIS WHEN EDITING CSS FILES OR WRITING THE CLASSES IN HTML.", 1),
    "signs": ("Use when editing CSS!!! Really important!!!! Do not skip!!!!", 1),
    "one sign in code": ("Explains `!!` and `!important` in CSS. Use when styles clash.", 0),
}


@pytest.mark.parametrize(("text", "count"), SHOUTS.values(), ids=list(SHOUTS))
def test_shouting_is_words_that_insist(tmp_path: Path, text: str, count: int) -> None:
    found = check(tmp_path, "shouting", skill_text("unit-convert", text))
    assert len(found) == count


def test_a_trigger_behind_the_cut_is_late_and_one_before_it_is_not(tmp_path: Path) -> None:
    long = "Reads lists of plants and of soils. " * 8
    late = check(tmp_path, "late-trigger", skill_text("unit-convert", f"{long}Use when asked."))
    assert "character 289" in late[0].problem.message
    early = skill_text("unit-convert", f"Use when asked. {long}")
    assert check(tmp_path, "late-trigger", early) == []


def test_a_late_trigger_is_shown_in_a_script_without_blanks(tmp_path: Path) -> None:
    late = skill_text("unit-convert", "绘制土壤图，" * 45 + "当需要排水时使用。")
    assert "(`当需要排水时使用。`)" in check(tmp_path, "late-trigger", late)[0].problem.message


BODIES = {
    "situations of its own": ("## When to use\n\n- A box of bills.\n- The year ends.\n", 1),
    "situations told above": ("## When to use\n\n- Lengths of planks.\n- Text mixes units.\n", 0),
    "another question": ("## When to use a table\n\n- A box of bills.\n", 0),
    "prose that says when": ("## When to use\n\nUse it when a box of bills is full.\n", 1),
    "prose that is told above": ("## When to use\n\nUse it when planks are cut.\n", 0),
    "prose without a situation": ("## When to use\n\nA box of bills.\n", 0),
    "sub-sections": ("## When to use\n\n### Bills\n\n- A box of bills.\n", 1),
    "a sub-section that refuses": ("## When to use\n\n### When not to\n\n- A box of bills.\n", 0),
    "a list below bold words": (
        "## When to use\n\n- Lengths.\n\n**Do not use:**\n\n- A box of bills.\n- A coin.\n",
        0,
    ),
    "a table": ("## Triggers\n\n| Words | Action |\n|---|---|\n| sort my bills | run |\n", 1),
    "number and emoji": ("## 🎯 1. When to Use This Skill\n\n- A box of bills.\n", 1),
    "the name of the skill": ("## When to use `unit-convert`\n\n- A box of bills.\n", 1),
    "below another section": ("## Tables\n\n### When to use\n\n- A box of bills.\n", 0),
    "heading in code": ("```\n## When to use\n\n- A box of bills.\n```\n", 0),
    "Portuguese": ("## Quando usar esta skill\n\n- Uma caixa de recibos.\n", 1),
    "German": ("## Wann verwenden\n\n- Eine Kiste Belege.\n", 1),
}


@pytest.mark.parametrize(("body", "count"), BODIES.values(), ids=list(BODIES))
def test_situations_that_only_the_body_tells(tmp_path: Path, body: str, count: int) -> None:
    text = f"{HEAD}description: Converts lengths of planks in a text that mixes units.\n---\n\n"
    found = check(tmp_path, "trigger-only-in-body", text + body)
    assert len(found) == count
    assert all(place(item) == (6, 4) for item in found)


def test_bold_words_below_the_title_begin_a_section(tmp_path: Path) -> None:
    head = f"{HEAD}description: Converts lengths of planks.\n---\n\n# Units\n\n"
    lead = "**When to use:** a box of bills is full.\n"
    found = check(tmp_path, "trigger-only-in-body", head + lead)
    assert [place(item) for item in found] == [(8, 3)]
    assert check(tmp_path, "trigger-only-in-body", f"{head}## Tables\n\n{lead}") == []


def test_a_section_beside_a_routing_text_that_says_when_is_no_fault(tmp_path: Path) -> None:
    body = "## When to use\n\n- A box of bills.\n"
    text = skill_text("unit-convert", "Converts lengths. Use when a text mixes units.", body)
    assert check(tmp_path, "trigger-only-in-body", text) == []


COMMANDS = {
    "bare": ("```bash\nbash scripts/clean.sh --all\n```\n", 1),
    "twice": ("```bash\nbash scripts/clean.sh\nbash scripts/clean.sh -v\n```\n", 1),
    "with a sentence": ("In the skill's folder:\n\n```bash\nbash scripts/clean.sh\n```\n", 0),
    "with a stand-in": ("```bash\nbash <skill-dir>/scripts/clean.sh\n```\n", 0),
    "in prose": ("Run `bash scripts/clean.sh` last.\n", 0),
}


@pytest.mark.parametrize(("body", "count"), COMMANDS.values(), ids=list(COMMANDS))
def test_a_bare_command_is_one_that_nothing_places(tmp_path: Path, body: str, count: int) -> None:
    files = {
        "skills/unit-convert/SKILL.md": skill_text("unit-convert", "Cleans up.", body),
        "skills/unit-convert/scripts/clean.sh": "#!/bin/sh\n",
    }
    write_library(tmp_path, files)
    found = find(load(tmp_path / "skills"), "bare-script-command")
    assert len(found) == count


MOVES = {
    "no metadata yet": (f"{DESCRIPTION}owner: lab\n", f"{DESCRIPTION}metadata:\n  owner: lab\n"),
    "below what is there": (
        "owner: lab # us\nmetadata:\n    kind: a\n",
        "metadata:\n    owner: lab # us\n    kind: a\n",
    ),
    "a number": ("owner: 1.10\n", 'metadata:\n  owner: "1.10"\n'),
    "Windows line ends": ("owner: 'lab'\r\n", "metadata:\r\n  owner: 'lab'\r\n"),
}


@pytest.mark.parametrize(("before", "after"), MOVES.values(), ids=list(MOVES))
def test_a_field_that_no_client_reads_is_moved_with_consent(
    tmp_path: Path, before: str, after: str
) -> None:
    (found,) = check(tmp_path, "unknown-field", f"{HEAD}{before}---\n")
    assert found.problem.fix is not None
    assert not found.problem.fix.safe
    assert fixed(tmp_path, found) == f"{HEAD}{after}---\n"


STAYING = {
    "a list": "owner: [a, b]\n",
    "nothing": "owner:\n",
    "two lines": "owner: of\n  the lab\n",
    "flow style": "metadata: {kind: a}\nowner: lab\n",
    "the same key": "metadata:\n  owner: a\nowner: lab\n",
    "metadata that is a text": "metadata: a\nowner: lab\n",
}


@pytest.mark.parametrize("fields", STAYING.values(), ids=list(STAYING))
def test_a_field_that_has_no_sure_place_below_metadata_stays(tmp_path: Path, fields: str) -> None:
    (found,) = check(tmp_path, "unknown-field", f"{HEAD}{fields}---\n")
    assert found.problem.fix is None


def test_a_field_of_another_client_stays_where_a_profile_refuses_it(tmp_path: Path) -> None:
    text = f"{HEAD}{DESCRIPTION}user-invocable: true\n---\n"
    (found,) = check(tmp_path, "unknown-field", text, "agent-skills")
    assert found.problem.fix is None


def test_a_deep_file_is_to_be_linked_from_the_start_and_a_doubled_folder_is_named(
    tmp_path: Path,
) -> None:
    files = {
        "SKILL.md": f"{HEAD}{DESCRIPTION}---\n[Sales](references/a/sales.md)\n",
        "references/a/sales.md": "[Rates](references/rates.md)\n",
        "references/a/references/rates.md": "5.49\n",
    }
    root = tmp_path / "skills/unit-convert"
    write_library(root, dict(files))
    (found,) = find(load(tmp_path / "skills"), "deep-reference")
    assert found.problem.message == (
        "this file is 2 links away from SKILL.md; link it there; its path repeats `references`, "
        "which agents get wrong"
    )


# Rules on what a client cuts, ignores or keeps from everybody.

LONG = "Draws charts. " * 120  # 1,680 characters
FOUND = {
    "a switch of another client": (
        "ignored-field",
        "codex",
        f"{DESCRIPTION}user-invocable: false\n",
        "OpenAI Codex ignores `user-invocable`, which Claude Code, GitHub Copilot, "
        "Visual Studio Code read",
    ),
    "a field of one other client": (
        "ignored-field",
        "roo",
        f"{DESCRIPTION}when_to_use: Now.\n",
        "Roo Code ignores `when_to_use`, which Claude Code reads",
    ),
    "a switch that a file of the client replaces": (
        "ignored-field",
        "codex",
        f"{DESCRIPTION}disable-model-invocation: true\n",
        "OpenAI Codex ignores `disable-model-invocation`, which Claude Code, GitHub Copilot, "
        "Cursor, Visual Studio Code read; write `allow_implicit_invocation: false` below "
        "`policy:` in agents/openai.yaml",
    ),
    "a misspelt switch": (
        "schema-violation",
        "default",
        f"{DESCRIPTION}disable-model-invocation: ture\n",
        "disable-model-invocation must be true or false, it is `ture`: did you mean `true`?",
    ),
    "a switch that is neither": (
        "schema-violation",
        "claude-code",
        f"{DESCRIPTION}user-invocable: maybe\n",
        "user-invocable must be true or false, it is `maybe`",
    ),
    "a number that is no switch": (
        "schema-violation",
        "vscode",
        f"{DESCRIPTION}user-invocable: 2\n",
        "user-invocable must be true or false, it is the number 2",
    ),
    "a list that is no switch": (
        "schema-violation",
        "vscode",
        f"{DESCRIPTION}user-invocable:\n- x\n",
        "user-invocable must be true or false, it is a list",
    ),
    "a date": (
        "schema-violation",
        "claude-code",
        "description: 2026-01-15\n",
        "description must be a text, it is a date: quote it",
    ),
    "nobody is offered it": (
        "unreachable-skill",
        "default",
        f"{DESCRIPTION}disable-model-invocation: yes\nuser-invocable: off\n",
        "no agent is offered the skill (`disable-model-invocation`) and no menu shows it "
        "(`user-invocable`); remove one of the two",
    ),
    "no subagent": (
        "field-without-fork",
        "claude-code",
        f"{DESCRIPTION}background: true\n",
        "`background` has an effect only with `context: fork`; add that or remove it",
    ),
    "an entry that is cut": (
        "cut-routing-text",
        "claude-code",
        f"description: {LONG.strip()}\n",
        "Claude Code shows 1,536 of 1,679 characters and cuts after "
        "`.... Draws charts. Draws charts. Draws char`; no agent sees "
        "`ts. Draws charts. Draws charts. Draws ch...`",
    ),
}


@pytest.mark.parametrize(("rule", "profile", "fields", "message"), FOUND.values(), ids=FOUND)
def test_what_a_client_makes_of_a_field_is_said(
    tmp_path: Path, rule: str, profile: str, fields: str, message: str
) -> None:
    (found,) = check(tmp_path, rule, f"{HEAD}{fields}---\n", profile)
    assert found.problem.message == message


UNSAID = {
    "the client reads it": ("ignored-field", "vscode", "user-invocable: false\n"),
    "nothing is documented": ("ignored-field", "cursor", "user-invocable: false\n"),
    "no client reads it": ("ignored-field", "codex", "colour: red\n"),
    "the client refuses it": ("ignored-field", "claude-api", "user-invocable: false\n"),
    "another rule says it": ("unknown-field", "codex", "user-invocable: false\n"),
    "old truth values": ("schema-violation", "claude-code", "user-invocable: NO\n"),
    "a truth value in quotes": ("schema-violation", "claude-code", 'user-invocable: "oFf"\n'),
    "a truth value as a number": ("schema-violation", "claude-code", "user-invocable: 0\n"),
    "people are offered it": ("unreachable-skill", "default", "disable-model-invocation: true\n"),
    "agents are offered it": ("unreachable-skill", "default", "user-invocable: false\n"),
    "nobody knows whether people are": (
        "unreachable-skill",
        "cursor",
        "disable-model-invocation: true\nuser-invocable: false\n",
    ),
    "a subagent": ("field-without-fork", "default", "agent: Explore\ncontext: fork\n"),
    "a client without subagents": ("field-without-fork", "codex", "agent: Explore\n"),
    "an entry that fits": ("cut-routing-text", "claude-code", ""),
    "only a person starts it": (
        "cut-routing-text",
        "claude-code",
        f"when_to_use: {LONG}\ndisable-model-invocation: true\n",
    ),
    "the limit of a field": ("cut-routing-text", "codex", f"license: {LONG}\n"),
}


@pytest.mark.parametrize(("rule", "profile", "fields"), UNSAID.values(), ids=UNSAID)
def test_what_does_no_harm_in_a_client_is_not_said(
    tmp_path: Path, rule: str, profile: str, fields: str
) -> None:
    assert check(tmp_path, rule, f"{HEAD}{DESCRIPTION}{fields}---\n", profile) == []


def test_a_switch_is_fixed_only_where_its_meaning_is_plain(tmp_path: Path) -> None:
    text = f"{HEAD}{DESCRIPTION}user-invocable: flase\n---\n"
    (found,) = check(tmp_path, "schema-violation", text)
    assert fixed(tmp_path, found) == text.replace("flase", "false")


def test_the_place_of_a_cut_is_where_the_lost_words_begin(tmp_path: Path) -> None:
    lines = "".join(f"  Sentence number {n:04} of it.\n" for n in range(70))
    (found,) = check(
        tmp_path, "cut-routing-text", f"{HEAD}description: >-\n{lines}---\n", "claude-code"
    )
    assert place(found) == (58, 27)
    assert "cuts after `...mber 0053 of it. Sentence number 0054 of`" in found.problem.message


def test_roo_code_measures_a_description_without_the_blanks_around_it(tmp_path: Path) -> None:
    text = f"{HEAD}description: |\n  {'x' * 1024}\n---\n"
    assert check(tmp_path, "schema-violation", text, "roo") == []
    assert len(check(tmp_path, "schema-violation", text, "agent-skills")) == 1
