"""Names, folders and paths: what is said where they do not fit, and what fixes never do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from building import run, skill_text, write_library

from skilltool import linter
from skilltool.config import Config
from skilltool.library import find_requests, load_libraries
from skilltool.profiles import load_profile

if TYPE_CHECKING:
    from skilltool.model import Diagnostic

TEXT = "Draws maps of rivers. Use when a river needs a map."


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _check(
    files: dict[str, str | bytes], select: str, *paths: str, profile: str = "default"
) -> list[Diagnostic]:
    write_library(Path(), files)
    requests = find_requests([Path(path) for path in paths], [], Path.cwd())
    chosen = load_profile(profile)
    libraries = [each for request in requests for each in load_libraries(request, chosen)]
    selection = linter.Selection(select=tuple(select.split(",")))
    return list(linter.check(libraries, Config(), [chosen], selection).diagnostics)


def _told(found: list[Diagnostic]) -> dict[str, str]:
    return {item.problem.location.path: item.problem.message for item in found}


# --- Name and folder ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("folder", "name", "advice"),
    [
        ("SkillForge", "skillforge", "rename the folder to `skillforge`"),
        ("my skill", "my-skill", "rename the folder to `my-skill`"),
        ("Data_Tools", "data-tools", "rename the folder to `data-tools`"),
        ("maps.bak", "maps", "rename the folder to `maps`"),
        ("river ", "river", "rename the folder to `river`"),
        ("Maps_Old", "River Maps", "rename the folder to `river-maps`"),
        ("карта", "map", "rename the folder to `map`"),
    ],
    ids=["capitals", "blank", "underscore", "backup", "trailing-blank", "both-bad", "not-ascii"],
)
def test_a_name_is_never_made_that_of_a_folder_with_an_illegal_name(
    folder: str, name: str, advice: str
) -> None:
    files: dict[str, str | bytes] = {f"skills/{folder}/SKILL.md": skill_text(name, TEXT)}
    (found,) = _check(files, "name-differs-from-folder")
    assert found.problem.message.endswith(advice)
    assert found.problem.fix is None


def test_a_name_may_be_made_that_of_a_folder_with_a_legal_name() -> None:
    (found,) = _check({"skills/maps/SKILL.md": skill_text("rivers", TEXT)}, "naming")
    assert found.problem.message == (
        "the name `rivers` differs from the folder `maps`; rename one of them"
    )
    assert found.problem.fix is not None
    assert not found.problem.fix.safe


def test_a_missing_name_is_suggested_in_a_legal_form() -> None:
    text = f"---\ndescription: {TEXT}\n---\n"
    (found,) = _check({"skills/Bad Folder/SKILL.md": text}, "missing-field")
    assert found.problem.message.endswith("add `name: bad-folder`")


def test_a_skill_in_the_folder_of_skills_itself_is_to_be_moved() -> None:
    files: dict[str, str | bytes] = {
        ".claude/skills/SKILL.md": skill_text("river-map", TEXT),
        ".claude/skills/bread/SKILL.md": skill_text("bread", "Bakes bread."),
    }
    (found,) = _check(files, "naming")
    assert found.problem.message.endswith("move it to skills/river-map/")
    assert found.problem.fix is None


@pytest.mark.parametrize("git", ["HEAD", ""], ids=["folder", "file"])
def test_the_folder_of_a_checkout_may_have_any_name(git: str) -> None:
    files: dict[str, str | bytes] = {"clone/SKILL.md": skill_text("river-map", TEXT)}
    assert _check(files, "name-differs-from-folder", "clone")
    files |= {f"clone/.git/{git}".rstrip("/"): "x"}
    assert _check(files, "name-differs-from-folder", "clone") == []


@pytest.mark.parametrize("profile", ["default", "vscode", "roo", "portable"])
def test_a_blank_at_the_end_of_a_name_is_a_fault_with_a_fix(profile: str) -> None:
    files: dict[str, str | bytes] = {"skills/maps/SKILL.md": skill_text('"maps "', TEXT)}
    (found,) = _check(files, "naming", profile=profile)
    assert found.problem.message == "the name `maps ` starts or ends with a blank; write `maps`"
    assert run("check", "--fix", "--profile", profile).code == 0
    assert "\nname: maps\n" in Path("skills/maps/SKILL.md").read_text().replace('"', "")


def test_a_name_in_a_block_scalar_has_no_blank_at_its_end() -> None:
    text = f"---\nname: >\n  maps\ndescription: {TEXT}\n---\n"
    assert _check({"skills/maps/SKILL.md": text}, "naming") == []


def test_an_illegal_name_that_is_the_folders_is_to_be_changed_in_both_places() -> None:
    (found,) = _check({"skills/a_one/SKILL.md": skill_text("a_one", TEXT)}, "naming")
    assert found.problem.message.endswith("write `a-one`, and name the folder so")


# --- Where skills lie -----------------------------------------------------------------------


def test_a_skill_inside_a_skill_is_said_to_lie_there() -> None:
    files: dict[str, str | bytes] = {
        "skills/maps/SKILL.md": skill_text("maps", TEXT),
        "skills/maps/lakes/SKILL.md": skill_text("lakes", "Draws lakes."),
    }
    (found,) = _check(files, "naming")
    assert found.problem.location.path == "skills/maps/lakes/SKILL.md"
    assert "lies inside another skill, `maps`" in found.problem.message


@pytest.mark.parametrize(
    ("path", "text", "advice"),
    [
        ("skills/lakes.md", skill_text("lakes", TEXT), "move the file to lakes/SKILL.md"),
        ("skills/lakes/SKILLS.md", "", "name the file SKILL.md"),
        ("skills/lakes/SKILL.md.txt", "", "name the file SKILL.md"),
        ("skills/lakes/SKILL", "", "name the file SKILL.md"),
        ("skills/lakes/skil.md", skill_text("lakes", TEXT), "name the file SKILL.md"),
        ("skills/lakes/SKILL (1).md", "", "name the file SKILL.md"),
    ],
    ids=["flat", "plural", "txt", "no-ending", "misspelt", "copy"],
)
def test_what_only_looks_like_a_skill_is_told(path: str, text: str, advice: str) -> None:
    files: dict[str, str | bytes] = {"skills/maps/SKILL.md": skill_text("maps", TEXT), path: text}
    told = _told(_check(files, "misplaced-skill"))
    assert list(told) == [path]
    assert told[path].endswith(advice)
    assert _check(files, "misplaced-skill", "skills/maps") == []


@pytest.mark.parametrize(
    "path",
    [
        "skills/README.md",
        "skills/INDEX.md",
        "skills/LICENSE",
        "skills/notes.md",
        "skills/rivers/notes.md",
        "skills/maps/SKILL.md.bak",
        "skills/rivers/skills.md",
        "skills/rivers/skill/notes.md",
        "skills/maps/SKILLS.md",
        "skills/atlas/skills.md",
        "docs/skill.md.txt",
    ],
)
def test_files_and_categories_that_are_no_skill_are_fine(path: str) -> None:
    files: dict[str, str | bytes] = {
        "skills/maps/SKILL.md": skill_text("maps", TEXT),
        "skills/atlas/lakes/SKILL.md": skill_text("lakes", "Draws lakes."),
        path: "---\ntitle: x\n---\n",
    }
    assert _check(files, "misplaced-skill") == []
    assert _check(files, "misplaced-skill", ".") == []


@pytest.mark.parametrize("paths", [[], ["."]], ids=["default", "here"])
def test_skills_in_the_folder_of_a_manifest_are_told(paths: list[str]) -> None:
    files: dict[str, str | bytes] = {
        "skills/maps/SKILL.md": skill_text("maps", TEXT),
        ".claude-plugin/plugin.json": '{"name": "atlas"}',
        ".claude-plugin/skills/lakes/SKILL.md": skill_text("lakes", TEXT),
    }
    told = _told(_check(files, "misplaced-skill", *paths))
    assert list(told) == [".claude-plugin/skills"]


# --- Paths that cannot be everywhere --------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("skills/con/SKILL.md", "`con` is a device on Windows"),
        ("skills/aux/lakes/SKILL.md", "`aux` is a device on Windows"),
        ("skills/com1/SKILL.md", "`com1` is a device on Windows"),
        ("skills/maps/references/aux.md", "`aux.md` is a device on Windows"),
        ("skills/maps/references/what?.md", "holds `?`"),
        ("skills/maps/references/a:b.md", "holds `:`"),
        ("skills/maps/references/a\nb.md", "holds a control character"),
        ("skills/maps/scripts/dot.", "ends with a dot"),
        ("skills/maps/assets /a.svg", "ends with a blank"),
        ("skills/rivers /SKILL.md", "ends with a blank"),
        ("skills/maps/skill.md", "differs from skills/maps/SKILL.md by capitals alone"),
        ("skills/maps/GUIDE.md", "by capitals alone"),
        ("skills/Maps/SKILL.md", "by capitals alone"),
        ("skills/maps/cafe\u0301.md", "by how accents are stored alone"),
        (f"skills/maps/{'deep/' * 38}x.md", "the path has 199"),
        (f"skills/maps/{'deep/' * 39}x.md", "the path has 204 characters"),
    ],
)
def test_a_path_that_not_every_system_can_have_is_told(path: str, words: str) -> None:
    files: dict[str, str | bytes] = {
        "skills/maps/SKILL.md": skill_text("maps", TEXT),
        "skills/maps/guide.md": "x",
        "skills/maps/caf\u00e9.md": "x",
        path: skill_text("x", TEXT),
    }
    told = _check(files, "unportable-path")
    if "199" in words:
        assert told == []
        return
    (found,) = told
    assert words in found.problem.message


@pytest.mark.parametrize(
    "path",
    ["skills/console/SKILL.md", "skills/maps/com10.md", "skills/maps/a b.md", "skills/maps/.x"],
)
def test_a_path_that_every_system_can_have_is_fine(path: str) -> None:
    files: dict[str, str | bytes] = {"skills/maps/SKILL.md": skill_text("maps", TEXT), path: "x"}
    assert _check(files, "unportable-path") == []


# --- Several folders of one client ----------------------------------------------------------

OTHER = skill_text("maps", "Draws maps of lakes.")


@pytest.mark.parametrize(
    ("roots", "profile", "text", "count"),
    [
        ((".claude", ".agents"), "vscode", OTHER, 1),
        ((".claude", ".agents"), "opencode", OTHER, 1),
        ((".claude", ".agents", ".github"), "vscode", OTHER, 2),
        ((".claude", ".agents"), "claude-code", OTHER, 0),
        ((".claude", ".agents"), "default", OTHER, 0),
        ((".claude", ".agents"), "vscode", skill_text("maps", TEXT), 0),
        ((".claude", ".agents"), "vscode", skill_text("maps", TEXT).replace("\n", "\r\n"), 0),
    ],
    ids=["two", "another-client", "three", "reads-one", "any-client", "same", "line-ends"],
)
def test_a_skill_that_differs_between_folders_of_one_client_is_told(
    roots: tuple[str, ...], profile: str, text: str, count: int
) -> None:
    files: dict[str, str | bytes] = {f"{root}/skills/maps/SKILL.md": text for root in roots}
    files |= {".claude/skills/maps/SKILL.md": skill_text("maps", TEXT)}
    found = _check(files, "differs-from-copy", profile=profile)
    assert len(found) == count
    assert all("differs from ." in item.problem.message for item in found)


def test_a_link_to_the_skills_of_another_folder_is_fine() -> None:
    write_library(Path(), {".claude/skills/maps/SKILL.md": OTHER, ".agents/x": ""})
    Path(".agents/skills").symlink_to("../.claude/skills")
    assert _check({}, "differs-from-copy", profile="vscode") == []


def test_packages_of_one_repository_may_have_skills_of_one_name() -> None:
    files: dict[str, str | bytes] = {
        "apps/web/skills/maps/SKILL.md": skill_text("maps", TEXT),
        "apps/api/.claude/skills/maps/SKILL.md": skill_text("maps", TEXT),
    }
    assert _check(files, "same-name-twice,overlapping-skills", ".") == []


def test_a_name_that_another_skill_would_get_too_is_not_suggested(tmp_path: Path) -> None:
    names = {"a": "C++ tips", "b": "C# tips", "c": "plan_x", "plan-x": "plan-x", "d": "Sort Mail"}
    files = {f"skills/{k}/SKILL.md": skill_text(f'"{v}"', "Tips.") for k, v in names.items()}
    write_library(tmp_path, files)
    out = " ".join(run("check", "--select", "invalid-name", "-q").out.split())
    assert out.count("the name `") == 4
    assert out.count("; write `") == 1
    assert "; write `sort-mail`" in out
