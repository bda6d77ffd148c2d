"""The documentation tells the truth: made pages are fresh, examples run, links lead somewhere.

`pytest tests/test_docs.py --update` rewrites made pages and the output of examples.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pages
import pytest
from building import run

from skilltool.cli import main
from skilltool.config import load_config
from skilltool.markdown import parse_markdown
from skilltool.profiles import profile_names
from skilltool.rules import Rule, all_rules, known_options

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = pages.ROOT
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(pages.DOCS.rglob("*.md"))]
_BLOCK = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_MADE = re.compile(r"(?<=<!-- begin: made -->\n).*?(?=<!-- end: made -->)", re.DOTALL)
_NEEDS_MORE = ("cases.jsonl", "--tokenizer claude")
"""In an example: files that only its reader has, a service on the network."""
_ANSWERS = "Converts inches. Use when a text mixes units.\n\ny\n"
_IN_SHELL = ("cat", "git", "ls", "pre-commit")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _compare(file: Path, text: str, update: bool) -> None:
    if update:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
    stale = "stale: run pytest tests/test_docs.py --update"
    assert file.is_file(), stale
    assert file.read_text("utf-8") == text, stale


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


def test_the_pages_of_rules_and_commands_are_those_of_the_code(
    update: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    made = pages.pages()
    for file, text in made.items():
        _compare(file, text, update)
    gone = sorted(set((pages.DOCS / "rules").glob("*.md")) - set(made))
    for file in gone if update else ():
        file.unlink()
    assert update or gone == []


@pytest.mark.parametrize("rule", [rule for rule in all_rules().values() if rule.options])
def test_the_options_on_the_page_of_a_rule_load_as_they_stand(rule: Rule, tmp_path: Path) -> None:
    text = pages.rule_page(rule).split("## Options")[1].split("```toml\n")[1].split("```")[0]
    (tmp_path / "skills.toml").write_text(text, "utf-8")
    setting = load_config(tmp_path / "skills.toml", known_options(), profile_names()).rules
    assert set(setting[rule.name].options) == set(rule.options)


@pytest.mark.parametrize("name", pages.REGIONS)
def test_the_part_of_a_page_that_is_made_from_the_code_is_fresh(name: str, update: bool) -> None:
    file = pages.DOCS / name
    table = pages.REGIONS[name]()
    new, count = _MADE.subn(lambda _: f"\n{table}\n", file.read_text("utf-8"))
    assert count == 1
    _compare(file, new, update)


# Examples: a page is one session, in one folder, at a terminal of 100 columns.


def _with_sessions() -> list[Path]:
    return [file for file in DOCUMENTS if "\n```console" in file.read_text("utf-8")]


@pytest.mark.parametrize("file", _with_sessions(), ids=_name)
def test_the_console_examples_of_a_page_show_what_the_commands_print(
    file: Path, update: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _prepare(tmp_path, monkeypatch)
    text = file.read_text("utf-8")
    if "<!-- examples: an empty folder -->" not in text:
        _copy_library(tmp_path)
    _compare(file, _BLOCK.sub(lambda block: _played(block, tmp_path), text), update)


def _prepare(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide terminal, a git that knows who commits, our programs before others of their names."""
    monkeypatch.setenv("COLUMNS", "100")
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "a")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "a@example.org")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(folder.parent / f"{folder.name}-pre-commit"))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)


def _copy_library(folder: Path) -> None:
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "skills", folder / "skills", ignore=skip)
    shutil.copytree(ROOT / "skills", folder / ".claude" / "skills", ignore=skip)
    shutil.copy(ROOT / "skills.toml", folder)


def _played(block: re.Match[str], folder: Path) -> str:
    """The block with the output that its commands have now; a block of a file is written."""
    language, _, path = block["info"].partition(" ")
    if language == "console":
        commands = re.findall(r"^\$ ((?:.*\\\n> )*.*)$", block["text"], re.MULTILINE)
        assert commands, f"no command in {block[0]}"
        return "```console\n" + "".join(f"$ {line}\n{_run(line)}" for line in commands) + "```"
    if path:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(block["text"], "utf-8", newline="\n")
    return block[0]


