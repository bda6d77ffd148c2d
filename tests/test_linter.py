"""Which rules run, with which weight, and what becomes of their findings."""

from __future__ import annotations

from pathlib import Path

import pytest
from building import load, run, skill_text, write_library

from skilltool import linter
from skilltool.config import Config, RuleSetting
from skilltool.errors import SkilltoolError
from skilltool.linter import Selection, active_rules
from skilltool.model import Report, Severity
from skilltool.profiles import load_profile
from skilltool.rules import GROUPS, all_rules

DEFAULT = load_profile("default")
OFF = {rule.name for rule in all_rules().values() if rule.severity is Severity.INFO}


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _active(config: Config | None = None, **selection: object) -> dict[str, Severity]:
    found = active_rules(config or Config(), DEFAULT, Selection(**selection))  # type: ignore[arg-type]
    return {active.rule.name: active.severity for active in found}


# --- Selection ------------------------------------------------------------------------------


def test_all_rules_run_but_those_of_mere_information() -> None:
    told = {name for name, value in DEFAULT.rules.items() if "severity" in dict(value)}
    assert set(_active()) == set(all_rules()) - (OFF - told)


def test_select_takes_rules_and_groups() -> None:
    chosen = _active(select=("naming", "broken-link"))
    naming = {rule.name for rule in all_rules().values() if rule.group == "naming"}
    assert set(chosen) == (naming - OFF) | {"broken-link"}


def test_ignore_takes_rules_and_groups_and_wins() -> None:
    chosen = _active(select=("naming",), ignore=("invalid-name",))
    assert "invalid-name" not in chosen
    assert "same-name-twice" in chosen
    assert not any(all_rules()[name].group == "links" for name in _active(ignore=("links",)))


def test_the_groups_of_a_command_bound_what_select_can_reach() -> None:
    assert _active(groups=("routing",), select=("invalid-name",)) == {}


@pytest.mark.parametrize("how", ["select", "config", "with_info"])
def test_a_rule_of_mere_information_runs_when_it_is_asked_for(how: str) -> None:
    assert "reserved-name" not in _active()
    config = Config(rules={"reserved-name": RuleSetting(Severity.WARNING)})
    found = {
        "select": lambda: _active(select=("reserved-name",)),
        "config": lambda: _active(config),
        "with_info": lambda: _active(with_info=True),
    }[how]()
    assert found["reserved-name"] is (Severity.WARNING if how == "config" else Severity.INFO)


def test_a_group_does_not_bring_its_rules_of_mere_information() -> None:
    assert "reserved-name" not in _active(select=("naming",))


def test_a_rule_that_is_off_does_not_run_even_when_selected() -> None:
    config = Config(rules={"invalid-name": RuleSetting(None)})
    assert "invalid-name" not in _active(config)
    assert "invalid-name" not in _active(config, select=("invalid-name",))


def test_the_configuration_goes_before_the_profile_and_options_add_up() -> None:
    profile = load_profile("claude-code")
    assert "invalid-name" not in {a.rule.name for a in active_rules(Config(), profile, Selection())}
    config = Config(rules={"invalid-name": RuleSetting(Severity.WARNING, {"charset": "ascii"})})
    (found,) = [
        a for a in active_rules(config, profile, Selection()) if a.rule.name == "invalid-name"
    ]
    assert (found.severity, found.options) == (Severity.WARNING, {"charset": "ascii"})


@pytest.mark.parametrize("where", ["select", "ignore"])
def test_an_unknown_name_is_refused_with_the_nearest(where: str) -> None:
    with pytest.raises(SkilltoolError, match="unknown rule `nameing`, did you mean `naming`"):
        _active(**{where: ("nameing",)})


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_an_unknown_rule_exits_2(option: str) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": skill_text("bread", "Bakes bread.")})
    result = run("check", option, "invalid-nam")
    assert (result.code, result.out) == (2, "")
    assert "did you mean `invalid-name`" in result.err


def test_names_may_be_repeated_or_joined_by_commas() -> None:
    write_library(Path(), {"skills/Bread/SKILL.md": "---\nname: Bread\nversion: 1\n---\n"})
    joined = run("check", "--select", "invalid-name,unknown-field")
    assert joined == run("check", "--select", "invalid-name", "--select", "unknown-field")
    assert ("[invalid-name]" in joined.out, "[unknown-field]" in joined.out) == (True, True)
    assert "[missing-routing-text]" not in joined.out


@pytest.mark.parametrize(
    ("command", "groups"),
    [
        ("check", set(GROUPS)),
        ("validate", {"frontmatter", "schema", "naming"}),
        ("lint", {"routing", "overlap"}),
    ],
)
def test_a_command_runs_its_groups(command: str, groups: set[str]) -> None:
    same = "Writes the reply to a complaint of a customer whose parcel was late, with a refund."
    write_library(
        Path(),
        {
            "skills/Letter/SKILL.md": skill_text("Letter", "TODO: " + same),
            "skills/mail/SKILL.md": skill_text("mail", same, "See [x](references/gone.md).\n"),
            "skills/odd/SKILL.md": "no front matter",
        },
    )
    found = run(command).out
    for rule in ("invalid-name", "placeholder-in-routing-text", "broken-link"):
        assert (f"[{rule}]" in found) is (all_rules()[rule].group in groups), rule


# --- Findings -------------------------------------------------------------------------------


