"""The command line as a whole: help, exit codes, streams, colour, JSON, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from building import run, skill_text, write_library

import skilltool
from skilltool import cli
from skilltool.cli import COMMANDS

BREAD = skill_text("bread", "Bakes bread. Use when somebody asks for a loaf.")
RIVERS = skill_text("river-map", "Draws maps of rivers. Use when a river needs a map.")


@pytest.fixture(autouse=True)
def _library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_library(
        Path(),
        {
            "skills/bread/SKILL.md": BREAD,
            "skills/river-map/SKILL.md": RIVERS,
            "skills/river-map/references/a.md": "See SKILL.md.",
        },
    )


def _process(*args: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run `skills ARGS` as a process of its own."""
    paths = os.pathsep.join([str(Path(skilltool.__file__).parents[1]), *sys.path])
    environment = {**os.environ, "PYTHONPATH": paths, **options.pop("env", {})}  # type: ignore[dict-item]
    command = [sys.executable, "-m", "skilltool", *args]
    kinds = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(command, env=environment, check=False, timeout=60, **kinds)  # type: ignore[call-overload, no-any-return]


# --- Help -----------------------------------------------------------------------------------


def test_the_help_lists_every_command_once() -> None:
    result = run("--help")
    assert (result.code, result.err) == (0, "")
    names = [
        line.split()[0]
        for line in result.out.splitlines()
        if line.startswith("  ") and line[2:3].isalpha()
    ]
    assert [name for name in names if name in COMMANDS] == sorted(COMMANDS, key=names.index)
    assert set(names) >= set(COMMANDS)


def test_without_a_command_the_help_is_shown() -> None:
    assert run() == run("--help")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_every_command_has_help_with_an_example(name: str, option: str) -> None:
    result = run(name, option)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"Usage: skills {name}")
    assert f"\n    skills {name}" in result.out


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_is_told(option: str) -> None:
    assert run(option) == (0, f"skilltool {skilltool.__version__}\n", "")


