"""What each client makes of a skill: one fault at a time, then several, then the table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from building import run, skill_text, write_library
from hypothesis import given
from hypothesis import strategies as st

from skilltool import frontmatter
from skilltool.model import Fault, Library, Skill, Source
from skilltool.portability import Outcome, portability
from skilltool.portability.table import (
    client_table,
    headline,
    judge_library,
    skill_table,
    troubled_groups,
    troubled_table,
)
from skilltool.profiles import load_profile, profile_names

ALL = [load_profile(name) for name in profile_names()]
CLEAN = "---\nname: unit-convert\ndescription: Converts lengths. Use for feet.\n---\n\nText.\n"


def make_skill(text: str = CLEAN, folder: str = "unit-convert") -> Skill:
    front = frontmatter.parse(text)
    return Skill(Path(folder), Source(f"{folder}/SKILL.md", text), front, load_profile("default"))


def with_fields(*lines: str, name: str = "unit-convert") -> Skill:
    text = "".join(f"{line}\n" for line in (f"name: {name}", *lines))
    return make_skill(f"---\n{text}---\n\nText.\n", folder=name)


def judge(skill: Skill, client: str) -> tuple[str, str]:
    [found] = portability(skill, [load_profile(client)])
    return found.outcome.value, "; ".join(found.reasons)


def test_a_clean_skill_loads_everywhere():
    for found in portability(make_skill(), ALL):
        assert (found.outcome, found.reasons) == (Outcome.LOADS, ()), found.client


DESCRIPTION = "description: Converts lengths."
LONG = f"description: {'long ' * 210}text"  # 1,054 characters
CASES = {
    "refused without front matter": (
        "# Title\n",
        "gemini-cli",
        "refused",
        "there is no front matter",
    ),
    "loaded without front matter": ("# Title\n", "claude-code", "loads", ""),
    "skipped for a blank line before": (
        f"\n{CLEAN}",
        "roo",
        "dropped silently",
        "text stands before the front matter",
    ),
    "refused for a missing closing fence": (
        "---\nname: unit-convert\ndescription: Converts.\n",
        "agent-skills",
        "refused",
        "the front matter is not closed",
    ),
    "refused for another fence": (
        CLEAN.replace("---\n", "----\n", 1),
        "agent-skills",
        "refused",
        "a fence of the front matter is not `---`",
    ),
    "skipped for an unquoted colon": (
        CLEAN.replace("Use for", "Use for:"),
        "roo",
        "dropped silently",
        "a value with `: ` in it is not quoted",
    ),
    "loaded without fields for an unquoted colon": (
        CLEAN.replace("Use for", "Use for:"),
        "claude-code",
        "fields ignored",
        "reads no field: a value with `: ` in it is not quoted",
    ),
    "loaded without fields for a missing closing fence": (
        "---\nname: unit-convert\ndescription: Converts.\neffort: huge\n",
        "claude-code",
        "fields ignored",
        "reads no field: the front matter is not closed",
    ),
    "unknown for other faults of YAML": (
        CLEAN.replace("Converts", "[Converts"),
        "gemini-cli",
        "unknown",
        "the front matter is not plain valid YAML; what happens then is not documented",
    ),
    "a list is no front matter": (
        "---\n- name: unit-convert\n- description: Converts.\n---\n\nText.\n",
        "gemini-cli",
        "refused",
        "the front matter is a list, not lines of `key: value`",
    ),
    "a list is read as no field": (
        "---\n- name: unit-convert\n---\n\nText.\n",
        "claude-code",
        "fields ignored",
        "reads no field: the front matter is a list, not lines of `key: value`",
    ),
    "cut by a comment": (
        CLEAN.replace("Use for", "See issue #7 for"),
        "roo",
        "cut",
        "`description` ends before ` #`, which starts a comment in YAML",
    ),
    "a comment in a field that is not read": (
        CLEAN.replace("\n---", "\nwhen_to_use: See #7\n---"),
        "roo",
        "fields ignored",
        "ignores `when_to_use`",
    ),
    "skipped where the file ends at the fence": (
        CLEAN.removesuffix("\n\nText.\n"),
        "deepagents",
        "dropped silently",
        "no line end follows the closing `---`",
    ),
    "an unquoted colon mended": (CLEAN.replace("Use for", "Use for:"), "gemini-cli", "loads", ""),
    "skipped for a byte order mark": (
        f"\ufeff{CLEAN}",
        "deepagents",
        "dropped silently",
        "the file starts with a byte order mark",
    ),
    "unknown for a byte order mark": (
        f"\ufeff{CLEAN}",
        "codex",
        "unknown",
        "the file starts with a byte order mark; what happens then is not documented",
    ),
    "refused without a name": (
        "---\ndescription: Converts.\n---\n",
        "vscode",
        "refused",
        "there is no name",
    ),
    "refused for a blank name": (
        "---\nname: ' '\ndescription: Converts.\n---\n",
        "vscode",
        "refused",
        "there is no name",
    ),
    "loaded without a name": ("---\ndescription: Converts.\n---\n", "codex", "loads", ""),
    "skipped without a description": (
        "---\nname: unit-convert\n---\n",
        "roo",
        "dropped silently",
        "there is no description",
    ),
    "a list is no description": (
        "---\nname: unit-convert\ndescription:\n- a\n---\n",
        "opencode",
        "refused",
        "the description is a list",
    ),
    "a truth value is no text": (
        "---\nname: unit-convert\ndescription: true\n---\n\nText.\n",
        "gemini-cli",
        "refused",
        "YAML reads the description as a truth value",
    ),
    "a truth value of old YAML may be a text": (
        "---\nname: yes\ndescription: Converts.\n---\n\nText.\n",
        "opencode",
        "unknown",
        "older YAML reads the name as a truth value, newer as a text; what happens then is not "
        "documented",
    ),
    "a text to a reader of texts": (
        CLEAN.replace("description: Converts lengths. Use for feet.", "description: off"),
        "agent-skills",
        "loads",
        "",
    ),
    "a number is a text": (CLEAN.replace("unit-convert", "12"), "claude-code", "loads", ""),
    "a number may be no text": (
        "---\nname: unit-convert\ndescription: 12\n---\n\nText.\n",
        "roo",
        "unknown",
        "YAML reads the description as a number; what happens then is not documented",
    ),
    "every scalar is a text": (
        "---\nname: unit-convert\ndescription: 2026-01-01\n---\n\nText.\n",
        "agent-skills",
        "loads",
        "",
    ),
    "one of two values is ignored": (
        CLEAN.replace("\n---", "\nlicense: MIT\nlicense: ISC\n---"),
        "deepagents",
        "fields ignored",
        "ignores a part: a key is given twice",
    ),
    "refused for flow style": (
        CLEAN.replace("\n---", "\nmetadata:\n  a: [b]\n---"),
        "agent-skills",
        "refused",
        "a value is written in `[...]` or `{...}`",
    ),
    "refused for a key given twice": (
        CLEAN.replace("\n---", "\ndescription: Again.\n---"),
        "agent-skills",
        "refused",
        "a key is given twice",
    ),
}


@pytest.mark.parametrize(("text", "client", "outcome", "reason"), CASES.values(), ids=CASES)
def test_a_fault_of_the_file_has_the_effect_that_the_client_gives_it(text, client, outcome, reason):
    assert judge(make_skill(text), client) == (outcome, reason)


NAMES = {
    "capitals are refused": ("Unit-Convert", "claude-api", "refused"),
    "capitals are skipped": ("Unit-Convert", "roo", "dropped silently"),
    "capitals load with a warning": ("Unit-Convert", "deepagents", "loads"),
    "capitals are the command line's own matter": ("Unit-Convert", "copilot", "loads"),
    "other scripts are specified": ("единицы-мер", "agent-skills", "loads"),
    "other scripts are refused": ("единицы-мер", "claude-api", "refused"),
    "an underscore is refused": ("unit_convert", "agent-skills", "refused"),
    "two hyphens are refused": ("unit--convert", "agent-skills", "refused"),
    "a hyphen at the end is refused": ("unit-", "roo", "dropped silently"),
    "64 characters are accepted": ("x" * 64, "portable", "loads"),
    "65 characters are refused": ("x" * 65, "portable", "refused"),
    "65 characters do no harm": ("x" * 65, "claude-code", "loads"),
    "a reserved word is refused": ("ask-claude-now", "claude-api", "refused"),
    "a reserved word does no harm": ("ask-claude-now", "claude-code", "loads"),
}


@pytest.mark.parametrize(("name", "client", "outcome"), NAMES.values(), ids=NAMES)
def test_a_name_has_the_effect_that_the_client_gives_it(name, client, outcome):
    assert judge(with_fields(DESCRIPTION, name=name), client)[0] == outcome


def test_a_warning_is_told_though_the_skill_loads():
    outcome, reason = judge(with_fields(DESCRIPTION, name="Unit"), "deepagents")
    assert (outcome, reason) == (
        "loads",
        "warns: the name `Unit` is not of the form asked for",
    )


FOLDERS = {
    "silently not loaded": ("vscode", "dropped silently"),
    "refused": ("agent-skills", "refused"),
    "of no effect": ("claude-code", "loads"),
    "not documented": ("cursor", "unknown"),
}


@pytest.mark.parametrize(("client", "outcome"), FOLDERS.values(), ids=FOLDERS)
def test_a_name_that_is_not_the_folders_has_the_effect_that_the_client_gives_it(client, outcome):
    assert judge(make_skill(folder="convert"), client)[0] == outcome


def test_a_folder_stored_in_decomposed_form_has_the_same_name():
    skill = replace(with_fields(DESCRIPTION, name="café"), folder=Path("cafe\u0301"))
    assert judge(skill, "agent-skills") == ("loads", "")


LENGTHS = {
    "specification": (
        "agent-skills",
        "refused",
        "the description has 1,054 characters, the limit is 1,024",
    ),
    "Roo Code": (
        "roo",
        "dropped silently",
        "the description has 1,054 characters, the limit is 1,024",
    ),
    "deepagents": ("deepagents", "cut", "the agent sees 1,024 of 1,054 characters"),
    "Codex": ("codex", "cut", "the agent sees 1,024 of 1,054 characters"),
    "Claude Code": ("claude-code", "loads", ""),
    "OpenCode": ("opencode", "loads", ""),
}


@pytest.mark.parametrize(("client", "outcome", "reason"), LENGTHS.values(), ids=LENGTHS)
def test_a_long_description_has_the_effect_that_the_client_gives_it(client, outcome, reason):
    assert judge(with_fields(LONG), client) == (outcome, reason)


def test_roo_code_measures_a_description_without_the_blanks_around_it():
    skill = with_fields(f"description: |\n  {'x' * 1024}")
    assert judge(skill, "roo") == ("loads", "")
    assert judge(skill, "agent-skills")[0] == "refused"


def test_the_name_of_a_plugin_counts_where_the_client_prefixes_it():
    skill = with_fields(DESCRIPTION, name="x" * 60)
    assert judge(skill, "codex") == ("loads", "")
    assert judge(replace(skill, plugin="shop"), "codex")[0] == "unknown"
    assert judge(replace(skill, plugin="shop"), "vscode")[0] == "loads"


def test_claude_code_cuts_description_and_when_to_use_together():
    skill = with_fields(LONG, f"when_to_use: {'x' * 600}")
    assert judge(skill, "claude-code") == ("cut", "the agent sees 1,536 of 1,655 characters")


def test_a_text_that_a_listing_does_not_show_takes_no_room_in_it():
    skill = with_fields(f"description: {'x' * 1000}", f"when_to_use: {'x' * 600}")
    assert judge(skill, "codex") == ("fields ignored", "ignores `when_to_use`")
    assert judge(skill, "claude-code")[0] == "cut"


def test_a_listing_cuts_at_exactly_its_cap():
    assert judge(with_fields(f"description: {'x' * 1536}"), "claude-code") == ("loads", "")
    assert judge(with_fields(f"description: {'x' * 1537}"), "claude-code")[0] == "cut"


TAGS = {
    "a tag": ("Names a <city>.", "refused"),
    "a closing tag": ("Ends with </skill>.", "refused"),
    "a generic type": ("Reads Span<T>.", "refused"),
    "an arrow": ("Turns a -> b.", "unknown"),
    "a comparison": ("For fewer than < 100 rows.", "unknown"),
    "none of the signs": ("For fewer than 100 rows.", "loads"),
}


@pytest.mark.parametrize(("text", "outcome"), TAGS.values(), ids=TAGS)
def test_an_upload_is_refused_for_a_tag_and_perhaps_for_a_comparison(text, outcome):
    assert judge(with_fields(f"description: {text}"), "claude-api")[0] == outcome


FIELDS = {
    "read": ("when_to_use: Now.", "claude-code", "loads", ""),
    "ignored": ("when_to_use: Now.", "codex", "fields ignored", "ignores `when_to_use`"),
    "refused": ("when_to_use: Now.", "claude-api", "refused", "it knows no field `when_to_use`"),
    "known and ignored": (
        "allowed-tools: Read",
        "roo",
        "fields ignored",
        "ignores `allowed-tools`",
    ),
    "not documented": (
        "allowed-tools: Read",
        "cursor",
        "loads",
        "what it does with `allowed-tools` is not documented",
    ),
    "not known and not documented": (
        "context: fork",
        "copilot",
        "loads",
        "what it does with `context` is not documented",
    ),
    "informative": ("license: MIT", "codex", "loads", ""),
    "shown where it is empty": (
        "license:",
        "deepagents",
        "loads",
        "shows `License: None` for the empty `license`",
    ),
    "empty and not shown": ("license:", "codex", "loads", ""),
    "too long and cut": (
        f"compatibility: {'x' * 501}",
        "deepagents",
        "cut",
        "the compatibility has 501 characters, the limit is 500",
    ),
    "too long and of no effect": (f"compatibility: {'x' * 501}", "roo", "loads", ""),
    "no truth value": (
        "disable-model-invocation: ture",
        "claude-code",
        "unknown",
        "the value of `disable-model-invocation` is not of the form documented; "
        "what happens then is not documented",
    ),
    "a truth value in quotes": ('user-invocable: "No"', "claude-code", "loads", ""),
    "of another form and ignored": ("effort: huge", "roo", "fields ignored", "ignores `effort`"),
    "a number below metadata": ("metadata:\n  version: 1.0", "opencode", "loads", ""),
    "unknown to all": (
        "colour: red",
        "default",
        "unknown",
        "it knows no field `colour`; what happens then is not documented",
    ),
}


@pytest.mark.parametrize(("line", "client", "outcome", "reason"), FIELDS.values(), ids=FIELDS)
def test_a_field_has_the_effect_that_the_client_gives_it(line, client, outcome, reason):
    assert judge(with_fields(DESCRIPTION, line), client) == (outcome, reason)


def test_no_client_reads_when_to_use_below_metadata():
    skill = with_fields(DESCRIPTION, "metadata:", "  when_to_use: Now.", "  owner: me")
    for found in portability(skill, ALL):
        expected = () if found.client == "default" else ("ignores `metadata.when_to_use`",)
        assert found.reasons == expected, found.client


def test_a_client_that_refuses_is_told_by_all_its_refusals_and_nothing_else():
    skill = with_fields(LONG, "when_to_use: Now.", "metadata:", "  when_to_use: Now.")
    assert judge(skill, "agent-skills") == (
        "refused",
        "the description has 1,054 characters, the limit is 1,024; it knows no field `when_to_use`",
    )


def test_that_nothing_is_documented_is_said_once():
    skill = with_fields(LONG, "user-invocable: perhaps", "effort: high")
    assert judge(skill, "vscode") == (
        "unknown",
        "the description has 1,054 characters, the limit is 1,024; the value of `user-invocable` "
        "is not of the form documented; what happens then is not documented; ignores `effort`",
    )


def test_a_fault_that_occurs_twice_is_told_once():
    skill = with_fields(DESCRIPTION, DESCRIPTION, DESCRIPTION)
    assert judge(skill, "agent-skills") == ("refused", "a key is given twice")


def test_a_cut_and_an_ignored_field_are_both_told():
    skill = with_fields(LONG, "effort: high")
    assert judge(skill, "codex") == (
        "cut",
        "the agent sees 1,024 of 1,054 characters; ignores `effort`",
    )


def test_a_misnamed_file_is_not_found():
    skill = make_skill()
    fault = Fault("misnamed-skill-file", 0, 0, "")
    skill = replace(skill, front_matter=replace(skill.front_matter, faults=(fault,)))
    assert judge(skill, "codex") == ("dropped silently", "the file is not named SKILL.md")
    assert judge(skill, "agent-skills") == ("loads", "")


def test_of_a_file_that_cannot_be_read_nothing_is_known():
    skill = replace(make_skill(""), unreadable="SKILL.md is not UTF-8")
    assert judge(skill, "claude-code") == ("unknown", "SKILL.md is not UTF-8")


PIECES = st.sampled_from(
    ["---\n", "name: unit-convert\n", "description: Converts.\n", "when_to_use: a: b\n", "\n",
     "\ufeff", "allowed-tools: [Read]\n", "# Title\n", "metadata:\n", "  when_to_use: x\n", "é"]
)  # fmt: skip


@given(st.lists(PIECES).map("".join))
def test_what_loads_with_the_portable_profile_is_left_out_by_no_client(text):
    *others, portable = portability(make_skill(text), [*ALL, load_profile("portable")])
    if portable.outcome in (Outcome.LOADS, Outcome.IGNORED):
        assert {item.outcome for item in others} <= {Outcome.LOADS, Outcome.IGNORED}


# The table


def library(*skills: Skill, selected: frozenset[str] | None = None) -> Library:
    return Library(Path("skills"), "skills", skills, selected=selected)


FOUR = [load_profile(name) for name in ("claude-code", "codex", "agent-skills", "roo")]
BOTH = library(
    make_skill(),
    with_fields(DESCRIPTION, "when_to_use: Now."),
    with_fields(DESCRIPTION, "when_to_use: Then.", name="other"),
)


def test_clients_that_agree_share_a_row_and_the_worst_comes_first():
    table = skill_table(judge_library(BOTH, FOUR))
    assert table.columns == ("skill", "outcome", "clients", "reason")
    assert table.rows[:4] == (
        ("unit-convert", "loads", "all", ""),
        ("unit-convert", "refused", "agent-skills", "it knows no field `when_to_use`"),
        ("unit-convert", "fields ignored", "codex, roo", "ignores `when_to_use`"),
        ("unit-convert", "loads", "claude-code", ""),
    )


def test_rows_without_a_reason_are_no_trouble():
    rows = troubled_table(judge_library(BOTH, FOUR)).rows
    assert [row[:3] for row in rows] == [
        ("unit-convert", "refused", "agent-skills"),
        ("unit-convert", "fields ignored", "codex, roo"),
        ("other", "refused", "agent-skills"),
        ("other", "fields ignored", "codex, roo"),
    ]


def test_skills_with_the_same_trouble_are_named_together():
    [(rows, names)] = troubled_groups(judge_library(BOTH, FOUR)).items()
    assert names == ["unit-convert", "other"]
    assert rows[0] == ("refused", "agent-skills", "it knows no field `when_to_use`")


def test_of_a_single_skill_all_answers_are_told():
    judged = judge_library(library(make_skill()), FOUR)
    assert troubled_groups(judged) == {(("loads", "all", ""),): ["unit-convert"]}
    assert troubled_table(judged).rows == (("unit-convert", "loads", "all", ""),)


def test_skills_are_counted_for_each_client_by_the_outcomes_that_occur():
    judged = judge_library(BOTH, FOUR)
    table = client_table(judged)
    assert table.columns == ("client", "refused", "fields ignored", "loads")
    assert table.rows == (
        ("claude-code", 0, 0, 3),
        ("codex", 0, 2, 1),
        ("agent-skills", 2, 0, 1),
        ("roo", 0, 2, 1),
    )
    assert headline(judged) == "1 of 3 skills load whole in all 4 clients"


def test_a_single_client_is_named_even_if_it_is_all():
    judged = judge_library(library(make_skill()), [load_profile("codex")])
    assert skill_table(judged).rows == (("unit-convert", "loads", "codex", ""),)


def test_only_the_selected_skills_are_judged():
    skills = make_skill(), with_fields(DESCRIPTION, name="other")
    judged = judge_library(library(*skills, selected=frozenset({"other/SKILL.md"})), ALL)
    assert [answers[0].skill.name for answers in judged] == ["other"]


# The command


def files(*names: str) -> dict[str, str | bytes]:
    text = "---\nname: {}\ndescription: Converts.\neffort: high\n---\n\nDo it.\n"
    clean = {"skills/clean/SKILL.md": skill_text("clean", "Converts.")}
    return clean | {f"skills/{name}/SKILL.md": text.format(name) for name in names}


def test_the_command_counts_first_and_then_names_the_skills_with_trouble(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, files("a", "b")))
    assert run("clients", "--profile", "codex", "--profile", "claude-code").out == (
        "1 of 3 skills load whole in all 2 clients\n"
        "\n"
        "client       fields ignored  loads\n"
        "codex                     2      1\n"
        "claude-code               0      3\n"
        "\n"
        "a, b\n"
        "  fields ignored (codex): ignores `effort`\n"
    )


def test_the_command_says_of_a_single_skill_what_every_client_does(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, files("a")))
    found = run("clients", "skills/a", "--profile", "codex", "--profile", "claude-code")
    assert found.out == "a\n  fields ignored (codex): ignores `effort`\n  loads (claude-code)\n"


def test_json_holds_every_skill(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, files("a")))
    rows = json.loads(run("clients", "--format", "json", "--profile", "codex").out)
    assert [(row["skill"], row["outcome"]) for row in rows] == [
        ("a", "fields ignored"),
        ("clean", "loads"),
    ]


def test_where_all_is_well_a_line_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, files("a")))
    found = run("clients", "--profile", "claude-code")
    assert found.out.startswith("2 of 2 skills load whole in the client\n")
    assert "effort" not in found.out
