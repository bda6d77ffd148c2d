"""Libraries made to break a tool: each is judged in little time and memory, fault by name.

Every run is a process of its own, whose processor time and memory are measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from building import run, skill_text, write_library

import skilltool

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 5.0
MEGABYTES = 500

# One process imports the tool and forks for each run, so that a run costs what it does itself.
_RUNS = """
import contextlib, io, json, os, signal, sys
from pathlib import Path
from skilltool.cli import main

runs, results = json.load(sys.stdin), {}
for args in (["check", "--output-format", "json"], ["tokens"], ["lint"]):
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        main([*args, f"{runs[0][1]}/skills/twin"])
for name, folder, args in runs:
    out, err = Path(f"{folder}.{name}.out"), Path(f"{folder}.{name}.err")
    child = os.fork()
    if not child:
        signal.alarm(60)
        os.chdir(folder)
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT), 1)
        os.dup2(os.open(err, os.O_WRONLY | os.O_CREAT), 2)
        try:
            main(args)
        except SystemExit as stop:
            sys.stdout.flush()
            os._exit(stop.code)
    _, status, used = os.wait4(child, 0)
    results[name] = (
        os.waitstatus_to_exitcode(status), out.read_text(), err.read_text(),
        used.ru_utime + used.ru_stime, used.ru_maxrss / 1024,
    )
