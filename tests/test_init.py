"""`skills init`: what it plans, what it writes, and what it leaves alone."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest
import yaml
from building import run, skill_text, write_library

from skilltool import starting
from skilltool.config import load_config
from skilltool.profiles import profile_names
from skilltool.rules import known_options

FILES = ["skills.toml", ".pre-commit-config.yaml", ".github/workflows/skills.yml"]


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)


def _files() -> dict[str, str]:
    files = (file for file in Path().rglob("*") if file.is_file())
    return {file.as_posix(): file.read_bytes().decode() for file in files}


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", _Terminal("".join(f"{line}\n" for line in lines)))


def test_an_empty_repository_gets_three_files_that_are_shown_and_load() -> None:
    result = run("init", "--yes")
    assert (result.code, result.err) == (0, "")
    files = _files()
    assert sorted(files) == sorted(FILES)
    for path, text in files.items():
        assert path in result.out
        assert all(line.strip() in result.out for line in text.splitlines())
    config = load_config(Path("skills.toml"), known_options(), profile_names())
    assert config.roots == (Path("skills"),)
    assert [target.file for target in config.index] == [Path("skills/INDEX.md")]
    assert "skilltool" in yaml.safe_load(files[FILES[2]])["jobs"]["check"]["steps"][2]["run"]


def test_what_it_sets_up_passes_its_own_checks() -> None:
    run("init", "--yes", "--index", "AGENTS.md")
    text = skill_text("unit-convert", "Converts inches to metres. Use when a text mixes units.")
    write_library(Path(), {"skills/unit-convert/SKILL.md": text})
    assert run("check").code == 1
    assert run("index").out == "wrote AGENTS.md\n"
    assert "**unit-convert**: Converts inches" in Path("AGENTS.md").read_text()
    assert run("check").code == 0


def test_a_dry_run_shows_all_and_writes_nothing() -> None:
    result = run("init", "--dry-run", "--index", "README.md")
    assert result.code == 0
    assert all(f"{path} (new)" in result.out for path in [*FILES, "README.md"])
    assert _files() == {}


def test_without_a_terminal_and_without_yes_nothing_is_written() -> None:
    result = run("init")
    assert result.code == 2
    assert "`--yes` writes without asking" in result.err
    assert "skills.toml (new)" in result.out
    assert _files() == {}


def test_on_a_terminal_it_asks_for_the_places_and_then_whether_to_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _answer(monkeypatch, "agent/skills", "AGENTS.md", "y")
    assert run("init").code == 0
    written = tomllib.loads(Path("skills.toml").read_text())
    assert written["roots"] == ["agent/skills"]
    assert written["index"] == [{"file": "AGENTS.md"}]


def test_no_as_the_answer_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _answer(monkeypatch, "", "", "n")
    result = run("init")
    assert (result.code, _files()) == (2, {})
    assert result.err.endswith("skills: nothing was written\n")


def test_a_second_run_changes_nothing_and_says_why() -> None:
    run("init", "--yes", "--index", "AGENTS.md")
    before = _files()
    result = run("init", "--yes", "--index", "AGENTS.md")
    assert result.code == 0
    assert result.out.count("left alone") == 4
    assert result.out.endswith("\n\nNothing to write.\n")
    assert _files() == before


def test_what_exists_keeps_every_byte_of_it() -> None:
    mine = {
        "skills.toml": 'roots = ["mine"]\n',
        ".pre-commit-config.yaml": "repos: []\n",
        ".github/workflows/skills.yml": "name: mine\n",
        "README.md": "# Mine\r\n\r\nText",
    }
    write_library(Path(), mine)
    result = run("init", "--yes", "--index", "README.md")
    files = _files()
    readme = files.pop("README.md")
    assert readme.startswith(mine.pop("README.md"))
    assert readme.endswith("## Skills\r\n\r\n<!-- skills:begin -->\r\n<!-- skills:end -->\r\n")
    assert files == mine
    assert "put this under `repos:`" in result.out
    assert "- id: skills-check" in result.out


def test_a_configuration_in_pyproject_is_not_doubled() -> None:
    write_library(Path(), {"pyproject.toml": '[tool.skills]\nroots = ["skills"]\n'})
    result = run("init", "--yes")
    assert "skills.toml (left alone: the configuration is in pyproject.toml)" in result.out
    assert not Path("skills.toml").exists()


def test_a_library_that_is_there_is_the_default() -> None:
    text = skill_text("unit-convert", "Converts inches to metres. Use when a text mixes units.")
    write_library(Path(), {".claude/skills/unit-convert/SKILL.md": text})
    run("init", "--yes", "--profile", "claude-code")
    written = tomllib.loads(Path("skills.toml").read_text())
    assert written["roots"] == [".claude/skills"]
    assert written["profile"] == "claude-code"
    assert written["index"] == [{"file": ".claude/skills/INDEX.md"}]


@pytest.mark.parametrize("part", starting.PARTS)
def test_a_part_can_be_left_out(part: str) -> None:
    run("init", "--yes", "--without", part)
    kept = {"pre-commit": FILES[2], "workflow": FILES[1]}[part]
    assert sorted(_files()) == sorted(["skills.toml", kept])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--profile", "claud-code"], "claude-code"),
        (["--index", "../AGENTS.md"], "outside of this folder"),
        (["--library", "/elsewhere"], "outside of this folder"),
    ],
)
def test_a_wrong_argument_exits_2_and_writes_nothing(args: list[str], words: str) -> None:
    result = run("init", "--yes", *args)
    assert result.code == 2
    assert words in result.err
    assert _files() == {}


def test_a_folder_inside_a_repository_is_refused_unless_only_the_configuration_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot").mkdir()
    monkeypatch.chdir(tmp_path / "bot")
    refused = run("init", "--yes")
    assert refused.code == 2
    assert tmp_path.as_posix() in refused.err
    parts = [word for part in starting.PARTS for word in ("--without", part)]
    assert run("init", "--yes", *parts).code == 0
    assert list(_files()) == ["skills.toml"]


def test_a_file_is_no_folder_of_skills() -> None:
    write_library(Path(), {"skills.md": "Ours.\n"})
    result = run("init", "--yes", "--library", "skills.md")
    assert result.code == 2
    assert result.err.startswith("skills: skills.md is a file, ")
    assert list(_files()) == ["skills.md"]


def test_a_folder_cannot_list_the_skills() -> None:
    write_library(Path(), {"docs/README.md/x": ""})
    result = run("init", "--yes", "--index", "docs/README.md")
    assert result.code == 2
    assert result.err == "skills: docs/README.md is a folder; nothing was written\n"


def test_a_file_that_is_no_text_stops_it_before_anything_is_written() -> None:
    write_library(Path(), {".pre-commit-config.yaml": b"repos:\n  - \xff\n"})
    result = run("init", "--yes")
    assert result.code == 2
    assert "not UTF-8" in result.err
    assert not Path("skills.toml").exists()


OTHER = {"repo": "local", "hooks": [{"id": "mine"}]}
SAFE = {
    "indented": "repos:\n  - repo: local\n    hooks:\n      - id: mine\n",
    "at the margin": "repos:\n- repo: local\n  hooks:\n  - id: mine\n",
    "no line end": "repos:\n  - repo: local\n    hooks:\n      - id: mine",
    "crlf": "repos:\r\n  - repo: local\r\n    hooks:\r\n      - id: mine\r\n",
    "before another key": "repos:\n- repo: local\n  hooks:\n  - id: mine\n\nci:\n  skip: [mine]\n",
    "after another key": "# top\nci: {}\nrepos: # all\n- repo: local\n  hooks:\n  - id: mine\n",
    "a comment after it": "repos:\n- repo: local\n  hooks:\n  - id: mine\n\n# the end\n",
    "a block scalar": "repos:\n- repo: local\n  hooks:\n  - id: |-\n      me\n      # no\n",
}


@pytest.mark.parametrize("text", SAFE.values(), ids=list(SAFE))
def test_hooks_are_inserted_into_a_list_of_repositories(text: str) -> None:
    write_library(Path(), {".pre-commit-config.yaml": text})
    run("init", "--yes")
    new = Path(".pre-commit-config.yaml").read_bytes().decode()
    old, now = yaml.safe_load(text), yaml.safe_load(new)
    assert now["repos"][:-1] == old["repos"]
    assert [hook["id"] for hook in now["repos"][-1]["hooks"]] == ["skills-check", "skills-index"]
    assert {**now, "repos": old["repos"]} == old
    assert ("\r\n" in new) == ("\r\n" in text)
    assert "\n" not in new.replace("\r\n", "") if "\r\n" in text else True


UNSAFE = {
    "flow style": "repos: [{repo: local, hooks: [{id: mine}]}]\n",
    "no repositories": "fail_fast: true\n",
    "an empty list": "repos:\n\nci: {}\n",
    "not a list": "repos:\n  one: two\n",
    "twice": "repos:\n- repo: meta\n  hooks: []\nrepos:\n- repo: meta\n  hooks: []\n",
    "a tab": "repos:\n- repo: meta\n  hooks: []\t\n",
    "only a comment": "# repos come later\n",
}


@pytest.mark.parametrize("text", UNSAFE.values(), ids=list(UNSAFE))
def test_a_list_of_another_form_is_left_alone_and_the_lines_are_printed(text: str) -> None:
    write_library(Path(), {".pre-commit-config.yaml": text})
    result = run("init", "--yes")
    assert Path(".pre-commit-config.yaml").read_text() == text
    assert ".pre-commit-config.yaml (left alone" in result.out
    assert "entry: skilltool index --check" in result.out


def test_quotes_and_backslashes_in_a_folder_survive_into_the_configuration() -> None:
    wishes = starting.Wishes('a "b" \\ ü', "x/INDEX.md", "default", "skilltool")
    text = starting.plan(wishes, lambda path: None)[0].text or ""
    assert tomllib.loads(text)["roots"] == ['a "b" \\ ü']


def _next_commands(*args: str) -> list[str]:
    _, _, steps = run("init", "--yes", *args).out.partition("\nNext:\n")
    return [line.split("   ")[0].strip() for line in steps.splitlines()]


@pytest.mark.parametrize(
    ("skills", "git", "args", "commands"),
    [
        (False, True, (), ["skills new NAME", "skills index", "pre-commit install"]),
        (True, True, (), ["skills check", "skills index", "pre-commit install"]),
        (True, False, (), ["skills check", "skills index", "git init", "pre-commit install"]),
        (True, False, ("--without", "pre-commit"), ["skills check", "skills index"]),
    ],
    ids=["no-skill", "skills", "no-repository", "no-hooks"],
)
def test_the_next_steps_are_those_that_can_be_taken(
    skills: bool, git: bool, args: tuple[str, ...], commands: list[str]
) -> None:
    if skills:
        write_library(Path(), {"skills/one/SKILL.md": skill_text("one", "Sorts stamps.")})
    if not git:
        Path(".git").rmdir()
    assert _next_commands(*args) == commands


def test_the_next_steps_name_commands_that_exist() -> None:
    words = [step.split()[1] for step in _next_commands() if step.startswith("skills ")]
    assert words == ["new", "index"]
    assert all(run(word, "--help").code == 0 for word in words)
