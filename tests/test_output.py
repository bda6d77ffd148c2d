"""Formats of a report and of a table, on hand-made findings."""

from __future__ import annotations

import json
import re
import time
import xml.etree.ElementTree as ET
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from skilltool.model import (
    Acceptance,
    Diagnostic,
    Edit,
    Fix,
    FrontMatter,
    IndexFile,
    Library,
    Location,
    Problem,
    Profile,
    Report,
    Resource,
    Severity,
    Skill,
    Skipped,
    Source,
    Table,
)
from skilltool.output import FORMATS, Options, render_report
from skilltool.output.escaping import markdown_prose, markdown_text, visible
from skilltool.output.markdown import LIMIT
from skilltool.output.table import TABLE_FORMATS, render_table
from skilltool.output.terminal import cut, text_width, wrap

SCHEMA = Path(__file__).parent.parent / "schemas/diagnostics.schema.json"
PROFILE = Profile("default", "Default", "", "", (), {})
ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

INVOICE = """---
name: Invoice
description: Issue invoices: use when a customer has paid
---
# Invoices

See [the layout](references/layout.md).
"""
CARDS = (
    "---\r\n"
    "name: cards\r\n"
    "description: "
    + "Match the card payouts of the provider with the statement. "
    * 6
    + "Or so.\r\n"
    "---\r\n"
    "\t差額を確認する\tbefore you book\r\n"
    "Ignore\u200b all\x1b[31m of it \U0001f600 here\r\n"
)
LAYOUT = "# Layout\n\nRead [more](../../other.md).\n"


def make_skill(path: str, text: str, resources: dict[str, str] | None = None) -> Skill:
    folder = PurePosixPath(path).parent
    found = tuple(
        Resource(name, "reference", len(body), False, False, lambda n=name, b=body: text_of(n, b))
        for name, body in (resources or {}).items()
    )

    def text_of(name: str, body: str) -> Source:
        return Source(f"{folder}/{name}", body)

    return Skill(Path(folder), Source(path, text), FrontMatter({}, (), 0, 0, 0), PROFILE, found)


def place_of(source: Source, needle: str) -> Location:
    start = source.text.index(needle)
    return source.location(start, start + len(needle))


def finding(location: Location, message: str, rule="broken-link", severity=ERROR, **more):
    about = {key: more.pop(key) for key in ("skill", "profile") if key in more}
    return Diagnostic(rule, "links", severity, Problem(location, message, **more), **about)


def report_of(*diagnostics: Diagnostic, skills: tuple[Skill, ...] = (), **more) -> Report:
    return Report((Library(Path("skills"), "skills", skills),), diagnostics, **more)


def about(text: str, needle: str, message: str = "is wrong", **more) -> Report:
    """A report with one finding, on `needle` in a skill with this text."""
    skill = make_skill("skills/one/SKILL.md", text)
    return report_of(finding(place_of(skill.source, needle), message, **more), skills=(skill,))


def text_of(report: Report, **options) -> str:
    return render_report(report, "text", options=Options(**options))


def findings_of(report: Report, **options) -> list[str]:
    return text_of(report, quiet=True, **options).splitlines()


