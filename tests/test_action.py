"""The GitHub Action: its shell steps run here, with files in place of those of a runner."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from building import skill_text, write_library

ROOT = Path(__file__).resolve().parent.parent
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step.get("name", step.get("id")): step for step in ACTION["runs"]["steps"]}

GOOD = skill_text("unit-convert", "Converts inches to metres. Use when a text mixes units.")
BROKEN = GOOD.replace('"Converts', "Converts: from").replace('units."', "units.")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs the bash of a runner")


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """A folder with the checkout that a job works in, a `temp` beside it and an empty summary."""
    (tmp_path / "temp").mkdir()
    (tmp_path / "summary.md").touch()
    write_library(tmp_path / "checkout", {"skills/unit-convert/SKILL.md": GOOD})
    return tmp_path


def _run(step: str, runner: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """Run a step as `shell: bash` of a runner does; inputs that are not given are empty."""
    names = STEPS[step]["env"]
    environment = {
        "PATH": os.environ["PATH"],
        "RUNNER_TEMP": str(runner / "temp"),
        "GITHUB_STEP_SUMMARY": str(runner / "summary.md"),
        **dict.fromkeys(names, ""),
        "PYTHON": sys.executable,
        **given,
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[step]["run"]],
        cwd=runner / "checkout", env=environment, capture_output=True, encoding="utf-8",
        timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def installed(runner: Path) -> Path:
    """A runner on which the installing step has put the package."""
    target = runner / "temp" / "skilltool"
    target.mkdir()
    for name in ("skilltool", "schemas", "templates"):
        (target / name).symlink_to(ROOT / name)
    return runner


def test_a_good_library_passes_and_the_summary_says_so(installed: Path) -> None:
    done = _run("Check skills", installed)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "all good" in (installed / "summary.md").read_text()


def test_a_finding_fails_the_job_annotates_its_line_and_is_in_the_summary(installed: Path) -> None:
    write_library(installed / "checkout", {"skills/unit-convert/SKILL.md": BROKEN})
    done = _run("Check skills", installed)
    assert done.returncode == 1
    assert "::error file=skills/unit-convert/SKILL.md,line=3" in done.stdout
    assert "invalid-front-matter" in (installed / "summary.md").read_text()


def test_sarif_is_written_beside_the_annotations(installed: Path) -> None:
    write_library(installed / "checkout", {"skills/unit-convert/SKILL.md": BROKEN})
    assert _run("Check skills", installed, SARIF_FILE="skills.sarif").returncode == 1
    written = json.loads((installed / "checkout/skills.sarif").read_text())
    assert written["runs"][0]["results"][0]["ruleId"] == "invalid-front-matter"


def test_the_bar_and_the_paths_are_inputs(installed: Path) -> None:
    draft = GOOD.replace("Do it.", "TODO: say how.")
    write_library(
        installed / "checkout", {"a/one/SKILL.md": draft, "b/unit-convert/SKILL.md": GOOD}
    )
    write_library(installed / "checkout", {"a/one/SKILL.md": draft.replace("unit-convert", "one")})
    assert _run("Check skills", installed, CHECK_PATHS="a b").returncode == 0
    strict = _run("Check skills", installed, CHECK_PATHS="a\nb\n", FAIL_ON="warning")
    assert strict.returncode == 1
    assert "placeholder-in-body" in strict.stdout
    assert _run("Check skills", installed, CHECK_PATHS="b", FAIL_ON="warning").returncode == 0


def test_a_check_that_cannot_run_fails_with_2_and_writes_no_summary(installed: Path) -> None:
    done = _run("Check skills", installed, CHECK_PATHS="nowhere", SARIF_FILE="skills.sarif")
    assert done.returncode == 2
    assert "nowhere does not exist" in done.stderr
    assert (installed / "summary.md").read_text() == ""
    assert not (installed / "checkout/skills.sarif").exists()


@pytest.mark.parametrize(
    "text", ["$(touch owned)", "`touch owned`", "--config=/dev/null", "; touch owned"]
)
def test_an_input_never_becomes_a_command_or_an_option(text: str, installed: Path) -> None:
    assert _run("Check skills", installed, CHECK_PATHS=text).returncode == 2
    assert not (installed / "checkout/owned").exists()


def test_code_of_the_checked_repository_does_not_run(installed: Path) -> None:
    write_library(installed / "checkout", {"click.py": "open('owned', 'w')\n"})
    assert _run("Check skills", installed).returncode == 0
    assert not (installed / "checkout/owned").exists()


@pytest.mark.parametrize(("version", "wanted"), [("", "the-action"), ("1.2.3", "skilltool==1.2.3")])
def test_the_action_installs_itself_or_the_version_asked_for(
    version: str, wanted: str, runner: Path
) -> None:
    fake = runner / "python"
    fake.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$RUNNER_TEMP/called"\n')
    fake.chmod(0o755)
    done = _run("Install skilltool", runner, PYTHON=str(fake), SOURCE="the-action", VERSION=version)
    assert done.returncode == 0
    called = (runner / "temp" / "called").read_text().split()
    assert called == [
        "-m", "pip", "install", "--quiet", "--target", str(runner / "temp" / "skilltool"), wanted
    ]  # fmt: skip


def test_every_input_is_documented_with_its_default_and_used() -> None:
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    text = (ROOT / "action.yml").read_text("utf-8")
    for name, described in ACTION["inputs"].items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        assert not described["default"] or f"`{described['default']}`" in row
        assert f"inputs.{name} " in text


def test_the_documented_use_names_only_inputs_that_exist() -> None:
    for file in ("README.md", "docs/ci.md"):
        blocks = (ROOT / file).read_text("utf-8").split("OWNER/skilltool@")[1:]
        for block in blocks:
            given = yaml.safe_load(_indented_below_with(block)) or {}
            assert set(given) <= set(ACTION["inputs"])


def _indented_below_with(block: str) -> str:
    lines = block.splitlines()[1:]
    if not lines or lines[0].strip() != "with:":
        return ""
    indent = len(lines[0]) - len(lines[0].lstrip())
    inner = []
    for line in lines[1:]:
        if len(line) - len(line.lstrip()) <= indent:
            break
        inner.append(line.strip())
    return "\n".join(inner)
