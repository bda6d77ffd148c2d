"""What a line carries: lines of both kinds, words of both kinds, what a body adds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from skilltool.vagueness import find_house_words, measure
from tests.texts import make_skill

LINES = tomllib.loads((Path(__file__).parent / "data/vague_lines.toml").read_text("utf-8"))


def lines_of(kind: str) -> list[str]:
    return [line for language in LINES.values() for line in language[kind]]


def test_nine_of_ten_vague_lines_are_found() -> None:
    vague = lines_of("vague")
    missed = [line for line in vague if not measure(make_skill("x", line)).is_vague]
    assert len(vague) >= 40
    assert len(missed) <= len(vague) / 10, missed


def test_at_most_one_in_twenty_good_lines_is_flagged() -> None:
    good = lines_of("good")
    flagged = [line for line in good if measure(make_skill("x", line)).is_vague]
    assert len(good) >= 40
    assert len(flagged) <= len(good) / 20, flagged


@pytest.mark.parametrize(
    ("line", "vague"),
    [
        ("Use when somebody wants assistance with whatever comes up at work.", True),
        ("Useful in back office", True),
        ("Converts PDF to Markdown.", False),
        ("", True),
        ("当用户需要帮助时使用。", True),
        ("把 PDF 转换为 Markdown。", False),
    ],
)
def test_the_verdict_is_about_what_is_told(line: str, vague: bool) -> None:
    assert measure(make_skill("x", line)).is_vague is vague


def test_the_words_are_sorted_into_concrete_and_empty() -> None:
    found = measure(make_skill("x", "Helps users with VAT returns. Not for payroll: use pay-run."))
    assert found.concrete == ("VAT", "returns")
    assert found.empty == ("Helps", "users", "with")


def test_a_word_counts_once_however_often_it_stands_there() -> None:
    once = measure(make_skill("x", "Kubernetes"))
    often = measure(make_skill("x", "Kubernetes, kubernetes, KUBERNETES"))
    assert once.bits == often.bits > 0
    assert once.is_vague


def test_confidence_grows_with_the_distance_from_the_border() -> None:
    empty = measure(make_skill("x", "Helps with tasks."))
    some = measure(make_skill("x", "Helps with code tasks."))
    full = measure(make_skill("x", "Converts PDF tables to Markdown with footnotes."))
    assert empty.confidence == full.confidence == 1
    assert 0 < some.confidence < 1


def test_the_frame_of_a_library_carries_nothing() -> None:
    frame = "Zebra stripe lantern for {0}, workshop."
    skills = [make_skill(f"s{i}", frame.format(word)) for i, word in enumerate("qrstwxyz")]
    house = find_house_words(skills)
    assert {"zebra", "stripe", "lantern", "workshop"} <= house
    assert not measure(skills[0]).is_vague
    assert measure(skills[0], house).is_vague
    assert find_house_words(skills[:7]) == frozenset()


BODY = """# Ledger

Read the ledger, match each voucher to its ledger row and mark the voucher as settled. A voucher
without a row goes to the suspense account; the suspense account is closed every quarter by the
auditor, and the auditor signs. `ignored_code ignored_code` is code.

```python
ignored_block = ignored_block
```
"""


def test_a_body_offers_ingredients_that_the_line_lacks() -> None:
    vague = measure(make_skill("x", "Helps with tasks.", BODY))
    assert {"voucher", "ledger", "suspense", "auditor"} <= set(vague.ingredients)
    assert not any("ignored" in word for word in vague.ingredients)
    assert vague.coverage == 0
    better = measure(make_skill("x", "Matches vouchers to the ledger.", BODY))
    assert not {"voucher", "ledger"} & set(better.ingredients)
    assert better.coverage is not None
    assert 0 < better.coverage < 1


def test_a_thin_body_offers_nothing() -> None:
    thin = measure(make_skill("x", "Helps with tasks."))
    assert thin.coverage is None
    assert thin.ingredients == ()


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("commit", "Write a commit message. Use when the user asks to commit."),
        ("todo", "Manage a to-do list. Use when the user mentions tasks to remember."),
        ("names", "Suggest names for products. Use when naming something."),
        ("backup", "Back up the database. Use before a migration."),
        ("plan", "Write an implementation plan. Use when you have a spec for a multi-step task."),
        ("writing-plans", "Use when you have a spec for a multi-step task, before touching code."),
    ],
)
def test_the_name_counts_with_a_line_that_says_when(name: str, line: str) -> None:
    assert not measure(make_skill(name, line)).is_vague
    assert measure(make_skill("x", line)).is_vague


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("kubernetes-invoice-matching", "Helps with tasks. Use when needed."),
        ("stripe-integration", "Stripe Integration Expert"),
        ("context-restore", "Use when working with context restore."),
        ("data-analysis", "Advanced data analysis and insights. Use when analyzing data."),
        ("code-helper", "A helpful skill for coding. Use when you need help with code."),
        ("vv-zq", "Comprehensive toolkit for modern workflows. Use when building applications."),
    ],
)
def test_a_name_does_not_make_up_for_an_empty_line(name: str, line: str) -> None:
    assert measure(make_skill(name, line)).is_vague


@pytest.mark.parametrize(
    ("name", "line", "vague"),
    [
        ("skill-creator", "Guide for creating effective skills that extend agents.", False),
        ("skill-creator", "Use when users want to create a new skill (or update one).", False),
        ("writing-skills", "Use when creating, updating, or improving agent skills.", False),
        ("helper", "Use when creating, updating, or improving agent skills.", True),
        ("minimal-skill", "A minimal skill with no resources.", True),
        ("reference-skill", "Use this skill when working on improving the skill.", True),
        ("skill-tool", "Build skill-based workflows.", True),
        ("skill-tool", "Create skill tools.", True),
    ],
    ids=[
        "plural",
        "singular",
        "last of three verbs",
        "not in the name",
        "no verb",
        "itself",
        "part of a word",
        "before a noun",
    ],
)
def test_a_skill_that_makes_skills_says_so_by_that_word(name: str, line: str, vague: bool) -> None:
    assert measure(make_skill(name, line)).is_vague is vague


def test_words_of_most_lines_are_told_from_words_that_fit_any_skill() -> None:
    found = measure(make_skill("x", "Helps with invoices and receipts."), {"invoices"})
    assert found.common == ("invoices",)
    assert found.empty == ("Helps", "with", "and")
    assert found.concrete == ("receipts",)
