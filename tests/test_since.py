"""`--since REV`: only the findings that a change has brought."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from building import run, skill_text, write_library

if TYPE_CHECKING:
    from pathlib import Path

INVOICES = "Checks supplier invoices for missing tax numbers and wrong totals."


def _git(*args: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *args], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A committed library with one old finding."""
    monkeypatch.chdir(tmp_path)
    files: dict[str, str | bytes] = {
        "skills/one/SKILL.md": skill_text("first", "Converts lengths between inch and metre."),
        "skills/invoice-check/SKILL.md": skill_text("invoice-check", INVOICES),
    }
    write_library(tmp_path, files)
    _git("init", "-q", "-b", "main")
    _git("add", ".")
    _git("commit", "-qm", "Add skills")
    return tmp_path


def test_a_finding_that_the_revision_had_is_left_out() -> None:
    assert run("check", "--select", "naming").code == 1
    again = run("check", "--select", "naming", "--since", "main")
    assert again.code == 0
    assert "`first`" not in again.out


def test_a_finding_that_the_change_brought_is_reported(repository: Path) -> None:
    write_library(repository, {"skills/two/SKILL.md": skill_text("second", "Books receipts.")})
    again = run("check", "--select", "naming", "--since", "main")
    assert again.code == 1
    assert "`second`" in again.out
    assert "`first`" not in again.out


def test_only_pairs_that_the_change_touched_compete(repository: Path) -> None:
    copies = {f"skills/invoice-{n}/SKILL.md": skill_text(f"invoice-{n}", INVOICES) for n in "ab"}
    write_library(repository, {**copies})
    _git("add", ".")
    _git("commit", "-qm", "Add copies")
    assert run("lint", "--select", "overlap", "--fail-on", "warning").code == 1
    unchanged = run("lint", "--select", "overlap", "--fail-on", "warning", "--since", "main")
    assert unchanged.code == 0
    letters = "Drafts the answer to a customer complaint about a late parcel."
    pair = {f"skills/letter-{n}/SKILL.md": skill_text(f"letter-{n}", letters) for n in "ab"}
    write_library(repository, {**pair})
    touched = run("lint", "--select", "overlap", "--fail-on", "warning", "--since", "main")
    assert touched.code == 1
    assert "letter-a" in touched.out
    assert "invoice-a" not in touched.out


def test_a_library_that_the_revision_did_not_have_is_new_as_a_whole(repository: Path) -> None:
    write_library(repository, {"more/skills/x/SKILL.md": skill_text("y", "Sorts photographs.")})
    again = run("check", "more/skills", "--select", "naming", "--since", "main")
    assert again.code == 1
    assert "`y`" in again.out


def test_what_others_mended_after_the_branch_left_is_not_blamed_on_it(repository: Path) -> None:
    _git("switch", "-q", "-c", "mine")
    write_library(repository, {"notes.txt": "x"})
    _git("add", ".")
    _git("commit", "-qm", "Note")
    _git("switch", "-q", "main")
    write_library(repository, {"skills/one/SKILL.md": skill_text("one", "Converts lengths.")})
    _git("commit", "-qam", "Mend the name")
    _git("switch", "-q", "mine")
    assert run("check", "--select", "naming", "--since", "main").code == 0


def test_a_folder_that_was_moved_brings_no_old_finding_back(repository: Path) -> None:
    text = skill_text("rates", "Looks up the rate of a parcel.", "[a](gone.md)\n")
    write_library(repository, {"skills/rates/SKILL.md": text})
    _git("add", ".")
    _git("commit", "-qm", "Add rates")
    (repository / "skills/post").mkdir()
    _git("mv", "skills/rates", "skills/post/rates")
    assert run("check", "--select", "links", "--since", "HEAD").code == 0


def test_an_empty_revision_as_of_an_unset_variable_exits_2() -> None:
    refused = run("check", "--since", "")
    assert refused.code == 2
    assert "--since needs a revision" in refused.err


def test_an_unknown_revision_exits_2_and_is_named() -> None:
    refused = run("check", "--since", "nowhere")
    assert refused.code == 2
    assert "`nowhere`" in refused.err


# ---- what lies around the skills ----------------------------------------------------------------

