"""The walk over a library: which skills there are, what is theirs, and what is left out."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from building import load, run, skill_text, write_library

from skilltool.errors import NothingFoundError
from skilltool.library import Request, load_library
from skilltool.profiles import load_profile

if TYPE_CHECKING:
    from skilltool.model import Library

RIVERS = skill_text("river-map", "Draws maps of rivers.")
BREAD = skill_text("bread", "Bakes bread.")


def _paths(library: Library) -> list[str]:
    return [skill.path for skill in library.skills]


def _skipped(library: Library) -> dict[str, str]:
    return {item.path: item.cause for item in library.skipped}


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- What is found --------------------------------------------------------------------------


def test_skills_are_found_in_folders_of_categories_at_any_depth_and_sorted_by_path() -> None:
    write_library(Path(), {"skills/z/SKILL.md": BREAD, "skills/maps/europe/a/SKILL.md": RIVERS})
    assert _paths(load(Path("skills"))) == ["skills/maps/europe/a/SKILL.md", "skills/z/SKILL.md"]


def test_a_skill_without_a_readable_name_is_called_after_its_folder() -> None:
    write_library(Path(), {"skills/odd/SKILL.md": "no front matter", "skills/b/SKILL.md": BREAD})
    assert [skill.name for skill in load(Path("skills")).skills] == ["bread", "odd"]


@pytest.mark.parametrize("name", ["skill.md", "Skill.md", "SKILL.MD"])
def test_a_skill_file_in_another_case_is_a_skill_with_a_fault(name: str) -> None:
    write_library(Path(), {f"skills/bread/{name}": BREAD})
    (skill,) = load(Path("skills")).skills
    assert skill.path == f"skills/bread/{name}"
    assert [fault.kind for fault in skill.front_matter.faults] == ["misnamed-skill-file"]
    assert skill.routing_text == "Bakes bread."


def test_the_right_case_wins_where_both_are_there() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "skills/bread/skill.md": RIVERS})
    (skill,) = load(Path("skills")).skills
    assert skill.path == "skills/bread/SKILL.md"
    assert skill.front_matter.faults == ()
    assert [item.path for item in skill.resources] == ["skill.md"]


def test_a_root_that_is_no_folder_is_refused() -> None:
    write_library(Path(), {"skills": "a file"})
    with pytest.raises(NothingFoundError, match="skills is not a folder"):
        load(Path("skills"))


# --- Files of a skill -----------------------------------------------------------------------


def test_the_files_of_a_skill_have_the_kind_of_their_folder() -> None:
    paths = ["references/a.md", "scripts/run.py", "assets/logo.svg", "forms.md", "data.csv"]
    write_library(Path(), {f"skills/bread/{path}": "x" for path in [*paths, "SKILL.md"]})
    (skill,) = load(Path("skills")).skills
    assert {item.path: item.kind for item in skill.resources} == {
        "references/a.md": "reference",
        "scripts/run.py": "script",
        "assets/logo.svg": "asset",
        "forms.md": "reference",
        "data.csv": "other",
    }
    assert {item.path for item in skill.resources if item.executable} == {"scripts/run.py"}
    assert {item.size for item in skill.resources} == {1}


def test_a_nested_skill_owns_its_files() -> None:
    write_library(
        Path(),
        {
            "skills/bread/SKILL.md": BREAD,
            "skills/bread/references/a.md": "",
            "skills/bread/rolls/SKILL.md": BREAD,
            "skills/bread/rolls/references/b.md": "",
        },
    )
    outer, inner = load(Path("skills")).skills
    assert [item.path for item in outer.resources] == ["references/a.md"]
    assert [item.path for item in inner.resources] == ["references/b.md"]


@pytest.mark.parametrize(
    "folder",
    [
        "references/a",
        "assets/template",
        "examples/x/y",
        "scripts/z",
        ".cursor/skills/a",
    ],
)
def test_a_skill_file_among_the_resources_of_a_skill_is_a_resource(folder: str) -> None:
    write_library(
        Path(), {"skills/bread/SKILL.md": BREAD, f"skills/bread/{folder}/SKILL.md": BREAD}
    )
    (skill,) = load(Path("skills")).skills
    assert [item.path for item in skill.resources] == [f"{folder}/SKILL.md"]


def test_the_hidden_folders_of_a_skill_that_is_a_repository_hold_skills() -> None:
    write_library(Path(), {"SKILL.md": BREAD, ".claude/skills/a/SKILL.md": RIVERS, ".git/HEAD": ""})
    library = load(Path.cwd())
    assert _paths(library) == [".claude/skills/a/SKILL.md", "SKILL.md"]
    assert [skill.is_checkout for skill in library.skills] == [False, True]


def test_a_linked_folder_among_the_resources_is_not_read_as_a_skill() -> None:
    write_library(Path(), {"store/rolls/SKILL.md": RIVERS, "skills/bread/SKILL.md": BREAD})
    write_library(Path(), {"skills/bread/assets/x": ""})
    Path("skills/bread/assets/rolls").symlink_to("../../../store/rolls")
    (skill,) = load(Path("skills")).skills
    assert [(item.path, item.escapes) for item in skill.resources] == [
        ("assets/rolls", True),
        ("assets/x", False),
    ]


def test_a_resource_is_read_on_demand_with_its_shown_path() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "skills/bread/references/a.md": "rye"})
    (resource,) = load(Path("skills")).skills[0].resources
    assert resource.source is not None
    assert (resource.source.path, resource.source.text) == ("skills/bread/references/a.md", "rye")


@pytest.mark.parametrize("content", [b"caf\xe9", b"a\0b"], ids=["latin-1", "zero-byte"])
def test_a_resource_that_is_no_utf8_text_has_no_text(content: bytes) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "skills/bread/assets/x": content})
    (resource,) = load(Path("skills")).skills[0].resources
    assert resource.source is None


def test_a_pipe_among_the_files_is_special_and_never_opened() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "skills/bread/references/a.md": "rye"})
    os.mkfifo("skills/bread/references/pipe.md")
    resources = load(Path("skills")).skills[0].resources
    assert {item.path: item.kind for item in resources}["references/pipe.md"] == "special"
    assert resources[1].source is None


def test_a_linked_file_that_leads_out_of_the_skill_escapes_and_is_not_read() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "secret.md": "x", "skills/bread/a": "y"})
    Path("skills/bread/out.md").symlink_to("../../secret.md")
    Path("skills/bread/in.md").symlink_to("a")
    inside, outside = (load(Path("skills")).skills[0].resources)[1:]
    assert (inside.escapes, inside.source is None) == (False, False)
    assert (outside.escapes, outside.source) == (True, None)


# --- Where it is called from ----------------------------------------------------------------


def test_a_skill_in_the_working_directory_has_short_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "skills/bread/references/x.md": "rye"})
    root = Path("skills").absolute()
    monkeypatch.chdir("skills/bread")
    (skill,) = load(root).skills
    assert skill.path == "SKILL.md"
    assert skill.resources[0].source is not None
    assert skill.resources[0].source.path == "references/x.md"
    assert skill.path_of("references/x.md") == "references/x.md"


def test_a_library_outside_of_the_working_directory_has_absolute_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "elsewhere/x": ""})
    monkeypatch.chdir("elsewhere")
    (skill,) = load(tmp_path / "skills").skills
    assert skill.path == f"{tmp_path.as_posix()}/skills/bread/SKILL.md"


def test_the_working_directory_as_the_root_gives_relative_paths() -> None:
    write_library(Path(), {"bread/SKILL.md": BREAD})
    assert _paths(load(Path.cwd())) == ["bread/SKILL.md"]


# --- Links ----------------------------------------------------------------------------------


def test_a_linked_skill_folder_is_found_once_and_shown_as_linked() -> None:
    write_library(Path(), {"store/bread/SKILL.md": BREAD, "skills/readme.txt": ""})
    Path("skills/bread").symlink_to("../store/bread")
    Path("skills/copy").symlink_to("../store/bread")
    library = load(Path("skills"))
    assert _paths(library) == ["skills/bread/SKILL.md"]
    assert _skipped(library) == {"skills/copy": "a link to a folder that is read already"}


def test_a_real_folder_goes_before_a_link_to_it_whatever_their_names() -> None:
    write_library(Path(), {"skills/z/SKILL.md": BREAD})
    Path("skills/a").symlink_to("z")
    assert _paths(load(Path("skills"))) == ["skills/z/SKILL.md"]


@pytest.mark.parametrize("target", ["..", "../..", "."], ids=["library", "above", "itself"])
def test_a_link_to_a_folder_above_is_not_followed(target: str) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "other/SKILL.md": RIVERS})
    Path("skills/bread/loop").symlink_to(target)
    library = load(Path("skills"))
    assert _paths(library) == ["skills/bread/SKILL.md"]
    assert set(_skipped(library)) == {"skills/bread/loop"}


def test_two_links_that_lead_to_each_other_end() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "one/x": "", "two/x": ""})
    Path("one/there").symlink_to("../two")
    Path("two/back").symlink_to("../one")
    Path("skills/start").symlink_to("../one")
    assert _paths(load(Path("skills"))) == ["skills/bread/SKILL.md"]


def test_a_link_to_nothing_is_a_problem_that_names_its_target() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD})
    Path("skills/gone").symlink_to("../store/gone")
    (problem,) = load(Path("skills")).problems
    assert problem.location.path == "skills/gone"
    assert "`../store/gone`" in problem.message


def test_a_skill_file_that_is_a_link_to_nothing_is_told_once() -> None:
    write_library(Path(), {"skills/bread/x": ""})
    Path("skills/bread/SKILL.md").symlink_to("../gone.md")
    library = load(Path("skills"))
    assert library.problems == ()
    (skill,) = library.skills
    assert skill.unreadable == "SKILL.md is a link to `../gone.md`, which does not exist"


def test_a_root_that_is_a_link_is_followed() -> None:
    write_library(Path(), {"store/bread/SKILL.md": BREAD})
    Path("skills").symlink_to("store")
    assert _paths(load(Path("skills"))) == ["skills/bread/SKILL.md"]


# --- What is left out -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "folder",
    ["node_modules", ".venv", "venv", "site-packages", "__pycache__", "_archive", ".git", ".cache"],
)
def test_a_folder_that_holds_no_skills_of_the_library_is_left_out_and_named(folder: str) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, f"skills/{folder}/old/SKILL.md": RIVERS})
    library = load(Path("skills"))
    assert _paths(library) == ["skills/bread/SKILL.md"]
    assert set(_skipped(library)) == {f"skills/{folder}"}


@pytest.mark.parametrize("folder", [".claude", ".agents", ".github", ".system"])
def test_the_hidden_folders_of_clients_are_read(folder: str) -> None:
    write_library(Path(), {f"{folder}/skills/bread/SKILL.md": BREAD})
    assert _paths(load(Path.cwd())) == [f"{folder}/skills/bread/SKILL.md"]


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True, capture_output=True)


def test_a_folder_that_git_ignores_is_left_out_and_a_tracked_one_is_not() -> None:
    write_library(
        Path(),
        {
            ".gitignore": "build/\ntracked/\n",
            "skills/bread/SKILL.md": BREAD,
            "skills/build/copy/SKILL.md": RIVERS,
            "skills/tracked/SKILL.md": RIVERS,
        },
    )
    _git("init", "-q")
    _git("add", "-f", "skills/tracked/SKILL.md")
    library = load(Path("skills"))
    assert _paths(library) == ["skills/bread/SKILL.md", "skills/tracked/SKILL.md"]
    assert _skipped(library) == {"skills/build": "ignored by git"}
    everything = load_library(Request(Path("skills")), load_profile("default"), gitignore=False)
    assert len(everything.skills) == 3
    assert "build/copy" in run("list", "--no-ignore").out
    assert "build/copy" not in run("list").out


def test_git_ignores_nothing_outside_of_a_repository() -> None:
    write_library(Path(), {".gitignore": "build/\n", "skills/build/SKILL.md": BREAD})
    assert _paths(load(Path("skills"))) == ["skills/build/SKILL.md"]


def test_a_folder_that_cannot_be_listed_is_left_out_with_its_cause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "skills/shut/a/SKILL.md": RIVERS})
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    library = load(Path("skills"))
    assert _paths(library) == ["skills/bread/SKILL.md"]
    assert _skipped(library) == {"skills/shut": "cannot be read: Permission denied"}


def test_copies_that_a_client_keeps_are_left_out() -> None:
    files = {
        f".claude/{place}/x/skills/a/SKILL.md": BREAD for place in ("worktrees", "plugins/cache")
    }
    write_library(Path(), {**files, ".claude/skills/bread/SKILL.md": BREAD})
    library = load(Path.cwd())
    assert _paths(library) == [".claude/skills/bread/SKILL.md"]
    assert set(_skipped(library)) == {".claude/worktrees", ".claude/plugins/cache"}
    assert _paths(load(Path(".claude/worktrees/x/skills"))) != []


@pytest.mark.parametrize("root", ["skills", "."])
def test_a_folder_among_skills_that_is_none_is_left_out_and_a_category_is_not(root: str) -> None:
    paths = ["skills/bread", "skills/maps/river-map", "docs/pages"]
    write_library(Path(), {f"{path}/SKILL.md": BREAD for path in paths[:2]})
    write_library(Path(), {"skills/notes/README.md": "", "skills/maps/x/y.md": "", "docs/a/b": ""})
    assert _skipped(load(Path(root).absolute())) == {"skills/notes": "no SKILL.md"}


def test_a_bounded_walk_enters_only_so_many_folders_but_all_of_a_skill() -> None:
    write_library(
        Path(),
        {
            "bread/SKILL.md": BREAD,
            "bread/references/deep/x.md": "",
            "other/folder/SKILL.md": RIVERS,
        },
    )
    library = load_library(Request(Path.cwd(), depth=1), load_profile("default"))
    assert _paths(library) == ["bread/SKILL.md"]
    assert [item.path for item in library.skills[0].resources] == ["references/deep/x.md"]


# --- Plugins --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "extra"),
    [
        ("plugins/bakery/skills/bread", {}),
        ("bakery/skills/bread", {"bakery/.claude-plugin/plugin.json": "{}"}),
        ("bakery/skills/bread", {"bakery/.codex-plugin/plugin.json": "{}"}),
    ],
    ids=["layout", "claude", "codex"],
)
def test_a_skill_knows_its_plugin(path: str, extra: dict[str, str | bytes]) -> None:
    write_library(Path(), {f"{path}/SKILL.md": BREAD, "solo/SKILL.md": RIVERS, **extra})
    plugins = {skill.name: skill.plugin for skill in load(Path.cwd()).skills}
    assert plugins == {"bread": "bakery", "river-map": ""}


# --- Unreadable files -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "cause", "at"),
    [
        (
            b"---\nname: caf\xe9\n---\n",
            "line 2 holds the byte 0xE9, probably Windows-1252",
            (2, 10),
        ),
        ("é\n“x”\n".encode() + b"\x92", "line 3 holds the byte 0x92. Save", (3, 1)),
        ("---\nname: 単位\n".encode("shift-jis"), "line 2 holds the byte 0x92. Save", (2, 7)),
        ("---\nname: 单位\n".encode("gbk"), "line 2 holds the byte 0xB5. Save", (2, 7)),
        (b"---\nfin \xc3", "line 2 holds the byte 0xC3. Save", (2, 5)),
        ("---\nname: x\n".encode("utf-16"), "is UTF-16 text", (1, 1)),
        ("---\nname: x\n".encode("utf-16-be"), "is UTF-16 text", (1, 1)),
        ("单位".encode("utf-16"), "is UTF-16 text", (1, 1)),
        ("---\nname: x\n".encode("utf-32"), "is UTF-32 text", (1, 1)),
        (b"---\nname: x\n---\n\na\0b\n", "line 5 holds a zero byte", (5, 2)),
        (b"x" * (10 * 1024 * 1024 + 1), "more than 10,485,760 are not read", (1, 1)),
    ],
    ids=[
        "latin-1",
        "mixed",
        "shift-jis",
        "gbk",
        "cut",
        "utf-16",
        "utf-16-no-mark",
        "utf-16-chinese",
        "utf-32",
        "zero-byte",
        "huge",
    ],
)
def test_a_file_that_is_no_text_says_why_and_where(
    content: bytes, cause: str, at: tuple[int, int]
) -> None:
    write_library(Path(), {"skills/odd/SKILL.md": content})
    (skill,) = load(Path("skills")).skills
    assert cause in skill.unreadable
    assert skill.unreadable_at is not None
    assert skill.unreadable_at[1:3] == at
    assert skill.name == "odd"


def test_a_resource_says_why_it_is_no_text() -> None:
    files = {"skills/bread/SKILL.md": BREAD, "skills/bread/a.md": b"caf\xe9"}
    write_library(Path(), files)
    problem = load(Path("skills")).skills[0].resources[0].find_problem()
    assert problem is not None
    assert problem.message.startswith("a.md is not UTF-8")
    assert problem.location[:3] == ("skills/bread/a.md", 1, 4)


def test_a_skill_file_that_is_a_folder_says_so() -> None:
    write_library(Path(), {"skills/odd/SKILL.md/x": ""})
    (skill,) = load(Path("skills")).skills
    assert skill.unreadable == "SKILL.md is a folder"


def test_the_text_keeps_its_line_ends_and_byte_order_mark() -> None:
    text = "\ufeff" + BREAD.replace("\n", "\r\n")
    write_library(Path(), {"skills/bread/SKILL.md": text})
    (skill,) = load(Path("skills")).skills
    assert skill.source.text == text
    assert skill.routing_text == "Bakes bread."


def test_a_file_belongs_to_the_nearest_skill_above_it() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD, "skills/bread/rolls/SKILL.md": RIVERS})
    library = load(Path("skills"))
    owners = {
        path: skill.name if (skill := library.skill_at(path)) else None
        for path in (
            "skills/bread/references/a.md",
            "skills/bread/SKILL.md",
            "skills/bread/rolls/references/a.md",
            "skills/INDEX.md",
            "skills",
        )
    }
    assert list(owners.values()) == ["bread", "bread", "river-map", None, None]


# --- Links that git wrote as text -------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "content", "found"),
    [
        ("skills/rolls", "../store/rolls", True),
        ("skills/rolls", "../store/rolls\n", True),
        ("skills/rolls", "../elsewhere/rolls", True),
        ("skills/cakes", "../store/rolls", True),
        ("skills/cakes", "../elsewhere/rolls", False),
        ("skills/rolls", "bread", True),
        ("skills/LICENSE", "MIT", False),
        ("skills/rolls", "../store/rolls\n../store/rolls\n", False),
        ("skills/rolls.md", "../store/rolls", False),
        ("skills/bread/rolls", "../store/rolls", False),
        ("skills/rolls", "", False),
    ],
)
def test_a_link_to_a_skill_folder_that_git_wrote_as_text_is_a_problem(
    file: str, content: str, found: bool
) -> None:
    skills = {"skills/bread/SKILL.md": BREAD, "store/rolls/SKILL.md": RIVERS}
    write_library(Path(), {**skills, file: content})
    problems = load(Path("skills")).problems
    assert [problem.location.path for problem in problems] == ([file] if found else [])
    assert all("git wrote a symbolic link as text" in problem.message for problem in problems)
