"""What each client makes of a skill: one fault at a time, then several, then the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilltool import frontmatter
from skilltool.model import Fault, Library, Skill, Source
from skilltool.portability import Outcome, portability, portability_table
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
        "the front matter is not plain valid YAML",
    ),
    "loaded without fields for an unquoted colon": (
        CLEAN.replace("Use for", "Use for:"),
        "claude-code",
        "fields ignored",
        "reads no field: the front matter is not plain valid YAML",
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
        "there is no description",
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
    "Codex": ("codex", "cut", "the agent sees 1,024 of 1,054 characters"),
    "Claude Code": ("claude-code", "loads", ""),
    "OpenCode": ("opencode", "loads", ""),
}


@pytest.mark.parametrize(("client", "outcome", "reason"), LENGTHS.values(), ids=LENGTHS)
def test_a_long_description_has_the_effect_that_the_client_gives_it(client, outcome, reason):
    assert judge(with_fields(LONG), client) == (outcome, reason)


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
    "a comparison": ("For fewer than < 100 rows, a -> b.", "loads"),
}


@pytest.mark.parametrize(("text", "outcome"), TAGS.values(), ids=TAGS)
def test_an_upload_is_refused_for_a_tag_and_not_for_a_comparison(text, outcome):
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


def test_clients_that_agree_share_a_row_and_the_worst_comes_first():
    clients = [load_profile(name) for name in ("claude-code", "codex", "agent-skills", "roo")]
    skill = with_fields(DESCRIPTION, "when_to_use: Now.")
    table = portability_table(library(make_skill(), skill), clients)
    assert table.columns == ("skill", "outcome", "clients", "reason")
    assert table.rows == (
        ("unit-convert", "loads", "all", ""),
        ("unit-convert", "refused", "agent-skills", "it knows no field `when_to_use`"),
        ("unit-convert", "fields ignored", "codex, roo", "ignores `when_to_use`"),
        ("unit-convert", "loads", "claude-code", ""),
    )


def test_a_single_client_is_named_even_if_it_is_all():
    table = portability_table(library(make_skill()), [load_profile("codex")])
    assert table.rows == (("unit-convert", "loads", "codex", ""),)


def test_only_the_selected_skills_are_in_the_table():
    skills = make_skill(), with_fields(DESCRIPTION, name="other")
    table = portability_table(library(*skills, selected=frozenset({"other/SKILL.md"})), ALL)
    assert [row[0] for row in table.rows] == ["other"]