# --- Exit codes and streams -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("check",), 0),
        (("check", "broken"), 1),
        (("check", "gone"), 2),
        (("check", "--nonsense"), 2),
        (("check", "--fail-on", "loud"), 2),
        (("nonsense",), 2),
        (("list",), 0),
        (("list", "broken"), 0),
        (("index", "--check"), 1),
        (("index", "--print", "list"), 0),
        (("tokens",), 0),
        (("overlap",), 0),
        (("overlap", "bread", "river-map"), 0),
        (("overlap", "gone"), 2),
        (("explain",), 0),
        (("explain", "over-budget"), 0),
        (("explain", "over-budgte"), 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_the_exit_code_is_0_1_or_2(args: tuple[str, ...], code: int) -> None:
    write_library(Path(), {"broken/skills/odd/SKILL.md": "no front matter"})
    result = run(*args)
    assert result.code == code
    assert bool(result.err) == (code == 2 or args == ("index", "--check"))
    assert bool(result.out) == (code != 2)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("chekc",), "no command `chekc`, did you mean `check`?"),
        (("explain", "over-budgte"), "unknown rule `over-budgte`, did you mean `over-budget`?"),
        (("explain", "overlap"), "`overlap` is a group; its rules are `overlapping-skills`"),
        (("overlap", "bread", "bread"), "`bread` cannot compete with itself; name two skills"),
        (("tokens", "--write", "inf"), "'inf' is not a finite number"),
        (("tokens", "--read", "nan"), "'nan' is not a finite number"),
        (("tokens", "--price", "opus=-1"), "`opus=-1` is no price"),
        (("tokens", "--price", "5"), "--price needs --account"),
        (("tokens", "--references"), "--references needs --account"),
        (("tokens", "--price", "nan"), "`nan` is no price"),
        (("overlap", "braed"), "no skill `braed`, did you mean `bread`?"),
        (("overlap", "xyz"), "no skill `xyz`; `skills list` lists all"),
        (("check", "--profile", "codx"), "did you mean `codex`?"),
        (("check", "gone/SKILL.md"), "skills: gone/SKILL.md does not exist"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_an_error_says_what_is_wrong_and_what_may_be_meant(
    args: tuple[str, ...], words: str
) -> None:
    result = run(*args)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


@pytest.mark.parametrize(
    "args",
    [("list",), ("check", "--fail-on", "info"), ("check", "gone"), ("index", "--check"), ("-V",)],
    ids=" ".join,
)
def test_a_process_ends_with_the_same_code_and_output(args: tuple[str, ...]) -> None:
    here = run(*args)
    done = _process(*args)
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == here


def test_a_bug_of_ours_is_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(cli.program, "main", fail)
    result = run("check")
    assert (result.code, result.out) == (2, "")
    assert "ZeroDivisionError: oops" in result.err
    assert result.err.endswith(
        "skills: this is a bug of skilltool; please report it with the lines above\n"
    )


def test_when_nothing_was_checked_the_code_is_not_0() -> None:
    write_library(Path(), {"skills/plans/readme.md": "x"})
    result = run("check", "skills/plans")
    assert result.code == 2
    assert "none of the paths belongs to a skill; nothing was checked" in result.err


def test_every_folder_that_is_left_out_is_counted_and_named_on_request() -> None:
    write_library(Path(), {"skills/node_modules/x": "", "skills/.cache/y": ""})
    assert "Left out: 2 folders (`--verbose` names them)." in run("check").out
    told = run("check", "--verbose").out
    assert "skills/.cache: a hidden folder" in told
    assert "skills/node_modules: never holds skills of the library" in told


def test_quiet_prints_findings_alone() -> None:
    Path("skills/river-map/references/a.md").unlink()
    assert run("check", "--quiet").out == ""
    write_library(Path(), {"skills/bread/SKILL.md": "no front matter"})
    assert "Checked" not in run("check", "--quiet").out


# --- The reader of the output ---------------------------------------------------------------


def _many() -> None:
    line = "Bakes bread with a crust that sings. " * 20
    write_library(Path(), {f"skills/s{i}/SKILL.md": skill_text(f"s{i}", line) for i in range(200)})


@pytest.mark.parametrize("args", [("list", "--json"), ("--version",)], ids=" ".join)
def test_a_reader_that_goes_away_gets_no_traceback(args: tuple[str, ...]) -> None:
    _many()
    read, write = os.pipe()
    os.close(read)
    done = _process(*args, stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
@pytest.mark.parametrize("many", [False, True])
def test_a_full_disk_is_no_bug_of_ours(many: bool) -> None:
    if many:
        _many()
    with Path("/dev/full").open("wb") as full:
        done = _process("list", "--json", stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"skills: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_any_locale_gives_utf8_into_a_pipe(locale: str) -> None:
    write_library(
        Path(), {"skills/résumé/SKILL.md": skill_text("résumé", "Schreibt Lebensläufe. 技能")}
    )
    done = _process("list", "--json", env={"LC_ALL": locale, "PYTHONUTF8": "0"})
    assert done.returncode == 0
    assert {item["name"] for item in json.loads(done.stdout)} >= {"résumé"}


def test_lines_end_with_a_line_feed_alone() -> None:
    assert b"\r" not in _process("list").stdout


# --- Colour and width -----------------------------------------------------------------------


def test_a_pipe_gets_no_colour_unless_it_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("list").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("list").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("list").out


@pytest.mark.parametrize("command", ["list", "explain", "check", "overlap"])
@pytest.mark.parametrize("width", [80, 100])
def test_text_keeps_to_the_width_of_the_terminal(
    command: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    write_library(
        Path(), {"skills/bread/SKILL.md": BREAD.replace("---\n\n", "odd-field: 1\n---\n\n")}
    )
    lines = run(command).out.splitlines()
    assert lines
    assert max(map(len, lines)) <= width


def test_the_list_keeps_folders_whole_at_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    head, bread, rivers = run("list").out.splitlines()
    assert head.split() == ["name", "routing", "text", "folder", "bytes"]
    assert bread.endswith("…  skills/bread         91")
    assert rivers.endswith("…  skills/river-map     99")
    assert rivers.startswith("river-map  Draws maps of rivers. Use when a")


# --- JSON -----------------------------------------------------------------------------------


def test_list_gives_json() -> None:
    assert json.loads(run("list", "--json").out) == [
        {
            "name": "bread",
            "routing_text": "Bakes bread. Use when somebody asks for a loaf.",
            "path": "skills/bread/SKILL.md",
            "bytes": len(BREAD),
            "manual_only": False,
        },
        {
            "name": "river-map",
            "routing_text": "Draws maps of rivers. Use when a river needs a map.",
            "path": "skills/river-map/SKILL.md",
            "bytes": len(RIVERS),
            "manual_only": False,
        },
    ]


def test_list_names_a_broken_skill_with_the_cause() -> None:
    write_library(Path(), {"skills/odd/SKILL.md": b"\xff", "skills/bare/SKILL.md": "text"})
    texts = {item["name"]: item["routing_text"] for item in json.loads(run("list", "--json").out)}
    assert texts["odd"].startswith("(broken: SKILL.md is not UTF-8: line 1 holds the byte 0xFF")
    assert texts["bare"].startswith("(broken: no front matter")


def test_list_gives_the_cause_where_only_this_tool_can_read_the_routing_text() -> None:
    broken = "---\nname: logs\ndescription: Checks logs: errors first.\n---\n"
    marked = "\ufeff---\nname: units\ndescription: Converts units.\n---\n"
    write_library(Path(), {"skills/logs/SKILL.md": broken, "skills/units/SKILL.md": marked})
    texts = {item["name"]: item["routing_text"] for item in json.loads(run("list", "--json").out)}
    assert texts["logs"].startswith("(broken: the value of description is not quoted")
    assert texts["units"] == "Converts units."


def test_list_marks_a_skill_for_manual_use() -> None:
    text = BREAD.replace("---\n\n", "disable-model-invocation: true\n---\n\n")
    write_library(Path(), {"skills/bread/SKILL.md": text})
    (first, second) = json.loads(run("list", "--json").out)
    assert (first["manual_only"], second["manual_only"]) == (True, False)
    assert first["routing_text"] == "Bakes bread. Use when somebody asks for a loaf."


def test_the_mark_of_a_skill_for_manual_use_survives_the_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = BREAD.replace("---\n\n", "disable-model-invocation: true\n---\n\n")
    write_library(Path(), {"skills/bread/SKILL.md": text})
    _, first, second = run("list").out.splitlines()
    assert first.split(maxsplit=1)[1].startswith("(manual only) Bakes")
    assert "(manual only)" not in second


def test_tokens_gives_json() -> None:
    found = json.loads(run("tokens", "--json").out)
    text = json.dumps(found)
    assert '"bread"' in text
    assert '"river-map"' in text


def test_overlap_gives_json() -> None:
    same = "Drafts the answer to a customer complaint about a late parcel, with a refund offer."
    write_library(
        Path(),
        {f"skills/{name}/SKILL.md": skill_text(name, same) for name in ("letter", "mail")},
    )
    (row,) = json.loads(run("overlap", "--json").out)
    assert (row["first"], row["second"]) == ("letter", "mail")
    assert 0 < row["score"] <= 1
    assert "parcel" in row["shared_terms"]
    terms = json.loads(run("overlap", "letter", "mail", "--json").out)
    assert "parcel" in {term["shared_term"] for term in terms}
    assert json.loads(run("overlap", "bread", "--json").out) == []


def test_explain_gives_json() -> None:
    rules = {item["rule"]: item for item in json.loads(run("explain", "--json").out)}
    assert rules["over-budget"]["group"] == "tokens"
    assert rules["over-budget"]["severity"] == "warning"
    assert rules["unknown-field"]["fix"] == "safe"
    assert rules["unknown-field"]["profiles"]["claude-api"] == "error"
    assert "descripton" in rules["unknown-field"]["example"]


# --- Overlap --------------------------------------------------------------------------------


def test_overlap_says_that_nothing_is_close() -> None:
    assert run("overlap").out.startswith("No two skills are close")


def test_overlap_of_a_pair_that_shares_nothing_says_so() -> None:
    text = skill_text("river-map", "Draws maps of rivers.")
    write_library(Path(), {"skills/river-map/SKILL.md": text})
    out = run("overlap", "bread", "river-map").out
    assert out.startswith("score 0.00: bread and river-map\nthey share no word that tells\n")
    assert "shared term" not in out


def test_overlap_of_a_name_that_two_skills_carry_is_refused() -> None:
    write_library(Path(), {"skills/twin/bread/SKILL.md": BREAD})
    result = run("overlap", "bread")
    assert result.code == 2
    assert "skills/bread/SKILL.md and skills/twin/bread/SKILL.md" in result.err


# --- Explain --------------------------------------------------------------------------------


def test_the_manual_page_of_a_rule_has_its_group_its_weight_and_its_options() -> None:
    out = run("explain", "over-budget").out
    assert out.startswith("# over-budget\n\nGroup tokens, severity warning.\n")
    told = run("explain", "unknown-field").out
    assert "Some findings have a safe fix." in told
    assert "By profile: error for agent-skills, claude-api, portable." in told
    assert "- `index-line`, default `100`\n" in out
