"""skills.toml and [tool.skills]: what is read, and that all mistakes come at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from building import Run, run, skill_text, write_library

from skilltool.config import Config, IndexTarget, RuleSetting, find_config, load_config
from skilltool.errors import ConfigError
from skilltool.model import Severity
from skilltool.profiles import profile_names
from skilltool.rules import known_options

BREAD = skill_text("bread", "Bakes bread. Use when somebody asks for a loaf.")


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _load(text: str | bytes, name: str = "skills.toml") -> Config:
    write_library(Path(), {name: text})
    return load_config(Path(name), known_options(), profile_names())


def _mistakes(text: str | bytes, name: str = "skills.toml") -> list[str]:
    with pytest.raises(ConfigError) as error:
        _load(text, name)
    return [line.strip().removeprefix("- ") for line in str(error.value).splitlines()[1:]]


# --- Where it is ----------------------------------------------------------------------------


def test_the_nearest_file_upwards_is_found() -> None:
    write_library(Path(), {"skills.toml": "", "a/skills.toml": "", "a/b/c/x": ""})
    assert find_config(Path("a/b/c").absolute()) == Path("a/skills.toml").absolute()
    assert find_config(Path().absolute()) == Path("skills.toml").absolute()


@pytest.mark.parametrize(
    "text",
    [
        "[tool.skills]\n",
        "[tool]\nskills = {}\n",
        "[[tool.skills.index]]\n",
        "\ufeff[tool.skills]\n",
    ],
)
def test_a_pyproject_with_a_section_counts(text: str) -> None:
    write_library(Path(), {"pyproject.toml": text})
    assert find_config(Path().absolute()) == Path("pyproject.toml").absolute()


@pytest.mark.parametrize(
    "text", ["", "[project]\nname = 'skills'\n", "[tool.skills-x]\n", "# [tool.skills]\n"]
)
def test_a_pyproject_without_a_section_does_not_hide_the_one_above(text: str) -> None:
    write_library(Path(), {"pyproject.toml": "[tool.skills]\n", "a/pyproject.toml": text})
    assert find_config(Path("a").absolute()) == Path("pyproject.toml").absolute()


def test_skills_toml_goes_before_pyproject() -> None:
    write_library(Path(), {"pyproject.toml": "[tool.skills]\n", "skills.toml": ""})
    assert find_config(Path().absolute()) == Path("skills.toml").absolute()


# --- What is read ---------------------------------------------------------------------------


def test_without_a_file_the_defaults_hold() -> None:
    config = load_config(None, known_options(), profile_names())
    assert config.profiles == ("default",)
    assert config.fail_on is Severity.ERROR
    assert config.encoding == "o200k_base"
    assert (config.roots, config.rules, config.index, config.suppress) == ((), {}, (), ())


FULL = """
roots = ["skills", "more/skills"]
profile = ["codex", "claude-code"]
fail-on = "warning"
encoding = "cl100k_base"

[rules]
reserved-name = "warning"
invalid-name = { severity = "info", charset = "ascii" }
stale-index = "off"

[[index]]
file = "README.md"
format = "table"
order = "append"
root = "skills"

[[suppress]]
rule = "invalid-name"
skills = ["old-*"]
reason = "kept for old links"
expires = 2030-12-31
"""


@pytest.mark.parametrize("name", ["skills.toml", "pyproject.toml"])
def test_every_setting_is_read_relative_to_the_file(name: str) -> None:
    text = FULL
    if name == "pyproject.toml":
        text = "[tool.skills]" + FULL.replace("[rules]", "[tool.skills.rules]").replace(
            "[[", "[[tool.skills."
        )
    config = _load(text, f"sub/{name}")
    sub = Path("sub")
    assert config.roots == (sub / "skills", sub / "more/skills")
    assert config.profiles == ("codex", "claude-code")
    assert config.fail_on is Severity.WARNING
    assert config.encoding == "cl100k_base"
    assert config.rules == {
        "reserved-name": RuleSetting(Severity.WARNING),
        "invalid-name": RuleSetting(Severity.INFO, {"charset": "ascii"}),
        "stale-index": RuleSetting(None),
    }
    assert config.index == (IndexTarget(sub / "README.md", "table", "append", sub / "skills"),)
    (entry,) = config.suppress
    assert (entry.rule, entry.skills, entry.expires) == ("invalid-name", ("old-*",), "2030-12-31")


def test_budgets_are_options_of_their_rule_and_keep_its_severity() -> None:
    config = _load('[budgets]\nindex-line = 50\n[rules]\nover-budget = "error"\n')
    assert config.rules["over-budget"] == RuleSetting(Severity.ERROR, {"index-line": 50})


def test_a_byte_order_mark_and_windows_line_ends_are_read() -> None:
    assert _load('\ufeffprofile = "codex"\r\n').profiles == ("codex",)


# --- Mistakes -------------------------------------------------------------------------------


def test_all_mistakes_come_at_once_with_the_nearest_names() -> None:
    text = """