def example() -> Report:
    """Every kind of finding: with and without frame, notes and fixes; hostile and wide text."""
    invoice = make_skill("skills/invoice/SKILL.md", INVOICE, {"references/layout.md": LAYOUT})
    cards = make_skill("skills/cards/SKILL.md", CARDS)
    layout = invoice.resources[0].source
    index = Source("skills/INDEX.md", "# Index\n\n- [cards](cards/SKILL.md): Match.\n")
    value = INVOICE.index("Issue")
    end = INVOICE.index("\n---\n#")
    quote = Fix("quote the whole value", (Edit(value, value, '"'), Edit(end, end, '"')))
    name = place_of(invoice.source, "Invoice")
    rename = Fix("name it `invoice`, as its folder", (Edit(10, 17, "invoice"),), safe=False)
    link = place_of(layout, "../../other.md")
    diagnostics = [
        finding(Location("skills/lost"), "the link leads to `../gone`", "dangling-symlink"),
        finding(Location("skills/cards/SKILL.md"), "has 7,012 tokens", "over-budget", WARNING,
                skill="cards", notes=("the budget is 5,000\nof the instructions",)),
        finding(place_of(cards.source, "statement. Or"), "repeats itself", "padding", WARNING,
                skill="cards"),
        finding(place_of(cards.source, "確認"), "mixes two languages", "mixed-text", INFO,
                skill="cards", profile="claude-code"),
        finding(place_of(cards.source, "\u200b all\x1b[31m"), "hides \x1b[31m a thing", "hidden",
                skill="cards"),
        finding(name, "the name `Invoice` differs from the folder `invoice`", "name-differs",
                skill="invoice", fix=rename),
        finding(invoice.source.location(value, end), "the value is not quoted and contains `: `; "
                "YAML reads it as a nested key. Quote the value", "invalid-front-matter",
                skill="invoice", fix=quote),
        finding(invoice.source.location(INVOICE.index("# Inv"), len(INVOICE)), "says too little",
                "thin", WARNING, skill="invoice"),
        finding(link, "`../../other.md` does not exist", skill="invoice"),
        finding(place_of(index, "Match."), "is stale; run `skills index`", "stale-index"),
    ]  # fmt: skip
    accepted = finding(place_of(invoice.source, "# Invoices"), "names no | trigger", "no-trigger",
                       WARNING, skill="invoice")  # fmt: skip
    told = Acceptance("a router chooses it", "2027-01-31", Location("skills.toml", 4), False)
    library = Library(
        Path("skills"),
        "skills",
        (cards, invoice),
        (Skipped("skills/node_modules", "never holds skills of the library"),
         Skipped("skills/.tmp", "a hidden folder")),
        index_files=(IndexFile("skills/INDEX.md", Path("skills/INDEX.md"), "list", "name", index),),
    )  # fmt: skip
    ordered = tuple(sorted(diagnostics, key=lambda item: item.sort_key))
    return Report((library,), ordered, (accepted._replace(acceptance=told),), (accepted,))


ALL = Options(
    width=80,
    show_suppressed=True,
    statistics=True,
    verbose=True,
    rule_docs={"padding": "Flag a text that repeats itself.", "thin": "Flag a thin text."},
    version="1.2.3",
)


# every format


@pytest.mark.parametrize("name", FORMATS)
def test_a_whole_report_looks_as_before(snapshot, name):
    snapshot(f"output/{name}.txt", render_report(example(), name, options=ALL))


@pytest.mark.parametrize("width", [50, 120])
def test_text_fits_narrow_and_wide_terminals(snapshot, width):
    snapshot(f"output/text-{width}.txt", text_of(example(), width=width))


def test_colour_marks_paths_severities_and_places(snapshot):
    snapshot(
        "output/text-color.txt", text_of(example(), width=80, color=True, show_suppressed=True)
    )


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_something_to_say_of_a_clean_library(snapshot, name):
    clean = report_of(skills=(make_skill("skills/one/SKILL.md", "x"),))
    snapshot(f"output/clean-{name}.txt", render_report(clean, name, options=Options()))


@pytest.mark.parametrize("name", FORMATS)
def test_a_rendered_report_ends_with_one_newline(name):
    text = render_report(example(), name, options=ALL)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


# text


