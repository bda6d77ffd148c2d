"""Which library a path belongs to, and where libraries are when no path is given."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from building import Run, run, skill_text, write_library

from skilltool.errors import NothingFoundError
from skilltool.library import CLIENT_ROOTS, Request, find_requests

BREAD = skill_text("bread", "Bakes bread. Use when somebody asks for a loaf.")
RIVERS = skill_text("river-map", "Draws maps of rivers. Use when a river needs a map.")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the library `skills`, and a skill of its own outside of it."""
    monkeypatch.chdir(tmp_path)
    return write_library(
        tmp_path,
        {
            "skills/bread/SKILL.md": BREAD,
            "skills/bread/references/rye.md": "rye",
            "skills/maps/river-map/SKILL.md": RIVERS,
            "solo/SKILL.md": BREAD,
            "pair/one/SKILL.md": BREAD,
            "pair/two/SKILL.md": RIVERS,
            "docs/readme.md": "hello",
            "skills/bread/assets/template/SKILL.md": BREAD,
        },
    )


@pytest.mark.parametrize(
    ("path", "root", "wanted"),
    [
        ("skills", "skills", None),
        ("skills/", "skills", None),
        ("skills/bread", "skills", "skills/bread"),
        ("skills/bread/SKILL.md", "skills", "skills/bread"),
        ("skills/bread/references/rye.md", "skills", "skills/bread"),
        ("skills/bread/references", "skills", "skills/bread"),
        ("skills/bread/assets/template/SKILL.md", "skills", "skills/bread"),
        ("skills/bread/references/gone.md", "skills", "skills/bread"),
        ("skills/maps", "skills", "skills/maps"),
        ("skills/maps/river-map/SKILL.md", "skills", "skills/maps/river-map"),
        ("skills/INDEX.md", "skills", None),
        ("skills/gone/SKILL.md", "skills", None),
        ("skills/../skills/bread", "skills", "skills/bread"),
        ("solo", "solo", None),
        ("solo/SKILL.md", "solo", None),
        ("solo/references/x.md", "solo", None),
        ("pair/one", "pair", "pair/one"),
        ("pair/one/SKILL.md", "pair", "pair/one"),
        ("docs", "docs", None),
        (".", ".", None),
    ],
)
def test_a_path_belongs_to_a_library_and_asks_for_a_part_of_it(
    here: Path, path: str, root: str, wanted: str | None
) -> None:
    (request,) = find_requests([Path(path)], [], here)
    assert request.root == here / root
    assert request.wanted == (() if wanted is None else (here / wanted,))


def test_a_configured_root_goes_before_a_folder_named_skills(here: Path) -> None:
    roots = [here / "skills" / "maps"]
    (request,) = find_requests([Path("skills/maps/river-map")], roots, here)
    assert request == Request(here / "skills/maps", (here / "skills/maps/river-map",))


def test_a_configured_root_may_have_any_name(here: Path) -> None:
    write_library(here, {"library/a/b/SKILL.md": BREAD})
    (request,) = find_requests([Path("library/a/b/SKILL.md")], [here / "library"], here)
    assert request == Request(here / "library", (here / "library/a/b",))


def test_paths_in_one_library_make_one_request(here: Path) -> None:
    paths = [Path("skills/bread/SKILL.md"), Path("skills/bread/references/rye.md")]
    (request,) = find_requests([*paths, Path("skills/maps")], [], here)
    assert request == Request(here / "skills", (here / "skills/bread", here / "skills/maps"))


def test_a_whole_library_takes_in_its_parts(here: Path) -> None:
    for paths in (["skills", "skills/bread"], ["skills/bread", "skills"]):
        assert find_requests(list(map(Path, paths)), [], here) == [Request(here / "skills")]


def test_paths_in_several_libraries_make_a_request_each(here: Path) -> None:
    write_library(here, {".claude/skills/bread/SKILL.md": BREAD})
    requests = find_requests([Path("skills/bread"), Path(".claude/skills/bread")], [], here)
    assert [request.root for request in requests] == [here / "skills", here / ".claude/skills"]


