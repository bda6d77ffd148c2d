"""Pages that list the skills of a library by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from building import run, skill_text, write_library

SKILLS = {
    f"skills/{name}/SKILL.md": skill_text(name, "Sorts the receipts of a journey.")
    for name in ("one", "two", "three", "four")
}
THREE = "".join(f"- [{name}](skills/{name}/SKILL.md)\n" for name in ("one", "two", "three"))


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four skills in a repository."""
    monkeypatch.chdir(write_library(tmp_path, {**SKILLS, ".git/HEAD": ""}))


def found(**pages: str) -> str:
    write_library(Path(), {f"{name}.md": text for name, text in pages.items()})
    return " ".join(run("check", "--select", "page-differs-from-disk", "-q").out.split())


def test_a_list_of_most_skills_lacks_the_others() -> None:
    words = "README.md:3:11: warning[page-differs-from-disk] the page lists 3 of 4 skills; it lacks"
    assert f"{words} `four`" in found(README=THREE)


@pytest.mark.parametrize(
    "text",
    [
        THREE.replace("- [three](skills/three/SKILL.md)\n", ""),
        THREE + "- [four](skills/four)\n",
        THREE + "- [four](<skills/four/SKILL.md#steps>)\n",
        f"```\n{THREE}```\n",
        f"<!-- skills:begin -->\n{THREE}<!-- skills:end -->\n",
    ],
    ids=["two", "folder", "fragment", "code", "markers"],
)
def test_what_is_no_list_of_most_or_lists_all_is_left_alone(text: str) -> None:
    assert found(README=text) == ""


def test_a_link_to_a_skill_that_is_gone_names_the_nearest() -> None:
    out = found(AGENTS="Read [it](skills/fourr/SKILL.md).\n")
    assert "AGENTS.md:1:11" in out
    assert "there is no skill at `skills/fourr`; did you mean `four`?" in out


def test_a_link_to_a_skill_that_is_left_out_on_purpose_is_left_alone() -> None:
    write_library(Path(), {"skills/_archive/old/SKILL.md": skill_text("old", "Sorts.")})
    assert found(README="Read [it](skills/_archive/old/SKILL.md).\n") == ""


def test_a_page_that_is_a_link_to_another_counts_once() -> None:
    write_library(Path(), {"AGENTS.md": THREE})
    Path("CLAUDE.md").symlink_to("AGENTS.md")
    assert found().count("it lacks") == 1
