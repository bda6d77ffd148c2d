"""A library at a revision of a real git repository, and what a change to it added."""

from __future__ import annotations

import json
import subprocess

import pytest
from building import load, run, skill_text, write_library

from skilltool.errors import SkilltoolError
from skilltool.history import library_at, text_at
from skilltool.profiles import load_profile

FILES = {
    "skills/a/SKILL.md": skill_text("a", "One.", "Ünï.\r\nTwo.\r\n"),
    "skills/a/scripts/run.sh": "#!/bin/sh\n",
    "skills/a/assets/logo.bin": b"\0\xff\r\n",
    "skills/b/SKILL.md": skill_text("b", "Two."),
    "README.md": "Not a skill.\n",
}


def git(folder, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with one commit, in which git would change line ends if it were asked."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Someone")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "someone@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    root = write_library(tmp_path / "project", FILES)
    git(root, "init", "-q", "-b", "main")
    commit(root)
    monkeypatch.chdir(root)
    return root


def commit(root) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "change")


def at(root, revision: str, folder: str = "skills"):
    return library_at(root / folder, revision, load_profile("default"))


# ---- the library -------------------------------------------------------------------------------


def test_a_library_is_read_as_it_was_byte_for_byte(repository):
    write_library(repository, {"skills/a/SKILL.md": skill_text("a", "Changed."), "skills/new": ""})
    with at(repository, "HEAD") as old:
        assert [skill.name for skill in old.skills] == ["a", "b"]
        assert old.skills[0].source.text == FILES["skills/a/SKILL.md"]
        files = {item.path: item for item in old.skills[0].resources}
        assert files["scripts/run.sh"].executable
        logo = old.skills[0].folder / "assets/logo.bin"
        assert logo.read_bytes() == FILES["skills/a/assets/logo.bin"]


def test_attributes_of_the_repository_hide_and_change_nothing(repository):
    write_library(repository, {".gitattributes": "skills/b export-ignore\n* text eol=crlf\n"})
    git(repository, "add", ".gitattributes")
    git(repository, "commit", "-q", "-m", "attributes")
    with at(repository, "HEAD") as old:
        assert [skill.name for skill in old.skills] == ["a", "b"]
        assert old.skills[1].source.text == FILES["skills/b/SKILL.md"]


def test_the_work_tree_and_the_index_of_git_stay_as_they_are(repository):
    write_library(repository, {"skills/a/SKILL.md": "changed", "skills/c/SKILL.md": "new"})
    git(repository, "add", "skills/c")
    before = git(repository, "status", "--porcelain=v2")
    with at(repository, "HEAD") as old:
        assert not old.root.is_relative_to(repository)
    assert git(repository, "status", "--porcelain=v2") == before
    assert not old.root.exists()


def test_a_library_that_did_not_exist_yet_is_empty(repository):
    write_library(repository, {"later/skills/x/SKILL.md": skill_text("x", "X.")})
    with at(repository, "HEAD", "later/skills") as old:
        assert old.skills == ()


def test_a_library_that_is_gone_can_still_be_read(repository):
    git(repository, "rm", "-rq", "skills")
    with at(repository, "HEAD") as old:
        assert [skill.name for skill in old.skills] == ["a", "b"]


def test_the_root_of_the_repository_can_be_the_library(repository):
    with at(repository, "HEAD", ".") as old:
        assert [skill.path.split("/", 1)[1] for skill in old.skills] != []
        assert [skill.name for skill in old.skills] == ["a", "b"]


@pytest.mark.parametrize(
    ("target", "leads"), [("../b", True), ("../../README.md", False), ("/etc/hosts", False)]
)
def test_a_link_leads_nowhere_outside_of_the_library(repository, target, leads):
    (repository / "skills/a/link").symlink_to(target)
    commit(repository)
    with at(repository, "HEAD") as old:
        link = old.root / "a/link"
        assert link.is_symlink()
        assert link.exists() == leads


@pytest.mark.parametrize("revision", ["nope", "--help", "HEAD:skills", ""])
def test_an_unknown_revision_is_an_error_in_plain_words(repository, revision):
    with pytest.raises(SkilltoolError, match="git knows no revision"), at(repository, revision):
        pass