def test_a_file_outside_of_every_library_asks_for_nothing(here: Path) -> None:
    (request,) = find_requests([Path("docs/readme.md"), Path("skills/bread")], [], here)
    assert request.root == here / "skills"
    with pytest.raises(NothingFoundError, match=r"docs/readme\.md belongs to no library"):
        find_requests([Path("docs/readme.md")], [], here)


def test_a_file_beside_skills_stands_for_their_folder(tmp_path: Path) -> None:
    write_library(tmp_path, {"bread/SKILL.md": BREAD, "INDEX.md": ""})
    (request,) = find_requests([tmp_path / "INDEX.md"], [], tmp_path)
    assert request == Request(tmp_path, mixed=True)


def test_a_library_inside_of_another_is_not_counted_twice(here: Path) -> None:
    for paths in ([".", "skills"], ["skills/bread", "."]):
        (request,) = find_requests(list(map(Path, paths)), [], here)
        assert request == Request(here, mixed=True)


def test_a_path_that_leads_nowhere_is_refused(here: Path) -> None:
    with pytest.raises(NothingFoundError, match="nowhere/at/all does not exist"):
        find_requests([Path("nowhere/at/all")], [], here)


def test_a_skill_that_is_a_repository_has_nothing_to_do_with_its_neighbours(here: Path) -> None:
    write_library(here, {"pair/one/.git/HEAD": "", "pair/one/docs/x.md": ""})
    for path in ("pair/one", "pair/one/SKILL.md", "pair/one/docs/x.md"):
        assert find_requests([Path(path)], [], here) == [Request(here / "pair/one")]
    assert find_requests([], [], here / "pair/one") == [Request(here / "pair/one")]


def test_a_root_given_twice_or_inside_of_another_counts_once(here: Path) -> None:
    roots = [here / "skills", here / "skills/maps", here / "solo/../skills"]
    assert find_requests([], roots, here) == [Request(here / "skills")]


def test_a_root_inside_of_another_with_an_index_of_its_own_is_a_library(here: Path) -> None:
    roots = [here / "skills", here / "skills/maps"]
    requests = find_requests([], roots, here, apart=[here / "skills/maps"])
    assert requests == [Request(here / "skills"), Request(here / "skills/maps")]


def test_without_paths_the_configured_roots_are_meant(here: Path) -> None:
    assert find_requests([], [here / "solo"], here) == [Request(here / "solo")]


@pytest.mark.parametrize("root", CLIENT_ROOTS)
def test_without_paths_each_place_of_a_client_is_found(tmp_path: Path, root: str) -> None:
    write_library(tmp_path, {f"{root}/bread/SKILL.md": BREAD})
    assert find_requests([], [], tmp_path) == [Request(tmp_path / root)]


def test_without_paths_a_folder_of_skills_is_its_own_library(tmp_path: Path) -> None:
    write_library(tmp_path, {"bread/SKILL.md": BREAD})
    assert find_requests([], [], tmp_path) == [Request(tmp_path, mixed=True)]


def test_without_paths_inside_a_skill_the_skill_is_meant(here: Path) -> None:
    (request,) = find_requests([], [], here / "skills/bread")
    assert request == Request(here / "skills", (here / "skills/bread",))


# --- At the command line --------------------------------------------------------------------


def _names(result: Run) -> list[str]:
    return [line.split()[0] for line in result.out.splitlines()[1:]]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        ([], ["bread", "river-map"]),
        (["skills/maps"], ["river-map"]),
        (["solo"], ["bread"]),
        (["skills/bread/references/rye.md", "skills/maps/river-map/SKILL.md"], None),
    ],
)
def test_a_command_sees_the_skills_that_its_paths_ask_for(
    here: Path, paths: list[str], names: list[str] | None
) -> None:
    result = run("list", *paths)
    assert result.code == 0
    assert _names(result) == (names or ["bread", "river-map"])


def test_nothing_found_exits_2_and_says_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("check")
    assert (result.code, result.out) == (2, "")
    for root in CLIENT_ROOTS:
        assert f"{root}/" in result.err
    assert "skills new" in result.err