@pytest.mark.parametrize(
    ("text", "needle", "line", "marks"),
    [
        ("name: pdf\n", "pdf", "name: pdf", "      ^^^"),
        ("name: pdf\r\nx", "pdf", "name: pdf", "      ^^^"),
        ("\tname:\tpdf\n", "pdf", "    name:    pdf", "             ^^^"),
        ("差額 pdf\n", "pdf", "差額 pdf", "     ^^^"),
        ("pdf 差額 x\n", "差額", "pdf 差額 x", "    ^^^^"),
        ("\U0001f600 pdf\n", "pdf", "\U0001f600 pdf", "   ^^^"),
        ("⚠\ufe0f pdf\n", "pdf", "⚠ pdf", "  ^^^"),
        ("cafe\u0301 pdf\n", "pdf", "cafe\u0301 pdf", "     ^^^"),
        ("a\u200bb\n", "\u200b", "a<U+200B>b", " ^^^^^^^^"),
        ("a\x1b[2Jb\n", "b", "a<U+001B>[2Jb", "            ^"),
        ("first pdf\nsecond\n", "pdf\nsec", "first pdf", "      ^^^ … to line 2"),
        ("first pdf\nsecond\n", "pdf\n", "first pdf", "      ^^^"),
        ("first pdf\nsecond\n", "\nsec", "first pdf", "         ^ … to line 2"),
        ("name: \n", "", "name:", "^"),
        ("last line", "line", "last line", "     ^^^^"),
        ("ＰＤＦ x pdf\n", "pdf", "ＰＤＦ x pdf", "         ^^^"),
        ("\u1112\u1161\u11ab pdf\n", "pdf", "\u1112\u1161\u11ab pdf", "   ^^^"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_marks_stand_below_the_place(text, needle, line, marks):
    frame = findings_of(about(text, needle))[1:]
    assert frame == [f"  1 | {line}", f"    | {marks}"]


@pytest.mark.parametrize("sign", ["|", ">-", "|2+", "> # why", ">\n"])
def test_of_a_block_the_first_words_are_shown_not_its_sign(sign):
    text = f"a:\nb:\nc:\nd:\ne:\nf:\ng:\ndescription: {sign}\n  First.\n  Second.\n"
    line = 9 + sign.count("\n")
    title, words, marks = findings_of(about(text, f"{sign}\n  First.\n  Second."))
    assert title.startswith("skills/one/SKILL.md:8:14: ")
    margin = " " * len(str(line))
    assert words == f"  {line} |   First."
    assert marks == f"  {margin} |   ^^^^^^ … to line {line + 1}"


def test_the_sign_of_a_block_is_shown_where_it_is_meant():
    frame = findings_of(about("description: |-\n  First.\n", "|-"))[1:]
    assert frame == ["  1 | description: |-", "    |              ^^"]


@given(
    before=st.text(st.characters(exclude_characters="\r\n\t\ufe0f", codec="utf-8"), max_size=150),
    wide=st.booleans(),
    after=st.text(st.characters(exclude_characters="\r\n", codec="utf-8"), max_size=150),
    width=st.integers(40, 100),
)
def test_a_long_line_is_cut_to_the_width_with_the_place_in_it(before, wide, after, width):
    needle = "差差" if wide else "@!@"
    before, after = before.replace(needle[0], ""), after.replace(needle[0], "")
    line, marks = findings_of(about(f"{before}{needle}{after}", needle), width=width)[-2:]
    assert text_width(line) <= width
    assert text_width(marks) == text_width(line.split(needle)[0] + needle)
    assert re.fullmatch(r"    \| +\^+", marks)
    assert marks.count("^") == text_width(needle)


@pytest.mark.parametrize(
    "location",
    [
        Location("skills/one/SKILL.md"),
        Location("skills/other/SKILL.md", 1, 1, 1, 3),
        Location("skills/one/references/none.md", 1, 1, 1, 3),
        Location("skills/one/SKILL.md", 2, 1, 2, 1),
        Location("skills/one/SKILL.md", 99, 1, 99, 1),
    ],
    ids=["whole-file", "unknown-file", "missing-resource", "blank-line", "past-the-end"],
)
def test_a_place_without_text_has_no_frame(location):
    skill = make_skill("skills/one/SKILL.md", "one\n\ntwo\n")
    assert len(findings_of(report_of(finding(location, "is wrong"), skills=(skill,)))) == 1


@pytest.mark.parametrize("path", ["SKILL.md", "references/a.md", "./references/a.md"])
def test_a_library_in_the_working_directory_has_frames_too(path):
    skill = make_skill("SKILL.md", "text\n", {"references/a.md": "text\n"})
    found = findings_of(report_of(finding(Location(path, 1, 1, 1, 5), "wrong"), skills=(skill,)))
    assert found[1:] == ["  1 | text", "    | ^^^^"]


def test_a_place_past_the_end_of_its_line_is_marked_at_the_end():
    skill = make_skill("skills/one/SKILL.md", "one\ntwo\n")
    place = Location("skills/one/SKILL.md", 1, 90, 1, 95)
    frame = findings_of(report_of(finding(place, "wrong"), skills=(skill,)))[1:]
    assert frame == ["  1 | one", "    |    ^"]


def test_a_message_that_does_not_fit_goes_below_the_place():
    lines = findings_of(about("abc", "abc", "word " * 30 + "end"), width=60)
    assert lines[0] == "skills/one/SKILL.md:1:1: error[broken-link]"
    assert " ".join(line.strip() for line in lines[1:-2]) == "word " * 30 + "end"
    assert all(len(line) <= 60 for line in lines)


def test_notes_and_fixes_line_up_below_the_frame():
    fix = Fix("drop it", (), safe=False)
    lines = findings_of(about("abc", "abc", notes=("why\nand how",), fix=fix, profile="codex"))
    assert lines[3:] == [
        "    = profile: codex",
        "    = note: why",
        "    = note: and how",
        "    = unsafe fix: drop it",
    ]


def test_quiet_leaves_out_the_summary():
    assert text_of(example(), quiet=True) in text_of(example())
    assert "Checked" not in text_of(example(), quiet=True)
    assert text_of(report_of(), quiet=True) == ""


def test_suppressed_findings_show_on_request_only():
    assert "no-trigger" not in text_of(example())
    shown = text_of(example(), show_suppressed=True)
    assert "warning[no-trigger] (suppressed)" in shown
    assert "= suppressed: a router chooses it (skills.toml:4 until 2027-01-31)" in shown


def test_a_summary_tells_the_valid_skills_from_those_with_errors_and_names_five():
    names = [f"skill-{number}" for number in range(8)]
    skills = tuple(make_skill(f"skills/{name}/SKILL.md", "x") for name in names)
    broken = [finding(Location(skill.path), "wrong", rule) for skill in skills[:7] for rule in "ab"]
    weak = finding(Location(skills[7].path), "wrong", severity=WARNING)
    text = text_of(report_of(*broken, weak, skills=skills), width=200)
    five = ", ".join(f"{name} (a, b)" for name in names[:5])
    assert f"1 valid, 7 with errors: {five}, 2 more.\n" in text


def test_a_line_of_a_note_that_is_to_be_copied_is_never_broken():
    code = '{ skills = ["' + "a-" * 60 + 'b"], reason = "..." }'
    notes = (f"or accept them in skills.toml:\n    {code}",)
    report = report_of(finding(Location("a.md"), "wrong", notes=notes))
    assert code in text_of(report, width=50)


def test_statistics_begin_with_the_most_frequent_rule():
    rules = ["rare", "common", "common", "also-rare"]
    found = [finding(Location(f"{i}"), "wrong", rule) for i, rule in enumerate(rules)]
    counts = text_of(report_of(*found), quiet=True, statistics=True).split("\n\n")[-1]
    assert [line.split() for line in counts.splitlines()] == [
        ["2", "error", "common"],
        ["1", "error", "also-rare"],
        ["1", "error", "rare"],
    ]


@pytest.mark.parametrize(
    ("safe", "unsafe", "line"),
    [
        (0, 0, None),
        (2, 0, "2 fixable with `skills check --fix`."),
        (2, 1, "2 fixable with `skills check --fix`, 1 more with an unsafe fix."),
        (0, 3, "3 fixable with an unsafe fix."),
    ],
)
def test_the_summary_counts_the_fixes_that_exist(safe, unsafe, line):
    fixes = [Fix("mend", (), safe=True)] * safe + [Fix("mend", (), safe=False)] * unsafe
    found = [finding(Location(f"{i}"), "wrong", fix=fix) for i, fix in enumerate(fixes)]
    summary = text_of(report_of(finding(Location("x"), "wrong"), *found)).splitlines()
    assert summary[-1] == line if line else summary[-1].startswith("Checked")


def test_only_the_skills_asked_for_are_counted():
    skills = tuple(make_skill(f"skills/{name}/SKILL.md", "x") for name in "abc")
    library = Library(Path("s"), "s", skills, selected=frozenset({"skills/b/SKILL.md"}))
    assert text_of(Report((library, library), ())) == "Checked 2 skills in 2 libraries: all good.\n"


def test_five_thousand_findings_on_one_huge_line_take_less_than_a_second_or_so():
    source = make_skill("skills/one/SKILL.md", "word ünder " * 20_000)
    found = [
        finding(source.source.location(i * 40, i * 40 + 4), f"finding {i}") for i in range(5_000)
    ]
    started = time.perf_counter()
    text_of(report_of(*found, skills=(source,)))
    assert time.perf_counter() - started < 3


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_no_invisible_or_control_character_reaches_people(name):
    hostile = "a\x1b[31m\r\n\u202e\u200b\U000e0041\x07"
    location = Location(f"skills/{hostile}/SKILL.md")
    fix = Fix(hostile, ())
    report = report_of(finding(location, hostile, notes=(hostile,), fix=fix, profile=hostile))
    skipped = Library(Path("s"), "s", (), (Skipped(hostile, hostile),))
    report = report._replace(libraries=(*report.libraries, skipped))
    text = render_report(report, name, options=Options(verbose=True, show_suppressed=True))
    assert text.replace("\n", "").isprintable()
    assert "<U+202E>" in text or "&lt;U+202E&gt;" in text


# json


def document_of(report: Report, name: str = "json", **options):
    return json.loads(render_report(report, name, options=Options(version="1.2.3", **options)))


@pytest.mark.parametrize("report", [example(), report_of()], ids=["findings", "clean"])
def test_json_keeps_to_its_schema(report):
    schema = json.loads(SCHEMA.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(document_of(report))


def test_the_edits_of_json_mend_the_text():
    fixed = [item for item in document_of(example())["diagnostics"] if item["fix"]]
    quoting = next(item["fix"] for item in fixed if item["fix"]["safe"])
    text = INVOICE
    for edit in reversed(quoting["edits"]):
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    assert 'description: "Issue invoices: use when a customer has paid"\n' in text


def test_json_counts_what_it_lists():
    document = document_of(example())
    severities = [item["severity"] for item in document["diagnostics"]]
    summary = document["summary"]
    assert summary["skills"] == 2
    for label in ("error", "warning", "info"):
        assert summary[f"{label}s"] == severities.count(label) > 0
    assert (summary["suppressed"], summary["known"], summary["fixable"]) == (1, 1, 1)


# github


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        (Location("a.md"), "file=a.md,line=1,title=broken-link"),
        (Location("a.md", 3, 7, 3, 9),
         "file=a.md,line=3,col=7,endLine=3,endColumn=9,title=broken-link"),
        (Location("a.md", 3, 7, 5, 2), "file=a.md,line=3,endLine=5,title=broken-link"),
        (Location("a.md", 3, 7, 5, 1), "file=a.md,line=3,endLine=4,title=broken-link"),
        (Location("a,b:c%\n.md"), "file=a%2Cb%3Ac%25%0A.md,line=1,title=broken-link"),
    ],
    ids=["whole-file", "in-a-line", "over-lines", "up-to-a-line-start", "escaped"],
)  # fmt: skip
def test_a_workflow_command_names_the_place(location, expected):
    report = report_of(finding(location, "wrong"))
    assert render_report(report, "github", options=Options()) == f"::error {expected}::wrong\n"


def test_a_hostile_message_cannot_start_another_workflow_command():
    report = report_of(finding(Location("a"), "100%\n::set-output \x1b name=x::y", severity=INFO))
    lines = render_report(report, "github", options=Options()).splitlines()
    assert lines == [
        "::notice file=a,line=1,title=broken-link::100%25%0A::set-output <U+001B> name=x::y"
    ]


# sarif


def run_of(report: Report, **options):
    return document_of(report, "sarif", **options)["runs"][0]


def test_a_sarif_result_points_at_its_rule_and_place():
    run = run_of(example(), rule_docs={"zebra": "Z.", "padding": "Flag padding."})
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted(rule["id"] for rule in rules)
    assert {"zebra", "padding", "hidden"} <= {rule["id"] for rule in rules}
    assert run["columnKind"] == "unicodeCodePoints"
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"error", "warning", "note"}
        region = result["locations"][0]["physicalLocation"]["region"]
        assert all(number >= 1 for number in region.values())


@pytest.mark.parametrize("name", ["github", "gitlab", "sarif"])
@pytest.mark.parametrize(
    ("folder", "path", "expected"),
    [
        ("/work/repo/apps/api", "skills/a/SKILL.md", "apps/api/skills/a/SKILL.md"),
        ("/work/repo/apps/api", "/work/repo/skills/a/SKILL.md", "skills/a/SKILL.md"),
        ("/work/repo", "skills/a/SKILL.md", "skills/a/SKILL.md"),
        ("C:/repo/apps", "skills/a/SKILL.md", "apps/skills/a/SKILL.md"),
    ],
    ids=["below", "beside", "root", "drive"],
)
def test_formats_of_a_forge_name_files_from_the_root_of_the_repository(
    name: str, folder: str, path: str, expected: str
) -> None:
    repository = folder.removesuffix("/apps/api").removesuffix("/apps")
    options = Options(folder=folder, repository=repository)
    text = render_report(report_of(finding(Location(path), "wrong")), name, options=options)
    assert f'"{expected}"' in text or f"file={expected}," in text


def test_sarif_holds_suppressed_findings_on_request_only():
    plain, all_of_it = run_of(example()), run_of(example(), show_suppressed=True)
    marked = [item for item in all_of_it["results"] if "suppressions" in item]
    assert [item["ruleId"] for item in marked] == ["no-trigger"]
    suppression = marked[0]["suppressions"][0]
    assert (suppression["kind"], suppression["justification"]) == (
        "external",
        "a router chooses it",
    )
    assert len(all_of_it["results"]) == len(plain["results"]) + 1


@pytest.mark.parametrize(
    ("path", "uri", "base"),
    [
        ("skills/a b/é#1%.md", "skills/a%20b/%C3%A9%231%25.md", "%SRCROOT%"),
        ("./a.md", "a.md", "%SRCROOT%"),
        ("a:b/c.md", "a%3Ab/c.md", "%SRCROOT%"),
        ("not-utf8-\udcff.md", "not-utf8-%FF.md", "%SRCROOT%"),
        ("/home/me/a b.md", "file:///home/me/a%20b.md", None),
        ("C:/me/a b.md", "file:///C:/me/a%20b.md", None),
    ],
)
def test_a_path_becomes_a_uri(path, uri, base):
    run = run_of(report_of(finding(Location(path), "wrong")))
    artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact["uri"] == uri
    assert artifact.get("uriBaseId") == base


def test_the_replacements_of_sarif_mend_the_text():
    fixes = [item["fixes"][0] for item in run_of(example())["results"] if "fixes" in item]
    safe = next(fix for fix in fixes if fix["properties"]["safe"])
    lines = INVOICE.splitlines(keepends=True)
    for replacement in reversed(safe["artifactChanges"][0]["replacements"]):
        region = replacement["deletedRegion"]
        assert region["startLine"] == region["endLine"]
        line = lines[region["startLine"] - 1]
        new = replacement["insertedContent"]["text"]
        lines[region["startLine"] - 1] = (
            line[: region["startColumn"] - 1] + new + line[region["endColumn"] - 1 :]
        )
    assert lines[2] == 'description: "Issue invoices: use when a customer has paid"\n'


def fingerprints_of(*found: Diagnostic) -> list[str]:
    return [item["fingerprint"] for item in document_of(report_of(*found), "gitlab")]


def test_a_fingerprint_outlives_edits_elsewhere():
    before = finding(Location("a", 3, 1, 3, 9), "has 5,012 tokens")
    after = finding(Location("a", 9, 4, 9, 12), "has 6,001 tokens")
    assert fingerprints_of(before) == fingerprints_of(after)


@pytest.mark.parametrize(
    "other",
    [
        finding(Location("b"), "is wrong"),
        finding(Location("a"), "is worse"),
        finding(Location("a"), "is wrong", rule="other"),
    ],
    ids=["file", "message", "rule"],
)
def test_a_fingerprint_differs_with_file_message_and_rule(other):
    one = finding(Location("a"), "is wrong")
    assert fingerprints_of(one) != fingerprints_of(other)


def test_equal_findings_have_different_fingerprints():
    one = finding(Location("a"), "is wrong")
    assert len(set(fingerprints_of(one, one, one))) == 3


# gitlab and junit


def test_gitlab_paths_are_those_of_the_repository():
    issues = document_of(report_of(finding(Location("./a/b.md", 4), "wrong")), "gitlab")
    assert issues[0]["location"] == {"path": "a/b.md", "lines": {"begin": 4}}


def junit_of(report: Report) -> ET.Element:
    return ET.fromstring(render_report(report, "junit", options=Options()))


def test_junit_has_a_test_case_for_each_skill_asked_for():
    skills = tuple(make_skill(f"skills/{name}/SKILL.md", "x") for name in "abc")
    selected = frozenset({"skills/a/SKILL.md", "skills/b/SKILL.md"})
    found = (
        finding(Location("skills/b/references/x.md"), "wrong"),
        finding(Location("skills/a/SKILL.md"), "a hint", severity=INFO),
        finding(Location("skills/INDEX.md"), "stale", severity=WARNING),
    )
    library = Library(Path("skills"), "skills", skills, selected=selected)
    root = junit_of(Report((library,), found))
    failed = {case.get("name"): case.find("failure") is not None for case in root.iter("testcase")}
    assert failed == {"a": False, "b": True, "skills/INDEX.md": True}
    assert (root.get("tests"), root.get("failures")) == ("3", "2")


@pytest.mark.parametrize(("bar", "failures"), [(ERROR, "0"), (WARNING, "1")])
def test_a_test_case_fails_where_the_exit_code_does(bar, failures):
    report = report_of(finding(Location("a/SKILL.md"), "weak", severity=WARNING))
    root = ET.fromstring(render_report(report, "junit", options=Options(bar=bar)))
    assert root.get("failures") == failures
    assert len(root.findall(".//failure")) == int(failures)
    assert "weak" in "".join(root.itertext())


def test_skills_of_the_same_name_are_two_test_cases():
    text = "x"
    skills = tuple(make_skill(f"{root}/one/SKILL.md", text) for root in ("a", "b"))
    root = junit_of(report_of(finding(Location("b/one/SKILL.md"), "wrong"), skills=skills))
    cases = list(root.iter("testcase"))
    assert [case.get("name") for case in cases] == ["one", "one"]
    assert [len(case) for case in cases] == [0, 1]


@given(st.text(max_size=30))
def test_junit_is_well_formed_whatever_a_message_holds(text):
    root = junit_of(report_of(finding(Location(f"a{text}"), f"]]> & <b> {text}")))
    assert "]]> & <b> " in root.find(".//failure").text


# markdown


HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</details></code>",
    "`</code>` <b>",
    "[a](http://a.example) ![b](c)",
    "*a* _b_ ~~c~~ **d**",
    "a ` b",
    "a\n\n# heading\n\n- list",
    "| a | b |",
    "\\*a*",
    "&lt;b&gt;",
)


