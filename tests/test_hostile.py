"""Libraries made to break a tool: each is judged in little time and memory, fault by name.

Every case runs as a process of its own, whose processor time and memory are measured.
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

_MEASURED = """
import resource, sys
from skilltool.cli import main
try:
    main(sys.argv[1:])
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"\\n{used.ru_utime + used.ru_stime} {used.ru_maxrss}", file=sys.stderr)
"""

HEAD = "---\nname: odd\ndescription: Draws maps of rivers. Use when a river needs a map.\n---\n\n"
TWIN = "---\nname: twin\ndescription: Bakes bread. Use when bread is short.\nversoin: 1\n---\n"


class Measured(NamedTuple):
    code: int
    out: str
    err: str
    seconds: float
    megabytes: float


def _measure(*args: str) -> Measured:
    paths = os.pathsep.join([str(Path(skilltool.__file__).parents[1]), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *args],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        check=False,
        timeout=60,
    )
    err, _, figures = done.stderr.decode().rstrip("\n").rpartition("\n")
    seconds, kilobytes = figures.split()
    return Measured(
        done.returncode, done.stdout.decode(), err, float(seconds), int(kilobytes) / 1024
    )


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


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _assert_judged(result: Measured, path: str, rule: str, words: str) -> None:
    """The fault is named, the other skill is judged, and it took little."""
    assert (result.code, result.err) == (1, "")
    found = json.loads(result.out)["diagnostics"]
    messages = [item["message"] for item in found if (item["path"], item["rule"]) == (path, rule)]
    assert any(words in message for message in messages), messages
    assert "unknown-field" in {i["rule"] for i in found if i["path"] == "skills/twin/SKILL.md"}
    assert result.seconds < SECONDS
    assert result.megabytes < MEGABYTES


@pytest.mark.parametrize("case", CASES)
def test_a_hostile_skill_is_named_and_the_other_is_judged(case: str) -> None:
    text, rule, words = CASES[case]
    write_library(Path(), {"skills/odd/SKILL.md": text, "skills/twin/SKILL.md": TWIN})
    result = _measure("check", "--fail-on", "warning", "--output-format", "json")
    _assert_judged(result, "skills/odd/SKILL.md", rule, words)
    assert not Path("pwned").exists()


def _pipe_in_references() -> None:
    write_library(Path(), {"skills/odd/SKILL.md": HEAD, "skills/odd/references/a.md": "x"})
    os.mkfifo("skills/odd/references/pipe.md")


def _pipe_as_skill() -> None:
    Path("skills/odd").mkdir(parents=True)
    os.mkfifo("skills/odd/SKILL.md")


def _folder_as_skill() -> None:
    write_library(Path(), {"skills/odd/SKILL.md/inner.md": "x"})


def _loops() -> None:
    write_library(Path(), {"skills/odd/SKILL.md": HEAD, "skills/odd/references/a.md": "x"})
    Path("skills/odd/self").symlink_to(".")
    Path("skills/odd/up").symlink_to("../..")
    Path("skills/one").symlink_to("two")
    Path("skills/two").symlink_to("one")
    Path("skills/odd/references/itself.md").symlink_to("itself.md")


def _many_folders() -> None:
    deep = "/".join(["d"] * 200)
    write_library(Path(), {f"skills/{deep}/odd/SKILL.md": "", "skills/odd/x": ""})


@pytest.mark.parametrize(
    ("make", "path", "rule", "words"),
    [
        (_pipe_in_references, "skills/odd/references/pipe.md", "special-file", "is a pipe"),
        (_pipe_as_skill, "skills/odd/SKILL.md", "unreadable-file", "is not a regular file"),
        (_folder_as_skill, "skills/odd/SKILL.md", "unreadable-file", "SKILL.md is a folder"),
        (_loops, "skills/one", "dangling-symlink", "leads to `two`"),
        (_loops, "skills/odd/references/itself.md", "dangling-symlink", "leads to `itself.md`"),
        (_many_folders, f"skills/{'d/' * 200}odd/SKILL.md", "missing-front-matter", ""),
    ],
    ids=["pipe", "pipe-as-skill", "folder-as-skill", "loops", "loop-to-itself", "depth"],
)
def test_a_hostile_folder_is_named_and_the_other_skill_is_judged(
    make: Callable[[], None], path: str, rule: str, words: str
) -> None:
    make()
    write_library(Path(), {"skills/twin/SKILL.md": TWIN})
    _assert_judged(
        _measure("check", "--fail-on", "warning", "--output-format", "json"), path, rule, words
    )


def test_two_thousand_skills_of_one_template_are_one_finding() -> None:
    line = "Automates tasks of the gateway service. Use when a gateway service must be driven."
    files = {
        f"skills/gateway-service-{i}/SKILL.md": skill_text(f"gateway-service-{i}", line)
        for i in range(2_000)
    }
    write_library(Path(), {**files, "skills/twin/SKILL.md": TWIN})
    result = _measure("check", "--fail-on", "warning", "--output-format", "json")
    found = [i for i in json.loads(result.out)["diagnostics"] if i["rule"] == "overlapping-skills"]
    assert len(found) == 1
    assert found[0]["message"].startswith("2,000 skills are made from one template")
    assert result.seconds < SECONDS
    assert result.megabytes < MEGABYTES


@pytest.fixture
def worst(tmp_path: Path) -> None:
    """One library with every hostile skill that is small enough to be read many times."""
    files = {
        f"skills/s{i}/SKILL.md": text
        for i, (text, _, _) in enumerate(CASES.values())
        if len(text) < 1_000_000
    }
    write_library(tmp_path, {**files, "skills/twin/SKILL.md": TWIN})
    os.mkfifo(tmp_path / "skills/twin/pipe")


@pytest.mark.usefixtures("worst")
@pytest.mark.parametrize(
    "args",
    [
        ("check", "--output-format", "text", "--verbose", "--statistics"),
        ("check", "--output-format", "sarif"),
        ("check", "--profile", "agent-skills", "--profile", "claude-code"),
        ("validate",),
        ("lint",),
        ("list",),
        ("index",),
        ("index", "--print", "json"),
        ("tokens", "--json"),
        ("overlap",),
        ("overlap", "twin"),
    ],
    ids=" ".join,
)
def test_no_command_breaks_on_hostile_skills(args: tuple[str, ...]) -> None:
    result = _measure(*args)
    assert result.code in (0, 1)
    assert "Traceback" not in result.err
    assert "twin" in result.out or args[0] in ("index", "validate", "lint", "overlap")
    assert result.seconds < SECONDS
    assert result.megabytes < MEGABYTES


@pytest.mark.parametrize("case", ["20 MB", "zero bytes", "Latin-1", "empty", "Python tags"])
def test_a_library_in_which_nothing_could_be_checked_is_never_good(case: str) -> None:
    write_library(Path(), {"skills/odd/SKILL.md": CASES[case][0]})
    for args in (("check",), ("validate",), ("check", "skills/odd/SKILL.md")):
        assert run(*args).code == 1