def _check(*profiles: str, config: Config | None = None) -> Report:
    chosen = [load_profile(name) for name in profiles or ("default",)]
    library = load(Path("skills"), chosen[0].name)
    return linter.check([library], config or Config(), chosen, Selection())


@pytest.mark.parametrize(
    "args",
    [
        ("check", "--select", "links", "--ignore", "links"),
        ("lint", "--select", "naming"),
    ],
    ids=["ignored", "of another command"],
)
def test_a_run_without_a_rule_has_checked_nothing(args: tuple[str, ...]) -> None:
    text = skill_text("bread", "Bakes bread. Use when somebody asks for a loaf.")
    write_library(Path(), {"skills/bread/SKILL.md": text})
    refused = run(*args)
    assert (refused.code, refused.out) == (2, "")
    assert "no rule is left to run" in refused.err


def test_one_broken_skill_never_stops_the_others() -> None:
    write_library(
        Path(),
        {
            "skills/a/SKILL.md": b"\xff",
            "skills/b/SKILL.md": "---\nname: b\ndescription: [\n---\n",
            "skills/c/SKILL.md": "---\nname: c\n---\n",
            "skills/d/SKILL.md/x": "",
        },
    )
    found = {(item.skill, item.rule) for item in _check().diagnostics}
    assert found >= {
        ("a", "unreadable-file"),
        ("b", "invalid-front-matter"),
        ("c", "missing-routing-text"),
        ("d", "unreadable-file"),
    }


def test_findings_come_by_file_line_and_rule() -> None:
    write_library(
        Path(),
        {
            "skills/b/SKILL.md": "---\nversion: 1\nname: B\n---\n",
            "skills/a/SKILL.md": "---\nversion: 1\nname: A\n---\n",
        },
    )
    found = [item.sort_key for item in _check().diagnostics]
    assert found == sorted(found)
    assert len({path for path, *_ in found}) == 2


def test_a_finding_of_a_library_names_the_skill_that_its_file_belongs_to() -> None:
    write_library(
        Path(),
        {
            "skills/a/SKILL.md": skill_text("bread", "Bakes bread."),
            "skills/a/references/lost.md": "x",
        },
    )
    (found,) = [item for item in _check().diagnostics if item.rule == "unreached-reference"]
    assert (found.skill, found.problem.location.path) == ("bread", "skills/a/references/lost.md")


MODEL = skill_text("bread", "Bakes bread.").replace("\n---\n\n", "\nmodel: opus\n---\n\n")


def test_a_finding_that_all_profiles_share_appears_once_without_their_names() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": "---\nname: bread\n---\n"})
    found = [i for i in _check("agent-skills", "codex").diagnostics if "routing" in i.rule]
    assert [item.profile for item in found] == [""]


def test_a_finding_of_some_profiles_names_them() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": MODEL})
    profiles = ("agent-skills", "claude-code", "claude-api")
    found = [i for i in _check(*profiles).diagnostics if i.rule == "unknown-field"]
    assert sorted(item.profile for item in found) == ["agent-skills", "claude-api"]


def test_findings_of_one_profile_carry_no_name() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": MODEL})
    assert {item.profile for item in _check("agent-skills").diagnostics} == {""}


def test_a_finding_that_profiles_weigh_differently_has_the_greater_weight() -> None:
    write_library(Path(), {"skills/folder/SKILL.md": skill_text("bread", "Bakes bread.")})
    for profiles in (("claude-code", "vscode"), ("vscode", "claude-code")):
        report = _check(*profiles)
        found = [i for i in report.diagnostics if i.rule == "name-differs-from-folder"]
        assert max(item.severity for item in found) is Severity.ERROR


def test_each_profile_reads_the_routing_text_that_its_client_shows() -> None:
    text = "---\nname: bread\nwhen_to_use: Use when somebody asks for bread.\n---\n\nBake.\n"
    write_library(Path(), {"skills/bread/SKILL.md": text})
    found = [i for i in _check("default", "codex").diagnostics if i.rule == "missing-routing-text"]
    assert [item.profile for item in found] == ["codex"]


def test_several_profiles_on_the_command_line_are_named_in_the_output() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": MODEL})
    result = run("check", "--profile", "agent-skills", "--profile", "claude-code")
    assert result.code == 1
    assert "= profile: agent-skills" in result.out


def test_an_unknown_profile_exits_2_with_the_nearest() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": MODEL})
    result = run("check", "--profile", "claud-code")
    assert result.code == 2
    assert "did you mean `claude-code`" in result.err


# --- Exit codes -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bar", "code"),
    [
        ("---\nname: bread\n---\n", "error", 1),
        (MODEL.replace("model", "versoin"), "error", 0),
        (MODEL.replace("model", "versoin"), "warning", 1),
        (skill_text("help", "Bakes bread. Use when somebody asks for bread."), "warning", 0),
        (skill_text("help", "Bakes bread. Use when somebody asks for bread."), "info", 1),
    ],
    ids=["error", "warning", "warning-counts", "info", "info-counts"],
)
def test_the_exit_code_is_1_from_the_bar_on(text: str, bar: str, code: int) -> None:
    name = "help" if "name: help" in text else "bread"
    write_library(Path(), {f"skills/{name}/SKILL.md": text})
    assert run("check", "--fail-on", bar).code == code


def test_the_weight_of_a_rule_can_be_set() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": MODEL.replace("model", "versoin")})
    write_library(Path(), {"skills.toml": '[rules]\nunknown-field = "error"\n'})
    assert run("check").code == 1