BROKEN = """\
Run `scripts/shared.py`, then `python3 ~/.claude/skills/rates/scripts/gone.py`, see
[the docs](/en/docs/overview), [a guide](../../docs/guide.md#nowhere), [a page](references/x.md),
[one](../../other/one.md), [made](references/made.md) and [gone](references/gone.md).
"""
LOCK = {"version": 1, "skills": {"rates": {"source": "a/b", "computedHash": "0" * 64}}}
PLUGIN = {"name": "p", "plugins": [{"name": "rates", "source": "./", "skills": ["./skills/gone"]}]}
RICH: dict[str, str | bytes] = {
    "skills/rates/SKILL.md": skill_text("rates", "Helps with things.", BROKEN),
    "skills/rates/scripts/run.sh": "echo\n",
    "skills/rates-copy/SKILL.md": skill_text("rates", "Helps with things.", BROKEN),
    "more/skills/post/SKILL.md": skill_text("post", INVOICES, "See [it](../../../docs/no.md).\n"),
    "AGENTS.md": "- `skills/gone/SKILL.md`\n\n<!-- skills:begin -->\n- old\n<!-- skills:end -->\n",
    "docs/guide.md": "# Guide\n",
    "scripts/shared.py": "print()\n",
    "README.md": "- [gone](skills/gone/SKILL.md)\n",
    "skills-lock.json": json.dumps(LOCK),
    ".claude-plugin/marketplace.json": json.dumps(PLUGIN),
    ".gitignore": "made.md\n",
    "skills.toml": """\
[[index]]
file = "AGENTS.md"
root = "skills"

[[suppress]]
rule = "broken-link"
skills = ["nobody"]
reason = "it is made"
""",
}
TWO_ROOTS = 'roots = ["skills", "more/skills"]\n'


@pytest.fixture
def rich(repository: Path) -> Path:
    """A committed library with findings of many kinds in and around it, some files ignored."""
    write_library(repository, RICH)
    (repository / "skills/linked").symlink_to("../other/linked")
    (repository / "skills/stored").symlink_to("../store/stored")
    write_library(repository, {"store/stored/SKILL.md": skill_text("Stored", "Stores.", BROKEN)})
    write_library(repository, {"skills/rates/references/made.md": "# Made\n"})
    _git("add", ".")
    _git("commit", "-qm", "Add more")
    return repository


def _rules(*args: str) -> set[str]:
    report = json.loads(run("check", "--output-format", "json", "--no-cache", *args).out)
    return {item["rule"] for item in report["diagnostics"]}


@pytest.mark.parametrize("change", ["", "notes.txt"], ids=["clean", "another-file"])
@pytest.mark.parametrize("roots", ["", TWO_ROOTS], ids=["one-root", "two-roots"])
@pytest.mark.parametrize(
    ("folder", "paths"),
    [
        (".", ()),
        (".", ("skills",)),
        (".", ("skills/rates",)),
        ("more", ("../skills",)),
        ("skills/rates", ()),
        ("..", ("{}/skills",)),
    ],
    ids=["root", "library", "skill", "beside", "inside", "outside"],
)
def test_an_unchanged_library_has_no_new_finding_from_anywhere(
    rich: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    roots: str,
    folder: str,
    paths: tuple[str, ...],
) -> None:
    write_library(rich, {"skills.toml": roots + str(RICH["skills.toml"])})
    _git("commit", "-qam", "Configure", "--allow-empty")
    write_library(rich, {change: ""} if change else {})
    monkeypatch.chdir(rich / folder)
    named = [path.format(rich) for path in paths]
    assert len(_rules(*named)) > 2
    assert _rules(*named, "--since", "HEAD") == set()


def test_the_library_of_that_test_is_rich(rich: Path) -> None:
    assert _rules() > {
        "broken-link",
        "dangling-symlink",
        "differs-from-lock",
        "link-outside-skill",
        "link-to-ignored-file",
        "manifest-differs-from-disk",
        "page-differs-from-disk",
        "stale-index",
        "unused-suppression",
    }


def test_an_index_beside_the_library_that_the_change_made_stale_is_new(rich: Path) -> None:
    assert run("index").code == 0
    _git("commit", "-qam", "Write the index")
    write_library(rich, {"skills/new/SKILL.md": skill_text("new", "Sorts stamps by country.")})
    assert _rules("--since", "HEAD") == {"stale-index"}