@pytest.mark.parametrize("message", HOSTILE)
def test_nothing_in_a_message_is_markup(message):
    report = report_of(finding(Location("a"), message, notes=(message,), fix=Fix(message, ())))
    html = MarkdownIt("gfm-like", {"linkify": False}).render(
        render_report(report, "markdown", options=Options())
    )
    tags = set(re.findall(r"</?([a-z0-9]+)", html))
    table = {"table", "thead", "tbody", "tr", "th", "td"}
    assert tags <= {"p", "strong", "ul", "li", "code", "details", "summary"} | table
    assert html.count("<details>") == html.count("</details>") == 1


@pytest.mark.parametrize("message", [text for text in HOSTILE if "`" not in text])
def test_a_reader_of_markdown_sees_the_message_itself(message):
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parseInline(markdown_prose(message))
    assert "".join(token.content for token in tokens[0].children) == visible(message)


def test_nobody_is_mentioned():
    assert markdown_text("ask @octo, not a @ b") == "ask <span>@</span>octo, not a @ b"


@pytest.mark.parametrize("length", [1, 300])
def test_markdown_is_cut_and_says_how_much(length):
    found = [
        finding(Location(f"skills/{i // 9}/SKILL.md", i + 1), "x" * length, rule=f"rule-{i % 200}")
        for i in range(3_000)
    ]
    text = render_report(report_of(*found), "markdown", options=Options())
    assert LIMIT - 1_000 < len(text) <= LIMIT
    shown = text.count("- **error**")
    assert text.endswith(f"\n{3_000 - shown:,} more findings left out here.\n")
    assert text.count("<details>") == text.count("</details>")


