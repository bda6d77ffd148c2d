"""What each level takes: texts as they are sent, files once, levels never added up."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from building import load, load_skill, run, skill_text, write_library

from skilltool import tokens
from skilltool.config import load_config
from skilltool.linter import Selection, check
from skilltool.profiles import load_profile, profile_names
from skilltool.rules import known_options
from skilltool.tokenizer import claude_range, count_tokens
from skilltool.tokens.tables import (
    estimated_table,
    file_table,
    level_table,
    library_table,
    without_zeros,
)

TWO = {
    "skills/a/SKILL.md": skill_text("a", "One.", "See [b](references/b.md).\n"),
    "skills/a/references/b.md": "Read [c](c.md) and again [c](c.md).\n",
    "skills/a/references/c.md": "The end of the chain.\n",
    "skills/a/references/lost.md": "Nobody leads here.\n",
    "skills/a/scripts/run.py": "print(1)\n",
    "skills/a/assets/logo.png": b"\x89PNG\0\0\xff" * 20,
    "skills/a/assets/form.csv": "a,b\n1,2\n",
    "skills/a/notes.txt": "A note.\n",
    "skills/b/SKILL.md": skill_text("b", "Two.", "Short.\n"),
}


@pytest.fixture
def two(tmp_path):
    return load(write_library(tmp_path, TWO) / "skills")


def rows(table) -> dict:
    return {row[table.columns.index("what")]: row for row in table.rows}


# ---- counts ------------------------------------------------------------------------------------


def test_instructions_are_the_body_without_the_front_matter(tmp_path):
    skill = load_skill(tmp_path, skill_text("unit-convert", "Long " * 300, "Two words.\n"))
    assert tokens.count_skill(skill).instructions == count_tokens("\nTwo words.\n")


def test_line_ends_are_counted_as_they_are_sent(tmp_path):
    text = skill_text("unit-convert", "x", "if x:\n\ty();\n\n}\n")
    windows = load_skill(tmp_path, text.replace("\n", "\r\n"))
    seen = []
    tokens.count_skill(windows, lambda sent: seen.append(sent) or 0)
    assert "\r\nif x:\r\n\ty();\r\n\r\n}\r\n" in seen


def test_a_manual_skill_has_no_index_line_but_instructions(tmp_path):
    text = "---\nname: a\ndescription: One.\ndisable-model-invocation: true\n---\n\nDo it.\n"
    size = tokens.count_skill(load_skill(tmp_path, text, "a"))
    assert size.index_line == 0
    assert size.instructions > 0


def test_the_index_as_a_whole_is_counted_as_one_text(two):
    sizes = list(tokens.count_library(two))
    assert tokens.count_index(sizes) == count_tokens("- a: One.\n- b: Two.\n")


def test_every_text_is_counted_by_the_function_that_is_given(two):
    seen = []
    size = tokens.count_skill(two.skills[0], lambda text: seen.append(text) or 7)
    assert (size.index_line, size.instructions) == (7, 7)
    assert {item.tokens for item in size.resources} == {7, None}
    assert len(seen) == 2 + 6


def test_depth_is_the_number_of_links_that_lead_to_a_file(two):
    depths = {item.path: item.depth for item in tokens.count_skill(two.skills[0]).resources}
    assert depths["references/b.md"] == 1
    assert depths["references/c.md"] == 2
    assert depths["references/lost.md"] is None


def test_a_file_counts_once_however_many_links_lead_to_it(two):
    size = tokens.count_skill(two.skills[0])
    paths = [item.path for item in size.resources]
    assert len(paths) == len(set(paths)) == 6 + 1
    texts = (TWO[f"skills/a/references/{name}.md"] for name in ("b", "c", "lost"))
    assert size.tokens_of("reference") == sum(map(count_tokens, texts))


def test_a_binary_file_has_bytes_and_no_tokens(two):
    logo = next(i for i in tokens.count_skill(two.skills[0]).resources if i.path.endswith("png"))
    assert (logo.tokens, logo.size) == (None, 140)


@pytest.mark.parametrize("budget", [0, 1, 39, 40, 41, 10_000])
def test_exceeds_gives_the_tokens_only_of_what_is_over_the_budget(budget):
    text = "go" + " on" * 39
    assert count_tokens(text) == 40
    assert tokens.exceeds(text, budget) == (40 if budget < 40 else 0)


# ---- tables ------------------------------------------------------------------------------------


def test_levels_stand_apart_and_their_shares_make_the_whole(two):
    table = level_table(list(tokens.count_library(two)))
    found = rows(table)
    assert list(found) == [
        "index lines",
        "bodies of SKILL.md",
        "references, 1 link away",
        "references, 2 links away",
        "references, not linked",
        "scripts",
        "assets",
        "other files",
        "binary files",
    ]
    assert sum(row[5] or 0 for row in table.rows) == pytest.approx(100, abs=0.05)
    assert found["binary files"][3:] == (1, None, None, 140)
    assert found["index lines"][2] == "every turn"


def test_the_references_are_no_part_of_what_is_always_paid(two):
    table = library_table(list(tokens.count_library(two)))
    assert table.columns[:5] == ("skill", "index", "instructions", "lines", "references")
    a, b = table.rows
    assert a[1] == b[1] == count_tokens("- a: One.\n")
    assert a[4] > 0 == b[4]
    assert table.totals[1:5] == tuple(x + y for x, y in zip(a[1:5], b[1:5], strict=True))


def test_the_share_of_a_skill_is_that_of_the_level_sorted_by(two):
    sizes = list(tokens.count_library(two))
    table = library_table(sizes, tokens.Level.INSTRUCTIONS)
    assert table.columns[-1] == "percent"
    whole = sum(size.instructions for size in sizes)
    assert [row[-1] for row in table.rows] == [
        round(100 * size.instructions / whole, 2) for size in sizes
    ]


def test_one_skill_is_shown_file_by_file_from_the_nearest_to_the_farthest(two):
    table = file_table(tokens.count_skill(two.skills[0]))
    assert [(row[1], row[3]) for row in table.rows][:4] == [
        ("", None),
        ("SKILL.md", 0),
        ("references/b.md", 1),
        ("references/c.md", 2),
    ]


def test_an_estimate_has_a_low_and_a_high_end_for_tokens_alone(two):
    table = library_table(list(tokens.count_library(two)))
    estimated = estimated_table(table)
    assert estimated.columns[:6] == (
        "skill", "index_low", "index_high", "instructions_low", "instructions_high", "lines",
    )  # fmt: skip
    assert estimated.rows[0][1:3] == claude_range(table.rows[0][1])
    assert estimated.rows[0][5] == table.rows[0][3]
    assert estimated.totals[0] == "total"


def test_columns_of_zeros_can_be_left_out(tmp_path):
    made = load(write_library(tmp_path, {"skills/b/SKILL.md": TWO["skills/b/SKILL.md"]}) / "skills")
    table = library_table(list(tokens.count_library(made)))
    assert "scripts" in table.columns
    assert "scripts" not in without_zeros(table).columns
    assert len(without_zeros(table).rows[0]) == len(without_zeros(table).columns)


def test_the_order_of_skills_changes_no_sum(two):
    sizes = list(tokens.count_library(two)) * 3
    expected = library_table(sizes).totals
    random.Random(1).shuffle(sizes)
    assert library_table(sizes).totals == expected


# ---- the command ------------------------------------------------------------------------------


@pytest.fixture
def inside(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, TWO))
    return tmp_path


def test_json_has_the_same_keys_for_people_and_programs(inside):
    document = json.loads(run("tokens", "--json").out)
    assert document["tokenizer"] == "o200k_base"
    assert list(document["skills"][0]) == [
        "skill", "index", "instructions", "lines", "references", "scripts", "assets", "other",
        "percent",
    ]  # fmt: skip
    assert list(document["levels"][0]) == [
        "level", "what", "paid", "files", "tokens", "percent", "bytes",
    ]  # fmt: skip


def test_markdown_has_a_table_of_skills_and_one_of_levels(inside):
    out = run("tokens", "--format", "markdown").out
    assert "| skill | index | instructions | lines |" in out
    assert "\n\n| level | what | paid |" in out


@pytest.mark.parametrize(
    ("order", "first"), [("name", "a"), ("instructions", "a"), ("resources", "a")]
)
def test_skills_are_sorted_by_name_or_by_the_largest_level(inside, order, first):
    document = json.loads(run("tokens", "--sort", order, "--json").out)
    assert document["skills"][0]["skill"] == first


def test_the_largest_comes_first_though_its_name_is_the_last(inside):
    write_library(inside, {"skills/z/SKILL.md": skill_text("z", "Three.", "Many words. " * 50)})
    document = json.loads(run("tokens", "--sort", "instructions", "--json").out)
    assert [row["skill"] for row in document["skills"]] == ["z", "a", "b"]


def test_the_path_of_one_skill_shows_its_files(inside):
    document = json.loads(run("tokens", "skills/a", "--json").out)
    assert [row["file"] for row in document["files"]][1] == "SKILL.md"
    assert "skills" not in document


def test_another_encoding_counts_otherwise(inside):
    write_library(
        inside, {"skills/b/SKILL.md": skill_text("b", "技能测试", "当用户要求生成图表时")}
    )
    both = [
        json.loads(run("tokens", "--tokenizer", name, "--json").out)["skills"][1]["instructions"]
        for name in ("o200k_base", "cl100k_base")
    ]
    assert both == [
        count_tokens("\n当用户要求生成图表时", n) for n in ("o200k_base", "cl100k_base")
    ]
    assert both[0] != both[1]


def test_the_estimate_for_claude_says_that_it_is_one(inside):
    found = run("tokens", "--tokenizer", "claude")
    assert "Claude's tokens, estimated from o200k_base: low is for models up to" in found.out
    document = json.loads(run("tokens", "--tokenizer", "claude", "--json").out)
    row = document["skills"][0]
    assert row["index_low"] < row["index_high"]
    assert document["notes"][0].startswith("Claude's tokens, estimated")


def test_an_unknown_tokenizer_is_refused(inside):
    found = run("tokens", "--tokenizer", "gpt2")
    assert found.code == 2
    assert "o200k_base" in found.err


# ---- budgets -----------------------------------------------------------------------------------


def findings(tmp_path, budgets: str, files: dict, rule: str) -> list[str]:
    write_library(tmp_path, {**files, "skills.toml": f"[budgets]\n{budgets}\n"})
    config = load_config(tmp_path / "skills.toml", known_options(), profile_names())
    config = replace(config, roots=())
    library = load(tmp_path / "skills")
    report = check([library], config, [load_profile("default")], Selection(select=(rule,)))
    return [item.problem.message for item in report.diagnostics]


def body(count: int) -> str:
    return "\ngo" + " on" * (count - 2)


ONE = {"skills/a/SKILL.md": '---\nname: a\ndescription: "One."\n---\n' + body(100)}
SIZED = {**ONE, "skills/a/references/r.md": "go" + " on" * 99}


@pytest.mark.parametrize(
    ("budgets", "over", "near"),
    [
        ("instructions = 99", 1, 0),
        ("instructions = 100", 0, 1),
        ("instructions = 111", 0, 1),
        ("instructions = 112", 0, 0),
        ("instruction-lines = 1", 0, 1),
        ("instruction-lines = 2", 0, 0),
        ("index-line = 4", 1, 0),
        ("index-line = 5", 0, 1),
        ("index-line = 6", 0, 0),
        ("index = 4", 1, 0),
        ("index = 5", 0, 1),
        ("index = 6", 0, 0),
        ("resource = 99", 1, 0),
        ("resource = 111", 0, 1),
        ("resource = 112", 0, 0),
    ],
)
def test_a_level_is_over_its_budget_or_near_it_and_never_both(tmp_path, budgets, over, near):
    assert count_tokens("- a: One.\n") == 5
    assert count_tokens(body(100)) == 100
    assert len(findings(tmp_path, budgets, SIZED, "over-budget")) == over
    assert len(findings(tmp_path, budgets, SIZED, "near-budget")) == near


def test_too_many_lines_are_reported_with_their_tokens(tmp_path):
    sent = "\n" + "go\n" * 6
    files = {"skills/a/SKILL.md": skill_text("a", "One.", sent[1:])}
    assert findings(tmp_path, "instruction-lines = 5", files, "over-budget") == [
        f"the instructions have 6 lines (budget 5) and {count_tokens(sent)} tokens; "
        "move parts to references/"
    ]


def test_a_gap_of_blank_lines_is_no_length(tmp_path):
    files = {"skills/a/SKILL.md": skill_text("a", "One.", "go" + "\n" * 30 + "on\n")}
    assert findings(tmp_path, "instruction-lines = 5", files, "over-budget") == []


@pytest.mark.parametrize(("length", "count"), [(900, 1), (1000, 0), (1100, 0)])
def test_a_routing_text_at_the_limit_of_the_client_is_not_measured_again(tmp_path, length, count):
    files = {"skills/a/SKILL.md": skill_text("a", "so on " * (length // 6))}
    assert len(findings(tmp_path, "index-line = 100", files, "over-budget")) == count


def test_a_finding_near_the_budget_says_how_near(tmp_path):
    assert findings(tmp_path, "instructions = 105", ONE, "near-budget") == [
        "the instructions have 100 tokens, 95 % of the budget of 105"
    ]


def test_names_and_texts_of_other_scripts_are_measured_in_characters(tmp_path):
    name, text = "表" * 40, "🚀" * 600
    write_library(tmp_path, {f"skills/{name}/SKILL.md": skill_text(name, text)})
    config = load_config(None, known_options(), profile_names())
    rules = Selection(select=("schema-violation", "invalid-name"))
    report = check([load(tmp_path / "skills")], config, [load_profile("agent-skills")], rules)
    assert report.diagnostics == ()
