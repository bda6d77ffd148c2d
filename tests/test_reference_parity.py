"""The reference library's verdicts, through an interface like its own on top of ours.

`skills_ref_shim` gives the five names that the reference library's own tests import, so that they
can be run on this package: `PYTHONPATH=tests/skills_ref_shim:. pytest PATH/TO/skills-ref/tests`.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest
from building import write_library

sys.path.insert(0, str(Path(__file__).parent / "skills_ref_shim"))

from skills_ref.parser import (
    ParseError,
    ValidationError,
    find_skill_md,
    parse_frontmatter,
    read_properties,
)
from skills_ref.prompt import to_prompt
from skills_ref.validator import validate

LINE = "description: Converts lengths and weights."


def _skill(root: Path, front: str, folder: str = "unit", body: str = "Multiply.\n") -> Path:
    write_library(root, {f"{folder}/SKILL.md": f"---\n{front}\n---\n\n{body}"})
    return root / folder


# --- Where the skill is ---------------------------------------------------------------------


def test_a_path_that_is_not_there_is_one_error(tmp_path: Path) -> None:
    (error,) = validate(tmp_path / "gone")
    assert "does not exist" in error


def test_a_file_instead_of_a_folder_is_one_error(tmp_path: Path) -> None:
    write_library(tmp_path, {"file": "x"})
    (error,) = validate(tmp_path / "file")
    assert "Not a directory" in error


def test_a_folder_without_a_skill_file_is_one_error(tmp_path: Path) -> None:
    (error,) = validate(tmp_path)
    assert "Missing required file: SKILL.md" in error
    assert find_skill_md(tmp_path) is None
    with pytest.raises(ParseError, match=r"SKILL\.md not found"):
        read_properties(tmp_path)


@pytest.mark.parametrize(
    ("names", "found"),
    [(["SKILL.md", "skill.md"], "SKILL.md"), (["skill.md"], "skill.md"), (["readme.md"], None)],
)
def test_the_skill_file_is_the_one_in_capitals_else_the_one_in_small_letters(
    tmp_path: Path, names: list[str], found: str | None
) -> None:
    write_library(tmp_path, {f"unit/{name}": "" for name in names})
    assert find_skill_md(tmp_path / "unit") == (tmp_path / "unit" / found if found else None)


def test_a_skill_file_in_small_letters_is_read(tmp_path: Path) -> None:
    write_library(tmp_path, {"unit/skill.md": f"---\nname: unit\n{LINE}\n---\n"})
    assert read_properties(tmp_path / "unit").name == "unit"


# --- Reading --------------------------------------------------------------------------------


def test_fields_are_texts_and_the_body_is_what_follows() -> None:
    text = "---\nname: unit\nmetadata:\n  version: 1.0\n  fresh: yes\n---\n\n# Units\n\nMultiply.\n"
    assert parse_frontmatter(text) == (
        {"name": "unit", "metadata": {"version": "1.0", "fresh": "yes"}},
        "# Units\n\nMultiply.",
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# Units\n", "must start with YAML frontmatter"),
        ("\n---\nname: unit\n---\n", "must start with YAML frontmatter"),
        ("\ufeff---\nname: unit\n---\n", "must start with YAML frontmatter"),
        ("---\nname: unit\n", "not properly closed"),
        ("---\nname: [unit\n---\n", "Invalid YAML"),
        ("---\nname: a: b\n---\n", "Invalid YAML"),
        ("---\nname: &a unit\n---\n", "Invalid YAML"),
        ("---\nname: unit\nname: unit\n---\n", "Invalid YAML"),
        ("---\n- unit\n---\n", "must be a YAML mapping"),
        ("---\nunit\n---\n", "must be a YAML mapping"),
        ("---\n---\n", "must be a YAML mapping"),
    ],
    ids=[
        "none", "blank", "mark", "unclosed", "list", "colon", "anchor", "twice", "items", "text",
        "empty",
    ],
)  # fmt: skip
def test_a_front_matter_that_cannot_be_read_is_an_error(text: str, words: str) -> None:
    with pytest.raises(ParseError, match=words):
        parse_frontmatter(text)


def test_all_fields_are_read(tmp_path: Path) -> None:
    front = (
        f"name: unit\n{LINE}\nlicense: MIT\ncompatibility: Needs a shell\n"
        "allowed-tools: Bash(git:*) Read\nmetadata:\n  author: Ada"
    )
    folder = _skill(tmp_path, front)
    found = read_properties(folder)
    assert (found.license, found.compatibility) == ("MIT", "Needs a shell")
    assert (found.allowed_tools, found.metadata) == ("Bash(git:*) Read", {"author": "Ada"})
    assert found.to_dict()["allowed-tools"] == "Bash(git:*) Read"
    assert validate(folder) == []


def test_absent_fields_are_left_out_of_the_plain_form(tmp_path: Path) -> None:
    found = read_properties(_skill(tmp_path, f"name: unit\n{LINE}"))
    assert found.to_dict() == {"name": "unit", "description": "Converts lengths and weights."}


@pytest.mark.parametrize(
    ("front", "name"),
    [(LINE, "name"), ("name: unit", "description"), ("name: ''\n" + LINE, "name")],
)
def test_a_required_field_that_is_missing_is_an_error(
    tmp_path: Path, front: str, name: str
) -> None:
    folder = _skill(tmp_path, front)
    assert any("Missing required field" in error and name in error for error in validate(folder))
    with pytest.raises(ValidationError, match=f"Missing required field.*{name}"):
        read_properties(folder)


# --- Judging --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["unit", "3d", "a" * 64, "claude-unit", "技能", "мой-навык", "café", "ไทย", "ß", "²", "٣", "ª"],
)  # fmt: skip
def test_a_name_of_small_letters_digits_and_hyphens_of_any_script_is_valid(
    tmp_path: Path, name: str
) -> None:
    assert validate(_skill(tmp_path, f"name: {name}\n{LINE}", name)) == []


@pytest.mark.parametrize(
    ("declared", "folder"),
    [("cafe\u0301", "caf\u00e9"), ("caf\u00e9", "cafe\u0301"), ("\ufb01", "fi"), ("fi", "\ufb01")],
)
def test_a_name_and_its_folder_are_compared_in_their_compatible_composed_form(
    tmp_path: Path, declared: str, folder: str
) -> None:
    assert unicodedata.normalize("NFKC", declared) == unicodedata.normalize("NFKC", folder)
    assert validate(_skill(tmp_path, f"name: {declared}\n{LINE}", folder)) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Unit", ["lowercase"]),
        ("НАВЫК", ["lowercase"]),
        ("ǅ", ["lowercase"]),
        ("Ⅷ", ["lowercase"]),
        ("a" * 65, ["exceeds", "64", "character limit"]),
        ("'-unit'", ["cannot start or end with a hyphen"]),
        ("unit-", ["cannot start or end with a hyphen"]),
        ("my--unit", ["consecutive hyphens"]),
        ("my_unit", ["invalid characters"]),
        ("my.unit", ["invalid characters"]),
        ("my unit", ["invalid characters"]),
        ("my–unit", ["invalid characters"]),
        ("unit🙂", ["invalid characters"]),
        ("हिन्दी", ["invalid characters"]),
    ],
)
def test_an_illegal_name_is_an_error(tmp_path: Path, name: str, words: list[str]) -> None:
    errors = validate(_skill(tmp_path, f"name: {name}\n{LINE}", name.strip("'")))
    assert any(all(word in error for word in words) for error in errors), errors


def test_all_faults_of_a_name_are_named(tmp_path: Path) -> None:
    errors = validate(_skill(tmp_path, f"name: My--Unit_\n{LINE}", "My--Unit_"))
    for words in ("lowercase", "consecutive hyphens", "invalid characters"):
        assert any(words in error for error in errors)


def test_a_name_that_is_not_the_name_of_the_folder_is_an_error(tmp_path: Path) -> None:
    errors = validate(_skill(tmp_path, f"name: weight\n{LINE}"))
    assert any("must match skill name" in error for error in errors)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"description: {'x' * 1024}", None),
        (f"description: {'x' * 1025}", "1024"),
        (f"{LINE}\ncompatibility: {'x' * 500}", None),
        (f"{LINE}\ncompatibility: {'x' * 501}", "500"),
        (f"{LINE} <b>bold</b>", None),
    ],
)
def test_a_text_over_its_limit_is_an_error(tmp_path: Path, line: str, words: str | None) -> None:
    errors = validate(_skill(tmp_path, f"name: unit\n{line}"))
    assert [("exceeds" in error, str(words) in error) for error in errors] == (
        [(True, True)] if words else []
    )


@pytest.mark.parametrize("field", ["when_to_use", "version", "argument-hint", "Name"])
def test_a_field_outside_of_the_six_is_an_error(tmp_path: Path, field: str) -> None:
    errors = validate(_skill(tmp_path, f"name: unit\n{LINE}\n{field}: x"))
    assert any("Unexpected fields" in error and field in error for error in errors)


@pytest.mark.parametrize(
    "front",
    [
        f"name: unit\n{LINE}\nmetadata: {{a: b}}",
        f"name: unit\n{LINE}\nallowed-tools: [Read]",
        "name: unit\ndescription: [a, b]",
        "name: unit\ndescription: a: b",
        f"name: unit\n{LINE}\n\tlicense: MIT",
        f"name: unit\n{LINE}\nlicense: !!str MIT",
    ],
    ids=["mapping", "list", "text", "colon", "tab", "tag"],
)
def test_yaml_that_the_strict_reader_refuses_is_an_error(tmp_path: Path, front: str) -> None:
    assert validate(_skill(tmp_path, front)) != []


def test_windows_line_ends_are_fine(tmp_path: Path) -> None:
    text = f"---\nname: unit\n{LINE}\n---\n\nMultiply.\n".replace("\n", "\r\n")
    write_library(tmp_path, {"unit/SKILL.md": text})
    assert validate(tmp_path / "unit") == []


@pytest.mark.parametrize(
    ("front", "why"),
    [
        ("name: 123\n" + LINE, "a client's YAML reader gets a number and drops the skill"),
        (LINE + " #2\nname: unit", "clients lose what follows ` #`"),
        (f"name: unit\n{LINE}\nlicense: ''", "an empty field says nothing"),
        (f"name: unit\n{LINE}\nallowed-tools:\n  - Read", "the format wants one text"),
        (f"name: unit\n{LINE}\nmetadata: x", "the format wants a mapping"),
        (f"name: unit\n{LINE}\n----\n", "a fence is a line of its own"),
    ],
)
def test_where_the_reference_is_more_lenient_the_format_decides(
    tmp_path: Path, front: str, why: str
) -> None:
    assert validate(_skill(tmp_path, front, "123" if "123" in front else "unit")) != [], why


# --- The prompt -----------------------------------------------------------------------------


def test_no_skills_give_an_empty_element() -> None:
    assert to_prompt([]) == "<available_skills>\n</available_skills>"


def test_each_value_stands_on_a_line_of_its_own_and_is_escaped(tmp_path: Path) -> None:
    units = _skill(tmp_path, 'name: unit\ndescription: "Finds <b> & \\"c\\"."')
    bread = _skill(tmp_path, "name: bread\ndescription: Bakes bread.", "bread")
    text = to_prompt([units, bread])
    assert text.startswith("<available_skills>\n<skill>\n<name>\n")
    assert text.endswith("\n</location>\n</skill>\n</available_skills>")
    assert "<name>\nunit\n</name>\n<description>\nFinds &lt;b&gt; &amp; " in text
    assert text.count("<skill>") == text.count("</skill>") == 2
    assert "/bread/SKILL.md\n</location>" in text