# tables


TOKENS = Table(
    ("skill", "index", "share", "note"),
    (
        ("invoice-issuing", 87, 0.5, "A long remark about what the numbers of this skill mean."),
        ("差額の確認", 12_345, 0.25, None),
        ("bad|name\x1b", None, 1.0, "<b>"),
    ),
    ("total", 12_432, 1.75, ""),
)


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_a_table_looks_as_before(snapshot, form):
    snapshot(f"output/table-{form}.txt", render_table(TOKENS, format=form, width=60))


@pytest.mark.parametrize("width", [40, 60, 200])
def test_the_lines_of_a_table_fit_and_line_up(width):
    lines = render_table(TOKENS, format="text", width=width).splitlines()
    assert max(map(text_width, lines)) <= width
    ends = {text_width(line[: line.index(number) + len(number)])
            for line, number in zip(lines[1:3], ("87", "12,345"), strict=True)}  # fmt: skip
    assert len(ends) == 1


def test_numbers_are_never_cut():
    table = Table(("name", "tokens"), (("a" * 50, 123_456_789),))
    assert "123,456,789" in render_table(table, format="text", width=5)


@pytest.mark.parametrize("width", [10, 20, 30])
def test_cells_of_the_first_column_that_differ_look_different(width):
    rows = (("claude-api", "x" * 30, 1), ("claude-code", "y" * 30, 2), ("cursor", "z" * 30, 3))
    lines = render_table(Table(("client", "why", "skills"), rows), format="text", width=width)
    assert len({line.split()[0] for line in lines.splitlines()[1:]}) == 3