def _run(line: str) -> str:
    """Both streams of a command, as a terminal shows them."""
    words = shlex.split(line.replace("\\\n> ", ""))
    if words[0] in _IN_SHELL:
        return _run_outside(words)
    assert words[0] in ("skills", "skilltool"), f"cannot run {words[0]}"
    stream = io.StringIO()
    with redirect_stdout(stream), redirect_stderr(stream), pytest.raises(SystemExit):
        main(words[1:])
    return _shown(stream.getvalue())


def _run_outside(words: list[str]) -> str:
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=60,
        check=False,
    )  # fmt: skip
    return _shown(done.stdout)


def _shown(text: str) -> str:
    """What a page shows of an output: no trailing blanks, and never a crash."""
    assert "Traceback (most recent call last)" not in text, text
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("file", _with_sessions(), ids=_name)
def test_no_console_example_shows_a_command_that_was_refused(file: Path) -> None:
    assert not re.search(r"^(?:Usage: |Try '|Traceback)", file.read_text("utf-8"), re.MULTILINE)


# The configuration page.


def _configurations() -> list[str]:
    text = (pages.DOCS / "configuration.md").read_text("utf-8")
    return [block["text"] for block in _BLOCK.finditer(text) if block["info"].startswith("toml")]


@pytest.mark.parametrize("text", _configurations())
def test_an_example_of_a_configuration_loads(text: str, tmp_path: Path) -> None:
    name = "pyproject.toml" if "[tool.skills" in text else "skills.toml"
    (tmp_path / name).write_text(text, "utf-8")
    load_config(tmp_path / name, known_options(), profile_names())


def test_every_key_of_the_configuration_has_an_example() -> None:
    schema = json.loads((ROOT / "schemas" / "config.schema.json").read_text("utf-8"))
    shown = {key for text in _configurations() for key in _keys_in(tomllib.loads(text))}
    assert {key for key, _ in pages.keys(schema)} - shown == set()


def _keys_in(data: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in data.get("tool", {}).get("skills", data).items():
        yield f"{prefix}{key}"
        if isinstance(value, dict):
            yield from _keys_in(value, f"{prefix}{key}.")
        for entry in value if isinstance(value, list) else ():
            if isinstance(entry, dict):
                yield from _keys_in(entry, f"{prefix}{key}[].")


# Help and links.


def _examples_of(command: click.Command) -> list[str]:
    """The command lines below `Examples:` in a help, each on one line."""
    text = (command.help or "").partition("Examples:\n")[2].replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if line.strip().startswith("skills ")]


def _all_examples() -> Iterator[tuple[str, str]]:
    for name, command in pages.commands():
        if not isinstance(command, click.Group):
            yield from ((name, line) for line in _examples_of(command) or [""])


@pytest.mark.parametrize(("name", "line"), [*_all_examples()])
def test_every_help_has_examples_and_they_run(
    name: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert line.startswith(name)
    if any(word in line for word in _NEEDS_MORE):
        return
    monkeypatch.chdir(tmp_path)
    _prepare(tmp_path, monkeypatch)
    _copy_library(tmp_path)
    for words in ("init --quiet --initial-branch main", "add skills", "commit --quiet -m x"):
        subprocess.run(["git", *words.split()], check=True)
    monkeypatch.setattr("sys.stdin", _Terminal(_ANSWERS))
    result = run(*shlex.split(line)[1:])
    assert result.code in (0, 1), result.err


@pytest.mark.parametrize("file", DOCUMENTS, ids=_name)
def test_the_links_of_a_document_lead_to_files_and_headings_that_are_there(file: Path) -> None:
    for link in parse_markdown(file.read_text("utf-8")).links:
        if re.match(r"[a-z]+:", link.destination):
            continue
        path, _, heading = link.destination.partition("#")
        target = (file.parent / path).resolve() if path else file
        assert target.exists(), link.destination
        if heading:
            assert heading in _anchors(target), link.destination


def _anchors(file: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("file", DOCUMENTS, ids=_name)
def test_a_document_has_no_badges_and_outside_of_the_rules_no_emoji(file: Path) -> None:
    text = file.read_text("utf-8")
    assert "shields.io" not in text
    if file.parent.name != "rules":
        assert not re.search("[\U0001f300-\U0001faff\u2600-\u27bf]", text)
