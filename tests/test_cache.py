"""What is kept from run to run: served only where nothing has changed, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from skilltool import cache, linter, tokens
from skilltool.config import Config
from skilltool.index.hashing import hash_folder
from skilltool.library import CACHE_FOLDER
from skilltool.output import FORMATS
from skilltool.profiles import load_profile, profile_names
from tests.building import Run, load, run, skill_text, write_library

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent
LIBRARY = {
    "skills.toml": 'roots = ["skills"]\n',
    "skills/unit-convert/SKILL.md": skill_text(
        "unit-converter", "Converts units.", "See [more](references/gone.md).\n"
    ),
    "skills/unit-convert/references/more.md": "# More\n",
    "skills/unit-convert/scripts/run.sh": "#!/bin/sh\n",
    "skills/mail-merge/SKILL.md": skill_text(
        "mail-merge", "Fills letters. Use when a table of names comes.", "1\n" * 600
    ),
}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library with findings whose files are a minute old, in the current directory."""
    write_library(tmp_path, LIBRARY)
    _age(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _age(root: Path) -> None:
    then = time.time_ns() - 60_000_000_000
    for file in root.rglob("*"):
        if CACHE_FOLDER not in file.parts:
            os.utime(file, ns=(then, then))


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows by one each time the rules run."""
    calls: list[object] = []
    check = linter.check

    def counted(*args: object) -> object:
        calls.append(args)
        return check(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(linter, "check", counted)
    return calls


@pytest.mark.parametrize("options", [(), ("--show-suppressed", "--statistics", "--verbose")])
@pytest.mark.parametrize("name", FORMATS)
def test_a_kept_report_is_written_as_the_first_was(library, checks, name, options):
    args = ("check", "--output-format", name, *options)
    first = run(*args)
    assert run(*args) == first
    assert run(*args, "--no-cache") == first
    assert len(checks) == 2, "the second run has asked no rule"
    assert first.code == 1


def test_one_report_serves_all_formats_and_widths(library, checks, monkeypatch):
    run("check")
    monkeypatch.setenv("COLUMNS", "60")
    run("check", "--output-format", "json")
    run("check", "--quiet")
    assert len(checks) == 1


def test_a_kept_report_needs_neither_rules_nor_parsers(library):
    heavy = ("yaml", "jsonschema", "tiktoken", "numpy")
    parts = ("markdown", "linter", "rules.broken_link", "overlap")
    code = (
        "import sys\nfrom skilltool.cli import main\n"
        "try:\n    main(['check'])\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {(*heavy, *(f'skilltool.{part}' for part in parts))!r}"
        " if name in sys.modules], file=sys.stderr)"
    )
    told = [_process("-c", code, at=library).err.splitlines()[-1] for _ in range(2)]
    assert "'skilltool.linter'" in told[0]
    assert told[1] == "[]"


def _process(*args: str, at: Path) -> Run:
    done = subprocess.run(
        [sys.executable, *args],
        cwd=at,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def _append(path: str, text: str) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(text)


def _touch(path: str) -> None:
    then = time.time_ns() - 30_000_000_000
    os.utime(path, ns=(then, then))


SKILL = "skills/unit-convert/SKILL.md"
CHANGES = {
    "body": lambda: _append(SKILL, "More.\n"),
    "front matter": lambda: Path(SKILL).write_text(skill_text("unit-convert", "Converts units.")),
    "new skill": lambda: write_library(Path(), {"skills/new/SKILL.md": skill_text("new", "New.")}),
    "removed skill": lambda: Path(SKILL).unlink(),
    "resource": lambda: _append("skills/unit-convert/references/more.md", "More.\n"),
    "time of a resource": lambda: _touch("skills/unit-convert/references/more.md"),
    "new resource": lambda: write_library(Path(), {"skills/unit-convert/references/gone.md": ""}),
    "mode": lambda: Path("skills/unit-convert/scripts/run.sh").chmod(0o644),
    "link": lambda: Path("skills/unit-convert/link.md").symlink_to("references/more.md"),
    "index": lambda: _append("skills/INDEX.md", "# Skills\n\n<!-- skills:begin -->\n"),
    "manifest": lambda: write_library(
        Path(), {".claude-plugin/plugin.json": '{"name": "a", "skills": ["./skills/gone"]}'}
    ),
    "lock": lambda: write_library(
        Path(), {"skills-lock.json": '{"skills": {"mail-merge": {"computedHash": "0"}}}'}
    ),
    "severity": lambda: _append("skills.toml", '[rules]\nbroken-link = "off"\n'),
    "option of a rule": lambda: _append("skills.toml", "[budgets]\ninstruction-lines = 700\n"),
    "profile": lambda: _append("skills.toml", 'profile = "claude-code"\n'),
    "suppression": lambda: _append(
        "skills.toml", '[[suppress]]\nrule = "broken-link"\nreason = "It comes later."\n'
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen(library, checks, change):
    run("check")
    change()
    assert run("check") == run("check", "--no-cache")
    assert len(checks) == 3


ARGUMENTS = {
    "profile": ("--profile", "vscode"),
    "select": ("--select", "naming"),
    "ignore": ("--ignore", "links"),
    "bar": ("--fail-on", "info"),
    "path": ("skills/mail-merge",),
}


@pytest.mark.parametrize("arguments", ARGUMENTS.values(), ids=ARGUMENTS)
def test_another_question_gets_its_own_answer(library, checks, arguments):
    run("check")
    assert run("check", *arguments) == run("check", *arguments, "--no-cache")
    assert len(checks) == 3


def test_a_group_of_rules_gets_its_own_answer(library, checks):
    run("check")
    assert run("validate") == run("validate", "--no-cache")
    assert run("lint") == run("lint", "--no-cache")
    assert len(checks) == 5


def test_a_target_of_a_manifest_is_looked_up_again(library, checks):
    write_library(library, {".claude-plugin/plugin.json": '{"name": "a", "commands": "./gone"}'})
    run("check")
    (library / "gone").mkdir()
    assert run("check") == run("check", "--no-cache")
    assert len(checks) == 3


def test_a_hidden_file_counts_where_folders_are_hashed(library, checks):
    CHANGES["lock"]()
    run("check")
    write_library(library, {"skills/mail-merge/.hidden/a": "a"})
    run("check")
    assert len(checks) == 2


def test_a_file_beside_the_library_counts_as_a_link_may_mean_it(library, checks):
    assert "`../../references/gone.md`" not in run("check").out
    write_library(library, {"references/gone.md": "x"})
    assert "`../../references/gone.md`" in run("check").out
    assert len(checks) == 2


KNOWN = {
    *("skills-lock.json", "skills.lock", ".git", ".claude-plugin/marketplace.json"),
    *(".claude-plugin/plugin.json", ".codex-plugin/plugin.json"),
}


def test_the_rules_look_at_no_file_that_the_key_leaves_out(library, monkeypatch):
    """A rule that comes to look at more has to be made known to `cache`."""
    body = "[a](../../docs/a.md) `scripts/run.sh` `docs/a.md` ![b](../b.png) [c](/c.md)\n"
    write_library(library, {"docs/a.md": "# A\n", "skills/b/SKILL.md": skill_text("b", "B.", body)})
    profiles = [load_profile(name) for name in profile_names()]
    made = load(library / "skills")
    files = {f"{skill.folder}/{item.path}" for skill in made.skills for item in skill.resources}
    files |= {f"{place}/{name}" for place in (library, library / "skills") for name in KNOWN}
    seen = _looked_at(monkeypatch)
    linter.check([made], Config(), profiles, linter.Selection(with_info=True))
    monkeypatch.undo()
    below = {path for path in seen if path.startswith(f"{library}/")}
    assert below - files == set()
    assert below, "the manifests at least"


def _looked_at(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The absolute paths that are opened, listed or looked up from now on."""
    seen: set[str] = set()
    for name in ("os.stat", "os.lstat", "os.scandir", "os.listdir", "io.open", "builtins.open"):
        module, _, function = name.partition(".")
        monkeypatch.setattr(name, _noting(getattr(sys.modules[module], function), seen))
    return seen


def _noting(function: Callable[..., object], seen: set[str]) -> Callable[..., object]:
    def noting(path: object = ".", *args: object, **options: object) -> object:
        if isinstance(path, (str, os.PathLike)):
            seen.add(str(Path.cwd() / path))
        return function(path, *args, **options)

    return noting


def test_a_suppression_expires_although_nothing_changes(library, checks, monkeypatch):
    _append(
        "skills.toml",
        '[[suppress]]\nrule = "broken-link"\nreason = "It comes later."\nexpires = 2999-01-01\n',
    )
    run("check")
    monkeypatch.setattr(cache.time, "strftime", lambda _: "2999-01-02")
    run("check")
    assert len(checks) == 2


def test_another_version_of_the_tool_starts_anew(library, checks, monkeypatch):
    run("check")
    monkeypatch.setattr(cache, "__version__", "0")
    run("check")
    assert len(checks) == 2


def test_a_resource_that_was_written_just_now_keeps_nothing(library, checks):
    soon = time.time_ns() + 60_000_000_000
    os.utime("skills/unit-convert/references/more.md", ns=(soon, soon))
    run("check")
    run("check")
    assert len(checks) == 2


def test_a_fix_is_seen(library):
    run("check")
    fixed = run("check", "--fix", "--unsafe-fixes")
    assert "fixed" in fixed.err
    assert run("check").out == fixed.out == run("check", "--no-cache").out


def test_a_baseline_is_subtracted_from_a_kept_report(library, checks):
    assert run("check").code == 1
    assert run("check", "--write-baseline").code == 0
    assert run("check", "--baseline", ".skills-baseline.json").code == 0
    assert run("check").code == 1
    assert len(checks) == 1


def test_no_cache_neither_reads_nor_writes(library, checks):
    run("check", "--no-cache")
    assert not (library / CACHE_FOLDER).exists()
    run("check")
    run("check", "--no-cache")
    assert len(checks) == 3


def _entries(library: Path) -> list[Path]:
    return sorted((library / CACHE_FOLDER).glob("*.json"))


DAMAGE = {
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:-9]),
    "one byte": lambda file: file.write_bytes(file.read_bytes().replace(b"1", b"2", 1)),
    "empty": lambda file: file.write_bytes(b""),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_entry_is_as_none(library, checks, damage):
    first = run("check")
    for file in _entries(library):
        damage(file)
    assert run("check") == first
    assert len(checks) == 2


