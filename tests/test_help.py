"""What the command line says to somebody who does not know it yet."""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING

import pytest
from building import run, skill_text, write_library

from skilltool.cli import COMMANDS, main
from skilltool.rules import all_rules

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = skill_text("unit-convert", "Converts inches to metres. Use when a text mixes units.")
    write_library(tmp_path, {"skills/unit-convert/SKILL.md": text})
    monkeypatch.chdir(tmp_path)


def test_the_program_alone_shows_the_everyday_commands_and_exits_0() -> None:
    result = run()
    assert (result.code, result.err) == (0, "")
    everyday = result.out.split("Everyday commands:")[1].split("\n\n")[0]
    assert re.findall(r"^  (\w+)", everyday, re.MULTILINE) == [
        "new", "check", "index", "tokens", "overlap"
    ]  # fmt: skip
    assert set(re.findall(r"^  (\w+)  ", result.out, re.MULTILINE)) == set(COMMANDS)


def test_the_examples_in_a_help_keep_their_lines() -> None:
    assert "\n  Examples:\n    skills lint\n    skills lint --select" in run("lint", "--help").out


def test_a_misspelt_command_is_told_with_the_nearest_one() -> None:
    result = run("chek")
    assert (result.code, result.out) == (2, "")
    assert "no command `chek`, did you mean `check`?" in result.err
    assert "no command `frobnicate`\n" in run("frobnicate").err


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_an_error_is_broken_between_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stderr", _Terminal())
    with pytest.raises(SystemExit):
        main(["check"])
    written = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, written.splitlines())) <= 60
    assert " ".join(written.split()) == " ".join(run("check").err.split())


def test_where_nothing_can_be_fixed_it_says_so() -> None:
    result = run("fix")
    assert (result.code, result.out) == (0, "")
    assert result.err.startswith("nothing to fix")


@pytest.mark.parametrize("args", [("overlap",), ("overlap", "unit-convert")])
def test_where_no_skills_are_close_it_says_how_to_look_wider(args: tuple[str, ...]) -> None:
    hint = " ".join(("skills", *args, "--threshold 0.01"))
    assert f"No two skills are close; `{hint}` looks wider." in run(*args).out


@pytest.mark.parametrize("rule", list(all_rules()))
def test_the_prose_of_a_manual_fits_the_terminal_and_its_examples_are_kept(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run("explain", rule).out
    monkeypatch.setenv("COLUMNS", "200")
    wide = run("explain", rule).out
    example = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    assert example.findall(narrow) == example.findall(wide)
    assert narrow.split() == wide.split()
    prose = example.sub("", narrow).split("## Options")[0]
    assert all(len(line) <= 60 or " " not in line for line in prose.splitlines())


def test_a_root_that_is_not_there_yet_is_told_with_the_way_to_make_it(tmp_path: Path) -> None:
    (tmp_path / "skills.toml").write_text('roots = ["agent"]\n')
    result = run("check")
    assert result.code == 2
    assert "there is no folder agent yet; `skills new NAME` makes it" in result.err
