"""The report: its figures, their schema, and a page in which no text becomes markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from building import load, run, skill_text, write_library
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from reporting import RIVALS, example_figures, write_example

from skilltool.config import Config
from skilltool.linter import check
from skilltool.output.escaping import visible
from skilltool.overlap import Distinct
from skilltool.profiles import load_profile
from skilltool.report import gather_figures, render_json, render_page
from skilltool.report.manual import render_manual
from skilltool.report.markup import element, prose
from skilltool.report.pictures import bar, web
from skilltool.rules import Selection, all_rules, manual

SCHEMA = json.loads((Path(__file__).parent.parent / "schemas/report.schema.json").read_text())
HOSTILE = (
    "<script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "<!-- comment",
    "\" onload=\"alert(1)' x='",
    "&lt;b&gt; &amp; &#x3c;",
    "nothing\x00here",
    "right\u202eto left\u2066",
    "half a pair \ud83d",
)


class Reader(HTMLParser):
    """What a browser would make of a page: elements with their attributes, and all text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.texts: dict[str, list[str]] = {}
        self._path: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._path.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._path.pop() == tag

    def handle_data(self, data):
        self.text += data
        self.texts.setdefault(self._path[-1] if self._path else "", []).append(data)

    def values(self, attribute: str) -> list[str]:
        return [a[attribute] or "" for _, a in self.elements if attribute in a]


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    return example_figures(tmp_path_factory.mktemp("example"))