def test_long_titles_of_numbers_take_several_lines_before_anything_is_cut():
    table = Table(("way", "opus_cost_with_cache", "turns"), (("all in prompt", 7.36, 6),))
    assert render_table(table, format="text", width=30).splitlines() == [
        "                opus",
        "                cost",
        "                with",
        "way            cache  turns",
        "all in prompt   7.36      6",
    ]


def test_a_bold_header_is_the_only_colour_of_a_table():
    plain = render_table(TOKENS, format="text")
    painted = render_table(TOKENS, format="text", color=True)
    assert painted.startswith("\x1b[1mskill")
    assert re.sub(r"\x1b\[\d*m", "", painted) == plain


def test_a_table_in_json_keeps_the_values_and_leaves_out_the_totals():
    rows = json.loads(render_table(TOKENS, format="json"))
    assert [tuple(row.values()) for row in rows] == list(TOKENS.rows)
    assert all(tuple(row) == TOKENS.columns for row in rows)


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_an_empty_table_has_its_columns_or_no_rows(form):
    text = render_table(Table(("name", "tokens"), ()), format=form)
    assert text == {"text": "name  tokens\n", "json": "[]\n"}.get(
        form, "| name | tokens |\n| --- | --- |\n"
    )


def test_truth_values_are_words_and_not_numbers():
    table = Table(("name", "manual_only"), (("a", True), ("b", False)))
    text = render_table(table, format="text")
    assert text == "name  manual only\na     yes\nb     no\n"


