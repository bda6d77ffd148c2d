"""Every rule's examples run: each Bad is found by the rule, no Good is found by it."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from building import load, write_library

from skilltool import index, linter
from skilltool.config import load_config
from skilltool.library import CLIENT_ROOTS
from skilltool.profiles import load_profile, profile_names
from skilltool.rules import GROUPS, Rule, all_rules, known_options, manual

if TYPE_CHECKING:
    from skilltool.model import Fix, Library, Problem

_SECTION = re.compile(r"^## (Bad|Good)$", re.MULTILINE)
_BLOCK = re.compile(r"^```([\w-]+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _examples(rule: Rule, title: str) -> dict[str, tuple[str, str]]:
    parts = _SECTION.split(manual(rule))
    text = dict(zip(parts[1::2], parts[2::2], strict=True))[title]
    return {path: (language, content) for language, path, content in _BLOCK.findall(text)}


def _write(root: Path, examples: dict[str, tuple[str, str]]) -> None:
    for path, (language, content) in examples.items():
        if language == "symlink":
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).symlink_to(content.strip())
            continue
        if language == "fifo":
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            os.mkfifo(root / path)
            continue
        if language == "markdown-a-million-characters-long":
            content += content.rpartition("\n\n")[2] * 20_000  # noqa: PLW2901
        if language == "old-mac-line-ends":
            content = content.replace("\n", "\r")  # noqa: PLW2901
        if language == "windows-line-ends":
            content = content.replace("\n", "\r\n")  # noqa: PLW2901
        if language == "without-final-newline":
            content = content.removesuffix("\n")  # noqa: PLW2901
        write_library(root, {path: content.encode("latin-1" if language == "latin-1" else "utf-8")})
        if language == "plain":
            (root / path).chmod(0o644)
        if path == ".gitignore":
            subprocess.run(("git", "init", "-q", root), check=True)


def _load(root: Path) -> list[Library]:
    libraries = [load(root / place) for place in CLIENT_ROOTS if (root / place).is_dir()]
    file = root / "skills" / "INDEX.md"
    if not file.exists():
        return libraries
    known = index.load_index_file(file, "skills/INDEX.md", "list")
    return [replace(library, index_files=(known,)) for library in libraries]


def _findings(rule: Rule, root: Path) -> list[str]:
    return [problem.message for problem in _problems(rule, root)]


def _fixes(rule: Rule, root: Path) -> list[Fix]:
    return [problem.fix for problem in _problems(rule, root) if problem.fix]


def _problems(rule: Rule, root: Path) -> list[Problem]:
    selection = linter.Selection(select=(rule.name,))
    file = root / "skills.toml"
    config = load_config(file if file.exists() else None, known_options(), profile_names())
    profiles = [load_profile(name) for name in config.profiles]
    report = linter.check(_load(root), config, profiles, selection)
    return [item.problem for item in report.diagnostics]


RULES = pytest.mark.parametrize("rule", all_rules().values(), ids=list(all_rules()))


@RULES
def test_the_bad_example_of_a_rule_is_found(rule: Rule, tmp_path: Path) -> None:
    _write(tmp_path, _examples(rule, "Bad"))
    assert _findings(rule, tmp_path)


@RULES
def test_the_good_example_of_a_rule_is_not_found(rule: Rule, tmp_path: Path) -> None:
    examples = _examples(rule, "Good")
    assert examples
    _write(tmp_path, examples)
    assert _findings(rule, tmp_path) == []


@RULES
def test_the_manual_of_a_rule_has_a_summary_of_one_sentence_and_a_reason(rule: Rule) -> None:
    summary, blank, reason = manual(rule).split("\n", 2)
    assert summary.endswith(".")
    assert blank == ""
    assert len(reason.split("## Bad")[0].split()) >= 10
    assert rule.group in GROUPS


@RULES
def test_the_bad_example_of_a_rule_has_the_fix_that_the_rule_declares(
    rule: Rule, tmp_path: Path
) -> None:
    _write(tmp_path, _examples(rule, "Bad"))
    fixes = {"safe" if fix.safe else "unsafe" for fix in _fixes(rule, tmp_path)}
    assert min(fixes, default="") == rule.fix


def test_a_rule_is_named_after_its_file() -> None:
    files = {
        file.stem.replace("_", "-")
        for file in Path(linter.__file__).parent.joinpath("rules").glob("[a-z]*.py")
    }
    assert set(all_rules()) == files
