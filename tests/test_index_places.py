"""Where the index is when no configuration says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from building import run, skill_text, write_library

if TYPE_CHECKING:
    from pathlib import Path

SKILL = skill_text("bread", "Bakes bread from rye flour.")
BEGIN, END = "<!-- skills:begin -->", "<!-- skills:end -->"


def _library(root: Path, monkeypatch: pytest.MonkeyPatch, **pages: str) -> None:
    files: dict[str, str | bytes] = {"skills/bread/SKILL.md": SKILL}
    files |= {f"{name}.md": text for name, text in pages.items()}
    write_library(root, files)
    monkeypatch.chdir(root)


@pytest.mark.parametrize("page", ["README", "AGENTS", "CLAUDE", "SKILLS"])
def test_a_page_with_markers_beside_the_library_holds_the_index(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _library(tmp_path, monkeypatch, **{page: f"# Page\n\n{BEGIN}\n{END}\n\nThe rest.\n"})
    assert run("index", "--check").code == 1
    assert run("check", "--select", "index").code == 1
    assert run("index").out == f"wrote {page}.md\n"
    assert "- **bread**: Bakes bread from rye flour." in (tmp_path / f"{page}.md").read_text()
    assert not (tmp_path / "skills/INDEX.md").exists()
    assert run("index", "--check").code == 0
    assert run("check", "--select", "index").code == 0


def test_damaged_markers_in_a_page_are_an_error_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"# Page\n\n{BEGIN}\n\nThe rest.\n"
    _library(tmp_path, monkeypatch, README=text)
    found = run("check", "--select", "index")
    assert found.code == 1
    assert "README.md:3:1: error[damaged-index]" in found.out
    assert run("index").code == 2
    assert (tmp_path / "README.md").read_text() == text


def test_every_damaged_page_is_named_and_a_link_to_a_page_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _library(tmp_path, monkeypatch, README=f"{BEGIN}\n", AGENTS=f"x\n{END}\n")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    refused = run("index")
    assert refused.code == 2
    assert refused.err.count("nothing written") == 2
    assert "README.md:1:" in refused.err
    assert "AGENTS.md:2:" in refused.err


def test_a_page_that_only_writes_about_the_markers_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"Put these lines into a page:\n\n```markdown\n{BEGIN}\n{END}\n```\n"
    _library(tmp_path, monkeypatch, README=text)
    assert run("index").out == "wrote skills/INDEX.md\n"
    assert (tmp_path / "README.md").read_text() == text


@pytest.mark.parametrize(
    ("args", "told"),
    [((), True), (("--check",), True), (("--print", "xml"), True), (("--since", "HEAD"), False)],
    ids=["write", "check", "print", "since"],
)
def test_a_line_that_is_listed_without_its_fault_is_named_once(
    args: tuple[str, ...], told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    region = f"{BEGIN}\n{END}\n"
    _library(tmp_path, monkeypatch, README=region, AGENTS=region)
    fault = "---\nname: logs\ndescription: Checks logs: errors first.\n---\n"
    write_library(tmp_path, {"skills/logs/SKILL.md": fault})
    named = "listed as it reads after the fix: skills/logs/SKILL.md:3: the value of description is"
    assert run("index", *args).err.count(named) == told


def test_a_table_between_markers_stays_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "| Skill | When to use |\n| --- | --- |\n"
    _library(tmp_path, monkeypatch, README=f"{BEGIN}\n{head}{END}\n")
    run("index")
    row = "| [bread](skills/bread/SKILL.md) | Bakes bread from rye flour. |\n"
    assert (tmp_path / "README.md").read_text() == f"{BEGIN}\n{head}{row}{END}\n"