rootz = ["skills"]
profile = ["default", "claud-code"]
fail-on = "warn"
[rules]
invalid-nam = "off"
over-budget = { index-lines = 3 }
[budgets]
index-line = "x"
[[index]]
format = "lisst"
[[suppress]]
rule = "invalid-nme"
"""
    found = _mistakes(text)
    for words in (
        "unknown key `rootz`, did you mean `roots`?",
        "unknown profile `claud-code`, did you mean `claude-code`?",
        "fail-on: must be one of error, warning, info; it is `warn`",
        "unknown rule `invalid-nam`, did you mean `invalid-name`?",
        "unknown option `rules.over-budget.index-lines`, did you mean `index-line`?",
        "budgets.index-line: must be a whole number, it is `x`",
        "index.0.file: is missing",
        "unknown rule `invalid-nme`, did you mean `invalid-name`?",
        "suppress.0.reason: is missing",
    ):
        assert words in found
    assert any(line.startswith("index.0.format: must be one of list, table") for line in found)
    assert len(found) == 10


def test_one_mistake_is_called_one() -> None:
    with pytest.raises(ConfigError, match=r"^skills\.toml has a mistake:\n  - "):
        _load("fail-on = 3")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rules = 3", "rules: must be a mapping, it is the number 3"),
        ('roots = "skills"', "roots: must be a list, it is `skills`"),
        ("profile = 3", "profile: must be the name of a profile or a list of such names"),
        ("profile = []", "profile: must be the name of a profile or a list of such names"),
        ("profile = [3]", "profile: must be the name of a profile or a list of such names"),
        ("suppress = 'x'", "suppress: must be a list, it is `x`"),
        ("index = [3]", "index.0: must be a mapping, it is the number 3"),
        ("budgets = []", "budgets: must be a mapping, it is a list"),
        ("[budgets]\nindex = 0", "budgets.index: must be at least 1; it is the number 0"),
        ("fail-on = 2020-01-01", "it is `2020-01-01`"),
        (
            "[rules]\nstale-index = 3",
            "rules.stale-index: must be off, info, warning or error, or a table",
        ),
        (
            "[rules]\nover-budget = { severity = 'loud' }",
            "rules.over-budget: must be off, info, warning or error, or a table",
        ),
        (
            "[rules]\nover-budget = { index = 'x' }",
            "rules.over-budget.index: must be a whole number, it is `x`",
        ),
        (
            "[rules]\nover-budget = { index = true }",
            "rules.over-budget.index: must be a whole number, it is true",
        ),
        (
            "[rules]\noverlapping-skills = { threshold = '1' }",
            "rules.overlapping-skills.threshold: must be a number, it is `1`",
        ),
        (
            "[rules]\nreserved-name = { commands = 'x' }",
            "rules.reserved-name.commands: must be a list, it is `x`",
        ),
        (
            "[rules]\ninvalid-name = { charset = 3 }",
            "rules.invalid-name.charset: must be a text, it is the number 3",
        ),
        ("[[suppress]]\nrule = 3\nreason = 'x'", "suppress.0.rule: must be a text"),
        (
            "[[suppress]]\nrule = 'invalid-name'\nreason = 'x'\nexpires = 'soon'",
            "suppress.0.expires: must match",
        ),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_in_words(text: str, words: str) -> None:
    assert any(words in line for line in _mistakes(text))


def test_a_whole_number_is_a_number() -> None:
    config = _load("[rules]\noverlapping-skills = { threshold = 1 }")
    assert config.rules["overlapping-skills"].options == {"threshold": 1}


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("skills.toml", "rules = [", "is not valid TOML"),
        ("skills.toml", b"# caf\xe9", "is not UTF-8"),
        ("pyproject.toml", "[tool]\nskills = 3", "tool.skills must be a table"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(name: str, content: str | bytes, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        _load(content, name)


# --- At the command line --------------------------------------------------------------------


def _check(*args: str) -> Run:
    write_library(Path(), {"skills/bread/SKILL.md": BREAD})
    return run("check", *args)


@pytest.mark.parametrize("command", ["check", "list", "tokens", "index", "overlap"])
def test_a_mistake_exits_2_before_anything_is_done(command: str) -> None:
    write_library(Path(), {"skills.toml": "rootz = []", "skills/bread/SKILL.md": BREAD})
    result = run(command)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("skills: skills.toml has a mistake:\n  - unknown key `rootz`")
    assert not Path("skills/INDEX.md").exists()


def test_another_file_can_be_named() -> None:
    write_library(Path(), {"skills.toml": "", "other.toml": 'fail-on = "info"\nprofile = "nope"'})
    assert _check().code == 0
    result = _check("--config", "other.toml")
    assert result.code == 2
    assert "other.toml has a mistake" in result.err


def test_a_named_file_that_is_missing_exits_2() -> None:
    result = _check("--config", "gone.toml")
    assert result.code == 2
    assert "gone.toml" in result.err


def test_the_bar_of_the_configuration_holds_unless_the_command_line_says_otherwise() -> None:
    write_library(Path(), {"skills.toml": 'fail-on = "warning"\n[budgets]\nindex-line = 1\n'})
    assert _check().code == 1
    assert _check("--fail-on", "error").code == 0


def test_the_profile_of_the_configuration_holds_unless_the_command_line_says_otherwise() -> None:
    write_library(Path(), {"skills.toml": 'profile = "agent-skills"\n'})
    write_library(Path(), {"skills/bread/SKILL.md": BREAD.replace("---\n\n", "model: x\n---\n\n")})
    assert run("check").code == 1
    assert run("check", "--profile", "claude-code").code == 0


def test_a_root_that_does_not_exist_is_named() -> None:
    write_library(Path(), {"skills.toml": 'roots = ["gone"]'})
    result = run("check")
    assert result.code == 2
    assert "there is no folder gone yet" in result.err