json.dump(results, sys.stdout)
"""

HEAD = "---\nname: odd\ndescription: Draws maps of rivers. Use when a river needs a map.\n---\n\n"
TWIN = "---\nname: twin\ndescription: Bakes bread. Use when bread is short.\nversoin: 1\n---\n"


class Measured(NamedTuple):
    """What became of one run: exit code, output, processor time, the most memory it held."""

    code: int
    out: str
    err: str
    seconds: float
    megabytes: float


def _measure(runs: list[tuple[str, Path, tuple[str, ...]]]) -> dict[str, Measured]:
    """Run `skills ARGS` in a folder, for each (name, folder, args)."""
    paths = os.pathsep.join([str(Path(skilltool.__file__).parents[1]), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", _RUNS],
        input=json.dumps([(name, str(folder), args) for name, folder, args in runs]),
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        check=True,
        text=True,
    )
    return {name: Measured(*result) for name, result in json.loads(done.stdout).items()}


def _alias_bomb() -> str:
    lines = ['a: &a ["x","x","x","x","x","x","x","x","x"]']
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]")
    return "---\nname: odd\n" + "\n".join(lines) + "\ndescription: *i\n---\n"


def _front(value: str) -> str:
    return f"---\nname: odd\ndescription: {value}\n---\n"


_BIG = ("over-budget", "tokens (budget 5,000)")
_FRONT = "invalid-front-matter"

CASES: dict[str, tuple[str | bytes, str, str]] = {
    # name: the SKILL.md, the rule that names the fault, words of its message
    "alias bomb": (_alias_bomb(), _FRONT, "is an alias"),
    "20 MB": (HEAD + "word " * 4_000_000, "unreadable-file", "has 20,000,"),
    "a 5 MB line": (HEAD + "word " * 1_000_000, *_BIG),
    "a 5 MB word": (HEAD + "x" * 5_000_000, *_BIG),
    "a 5 MB value": (_front("word " * 1_000_000), _FRONT, "are not read"),
    "1,200,000 spaces": (HEAD + " " * 1_200_000 + "x\n", *_BIG),
    "spaces in a link": (f"{HEAD}[a]({' ' * 1_200_000}x\n", *_BIG),
    "zero bytes": (HEAD + "a\0b\n", "unreadable-file", "line 6 holds a zero byte"),
    "zero bytes in a value": (_front("o\0dd"), "unreadable-file", "line 3 holds a zero byte"),
    "Latin-1": (_front("café").encode("latin-1"), "unreadable-file", "line 3 holds the byte 0xE9"),
    "200,000 brackets": (HEAD + "[" * 200_000, *_BIG),
    "brackets in pairs": (HEAD + "[" * 100_000 + "]" * 100_000, *_BIG),
    "brackets in a value": (_front("[" * 200_000), _FRONT, "are not read"),
    "braces in a value": (_front("{a: " * 9_000), _FRONT, ""),
    "open links": (HEAD + "[a](" * 200_000, *_BIG),
    "open comments": (HEAD + "<!-- " * 200_000, *_BIG),
    "back ticks": (HEAD + "".join("`" * i + " " for i in range(2_000)), *_BIG),
    "20,000 nested lists": (HEAD + "- " * 20_000 + "x\n", *_BIG),
    "20,000 nested quotes": (HEAD + "> " * 20_000 + "x\n", *_BIG),
    "lists in a value": (_front(f"\n  {'- ' * 20_000}x"), _FRONT, ""),
    "empty": ("", "missing-front-matter", "no front matter"),
    "a file of dashes": ("---\n" * 50_000, "missing-field", "has no `name`"),
    "a line of dashes": ("-" * 1_000_000, "missing-front-matter", "no front matter"),
    "Python tags": (
        _front('!!python/object/apply:os.system ["touch pwned"]'),
        _FRONT,
        "`!!python/object/apply:os.system` is a tag",
    ),
}


def _pipe_in_references(root: Path) -> None:
    write_library(root, {"skills/odd/SKILL.md": HEAD, "skills/odd/references/a.md": "x"})
    os.mkfifo(root / "skills/odd/references/pipe.md")


def _pipe_as_skill(root: Path) -> None:
    (root / "skills/odd").mkdir(parents=True)
    os.mkfifo(root / "skills/odd/SKILL.md")


def _folder_as_skill(root: Path) -> None:
    write_library(root, {"skills/odd/SKILL.md/inner.md": "x"})


def _loops(root: Path) -> None:
    write_library(root, {"skills/odd/SKILL.md": HEAD, "skills/odd/references/a.md": "x"})
    (root / "skills/odd/self").symlink_to(".")
    (root / "skills/odd/up").symlink_to("../..")
    (root / "skills/one").symlink_to("two")
    (root / "skills/two").symlink_to("one")
    (root / "skills/odd/references/itself.md").symlink_to("itself.md")


def _deep_folders(root: Path) -> None:
    write_library(root, {f"skills/{'d/' * 200}odd/SKILL.md": ""})


FOLDERS: dict[str, tuple[Callable[[Path], None], str, str, str]] = {
    # name: what makes it, the path, the rule and the words of the finding
    "pipe": (_pipe_in_references, "odd/references/pipe.md", "special-file", "is a pipe"),
    "pipe as skill": (_pipe_as_skill, "odd/SKILL.md", "unreadable-file", "is not a regular file"),
    "folder as skill": (_folder_as_skill, "odd/SKILL.md", "unreadable-file", "is a folder"),
    "loops": (_loops, "one", "dangling-symlink", "leads to `two`"),
    "depth": (_deep_folders, f"{'d/' * 200}odd/SKILL.md", "missing-front-matter", ""),
}

COMMANDS = (
    "check --output-format text --verbose --statistics",
    "check --output-format sarif",
    "check --profile agent-skills --profile claude-code",
    "validate",
    "lint",
    "list",
    "index --check",
    "index --print json",
    "tokens --json",
    "overlap",
    "overlap twin",
)
TEMPLATE = "Automates tasks of the gateway service. Use when a gateway service must be driven."
_CHECK = ("check", "--fail-on", "warning", "--output-format", "json")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Measured]:
    """Every run by its name."""
    top = tmp_path_factory.mktemp("hostile")
    runs = []
    for number, (name, (text, _, _)) in enumerate(CASES.items()):
        runs.append(
            (name, write_library(top / f"case{number}", {"skills/odd/SKILL.md": text}), _CHECK)
        )
    for number, (name, (make, *_)) in enumerate(FOLDERS.items()):
        make(top / f"folder{number}")
        runs.append((name, top / f"folder{number}", _CHECK))
    names = [f"gateway-service-{number}" for number in range(2_000)]
    files = {f"skills/{name}/SKILL.md": skill_text(name, TEMPLATE) for name in names}
    runs.append(("template", write_library(top / "template", files), _CHECK))
    small = [text for text, _, _ in CASES.values() if len(text) < 1_000_000]
    worst = {f"skills/s{number}/SKILL.md": text for number, text in enumerate(small)}
    write_library(top / "worst", worst)
    runs += [(command, top / "worst", tuple(command.split())) for command in COMMANDS]
    for _, folder, _ in runs:
        write_library(folder, {"skills/twin/SKILL.md": TWIN})
    found = _measure(runs)
    assert not list(top.rglob("pwned"))
    return found


def _assert_judged(result: Measured, path: str, rule: str, words: str) -> None:
    """The fault is named and the other skill is judged."""
    assert (result.code, result.err) == (1, "")
    found = json.loads(result.out)["diagnostics"]
    messages = [item["message"] for item in found if (item["path"], item["rule"]) == (path, rule)]
    assert any(words in message for message in messages), messages
    assert "unknown-field" in {i["rule"] for i in found if i["path"] == "skills/twin/SKILL.md"}


@pytest.mark.parametrize("case", CASES)
def test_a_hostile_skill_is_named_and_the_other_is_judged(
    case: str, results: dict[str, Measured]
) -> None:
    _, rule, words = CASES[case]
    _assert_judged(results[case], "skills/odd/SKILL.md", rule, words)


@pytest.mark.parametrize("case", FOLDERS)
def test_a_hostile_folder_is_named_and_the_other_skill_is_judged(
    case: str, results: dict[str, Measured]
) -> None:
    _, path, rule, words = FOLDERS[case]
    _assert_judged(results[case], f"skills/{path}", rule, words)


def test_two_thousand_skills_are_all_judged(results: dict[str, Measured]) -> None:
    report = json.loads(results["template"].out)
    assert report["summary"]["skills"] == 2_001
    assert any(item["path"] == "skills/twin/SKILL.md" for item in report["diagnostics"])


def test_two_thousand_skills_with_one_line_are_one_finding(results: dict[str, Measured]) -> None:
    found = json.loads(results["template"].out)["diagnostics"]
    (finding,) = [item for item in found if item["rule"] == "overlapping-skills"]
    assert finding["message"].startswith("2,000 skills have the same line")


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_breaks_on_hostile_skills(command: str, results: dict[str, Measured]) -> None:
    result = results[command]
    assert result.code in (0, 1)
    assert "Traceback" not in result.err
    assert result.out


@pytest.mark.parametrize("name", [*CASES, *FOLDERS, "template", *COMMANDS])
def test_it_takes_little_time_and_memory(name: str, results: dict[str, Measured]) -> None:
    assert results[name].seconds < SECONDS
    assert results[name].megabytes < MEGABYTES


@pytest.mark.parametrize("case", ["zero bytes", "Latin-1", "empty", "Python tags"])
def test_a_library_in_which_nothing_could_be_checked_is_never_good(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_library(tmp_path, {"skills/odd/SKILL.md": CASES[case][0]})
    for args in (("check",), ("validate",), ("check", "skills/odd/SKILL.md")):
        assert run(*args).code == 1
