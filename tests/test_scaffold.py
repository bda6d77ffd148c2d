"""`skills new`: what it asks, what it writes, what it refuses, and that the result is sound."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from building import Run, load, run, skill_text, write_library

from skilltool import scaffold
from skilltool.errors import SkilltoolError
from skilltool.profiles import load_profile
from skilltool.scaffold import NewSkill, render_files, template_kinds, write_skill

WHAT = "Converts lengths and weights between metric and imperial units."
WHEN = "Use when a text mixes units or asks for a conversion."
KINDS = pytest.mark.parametrize("kind", template_kinds())


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _new(name: str = "unit-convert", *args: str) -> Run:
    return run("new", name, "--description", WHAT, "--when-to-use", WHEN, *args)


def _files() -> list[str]:
    return sorted(path.as_posix() for path in Path().rglob("*") if path.is_file())


def _write_what_is_left(folder: Path) -> None:
    for file in folder.rglob("*.md"):
        text = re.sub(r"^TODO:.*$", "Multiply by the factor.", file.read_text(), flags=re.MULTILINE)
        file.write_text(text)


# --- What it writes -------------------------------------------------------------------------


@KINDS
@pytest.mark.parametrize("profile", ["default", "agent-skills", "claude-code", "portable"])
def test_a_new_skill_passes_every_check_once_its_text_is_written(kind: str, profile: str) -> None:
    assert _new("unit-convert", "--kind", kind, "--profile", profile).code == 0
    _write_what_is_left(Path("skills"))
    result = run("check", "--fail-on", "warning", "--profile", profile)
    assert (result.code, result.out) == (0, "Checked 1 skill in 1 library: all good.\n")


@KINDS
def test_a_new_skill_is_no_error_before_its_text_is_written(kind: str) -> None:
    _new("unit-convert", "--kind", kind)
    result = run("check")
    assert result.code == 0
    assert "warning[placeholder-in-body]" in result.out


def test_a_reference_page_that_nobody_has_written_is_found() -> None:
    _new("unit-convert", "--kind", "reference")
    page = Path("skills/unit-convert/references/details.md")
    untouched = page.read_text()
    _write_what_is_left(Path("skills"))
    page.write_text(untouched)
    result = run("check", "--select", "placeholder-in-body")
    assert "details.md:3:1: warning[placeholder-in-body]" in result.out


def test_the_kinds_differ_in_their_files() -> None:
    for kind in template_kinds():
        _new(f"{kind}-skill", "--kind", kind)
    assert _files() == [
        "skills/INDEX.md",
        "skills/basic-skill/SKILL.md",
        "skills/reference-skill/SKILL.md",
        "skills/reference-skill/references/details.md",
        "skills/script-skill/SKILL.md",
        "skills/script-skill/scripts/run.py",
    ]


def test_a_script_is_executable_and_runs() -> None:
    _new("unit-convert", "--kind", "script")
    script = Path("skills/unit-convert/scripts/run.py")
    assert os.access(script, os.X_OK)
    write_library(Path(), {"input.txt": "one\n\ntwo\n"})
    command = [sys.executable, str(script), "input.txt"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "2\n")


def test_by_default_when_to_use_is_a_text_under_metadata() -> None:
    _new()
    (skill,) = load(Path("skills")).skills
    assert dict(skill.front_matter.data) == {
        "name": "unit-convert",
        "description": WHAT,
        "metadata": {"when_to_use": WHEN},
    }
    assert skill.routing_text == f"{WHAT} {WHEN}"


@pytest.mark.parametrize("profile", ["agent-skills", "claude-code", "codex"])
def test_where_the_profile_shows_the_description_alone_it_says_when(profile: str) -> None:
    _new("unit-convert", "--profile", profile)
    (skill,) = load(Path("skills"), profile).skills
    assert dict(skill.front_matter.data) == {
        "name": "unit-convert",
        "description": f"{WHAT} {WHEN}",
    }


@pytest.mark.parametrize(
    "text",
    [
        'Quotes "this": and #that',
        "- a list?",
        "yes",
        "2026-01-01",
        "it's 100 % {safe} [here]",
        "${name} and $title",
        "two\nlines\tand  blanks",
        "Über résumé 技能",
    ],
)
def test_any_line_is_written_so_that_it_is_read_back(text: str) -> None:
    assert run("new", "unit-convert", "--description", text, "--when-to-use", text).code == 0
    (skill,) = load(Path("skills")).skills
    assert skill.front_matter.faults == ()
    assert skill.front_matter.data["description"] == " ".join(text.split())
    assert skill.front_matter.data["metadata"]["when_to_use"] == " ".join(text.split())


@pytest.mark.parametrize("name", ["123", "null", "3e4", "on"])
def test_a_name_that_yaml_takes_for_something_else_is_quoted(name: str) -> None:
    _new(name)
    (skill,) = load(Path("skills")).skills
    assert skill.front_matter.data["name"] == name


# --- The index and the verdict --------------------------------------------------------------


def test_the_index_has_the_new_line_at_once() -> None:
    result = _new()
    assert "wrote skills/unit-convert/SKILL.md\nwrote skills/INDEX.md\n" in result.out
    assert f"- unit-convert: {WHAT} {WHEN}\n" in Path("skills/INDEX.md").read_text()
    assert run("index", "--check").code == 0


def test_configured_index_files_are_written_too() -> None:
    write_library(
        Path(),
        {
            "skills.toml": '[[index]]\nfile = "README.md"\n',
            "README.md": "# Us\n\n<!-- skills:begin -->\n<!-- skills:end -->\n",
        },
    )
    _new()
    assert "unit-convert" in Path("README.md").read_text()
    assert not Path("skills/INDEX.md").exists()


def test_a_good_line_is_called_good_and_the_next_step_is_named() -> None:
    lines = _new().out.splitlines()
    assert lines[-2:] == [
        "The line is specific and competes with no other skill.",
        "Next: replace the TODO lines, then run `skills check skills/unit-convert`.",
    ]


def test_a_placeholder_as_the_line_is_named_at_once() -> None:
    result = run("new", "unit-convert", "--description", "TODO: say what it does")
    assert result.code == 0
    assert "error[placeholder-in-routing-text]" in result.out
    assert "placeholder-in-body" not in result.out


def test_a_vague_line_is_named_at_once() -> None:
    result = run("new", "unit-convert", "--description", "Helps with things.")
    assert result.code == 0
    assert "warning[vague-routing-text]" in result.out
    assert "The line is specific" not in result.out


def test_a_line_that_competes_with_an_existing_skill_is_named_at_once() -> None:
    same = "Drafts the answer to a customer complaint about a late parcel, with a refund offer."
    write_library(Path(), {"skills/letter-draft/SKILL.md": skill_text("letter-draft", same)})
    write_library(Path(), {"skills/bread/SKILL.md": skill_text("bread", "Bakes rye bread.")})
    result = run("new", "mail-write", "--description", same)
    assert result.code == 0
    assert "warning[overlapping-skills]" in result.out
    assert "letter-draft and mail-write" in result.out
    assert "bread:" not in result.out


# --- Where it writes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "where", "folder"),
    [
        ({}, ".", "skills"),
        ({".claude/skills/x/y": ""}, ".", ".claude/skills"),
        ({".claude/skills/x/y": "", "skills/x/y": ""}, ".", "skills"),
        ({"plugins/x/y": ""}, ".", "skills"),
        ({"skills.toml": 'roots = ["lib", "more"]'}, ".", "lib"),
        ({"skills.toml": 'roots = ["lib"]', "sub/x": ""}, "sub", "../lib"),
        ({"skills/x/y": ""}, "skills", "."),
    ],
    ids=["none", "client", "first", "no-plugin", "roots", "below", "inside"],
)
def test_the_library_is_the_configured_or_the_existing_one(
    files: dict[str, str | bytes], where: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_library(Path(), files)
    monkeypatch.chdir(where)
    assert _new().code == 0
    assert Path(folder, "unit-convert/SKILL.md").is_file()
    assert Path(folder, "INDEX.md").is_file()


def test_the_library_can_be_named() -> None:
    assert _new("unit-convert", "--library", "deep/lib").code == 0
    assert _files() == ["deep/lib/INDEX.md", "deep/lib/unit-convert/SKILL.md"]


def test_a_dry_run_prints_the_files_and_writes_nothing() -> None:
    result = _new("unit-convert", "--kind", "reference", "--dry-run")
    assert result.code == 0
    assert "--- skills/unit-convert/SKILL.md\n---\nname: unit-convert\n" in result.out
    assert "--- skills/unit-convert/references/details.md\n" in result.out
    assert _files() == []


# --- What it refuses ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Unit Convert", "try `skills new unit-convert`"),
        ("unit_convert", "try `skills new unit-convert`"),
        ("тест План", "try `skills new тест-план`"),
        ("Résumé", "try `skills new résumé`"),
        (unicodedata.normalize("NFD", "résumé"), "try `skills new résumé`"),
        ("@@", "holds `@`, which the specification forbids\n"),
        ("a" * 65, "has 65 characters, the limit is 64\n"),
        ("", "the name is empty\n"),
        ("../up", "holds `.` and `/`"),
    ],
)
def test_an_illegal_name_is_refused_with_the_nearest_legal_one(name: str, words: str) -> None:
    result = _new(name)
    assert (result.code, result.out, _files()) == (2, "", [])
    assert words in result.err


@pytest.mark.parametrize("name", ["résumé", "тест-план", "技能"])
def test_a_legal_name_of_any_script_is_kept(name: str) -> None:
    assert _new(name).code == 0
    (skill,) = load(Path("skills")).skills
    assert (skill.name, skill.folder.name) == (name, name)


@pytest.mark.parametrize("kind", ["folder", "file", "dangling link"])
def test_what_exists_is_not_touched(kind: str) -> None:
    place = Path("skills/unit-convert")
    Path("skills").mkdir()
    if kind == "folder":
        place.mkdir()
    elif kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to("nowhere")
    result = _new()
    assert (result.code, result.out) == (2, "")
    assert result.err == "skills: skills/unit-convert exists already; nothing was written\n"
    assert not Path("skills/INDEX.md").exists()


def test_an_unknown_kind_is_refused_with_those_that_exist() -> None:
    result = _new("unit-convert", "--kind", "fancy")
    assert (result.code, _files()) == (2, [])
    assert "no template `fancy`: there are basic, reference, script" in result.err


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_blank_description_is_refused(text: str) -> None:
    result = run("new", "unit-convert", "--description", text)
    assert (result.code, _files()) == (2, [])
    assert "the description is empty" in result.err


def test_a_library_that_cannot_be_made_is_refused() -> None:
    write_library(Path(), {"skills": "a file"})
    result = _new()
    assert (result.code, _files()) == (2, ["skills"])
    assert result.err.startswith("skills: ")
    assert "bug" not in result.err


def test_a_write_that_fails_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(scaffold, "_write", refuse)
    files = render_files(NewSkill("unit-convert", WHAT, WHEN, "basic"), load_profile("default"))
    with pytest.raises(SkilltoolError, match="No space left on device"):
        write_skill(Path("skills/unit-convert"), files)
    assert list(Path("skills").iterdir()) == []


# --- What it asks ---------------------------------------------------------------------------


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_without_a_terminal_a_missing_description_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    result = run("new", "unit-convert")
    assert (result.code, result.out, _files()) == (2, "", [])
    assert "needs --description" in result.err


def test_on_a_terminal_it_asks_for_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Terminal(f"{WHAT}\n{WHEN}\n"))
    result = run("new", "unit-convert")
    assert result.code == 0
    assert "What does the skill do" in result.err
    (skill,) = load(Path("skills")).skills
    assert skill.routing_text == f"{WHAT} {WHEN}"


def test_on_a_terminal_the_second_question_may_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Terminal(f"{WHAT}\n\n"))
    assert run("new", "unit-convert").code == 0
    assert load(Path("skills")).skills[0].routing_text == WHAT


def test_leaving_the_questions_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Terminal(""))
    result = run("new", "unit-convert")
    assert (result.code, _files()) == (2, [])
    assert "skills: stopped" in result.err


# --- Folders that were added by hand --------------------------------------------------------


def test_a_folder_that_was_added_by_hand_makes_the_index_stale_until_it_is_regenerated() -> None:
    _new()
    _write_what_is_left(Path("skills"))
    write_library(Path(), {"skills/bread/SKILL.md": skill_text("bread", "Bakes rye bread.")})
    stale = run("index", "--check")
    assert stale.code == 1
    assert "+- bread: Bakes rye bread." in stale.out
    assert "skills/INDEX.md:5: stale index" in stale.err
    checked = run("check")
    assert checked.code == 1
    assert "error[stale-index]" in checked.out
    assert run("index").out == "wrote skills/INDEX.md\n"
    assert (run("index", "--check").code, run("check").code) == (0, 0)
    assert run("index").out == "fresh skills/INDEX.md\n"
