"""Completion in the shell: the scripts, and what they offer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from building import skill_text, write_library
from click.shell_completion import get_completion_class

from skilltool.cli import program
from skilltool.profiles import profile_names
from skilltool.rules import GROUPS, all_rules


def _offered(*words: str) -> set[str]:
    """What is offered for the last word, after the others."""
    kind = get_completion_class("bash")
    assert kind is not None
    completion = kind(program, {}, "skills", "_SKILLS_COMPLETE")
    return {item.value for item in completion.get_completions(list(words[:-1]), words[-1])}


@pytest.mark.parametrize("option", ["--select", "--ignore"])
@pytest.mark.parametrize("command", ["check", "validate", "lint", "fix"])
def test_rules_and_groups_complete(command: str, option: str) -> None:
    assert _offered(command, option, "") == {*GROUPS, *all_rules()}
    assert _offered(command, option, "invalid-") == {
        name for name in all_rules() if name.startswith("invalid-")
    }


def test_the_rule_to_explain_completes() -> None:
    assert _offered("explain", "broken-l") == {"broken-link"}


@pytest.mark.parametrize("command", ["init", "check", "index", "tokens", "overlap", "list"])
def test_profiles_complete(command: str) -> None:
    assert _offered(command, "--profile", "") == set(profile_names())
    assert _offered(command, "--profile", "claude-") == {"claude-api", "claude-code"}


def test_commands_options_and_their_values_complete() -> None:
    assert _offered("val") == {"validate"}
    assert "--output-format" in _offered("check", "--o")
    assert _offered("check", "--output-format", "sar") == {"sarif"}
    assert _offered("new", "x", "--kind", "s") == {"script"}


def test_the_skills_to_compare_complete_where_a_library_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _offered("overlap", "") == set()
    write_library(
        tmp_path, {f"skills/{name}/SKILL.md": skill_text(name, "x") for name in ("a", "b")}
    )
    assert _offered("overlap", "") == {"a", "b"}
    assert _offered("overlap", "a", "b") == {"b"}


def _script(shell: str) -> str:
    kind = get_completion_class(shell)
    assert kind is not None
    return kind(program, {}, "skills", "_SKILLS_COMPLETE").source()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_what_its_shell_can_read(shell: str, tmp_path: Path) -> None:
    script = _script(shell)
    assert f"_SKILLS_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        file = tmp_path / "completion"
        file.write_text(script)
        subprocess.run([shell, "-n", str(file)], check=True, timeout=30)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("program_name", ["skills", "skilltool"])
def test_bash_completes_under_both_names(program_name: str) -> None:
    typed = f"""{_script("bash").rsplit("_skills_completion_setup;", 1)[0]}
COMP_WORDS=({program_name} check --select broken-); COMP_CWORD=3
_skills_completion {program_name}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "--norc", "-c", typed], env={"PATH": path}, capture_output=True, encoding="utf-8",
        check=True, timeout=30,
    )  # fmt: skip
    assert done.stdout.split() == [name for name in all_rules() if name.startswith("broken-")]