@pytest.mark.parametrize("git", [True, False], ids=["git", "no-git"])
def test_nothing_found_names_the_skills_that_lie_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, git: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    write_library(tmp_path, {f"apps/{app}/skills/x/SKILL.md": BREAD for app in ("my web", "api")})
    if git:
        _git("init", "-q")
        _git("add", ".")
    result = run("check")
    assert result.code == 2
    assert "`skills check 'apps/my web/skills' apps/api/skills`" in result.err


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True, capture_output=True)


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with skills, and skills of a package and of an unknown client beside them."""
    monkeypatch.chdir(tmp_path)
    files = {
        ".claude/skills/bread/SKILL.md": BREAD,
        "apps/web/skills/river-map/SKILL.md": RIVERS,
        ".agent/skills/river-map/SKILL.md": RIVERS,
        "node_modules/x/skills/y/SKILL.md": RIVERS,
    }
    write_library(tmp_path, files)
    _git("init", "-q")
    _git("add", "--force", "apps", ".claude", "node_modules")
    return tmp_path


def test_skills_outside_of_what_is_checked_are_told_on_stderr(packages: Path) -> None:
    result = run("check", "--no-cache")
    assert result.code == 0
    assert "Checked 1 skill in 1 library" in result.out
    assert result.err == (
        "2 folders with a SKILL.md lie outside of what was checked: "
        "`skills check .agent/skills apps/web/skills`, or `roots` in skills.toml\n"
    )


@pytest.mark.parametrize(
    "arguments", [["."], ["--quiet"], [".claude/skills"]], ids=["here", "quiet", "named"]
)
def test_nothing_is_told_of_skills_outside_where_it_was_said_what_to_check(
    packages: Path, arguments: list[str]
) -> None:
    assert run("check", "--no-cache", *arguments).err == ""
    write_library(packages, {"skills.toml": 'roots = [".claude/skills"]\n'})
    assert run("check", "--no-cache").err == ""


@pytest.mark.parametrize("place", ["store", "store/bread"], ids=["root", "skill"])
def test_a_skill_that_is_checked_through_a_link_is_not_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_library(tmp_path, {"store/bread/SKILL.md": BREAD})
    link = Path("skills") / Path(place).relative_to("store")
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(tmp_path / place)
    _git("init", "-q")
    _git("add", ".")
    assert run("check", "--no-cache").err == ""


def test_a_skill_at_the_root_beside_a_library_is_told(packages: Path) -> None:
    write_library(packages, {"SKILL.md": BREAD, "README.md": ""})
    _git("rm", "-rq", "--cached", "apps")
    _git("add", "SKILL.md")
    result = run("check", "--no-cache")
    assert "2 folders with a SKILL.md" in result.err
    assert "`skills check . .agent/skills`" in result.err


def test_a_folder_above_several_libraries_gives_each_of_them(packages: Path) -> None:
    write_library(packages, {"apps/web/skills/loose.md": RIVERS, "README.md": ""})
    result = run("check", ".", "--no-cache")
    assert "Checked 2 skills in 2 libraries" in result.out
    assert "apps/web/skills/loose.md:1:1: warning[misplaced-skill]" in result.out


def test_the_plugins_of_a_marketplace_stay_one_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("web", "api"):
        write_library(tmp_path, {f"{name}/.claude-plugin/plugin.json": f'{{"name": "{name}"}}'})
        write_library(tmp_path, {f"{name}/skills/bread/SKILL.md": BREAD})
    assert "in 1 library" in run("check", ".", "--no-cache").out


@pytest.mark.parametrize(
    ("root", "hint"),
    [("skilz", ", did you mean `skills`?"), ("library", "; `skills new NAME` makes it")],
)
def test_a_root_that_is_not_there_may_be_misspelt(here: Path, root: str, hint: str) -> None:
    write_library(here, {"skills.toml": f'roots = ["{root}"]\n'})
    result = run("check")
    assert result.code == 2
    assert f"there is no folder {root} yet{hint}" in result.err


@pytest.mark.parametrize("command", ["check", "validate", "lint", "list", "tokens", "index"])
def test_a_library_without_skills_exits_2_and_names_it(here: Path, command: str) -> None:
    result = run(command, "docs")
    assert (result.code, result.out) == (2, "")
    assert "no skill found" in result.err
    assert "docs/" in result.err


def test_a_path_that_does_not_exist_exits_2(here: Path) -> None:
    result = run("check", "nowhere")
    assert (result.code, result.err) == (2, "skills: nowhere does not exist\n")


def test_a_deleted_file_stands_for_its_whole_library(here: Path) -> None:
    result = run("check", "skills/gone/SKILL.md")
    assert "Checked 2 skills in 1 library" in result.out
    assert (
        "skills/gone/SKILL.md does not exist; the nearest skill or library above it is meant"
        in result.err
    )


def test_file_names_of_a_commit_give_one_check_with_each_skill_once(here: Path) -> None:
    result = run("check", "skills/bread/SKILL.md", "skills/bread/references/rye.md")
    assert "Checked 1 skill in 1 library" in result.out
    assert "river-map" not in result.out


def test_rules_on_the_library_see_what_was_not_asked_for(here: Path) -> None:
    write_library(here, {"skills/loaf/SKILL.md": BREAD, "skills/other/SKILL.md": "broken"})
    result = run("check", "skills/loaf/SKILL.md", "--select", "naming,frontmatter")
    assert result.code == 1
    assert "the name `bread` is used by skills/bread/SKILL.md too" in result.out
    assert "skills/other" not in result.out


def test_rules_on_the_library_leave_skills_alone_that_were_not_asked_for(here: Path) -> None:
    write_library(here, {"skills/loaf/SKILL.md": BREAD})
    result = run("check", "skills/maps", "--select", "naming")
    assert result.code == 0
    assert "bread" not in result.out


def test_a_command_in_the_folder_of_a_skill_is_about_this_skill(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_library(here, {"skills/bread/SKILL.md": "no front matter"})
    monkeypatch.chdir("skills/bread")
    result = run("check")
    assert result.out.startswith("SKILL.md:1:1: error[missing-front-matter]")
    assert "Checked 1 skill in 1 library" in result.out


def test_configured_roots_are_found_from_a_folder_below_the_configuration(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_library(here, {"skills.toml": 'roots = ["solo"]\n'})
    monkeypatch.chdir("docs")
    result = run("list", "--json")
    assert result.code == 0
    assert f"{here.as_posix()}/solo/SKILL.md" in result.out
    assert "river-map" not in result.out


def test_a_path_given_twice_counts_once(here: Path) -> None:
    assert _names(run("list", "skills", "./skills", "skills/bread")) == ["bread", "river-map"]


@pytest.mark.parametrize("command", ["fix", "index", "tokens", "list", "clients", "report"])
def test_a_path_that_does_not_exist_is_refused_with_the_nearest_name(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_library(tmp_path, {"skills/bread/SKILL.md": skill_text("bread", "Bakes bread.")})
    refused = run(command, "skills/braed")
    assert (refused.code, refused.out) == (2, "")
    assert "skills/braed does not exist, did you mean `bread`?" in refused.err


def test_a_check_of_changed_files_may_name_one_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_library(tmp_path, {"skills/bread/SKILL.md": skill_text("bread", "Bakes bread.")})
    assert run("check", "skills/bread/gone.md").code == 0
    assert run("check", "--fix", "skills/bread/gone.md").code == 2


def test_a_link_to_a_skill_means_that_skill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {f"skills/{name}/SKILL.md": skill_text(name, "Bakes.") for name in ("bread", "cake")}
    write_library(tmp_path, files)
    (tmp_path / "skills/loaf").symlink_to("bread")
    out = run("list", "skills/loaf").out
    assert "bread" in out
    assert "cake" not in out


def test_nothing_is_good_where_nothing_was_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "skills/notes").mkdir(parents=True)
    write_library(tmp_path, {"skills/bread/SKILL.md": skill_text("bread", "Bakes bread.")})
    for command in ("check", "list"):
        refused = run(command, "skills/notes")
        assert (refused.code, refused.out) == (2, "")
