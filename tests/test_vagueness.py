"""What a line carries: lines of both kinds, claims on everything, triggers, what a body adds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from skilltool.vagueness import (
    catch_all_phrases,
    everyday_triggers,
    find_house_words,
    first_trigger,
    has_trigger,
    measure,
)
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
    assert found.names_task
    assert not measure(make_skill("x", "Helps users with VAT.")).names_task


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


# --- Claims -------------------------------------------------------------------------------------


def test_a_line_that_claims_every_request_is_told() -> None:
    line = "Use this for any request and all messages, always."
    found = measure(make_skill("catch-all", line))
    assert [phrase.text for phrase in found.catch_all] == ["any request", "all messages", "always"]
    assert all(line[p.start : p.end] == p.text for p in found.catch_all)
    assert found.claims_everything


def test_a_subject_narrows_a_claim() -> None:
    line = "Recovers lost Git commits, branches and stashes from any situation with the reflog."
    found = measure(make_skill("x", line))
    assert found.catch_all
    assert not found.claims_everything


@pytest.mark.parametrize(
    ("line", "claims"),
    [
        ("Sorts all messages of the support inbox.", []),
        ("Answers any question about invoices, always.", []),
        ("Use for any task requiring >5 tool calls.", []),
        ("Use for any task involving help.", ["any task"]),
        ("Reads every message from our suppliers and all inputs.", ["all inputs"]),
        ("Answers any question of the user.", ["any question"]),
        ("Answers any question in the conversation.", ["any question"]),
        ("Answers any question. In the garden it waters plants.", ["any question"]),
        ("Answers any question of everybody about invoices.", ["any question", "everybody"]),
        ("Answers any question", ["any question"]),
    ],
)
def test_what_follows_may_narrow_a_claim(line: str, claims: list[str]) -> None:
    assert [phrase.text for phrase in catch_all_phrases(line)] == claims


def test_always_alone_claims_nothing() -> None:
    assert catch_all_phrases("Automates Slack. Always search tools first.") == ()


# --- Triggers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Use when a plot is planned.",
        "Draws a map for requests about planting.",
        "Draws a map whenever a plot is planned.",
        "Maps. Triggers on 'soil'.",
        "MUST BE USED before each release.",
        "Maps soil if the user asks for it.",
        "Use para faturas.",
        "Verwenden, wenn eine Rechnung eintrifft.",
        "当收到新合同时使用。",
        "請求書が届いたときに使用する。",
        "계산서가 도착할 때 사용하세요.",
    ],
)
def test_many_phrasings_say_when(text: str) -> None:
    assert has_trigger(text)


@pytest.mark.parametrize(
    "text",
    [
        "Survey of soil types, layers and water depth for a plot of land with a map and a legend.",
        "Soil maps with layers.",
        "房屋租赁合同模板。",
        "",
    ],
)
def test_a_line_that_only_says_what_has_no_trigger(text: str) -> None:
    assert not has_trigger(text)
    assert first_trigger(text) is None


def test_the_first_trigger_is_an_offset_in_characters() -> None:
    assert first_trigger("Draws maps. Use when a plot is planned, when it rains.") == 12


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Use when someone says 'be brief' or 'draw a soil map'.", ["be brief"]),
        ('Use for "fix it", “hello” and «kubectl apply».', ["fix it", "hello"]),
        ("Don't use the user's file, it's 'x y z w'.", []),
        ("当用户说“总结一下”或“审查采购合同”时使用。", ["总结一下"]),
        ("Use for requests about soil.", []),
    ],
)
def test_everyday_phrases_are_told(text: str, phrases: list[str]) -> None:
    found = everyday_triggers(text)
    assert [phrase.text for phrase in found] == phrases
    assert all(text[phrase.start : phrase.end] == phrase.text for phrase in found)