# words and cells


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("é 差 \U0001f600", "é 差 \U0001f600"),
        ("a\u00a0b", "a\u00a0b"),
        ("\t\n", "<U+0009><U+000A>"),
        ("a\u202eb\ufeff", "a<U+202E>b<U+FEFF>"),
        ("\U000e0041", "<U+E0041>"),
        ("\U000e0101", "<U+E0101>"),
        ("\udcff", "<U+DCFF>"),
    ],
)
def test_what_shows_nothing_is_named(text, shown):
    assert visible(text) == shown


@given(st.text(st.characters(categories=["L", "M", "N", "P"])), st.integers(1, 20))
def test_a_cut_text_fits_and_begins_like_the_whole(text, width):
    short = cut(text, width)
    assert text_width(short) <= width
    assert text == short or text.startswith(short[:-1])
    assert text == short or short.endswith("…")


def test_wrapping_keeps_every_word_and_short_code_spans_whole():
    text = "run `skills check --fix` in the folder, then a-very-long-word-that-does-not-fit"
    lines = wrap(text, 20)
    assert " ".join(lines) == text
    assert "`skills check --fix`" in lines
    assert [line for line in lines if len(line) > 20] == ["a-very-long-word-that-does-not-fit"]


def test_a_uri_can_be_read_back():
    path = "skills/ü b/%41.md"
    run = run_of(report_of(finding(Location(path), "wrong")))
    artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert unquote(artifact["uri"]) == path


@pytest.mark.parametrize("length", range(30, 60))
def test_a_line_that_is_a_little_too_long_is_cut_to_the_width_too(length):
    line = findings_of(about(f"abc{'x' * length}\n", "abc"), width=50)[-2]
    assert text_width(line) <= 50