def test_half_an_entry_of_a_killed_run_is_removed_after_a_while(library):
    run("check")
    half = library / CACHE_FOLDER / ".report-0.json.1.tmp"
    half.write_bytes(b"")
    _touch(str(half))
    run("check", "--select", "naming")
    assert half.exists(), "its run may be at work"
    os.utime(half, ns=(0, 0))
    run("check", "--select", "links")
    assert not half.exists()


def test_the_folder_hides_itself_from_git_and_from_backups(library):
    run("check")
    folder = library / CACHE_FOLDER
    assert (folder / ".gitignore").read_text() == "*\n"
    signature = (folder / "CACHEDIR.TAG").read_text()
    assert signature.startswith("Signature: 8a477f597d28d172789f06886806bc55\n")


def test_a_report_does_not_speak_of_the_folder(library, monkeypatch):
    monkeypatch.chdir(library / "skills")
    (library / "skills.toml").unlink()
    first = run("check", ".", "--verbose")
    assert (library / "skills" / CACHE_FOLDER).is_dir()
    assert run("check", ".", "--verbose", "--no-cache") == first


def test_the_folder_is_no_part_of_a_skill_that_is_a_repository(tmp_path, monkeypatch):
    text = skill_text("one", "Converts units. Use when a text mixes them.")
    root = write_library(tmp_path / "skills" / "one", {"SKILL.md": text, "skills.toml": ""})
    monkeypatch.chdir(root)
    before = hash_folder(root)
    run("check", ".")
    assert (root / CACHE_FOLDER).is_dir()
    assert hash_folder(root) == before