def test_a_folder_outside_of_any_repository_has_no_revisions(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    write_library(tmp_path, {"skills/a/SKILL.md": skill_text("a", "One.")})
    with pytest.raises(SkilltoolError, match="is in no git repository"), at(tmp_path, "HEAD"):
        pass


def test_without_git_the_error_says_so(repository, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SkilltoolError, match="`git` is not installed"), at(repository, "HEAD"):
        pass


# ---- one file ----------------------------------------------------------------------------------


def test_a_file_is_read_as_it_was(repository):
    file = repository / "skills/a/SKILL.md"
    file.write_text("changed")
    assert text_at(file, "HEAD") == FILES["skills/a/SKILL.md"]
    assert text_at(repository / "README.md", "HEAD") == FILES["README.md"]
    assert text_at(repository / "later/INDEX.md", "HEAD") is None


def test_a_file_that_is_no_text_is_an_error(repository):
    with pytest.raises(SkilltoolError, match=r"logo.bin at HEAD is not UTF-8"):
        text_at(repository / "skills/a/assets/logo.bin", "HEAD")


# ---- what a change added -----------------------------------------------------------------------


@pytest.fixture
def changed(repository):
    """Two tokens more in a, b gone, c new."""
    git(repository, "rm", "-rq", "skills/b")
    old = FILES["skills/a/SKILL.md"]
    new = {"skills/a/SKILL.md": f"{old} on on", "skills/c/SKILL.md": skill_text("c", "Three.")}
    return write_library(repository, new)


def changes(*options: str) -> list[dict]:
    return json.loads(run("tokens", "--since", "HEAD", "--json", *options).out)["changes"]


def test_what_was_added_removed_and_changed_is_shown_with_the_tokens(changed):
    found = {row["skill"]: row for row in changes()}
    assert {name: row["change"] for name, row in found.items()} == {
        "a": "changed",
        "b": "removed",
        "c": "added",
    }
    assert (found["a"]["index_added"], found["a"]["instructions_added"]) == (0, 2)
    assert found["b"]["index_added"] < 0 == found["b"]["index"]
    assert found["c"]["index_added"] == found["c"]["index"] > 0


def test_with_a_path_only_that_skill_is_shown(changed):
    assert [row["skill"] for row in changes("skills/c")] == ["c"]


def test_without_a_change_nothing_is_shown(repository):
    assert changes() == []
    assert run("tokens", "--since", "HEAD").out == "nothing has changed\n"


def test_a_skill_that_moved_is_gone_from_one_folder_and_new_in_another(repository):
    git(repository, "mv", "skills/a", "skills/z")
    assert [(row["skill"], row["change"]) for row in changes()] == [
        ("a", "removed"),
        ("a", "added"),
    ]


@pytest.mark.parametrize(
    ("limit", "code"),
    [("instructions=1", 1), ("instructions=2", 0), ("index=0", 1), ("index=1", 0)],
)
def test_a_level_may_grow_by_so_much_and_no_more(repository, limit, code):
    text = f"{FILES['skills/a/SKILL.md']} on on".replace('"One."', '"One on."')
    write_library(repository, {"skills/a/SKILL.md": text})
    found = run("tokens", "--since", "HEAD", "--fail-over", limit)
    assert found.code == code
    assert bool(found.err) == bool(code)
    if code:
        assert (
            f"tokens to the {limit.split('=')[0]}, {limit.split('=')[1]} are allowed" in found.err
        )


def test_what_shrinks_is_never_too_much(repository):
    git(repository, "rm", "-rq", "skills/b")
    limits = [f"--fail-over={level}=0" for level in ("index", "instructions", "resources")]
    assert run("tokens", "--since", "HEAD", *limits).code == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--fail-over", "index=5"], "--fail-over needs --since"),
        (
            ["--since", "HEAD", "--fail-over", "body=5"],
            "`body` is no level; the levels are index, instructions, resources",
        ),
        (["--since", "HEAD", "--fail-over", "body"], "LEVEL=TOKENS"),
        (["--since", "HEAD", "--fail-over", "index=-1"], "LEVEL=TOKENS"),
        (["--since", "nope"], "git knows no revision `nope`"),
    ],
)
def test_a_wrong_comparison_is_refused(repository, options, words):
    found = run("tokens", *options)
    assert found.code == 2
    assert words in found.err


# ---- the index since a revision ----------------------------------------------------------------


def test_the_index_since_a_revision_tells_what_changed_and_what_a_cache_loses(repository):
    run("index")
    commit(repository)
    write_library(repository, {"skills/aa/SKILL.md": skill_text("aa", "New.")})
    run("index")
    found = run("index", "--since", "HEAD")
    assert found.code == 0
    assert found.out.splitlines()[0] == "skills/INDEX.md since HEAD: added: aa"
    assert 'with `order = "append"` it would lose 0' in found.out


def test_an_index_that_was_not_committed_is_that_of_the_library_at_the_time(repository):
    write_library(repository, {"skills/c/SKILL.md": skill_text("c", "New.")})
    found = run("index", "--since", "HEAD", "--diff")
    assert "skills/INDEX.md since HEAD: added: c\n" in found.out
    assert "a cached prefix keeps all of its" in found.out
    assert "\n+- c: New.\n" in found.out
    assert not (repository / "skills/INDEX.md").exists()


def test_an_index_without_a_change_says_so(repository):
    assert (
        run("index", "--since", "main").out == "skills/INDEX.md since main: nothing has changed\n"
    )


def test_the_old_library_is_loaded_as_any_other(repository):
    with at(repository, "HEAD") as old:
        here = load(repository / "skills")
        assert [s.source.text for s in old.skills] == [s.source.text for s in here.skills]
