"""Rules about files that a text leads to: what they find on disk, and what their fixes write."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from skilltool import fixes, linter
from skilltool.config import Config
from skilltool.profiles import load_profile
from tests.building import load, skill_text, write_library

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Diagnostic

SKILL = "skills/rates/SKILL.md"


def check(root: Path, rule: str) -> list[Diagnostic]:
    selection = linter.Selection(select=(rule,))
    library = load(root / "skills")
    profiles = [load_profile("default")]
    return list(linter.check([library], Config(), profiles, selection).diagnostics)


def write(root: Path, body: str, files: dict[str, str | bytes] | None = None) -> None:
    own = {f"skills/rates/{path}": text for path, text in (files or {}).items()}
    write_library(root, {SKILL: skill_text("rates", "Looks up rates.", body), **own})


def messages(root: Path, rule: str) -> list[str]:
    return [item.problem.message for item in check(root, rule)]


def mend(root: Path, rule: str) -> None:
    fixes.fix_files(lambda: check(root, rule), unsafe=True)


def run_git(root: Path, *args: str) -> None:
    subprocess.run(("git", "-C", root, *args), check=True, capture_output=True)


@pytest.mark.parametrize(
    ("rule", "written", "mended"),
    [
        ("wrong-case-link", "[r](A/My%20Rates.md#x)", "[r](a/my%20rates.md#x)"),
        ("wrong-case-link", "[r](<A/My Rates.md>)", "[r](<a/my rates.md>)"),
        ("backslash-path", "[r](a\\my%20rates.md?raw=1)", "[r](a/my%20rates.md?raw=1)"),
        ("broken-link", "[r](my%20rates.md#x)", "[r](a/my%20rates.md#x)"),
        ("link-from-other-base", "[r](rates/a/my%20rates.md#x)", "[r](a/my%20rates.md#x)"),
    ],
)
def test_a_fix_of_a_link_leaves_a_link_that_works(
    tmp_path: Path, rule: str, written: str, mended: str
) -> None:
    write(tmp_path, written, {"a/my rates.md": "# X\n"})
    mend(tmp_path, rule)
    assert (tmp_path / SKILL).read_text("utf-8").endswith(mended)
    assert messages(tmp_path, "links") == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Run `./scripts/run.sh`.", True),
        ("First run `./scripts/run.sh --all`, then stop.", True),
        ("With `./scripts/run.sh --all` all rates are printed.", True),
        ("`./scripts/run.sh` holds the rates.", False),
        ("Look into `./scripts/run.sh`.", False),
        ('```sh\n"${CLAUDE_SKILL_DIR}/scripts/run.sh" x\n```', True),
        ('```sh\nsh "${CLAUDE_SKILL_DIR}/scripts/run.sh" x\n```', False),
    ],
)
def test_a_script_needs_a_run_bit_where_it_is_called(
    tmp_path: Path, body: str, found: bool
) -> None:
    write(tmp_path, body, {"scripts/run.sh": "#!/bin/sh\n"})
    (tmp_path / "skills/rates/scripts/run.sh").chmod(0o644)
    assert bool(check(tmp_path, "script-not-executable")) is found


def test_the_interpreter_is_written_before_the_quotes_of_a_path(tmp_path: Path) -> None:
    body = '```sh\n"$SKILL_DIR/scripts/run.sh" x\n```\n'
    write(tmp_path, body, {"scripts/run.sh": "#!/bin/sh\n"})
    (tmp_path / "skills/rates/scripts/run.sh").chmod(0o644)
    mend(tmp_path, "script-not-executable")
    assert '\nsh "$SKILL_DIR/scripts/run.sh" x\n' in (tmp_path / SKILL).read_text("utf-8")


@pytest.mark.parametrize(("trusted", "found"), [("true", False), ("false", True)])
def test_a_run_bit_is_that_of_the_index_where_git_does_not_trust_the_disk(
    tmp_path: Path, trusted: str, found: bool
) -> None:
    write(tmp_path, "Run `./scripts/run.sh`.", {"scripts/run.sh": "#!/bin/sh\n"})
    script = tmp_path / "skills/rates/scripts/run.sh"
    script.chmod(0o644)
    run_git(tmp_path, "init", "-q")
    run_git(tmp_path, "config", "core.fileMode", trusted)
    run_git(tmp_path, "add", ".")
    script.chmod(0o755)
    assert bool(check(tmp_path, "script-not-executable")) is found


@pytest.mark.parametrize(
    ("path", "content", "mode", "mended"),
    [
        ("scripts/run.sh", b"#!/bin/sh\r\necho\r\n", 0o644, b"#!/bin/sh\necho\n"),
        (
            "scripts/run.py",
            b"#!/usr/bin/env python3\r\n1\r\n",
            0o755,
            b"#!/usr/bin/env python3\n1\n",
        ),
        ("scripts/run", b"\xef\xbb\xbf#!/bin/sh\n", 0o644, b"#!/bin/sh\n"),
        ("scripts/run.py", b"#!/usr/bin/env python3\r\n1\r\n", 0o644, None),
        ("scripts/run.py", b"print(1)\r\n", 0o755, None),
        ("scripts/run.sh", b"#!/bin/sh\nprintf '\r\n'\n", 0o755, None),
    ],
)
def test_a_shebang_that_the_system_cannot_read_is_mended(
    tmp_path: Path, path: str, content: bytes, mode: int, mended: bytes | None
) -> None:
    write(tmp_path, "Run it.", {path: content})
    script = tmp_path / "skills/rates" / path
    script.chmod(mode)
    assert len(check(tmp_path, "damaged-shebang")) == (mended is not None)
    mend(tmp_path, "damaged-shebang")
    assert script.read_bytes() == (mended or content)
    assert script.stat().st_mode & 0o777 == mode


@pytest.mark.parametrize(
    "body",
    [
        "[t](references/t.csv)",
        "[t](data/t.md)",
        "[t](data/)",
    ],
)
def test_a_link_to_what_git_ignores_is_no_broken_link(tmp_path: Path, body: str) -> None:
    files = {"references/t.csv": "", "data/t.md": ""}
    write(tmp_path, body, files)
    (tmp_path / ".gitignore").write_text("*.csv\ndata/\n", "utf-8")
    assert messages(tmp_path, "link-to-ignored-file") == []
    run_git(tmp_path, "init", "-q")
    destination = body[4:-1]
    assert messages(tmp_path, "links") == [f"`{destination}` is ignored by git; nobody else has it"]


def test_a_linked_folder_outside_of_the_skill_is_one_finding(tmp_path: Path) -> None:
    write(tmp_path, "[x](shared/x.md), `shared/x.md`, `references/y.md`")
    write_library(tmp_path, {"shared/x.md": "", "more/y.md": ""})
    (tmp_path / "skills/rates/shared").symlink_to("../../shared")
    (tmp_path / "skills/rates/references").symlink_to("../../more")
    found = check(tmp_path, "links") + check(tmp_path, "security")
    assert [item.rule for item in found] == ["symlink-leaves-skill"] * 2


def test_a_skill_file_that_is_a_link_out_of_its_folder_leaves_the_skill(tmp_path: Path) -> None:
    write_library(
        tmp_path, {"store/x.md": skill_text("rates", "Looks up rates."), "skills/rates/a": ""}
    )
    (tmp_path / SKILL).symlink_to("../../store/x.md")
    (found,) = check(tmp_path, "symlink-leaves-skill")
    assert found.problem.location.path.endswith(SKILL)


@pytest.mark.parametrize(
    "told",
    [
        "All paths are relative to this file.",
        "Paths are relative to `SKILL.md`.",
        "```sh\ncd ~/.agent/skills/rates && ls\n```",
        '```sh\ncd "$(dirname SKILL.md)"\n```',
    ],
)
def test_a_text_may_say_in_many_ways_where_its_commands_run(tmp_path: Path, told: str) -> None:
    command = "\n\n```sh\nsh scripts/run.sh\n```\n"
    write(tmp_path, command, {"scripts/run.sh": "#!/bin/sh\n"})
    assert len(check(tmp_path, "bare-script-command")) == 1
    write(tmp_path, told + command)
    assert check(tmp_path, "bare-script-command") == []


def test_a_name_in_another_normal_form_is_told_from_a_missing_file(tmp_path: Path) -> None:
    write(tmp_path, "[u](\u00fcber.md)", {"u\u0308ber.md": ""})
    (message,) = messages(tmp_path, "broken-link")
    assert "the name on disk looks the same" in message


def test_a_command_that_names_no_file_of_the_skill_is_found_in_a_whole_library(
    tmp_path: Path,
) -> None:
    write(tmp_path, "Run `python scripts/rate.py`.", {"scripts/rates.py": ""})
    assert messages(tmp_path, "broken-link") == [
        "`scripts/rate.py` does not exist; did you mean `scripts/rates.py`?"
    ]


def test_a_file_that_is_missing_is_one_finding_in_each_file_that_names_it(tmp_path: Path) -> None:
    body = "See [a](references/rate.md#x), [b](references/rate.md) and [c](references/gone.md).\n"
    files = {
        "skills/rates/SKILL.md": skill_text("rates", "Looks up rates.", body),
        "skills/rates/references/rates.md": "See [a](rate.md).\n",
    }
    write_library(tmp_path, files)
    found = check(tmp_path, "broken-link")
    assert [(item.problem.location.line, len(item.problem.also)) for item in found] == [
        (6, 1),
        (6, 0),
        (1, 0),
    ]
    fix = found[0].problem.fix
    assert fix is not None
    fixed = fixes.apply(files["skills/rates/SKILL.md"], [fix]).text
    assert "[a](references/rates.md#x), [b](references/rates.md)" in fixed


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("```sh\n./scripts/gone.sh\n```\n\nRun `sh scripts/gone.sh`.", [2]),
        ("Run `sh scripts/gone.sh` and `sh scripts/far.sh`.", [1, 1]),
        ("`scripts/gone.sh` counts.\n\nRun `sh scripts/gone.sh`.", [2]),
    ],
    ids=["two spellings of one file", "two files", "a name before the command"],
)
def test_a_missing_file_is_told_once_with_every_place(
    tmp_path: Path, body: str, found: list[int]
) -> None:
    write(tmp_path, body)
    told = [item.problem for item in check(tmp_path, "broken-link")]
    assert [1 + len(problem.also) for problem in told] == found
    assert [problem.location.line for problem in told] == sorted(p.location.line for p in told)


@pytest.mark.parametrize(
    ("files", "only"),
    [({"README.md": "See [old](references/old.md)."}, ", only README.md does"), ({}, "")],
    ids=["a README names it", "no text names it"],
)
def test_a_finding_on_a_lost_reference_says_who_names_it(
    tmp_path: Path, files: dict[str, str | bytes], only: str
) -> None:
    write(tmp_path, "Ask.", {"references/old.md": "# Old\n", **files})
    assert messages(tmp_path, "unreached-reference") == [
        f"nothing that SKILL.md leads to names this file{only}; link it from SKILL.md"
    ]
