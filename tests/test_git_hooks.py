"""The hooks as other repositories use them: real git, real pre-commit, real commits."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from building import skill_text, write_library

ROOT = Path(__file__).resolve().parent.parent
HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
}
UNITS = skill_text("unit-convert", "Converts inches to metres. Use when a text mixes units.")
LETTERS = skill_text("letter-draft", "Drafts the answer to a complaint about a late parcel.")
BROKEN = UNITS.replace('"Converts', "Converts: from").replace('units."', "units.")


class Repository:
    """A git repository in which the hooks run on every commit."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        keep = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        self.environment = keep | {
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
            "PRE_COMMIT_HOME": str(home),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
        }  # fmt: skip
        self.call("git", "init", "--quiet", ".")

    def call(self, *args: str, code: int = 0) -> str:
        """Both streams of a program that must end with this exit code."""
        done = subprocess.run(
            args, cwd=self.folder, env=self.environment, text=True, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stdout
        return done.stdout

    def write(self, files: dict[str, str]) -> None:
        write_library(self.folder, files)

    def install(self, *ids: str, **changed: Any) -> None:
        """Use these hooks, from this environment in place of one that pip builds."""
        hooks = [{**HOOKS[name], "language": "system", **changed} for name in ids]
        config = {"repos": [{"repo": "local", "hooks": hooks}]}
        self.write({".pre-commit-config.yaml": yaml.safe_dump(config)})
        self.call("pre-commit", "install")

    def commit(self, code: int = 0) -> str:
        """Commit what is staged, with the hooks."""
        return self.call("git", "commit", "-m", "x", code=code)

    def commit_all(self, code: int = 0) -> str:
        self.call("git", "add", "--all")
        return self.commit(code)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture
def repository(tmp_path: Path, home: Path) -> Repository:
    return Repository(tmp_path, home)


def test_each_hook_runs_always_and_once_for_its_whole_library() -> None:
    assert list(HOOKS) == ["skills-check", "skills-index", "skills-index-write", "skills-overlap"]
    for hook in HOOKS.values():
        assert (hook["always_run"], hook["pass_filenames"]) == (True, False)
        assert hook["language"] == "python"


def test_a_stale_index_and_a_broken_skill_block_a_commit_until_they_are_mended(
    repository: Repository,
) -> None:
    repository.install("skills-check", "skills-index")
    repository.write({"skills/unit-convert/SKILL.md": UNITS})
    blocked = repository.commit_all(code=1)
    assert "stale index" in blocked
    assert "+- unit-convert: Converts inches" in blocked
    repository.call("skills", "index")
    repository.commit_all()

    repository.write({"skills/unit-convert/SKILL.md": BROKEN})
    assert "error[invalid-front-matter]" in repository.commit_all(code=1)
    repository.call("skills", "fix")
    repository.call("skills", "index")
    repository.commit_all()
    assert repository.call("git", "log", "--format=%s") == "x\nx\n"


def test_a_deleted_and_a_renamed_skill_block_a_commit_until_the_index_follows(
    repository: Repository,
) -> None:
    repository.write(
        {"skills/unit-convert/SKILL.md": UNITS, "skills/letter-draft/SKILL.md": LETTERS}
    )
    repository.call("skills", "index")
    repository.commit_all()
    repository.install("skills-check", "skills-index")

    repository.call("git", "rm", "--quiet", "-r", "skills/letter-draft")
    assert "-- letter-draft: Drafts" in repository.commit(code=1)
    repository.call("skills", "index")
    repository.commit_all()

    repository.call("git", "mv", "skills/unit-convert", "skills/length-convert")
    assert "name-differs-from-folder" in repository.commit(code=1)
    text = UNITS.replace("name: unit-convert", "name: length-convert")
    repository.write({"skills/length-convert/SKILL.md": text})
    repository.call("skills", "index")
    repository.commit_all()


def test_a_hook_that_is_given_file_names_judges_their_skills_and_ignores_other_files(
    repository: Repository,
) -> None:
    repository.write(
        {"skills/unit-convert/SKILL.md": BROKEN, "skills/letter-draft/SKILL.md": LETTERS}
    )
    repository.commit_all()
    repository.install(
        "skills-check", pass_filenames=True, always_run=False, require_serial=True,
        files="SKILL.md$|^skills/.*/references/", args=["--ignore", "index"],
    )  # fmt: skip
    repository.write({"README.md": "Text\n"})
    assert "Skipped" in repository.commit_all()
    repository.write({"skills/letter-draft/references/more.md": "More.\n"})
    repository.commit_all()
    repository.write({"skills/unit-convert/references/more.md": "More.\n"})
    assert "skills/unit-convert/SKILL.md:3:" in repository.commit_all(code=1)


def test_file_names_of_deleted_and_renamed_skills_lead_to_the_library_that_they_were_in(
    repository: Repository,
) -> None:
    repository.write({"skills/letter-draft/SKILL.md": LETTERS})
    gone = ["skills/unit-convert/SKILL.md", "skills/unit-convert/references/more.md"]
    assert "Checked 1 skill in 1 library" in repository.call("skills", "check", *gone)
    shutil.rmtree(repository.folder / "skills/letter-draft")
    assert "no skill found" in repository.call("skills", "check", *gone, code=2)


def test_the_writing_hook_stops_the_commit_once_and_leaves_a_fresh_index(
    repository: Repository,
) -> None:
    repository.install("skills-index-write")
    repository.write({"skills/unit-convert/SKILL.md": UNITS})
    assert "wrote skills/INDEX.md" in repository.commit_all(code=1)
    repository.commit_all()
    assert "- unit-convert: Converts" in repository.call("git", "show", "HEAD:skills/INDEX.md")
    repository.write({"skills/letter-draft/SKILL.md": LETTERS})
    assert "files were modified by this hook" in repository.commit_all(code=1)
    repository.commit_all()


def test_two_skills_that_compete_block_a_commit(repository: Repository) -> None:
    repository.install("skills-overlap")
    twin = LETTERS.replace("letter-draft", "complaint-answer")
    repository.write(
        {"skills/letter-draft/SKILL.md": LETTERS, "skills/complaint-answer/SKILL.md": twin}
    )
    assert "complaint-answer and letter-draft have the same line" in repository.commit_all(code=1)
    shutil.rmtree(repository.folder / "skills/complaint-answer")
    repository.commit_all()


def test_a_library_in_a_sub_folder_is_named_by_arguments_or_by_its_configuration(
    repository: Repository,
) -> None:
    repository.write({"packages/bot/agent/unit-convert/SKILL.md": UNITS})
    repository.install("skills-index", args=["packages/bot/agent"])
    assert "packages/bot/agent/INDEX.md:1: stale" in repository.commit_all(code=1)
    repository.write(
        {"packages/bot/skills.toml": 'roots = ["agent"]\n[[index]]\nfile = "AGENTS.md"\n'}
    )
    repository.install("skills-index", args=["--config", "packages/bot/skills.toml"])
    assert "packages/bot/AGENTS.md:1: stale" in repository.commit_all(code=1)
    repository.call("skills", "index", "--config", "packages/bot/skills.toml")
    repository.commit_all()


def test_every_library_of_a_repository_is_judged_and_has_its_own_index(
    repository: Repository,
) -> None:
    repository.write({
        "skills.toml": 'roots = ["shop/skills", "office/skills"]\n'
        '[[index]]\nfile = "shop/skills/INDEX.md"\n'
        '[[index]]\nfile = "office/skills/INDEX.md"\n',
        "shop/skills/unit-convert/SKILL.md": UNITS,
        "office/skills/letter-draft/SKILL.md": LETTERS,
    })  # fmt: skip
    repository.install("skills-check")
    blocked = repository.commit_all(code=1)
    assert "shop/skills/INDEX.md" in blocked
    assert "office/skills/INDEX.md" in blocked
    assert "wrote shop/skills/INDEX.md\nwrote office/skills/INDEX.md" in repository.call(
        "skills", "index"
    )
    assert "letter-draft" not in (repository.folder / "shop/skills/INDEX.md").read_text()
    repository.commit_all()


def test_what_is_staged_is_judged_and_not_what_the_working_tree_holds(
    repository: Repository,
) -> None:
    path = "skills/unit-convert/SKILL.md"
    repository.write({path: UNITS})
    repository.call("skills", "index")
    repository.commit_all()
    repository.install("skills-check")
    repository.call("git", "add", ".pre-commit-config.yaml")

    repository.write({path: BROKEN})
    repository.commit()
    assert (repository.folder / path).read_text() == BROKEN

    repository.call("git", "add", path)
    repository.write({path: UNITS})
    assert "error[invalid-front-matter]" in repository.commit(code=1)
    assert (repository.folder / path).read_text() == UNITS


@pytest.mark.slow
def test_pre_commit_builds_the_hooks_from_this_repository_and_runs_them(
    repository: Repository,
) -> None:
    """The one test in which pip builds the environment of the hooks, as it does for a user."""
    source = repository.folder.parent / f"{repository.folder.name}-source"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for path in filter(None, listed.split("\0")):
        if (ROOT / path).is_file():
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, source / path)
    hooks = Repository(source, Path(repository.environment["PRE_COMMIT_HOME"]))
    hooks.call("git", "add", "--all")
    hooks.call("git", "commit", "--quiet", "-m", "x")

    repository.write({"skills/unit-convert/SKILL.md": BROKEN})
    repository.call("git", "add", "--all")
    output = repository.call("pre-commit", "try-repo", str(source), "--all-files", code=1)
    results = {
        line.split("...")[0]: line.rsplit(".", 1)[1]
        for line in output.splitlines()
        if "..." in line and not line.startswith("[INFO]")
    }
    assert results == {
        "check skills": "Failed",
        "check that the skills index is fresh": "Failed",
        "regenerate the skills index": "Failed",
        "check that no two skills compete": "Passed",
    }
