"""Findings that are accepted: by a comment in the skill, by an entry of the configuration."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from building import load, load_skill, run, write_library

from skilltool import linter
from skilltool.config import Config, Suppression
from skilltool.linter import Selection
from skilltool.profiles import load_profile
from skilltool.suppressions import parse_comments

if TYPE_CHECKING:
    from skilltool.model import Report

HEAD = "---\nname: bread\ndescription: Bakes bread. Use when somebody asks for a loaf.\n"
TODAY = datetime.date.today()
TOMORROW = (TODAY + datetime.timedelta(days=1)).isoformat()
YESTERDAY = (TODAY - datetime.timedelta(days=1)).isoformat()


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _skill(front: str = "", body: str = "Bake.") -> str:
    return f"{HEAD}{front}---\n\n{body}\n"


def _check(*entries: Suppression, selection: Selection | None = None) -> Report:
    library = load(Path("skills"))
    profiles = [load_profile("default")]
    return linter.check([library], Config(suppress=entries), profiles, selection or Selection())


def _kept(report: Report) -> list[str]:
    return [item.rule for item in report.diagnostics]


def _accepted(report: Report) -> list[str]:
    return [item.rule for item in report.suppressed]


def _complaints(report: Report) -> list[str]:
    return [
        item.problem.message for item in report.diagnostics if item.rule == "unused-suppression"
    ]


# --- Comments -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("front", "body"),
    [
        ("versoin: 1\n", "<!-- skills-ignore: unknown-field -- ours -->"),
        ("versoin: 1 # skills-ignore: unknown-field -- ours\n", "Bake."),
        ("# skills-ignore: unknown-field -- ours\nversoin: 1\n", "Bake."),
        (
            "versoin: 1\n",
            "Bake.\n\n<!--skills-ignore: broken-link, unknown-field -- ours-->\n[x](y.md)",
        ),
        ("versoin: 1\n", f"<!-- skills-ignore: unknown-field until {TOMORROW} -- ours -->"),
        ("versoin: 1\n", f"<!-- skills-ignore: unknown-field until {TODAY} -- ours -->"),
    ],
    ids=["body", "line", "yaml", "several", "until", "last-day"],
)
def test_a_comment_accepts_the_findings_of_a_rule_in_its_skill(front: str, body: str) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": _skill(front, body)})
    report = _check()
    assert "unknown-field" in _accepted(report)
    assert "unknown-field" not in _kept(report)
    assert _complaints(report) == []


def test_a_comment_accepts_nothing_in_other_skills() -> None:
    mark = "<!-- skills-ignore: unknown-field -- ours -->"
    write_library(
        Path(),
        {
            "skills/bread/SKILL.md": _skill("versoin: 1\n", mark),
            "skills/bread/rolls/SKILL.md": _skill("versoin: 1\n"),
            "skills/bread-two/SKILL.md": _skill("versoin: 1\n"),
        },
    )
    found = [i for i in _check().diagnostics if i.rule == "unknown-field"]
    assert [item.problem.location.path for item in found] == [
        "skills/bread-two/SKILL.md",
        "skills/bread/rolls/SKILL.md",
    ]


def test_a_comment_covers_the_other_files_of_its_skill() -> None:
    body = "Bake.\n\n<!-- skills-ignore: unreached-reference -- read by a script -->"
    write_library(
        Path(), {"skills/bread/SKILL.md": _skill("", body), "skills/bread/references/a.md": "x"}
    )
    report = _check()
    assert _accepted(report) == ["unreached-reference"]
    assert _kept(report) == []


def test_a_comment_in_the_working_directory_covers_its_skill_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark = "<!-- skills-ignore: unknown-field -- ours -->"
    write_library(
        Path(),
        {
            "skills/bread/SKILL.md": _skill("versoin: 1\n", mark),
            "skills/other/SKILL.md": _skill("versoin: 1\n"),
        },
    )
    root = Path("skills").absolute()
    monkeypatch.chdir("skills/bread")
    profiles = [load_profile("default")]
    report = linter.check([load(root)], Config(), profiles, Selection(select=("unknown-field",)))
    assert [item.problem.location.path for item in report.suppressed] == ["SKILL.md"]
    assert len(report.diagnostics) == 1


@pytest.mark.parametrize(
    "body",
    [
        "```markdown\n<!-- skills-ignore: unknown-field -- shown -->\n```",
        "~~~\n# skills-ignore: unknown-field -- shown\n~~~",
        "Write `<!-- skills-ignore: unknown-field -- why -->` into the body.",
        "    <!-- skills-ignore: unknown-field -- indented code -->",
        "# skills-ignore: unknown-field -- a heading",
    ],
    ids=["fence", "tildes", "span", "indented", "heading"],
)
def test_an_example_in_code_accepts_nothing_and_is_no_suppression(body: str) -> None:
    text = _skill("versoin: 1\n", f"Bake.\n\n{body}")
    write_library(Path(), {"skills/bread/SKILL.md": text})
    report = _check()
    assert (_kept(report), _accepted(report)) == (["unknown-field"], [])


def test_a_comment_in_a_resource_file_covers_that_file_alone() -> None:
    mark = "<!-- skills-ignore: broken-link -- made by the build -->"
    link = "[a](gone.md)"
    write_library(
        Path(),
        {
            "skills/bread/SKILL.md": _skill("", f"{link} [b](references/b.md)"),
            "skills/bread/references/b.md": f"{link}\n\n{mark}\n",
        },
    )
    report = _check(selection=Selection(select=("links", "suppression")))
    assert _accepted(report) == ["broken-link"]
    assert [item.problem.location.path for item in report.diagnostics] == ["skills/bread/SKILL.md"]


def test_a_comment_in_a_resource_file_that_accepts_nothing_is_complained_about() -> None:
    mark = "<!-- skills-ignore: broken-link -- made by the build -->"
    body = "[b](references/b.md)"
    files = {"skills/bread/SKILL.md": _skill("", body), "skills/bread/references/b.md": mark}
    write_library(Path(), dict(files))
    [complaint] = _check().diagnostics
    assert complaint.problem.location.path == "skills/bread/references/b.md"
    assert complaint.skill == "bread"


@pytest.mark.parametrize(
    ("paths", "accepted"),
    [
        (("skills/*",), True),
        (("skills/bread/SKILL.md",), True),
        (("*/references/*",), False),
        (("skills/bre[a]d/*", "other/*"), True),
    ],
    ids=["folder", "file", "another", "several"],
)
def test_an_entry_may_be_limited_to_files(paths: tuple[str, ...], accepted: bool) -> None:
    write_library(Path(), {"skills/bread/SKILL.md": _skill("versoin: 1\n")})
    entry = Suppression("unknown-field", ("*",), "ours", paths=paths)
    assert _accepted(_check(entry)) == ["unknown-field"] * accepted


def test_paths_of_an_entry_start_at_the_folder_of_the_configuration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_library(
        Path(),
        {
            "a[b]/skills.toml": f'{ENTRY}paths = ["skills/bread/*"]\n',
            "a[b]/skills/bread/SKILL.md": _skill("versoin: 1\n"),
        },
    )
    assert "1 suppressed" in run("check", "a[b]/skills", "--config", "a[b]/skills.toml").out
    monkeypatch.chdir("a[b]/skills")
    assert "1 suppressed" in run("check").out


def test_the_weight_of_a_complaint_is_a_setting_like_any_other() -> None:
    body = "Bake.\n\n<!-- skills-ignore: broken-link -- ours -->"
    write_library(
        Path(),
        {
            "skills.toml": '[rules]\nunused-suppression = "error"\n',
            "skills/bread/SKILL.md": _skill("", body),
        },
    )
    assert run("check").code == 1
    assert run("check", "--ignore", "suppression").code == 0
    assert "accepts no finding" in run("explain", "unused-suppression").out


def test_a_comment_names_its_place() -> None:
    skill = load_skill(Path(), _skill("", "Bake.\n\n<!-- skills-ignore: a, b -- why -->"), "bread")
    first, second = parse_comments(skill)
    assert (first.rule, second.rule, first.reason) == ("a", "b", "why")
    assert first.location == second.location
    place = first.location
    assert (place.path, place.line, place.column, place.end_column) == (skill.path, 8, 1, 36)


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ("unknown-feild -- ours", "the suppression of `unknown-feild` names no rule that exists"),
        ("unknown-field", "the suppression of `unknown-field` gives no reason"),
        (f"unknown-field until {YESTERDAY} -- ours", f"expired on {YESTERDAY}; remove it, or"),
        ("broken-link -- ours", "the suppression of `broken-link` matches no finding; remove it"),
        ("", "the suppression cannot be read; write `skills-ignore: RULE -- why"),
        ("unknown-field because it is ours", "the suppression cannot be read"),
        ("unknown-field until soon -- ours", "the suppression cannot be read"),
    ],
    ids=["unknown", "no-reason", "expired", "unused", "empty", "no-dashes", "no-date"],
)
def test_a_comment_that_accepts_nothing_is_complained_about(mark: str, words: str) -> None:
    body = f"<!-- skills-ignore: {mark} -->"
    write_library(Path(), {"skills/bread/SKILL.md": _skill("versoin: 1\n", body)})
    report = _check()
    (complaint,) = _complaints(report)
    assert words in complaint
    assert "unknown-field" in _kept(report)


@pytest.mark.parametrize(
    "selection",
    [
        Selection(select=("naming",)),
        Selection(ignore=("unknown-field",)),
        Selection(groups=("naming",)),
    ],
    ids=["select", "ignore", "groups"],
)
def test_a_run_without_the_rule_does_not_call_a_comment_unused(selection: Selection) -> None:
    body = "<!-- skills-ignore: unknown-field -- ours -->"
    write_library(Path(), {"skills/bread/SKILL.md": _skill("", body)})
    assert _complaints(_check(selection=selection)) == []


def test_a_comment_on_a_rule_of_mere_information_is_not_called_unused_while_that_is_off() -> None:
    body = "<!-- skills-ignore: client-extension -- ours -->"
    write_library(Path(), {"skills/bread/SKILL.md": _skill("user-invocable: false\n", body)})
    assert _complaints(_check()) == []
    assert _accepted(_check(selection=Selection(with_info=True))) == ["client-extension"]


def test_a_part_of_a_library_tells_nothing_of_the_comments_elsewhere() -> None:
    write_library(
        Path(),
        {
            "skills/bread/SKILL.md": _skill("", "<!-- skills-ignore: nonsense -- x -->"),
            "skills/a/SKILL.md": _skill().replace("bread", "a"),
        },
    )
    assert "unused-suppression" not in run("check", "skills/a").out
    assert "unused-suppression" in run("check", "skills/bread").out


# --- Entries of the configuration -----------------------------------------------------------


def _two() -> None:
    text = _skill("versoin: 1\n")
    write_library(
        Path(),
        {
            "skills/bread/SKILL.md": text,
            "skills/rye-bread/SKILL.md": text.replace("name: bread", "name: rye-bread"),
        },
    )


@pytest.mark.parametrize(
    ("patterns", "accepted"),
    [
        (("*",), {"bread", "rye-bread"}),
        (("rye-*",), {"rye-bread"}),
        (("bread",), {"bread"}),
        (("?read", "nobody"), {"bread"}),
        (("Bread",), set()),
    ],
)
def test_an_entry_accepts_by_patterns_of_names(
    patterns: tuple[str, ...], accepted: set[str]
) -> None:
    _two()
    report = _check(Suppression("unknown-field", patterns, "ours"))
    assert {item.skill for item in report.suppressed} == accepted


def test_an_entry_covers_a_finding_in_another_file_of_the_skill() -> None:
    write_library(Path(), {"skills/bread/SKILL.md": _skill(), "skills/bread/references/a.md": "x"})
    report = _check(Suppression("unreached-reference", ("bread",), "ours"))
    assert _accepted(report) == ["unreached-reference"]


def test_an_entry_holds_to_the_end_of_its_last_day() -> None:
    _two()
    report = _check(Suppression("unknown-field", ("*",), "ours", TODAY.isoformat()))
    assert (_accepted(report), _complaints(report)) == (["unknown-field"] * 2, [])
    report = _check(Suppression("unknown-field", ("*",), "ours", YESTERDAY))
    assert _kept(report).count("unknown-field") == 2
    assert _complaints(report) == [
        f"the suppression of `unknown-field` expired on {YESTERDAY}; remove it, or give a later day"
    ]


ENTRY = '[[suppress]]\nrule = "unknown-field"\nskills = ["bread"]\nreason = "ours"\n'


def test_an_unused_entry_is_named_with_its_file() -> None:
    write_library(Path(), {"conf/skills.toml": ENTRY, "skills/bread/SKILL.md": _skill()})
    result = run("check", "--config", "conf/skills.toml")
    assert result.code == 0
    assert "conf/skills.toml:1:1: warning[unused-suppression]" in result.out
    assert "matches no finding; remove it" in result.out


def test_an_entry_that_one_of_several_libraries_needs_is_used() -> None:
    write_library(
        Path(),
        {
            "skills.toml": ENTRY,
            "skills/bread/SKILL.md": _skill("versoin: 1\n"),
            ".claude/skills/bread/SKILL.md": _skill(),
        },
    )
    assert run("check").out == "Checked 2 skills in 2 libraries: all good (1 suppressed).\n"


def test_one_of_several_configured_libraries_tells_nothing_of_the_entries() -> None:
    write_library(
        Path(),
        {
            "skills.toml": f'roots = ["one", "two"]\n{ENTRY}',
            "one/bread/SKILL.md": _skill("versoin: 1\n"),
            "two/bread/SKILL.md": _skill(),
        },
    )
    assert "unused-suppression" not in run("check", "two").out
    assert "unused-suppression" not in run("check").out


def test_a_root_inside_of_another_is_checked_with_it() -> None:
    roots = 'roots = ["skills", "skills/cakes"]\n'
    write_library(Path(), {"skills.toml": roots + ENTRY, "skills/bread/SKILL.md": _skill()})
    write_library(Path(), {"skills/cakes/bread/SKILL.md": _skill()})
    assert "unused-suppression" in run("check").out


# --- At the command line --------------------------------------------------------------------


def test_what_is_accepted_does_not_count_and_is_listed_on_request() -> None:
    write_library(
        Path(),
        {
            "skills.toml": ENTRY,
            "skills/bread/SKILL.md": _skill("versoin: 1\n"),
        },
    )
    result = run("check", "--fail-on", "warning")
    assert (result.code, result.out) == (
        0,
        "Checked 1 skill in 1 library: all good (1 suppressed).\n",
    )
    assert "warning[unknown-field] (suppressed)" in run("check", "--show-suppressed").out


def test_a_complaint_about_a_suppression_is_a_warning() -> None:
    body = "<!-- skills-ignore: broken-link -- ours -->"
    write_library(Path(), {"skills/bread/SKILL.md": _skill("", body)})
    assert run("check").code == 0
    assert run("check", "--fail-on", "warning").code == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('roots = ["skills"]\n\n[[suppress]]\nrule = "broken-link"\nreason = "r"\n', 3),
        ('suppress = [{ rule = "broken-link", reason = "r" }]\n', 1),
    ],
    ids=["a table", "an inline table"],
)
def test_an_unused_entry_of_the_configuration_is_reported_at_its_line(
    tmp_path: Path, text: str, line: int
) -> None:
    write_library(tmp_path, {"skills/bread/SKILL.md": HEAD + "---\n", "skills.toml": text})
    assert f"skills.toml:{line}:1: warning[unused-suppression]" in run("check").out