def test_the_repository_of_the_library_holds_the_folder_where_no_configuration_is(library):
    (library / "skills.toml").unlink()
    (library / ".git").mkdir()
    run("check", "skills")
    assert _entries(library)


def test_no_folder_is_made_around_a_skill_that_stands_alone(library):
    (library / "skills.toml").unlink()
    (library / "skills").rename(library / "things")
    run("check", "things/mail-merge")
    assert not list(library.rglob(CACHE_FOLDER))


def test_a_folder_that_cannot_be_written_is_no_error(library, checks):
    first = run("check", "--no-cache")
    (library / CACHE_FOLDER).write_text("a file is in the way")
    assert run("check") == first
    assert len(checks) == 2


def test_a_link_in_the_place_of_the_folder_is_not_followed(library, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (library / CACHE_FOLDER).symlink_to(elsewhere)
    run("check")
    assert list(elsewhere.iterdir()) == []


def test_the_oldest_reports_are_dropped(library, monkeypatch):
    monkeypatch.setattr(cache, "MAX_REPORTS", 2)
    run("check")
    [first] = set(_entries(library)) - {library / CACHE_FOLDER / "tokens.json"}
    _touch(str(first))
    for group in ("naming", "links"):
        run("check", "--select", group)
    left = [file for file in _entries(library) if file.name != "tokens.json"]
    assert len(left) == 2
    assert first not in left


def test_parallel_runs_do_not_disturb_each_other(library):
    args = [sys.executable, "-m", "skilltool", "check", "--output-format", "json"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    runs = [
        subprocess.Popen(args, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    told = [process.communicate() for process in runs]
    assert [err for _, err in told] == [b""] * 3
    assert len({out for out, _ in told}) == 1
    assert run("check", "--output-format", "json").out.encode() == told[0][0]


def test_a_text_is_counted_once_whatever_else_changes(library, monkeypatch):
    counted: list[str] = []
    count = tokens.count_tokens

    def noted(text: str, encoding: str) -> int:
        counted.append(text)
        return count(text, encoding)

    monkeypatch.setattr(tokens, "count_tokens", noted)
    _append("skills/unit-convert/SKILL.md", "word " * 2_000)
    _append("skills/mail-merge/SKILL.md", "word " * 2_000)
    for text in ("", "More.\n"):
        _append("skills/mail-merge/SKILL.md", text)
        monkeypatch.setattr(tokens, "known_counts", {})
        tokens._count.cache_clear()
        counted.clear()
        run("check")
    assert len(counted) == 1
    assert counted[0].endswith("More.\n")


def test_the_newest_token_counts_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "MAX_COUNTS", 2)
    kept = cache.Cache(tmp_path / CACHE_FOLDER)
    kept.save_counts({"a": 1, "b": 2, "c": 3})
    assert kept.load_counts() == {"b": 2, "c": 3}