@pytest.fixture
def example(tmp_path, monkeypatch):
    write_example(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- figures -----------------------------------------------------------------------------------


def test_the_figures_are_those_that_the_schema_describes(figures):
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(json.loads(render_json(figures)))


def test_the_summary_counts_what_the_sections_hold(figures):
    summary = figures.summary
    severities = Counter(finding.severity for finding in figures.findings)
    assert (summary.errors, summary.warnings) == (severities["error"], severities["warning"])
    assert summary.errors > 0
    assert summary.skills == len(figures.sizes.skills) == 8
    assert summary.clusters == len(figures.overlap.clusters) == 1
    assert summary.pairs == len(figures.overlap.clusters[0].pairs) == 3


def test_sizes_come_by_level_with_the_longest_instructions_first(figures):
    first, *rest = figures.sizes.skills
    assert first.skill == "mail-write"
    assert all(row.tokens.instructions <= first.tokens.instructions for row in rest)
    sort = next(row for row in rest if row.skill == "list-sort")
    assert sort.tokens.references > 0
    assert sort.tokens.scripts > 0
    assert figures.sizes.total.references == sort.tokens.references


def test_a_pair_holds_what_both_lines_share_and_what_tells_them_apart(figures):
    pair = figures.overlap.clusters[0].pairs[0]
    assert {"parcel", "complaint"} <= {term.word for term in pair.shared}
    assert sum(term.share for term in pair.shared) == pytest.approx(1, abs=0.01)
    assert not set(pair.first_only) & set(pair.second_only)


def test_a_pair_that_is_known_to_be_distinct_is_left_out(tmp_path, figures):
    names = list(RIVALS)
    known = [Distinct(names[0], names[1], "one is on paper")]
    fewer = example_figures(tmp_path, distinct=known)
    assert fewer.summary.pairs == figures.summary.pairs - 1


def test_a_rule_that_found_something_says_why_it_matters(figures):
    notes = {note.name: note for note in figures.rules}
    assert set(notes) == {finding.rule for finding in figures.findings}
    note = notes["broken-link"]
    assert note.summary == "Flag a link or path to a file that is not there."
    assert note.manual.startswith("The agent follows the instruction")
    assert "## Bad" in note.manual


def listings_of(tmp_path, descriptions: dict[str, str]):
    files = {f"skills/{name}/SKILL.md": skill_text(name, it) for name, it in descriptions.items()}
    library = load(write_library(tmp_path, files) / "skills")
    found = check([library], Config(), [load_profile("default")], Selection(select=("schema",)))
    clients = [load_profile(name) for name in ("claude-code", "codex", "vscode")]
    return gather_figures(found, clients, encoding="o200k_base").listings


def test_a_listing_with_room_for_all_has_no_cut_line(tmp_path):
    listings = listings_of(tmp_path, {"list-sort": "Sorts a list."})
    assert [listing.above for listing in listings] == [None, None, None]
    assert [listing.count("whole") for listing in listings] == [1, 1, 1]


def test_the_cut_line_stands_before_the_first_skill_that_is_not_shown_whole(tmp_path):
    descriptions = {f"task-{n:02}": "Does a task. " * 50 for n in range(30)}
    for listing in listings_of(tmp_path, descriptions):
        assert listing.above is not None
        shown = [entry.shown for entry in listing.entries]
        assert set(shown[: listing.above]) <= {"whole"}
        assert shown[listing.above] != "whole"
        assert listing.needed > listing.budget


def test_a_description_that_only_its_own_cap_shortens_is_no_cut_line(tmp_path):
    listing = listings_of(tmp_path, {"list-sort": "Sorts a list. " * 200})[0]
    assert listing.count("cut") == 1
    assert listing.above is None


def test_a_confusion_names_the_skill_that_came_instead(figures):
    ranking, runs = figures.evaluations
    for found in (ranking, runs):
        (confusion,) = found.confusions
        assert (confusion.skill, confusion.tries, confusion.missed) == ("mail-write", 1, 1)
    assert runs.confusions[0].instead == {"letter-draft": 1}
    assert sum(ranking.confusions[0].instead.values()) == 1
    assert ranking.losses[0].rivals[0].skill in ranking.confusions[0].instead


def test_a_metric_that_no_case_measures_is_left_out(figures):
    names = [metric.metric for metric in figures.evaluations[0].metrics]
    assert "hit@1" in names
    assert "abstention" not in names
    assert [m.met for m in figures.evaluations[0].metrics if m.minimum is not None] == [False]


# ---- the page ----------------------------------------------------------------------------------


def test_the_page_is_the_same_for_the_same_figures(figures):
    assert render_page(figures) == render_page(figures)


def test_the_page_refers_to_nothing_outside_of_itself(figures):
    reader = Reader(render_page(figures))
    assert reader.values("src") == []
    assert {link for link in reader.values("href") if not link.startswith("#")} == {"data:,"}
    assert "url(" not in "".join(reader.texts["style"])
    assert "@import" not in "".join(reader.texts["style"])


def test_every_link_leads_to_one_place_in_the_page(figures):
    reader = Reader(render_page(figures))
    times = Counter(reader.values("id"))
    assert set(times.values()) == {1}
    assert {link[1:] for link in reader.values("href") if link.startswith("#")} <= set(times)


def test_the_policy_allows_the_style_and_the_script_of_the_page_and_no_other(figures):
    reader = Reader(render_page(figures))
    policy = next(a["content"] for _, a in reader.elements if "http-equiv" in a)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    for name in ("style", "script"):
        digest = hashlib.sha256("".join(reader.texts[name]).encode()).digest()
        assert rules[f"{name}-src"] == f"'sha256-{base64.b64encode(digest).decode()}'"


def test_no_element_has_a_style_or_a_handler_which_the_policy_would_refuse(figures):
    names = {name for _, attributes in Reader(render_page(figures)).elements for name in attributes}
    assert not {name for name in names if name == "style" or name.startswith("on")}


def with_text(figures, text: str):
    """The figures with a text of somebody else wherever one can stand."""
    cluster = figures.overlap.clusters[0]
    members = tuple(replace(it, skill=text, line=text) for it in cluster.skills)
    pair = replace(cluster.pairs[0], first_only=(text,), second_only=(text,))
    evaluation = replace(
        figures.evaluations[0],
        uncovered=(text,),
        losses=tuple(
            replace(it, task=text, missing=(text,)) for it in figures.evaluations[0].losses
        ),
    )
    finding = replace(figures.findings[0], path=text, message=text, notes=(text,), fix=text)
    listing = replace(
        figures.listings[0],
        manual=(text,),
        entries=tuple(replace(entry, skill=text) for entry in figures.listings[0].entries),
    )
    return replace(
        figures,
        summary=replace(figures.summary, libraries=(text,)),
        sizes=replace(
            figures.sizes,
            skills=tuple(replace(it, skill=text, path=text) for it in figures.sizes.skills),
        ),
        overlap=replace(
            figures.overlap, clusters=(replace(cluster, skills=members, pairs=(pair,)),)
        ),
        findings=(finding,),
        listings=(listing,),
        evaluations=(evaluation,),
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_adds_no_element_and_no_attribute(figures, text):
    harmless = Reader(render_page(with_text(figures, "plain")))
    reader = Reader(render_page(with_text(figures, text)))
    shapes = [
        [(tag, sorted(attributes)) for tag, attributes in each.elements]
        for each in (harmless, reader)
    ]
    assert shapes[0] == shapes[1]
    assert visible(text) in reader.text


def test_the_page_can_be_written_whatever_its_texts_hold(figures):
    page = render_page(with_text(figures, HOSTILE[-1]))
    assert "\x00" not in render_page(with_text(figures, "\x00"))
    assert page.encode("utf-8")


@given(st.text(), st.text())
def test_an_element_holds_every_text_as_text(content, title):
    reader = Reader(element("p", content, title=title))
    assert reader.elements == [("p", {"title": visible(title)})]
    assert reader.text == visible(content)


def test_prose_becomes_paragraphs_with_code():
    assert prose("One\nline `a<b`.\n\nTwo.") == ("<p>One line <code>a&lt;b</code>.</p><p>Two.</p>")


def test_a_manual_keeps_its_examples_line_by_line():
    text = (
        "Why `it`.\n\n## Bad\n\n```markdown a/SKILL.md\n---\nx: <b>\n```\n\nSo.\n\n## Good\n\nNone."
    )
    made = render_manual(text)
    assert made.startswith("<p>Why <code>it</code>.</p><details")
    assert "<h4>Bad</h4><figure><figcaption>a/SKILL.md</figcaption>" in made
    assert "<pre><code>---\nx: &lt;b&gt;</code></pre></figure><p>So.</p>" in made
    assert made.endswith("<h4>Good</h4><p>None.</p></details>")


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.name)
def test_the_manual_of_every_rule_is_shown_whole(rule):
    whole = manual(rule).replace("\n## ", "\nExamples\n## ", 1)
    told = re.sub(r"^```\w*|[`#\s]", "", whole, flags=re.MULTILINE)
    shown = Reader(render_manual(manual(rule))).text
    assert re.sub(r"[`#\s]", "", shown) == visible(told)


def test_a_section_with_nothing_to_show_says_so_or_is_not_there(tmp_path):
    files = {"skills/list-sort/SKILL.md": skill_text("list-sort", "Sorts a list.")}
    library = load(write_library(tmp_path, files) / "skills")
    found = check([library], Config(), [load_profile("default")], Selection(select=("schema",)))
    page = render_page(gather_figures(found, [], encoding="o200k_base"))
    assert "Nothing was found: all good." in page
    assert "No two skills reach the score" in page
    assert 'id="evaluation"' not in page
    assert 'href="#evaluation"' not in page
    assert 'id="listing"' not in page


def test_skills_of_one_name_are_told_apart_by_their_paths(figures):
    cluster = figures.overlap.clusters[0]
    members = tuple(replace(member, skill="twin") for member in cluster.skills)
    overlap = replace(figures.overlap, clusters=(replace(cluster, skills=members),))
    text = Reader(render_page(replace(figures, overlap=overlap))).text
    assert all(f"twin ({member.path})" in text for member in members)


# ---- pictures ----------------------------------------------------------------------------------


def test_a_bar_shows_what_is_not_nothing_and_marks_the_cut_line():
    elements = Reader(
        bar([("index", 0.5), ("scripts", 0.0001), ("assets", 0.0)], mark=0.25)
    ).elements
    _, first, small, nothing, cut = (attributes for _, attributes in elements)
    assert (first["x"], first["width"]) == ("0", "50")
    assert float(small["width"]) > 0.5
    assert nothing["width"] == "0"
    assert cut["x1"] == cut["x2"] == "25"


def test_a_web_has_a_dot_for_each_node_and_a_line_for_each_edge():
    tags = Counter(tag for tag, _ in Reader(web(4, [(0, 1, 0.5), (2, 3, 0.9)])).elements)
    assert (tags["circle"], tags["line"]) == (4, 2)


# ---- the command -------------------------------------------------------------------------------


def test_the_command_writes_a_page_and_says_where(example):
    result = run("report", "skills", "--output", "out/skills.html")
    assert (result.code, result.out, result.err) == (0, "", "wrote out/skills.html\n")
    page = (example / "out/skills.html").read_text("utf-8")
    assert page.startswith("<!doctype html>\n")
    assert "list-sort" in page


def test_without_output_the_page_is_report_html(example):
    assert run("report").err == "wrote report.html\n"
    assert (example / "report.html").is_file()


def test_json_goes_to_stdout_or_into_the_file(example):
    result = run("report", "--json")
    document = json.loads(result.out)
    Draft202012Validator(SCHEMA).validate(document)
    assert result.err == ""
    run("report", "--json", "--output", "report.json")
    assert json.loads((example / "report.json").read_text("utf-8")) == document
    assert not (example / "report.html").exists()


def test_the_listings_are_those_of_three_clients_or_of_the_profiles(example):
    def clients(*options: str) -> list[str]:
        document = json.loads(run("report", "--json", *options).out)
        return [listing["client"] for listing in document["listings"]]

    assert clients() == ["claude-code", "codex", "vscode"]
    assert clients("--profile", "codex") == ["codex"]


def test_cases_and_traces_add_their_evaluations(example):
    line = {"task": "Put this list in order", "loads": ["list-sort"]}
    (example / "runs.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    options = ("--cases", "cases.jsonl", "--traces", "runs.jsonl", "--json")
    document = json.loads(run("report", *options).out)
    Draft202012Validator(SCHEMA).validate(document)
    measures = [found["measure"] for found in document["evaluations"]]
    assert measures == ["lexical retrievability", "recorded loads"]


def test_findings_that_the_baseline_knows_are_counted_and_not_shown(example):
    (example / "skills.toml").write_text('baseline = "known.json"\n', "utf-8")
    run("check", "--write-baseline")
    summary = json.loads(run("report", "--json").out)["summary"]
    assert (summary["errors"], summary["warnings"]) == (0, 0)
    assert summary["known"] > 0


def test_the_options_of_the_overlap_rule_hold_in_the_report(example):
    (example / "skills.toml").write_text("[rules.overlapping-skills]\nthreshold = 0.99\n", "utf-8")
    overlap = json.loads(run("report", "--json").out)["overlap"]
    assert overlap == {"threshold": 0.99, "clusters": []}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--traces", "cases.jsonl"), "--traces needs --cases"),
        (("--cases", "gone.jsonl"), "gone.jsonl"),
        (("nowhere",), "nowhere"),
        (("--output", "skills"), "skills"),
        (("--output", "cases.jsonl/report.html"), "cases.jsonl/report.html cannot be written"),
        (("--cases", "skills/list-sort/SKILL.md"), "is not valid JSON"),
    ],
)
def test_what_cannot_be_done_exits_2_in_plain_words(example, options, words):
    result = run("report", *options)
    assert result.code == 2
    assert words in result.err
    assert "Traceback" not in result.err


def test_a_description_with_a_script_stays_text_from_file_to_page(example):
    run("report")
    reader = Reader((example / "report.html").read_text("utf-8"))
    assert sum(tag == "script" for tag, _ in reader.elements) == 1
    assert "<script>window.hacked = true</script>" in reader.text
