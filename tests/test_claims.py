"""Claims on every request: which there are, what narrows them, which are on the use itself."""

from __future__ import annotations

import pytest

from skilltool.claims import catch_all_phrases, claims_every_use
from skilltool.vagueness import measure
from tests.texts import make_skill


def test_a_line_that_claims_every_request_is_told() -> None:
    line = "Use this for any request and all messages, always."
    found = measure(make_skill("catch-all", line))
    assert [phrase.text for phrase in found.catch_all] == ["any request", "all messages", "always"]
    assert all(line[p.start : p.end] == p.text for p in found.catch_all)
    assert found.claims_everything


def test_a_subject_narrows_a_claim() -> None:
    line = "Recovers lost Git commits, branches and stashes from any situation, by the reflog."
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


@pytest.mark.parametrize(
    ("line", "claims"),
    [
        ("Plays any message queue back into Kafka.", []),
        ("Handles every request to the billing API.", []),
        ("Use on any message that names an invoice.", []),
        ("Use for any question the user asks about Rust.", []),
        ("Run on every prompt change.", []),
        ("Always use this skill for Terraform.", []),
        ("ALWAYS use this skill before responding to the user.", ["ALWAYS use this"]),
        ("Use for all questions and every file edit.", ["all questions"]),
        ("Use for any request the user makes.", ["any request"]),
        ("Use on every single user message.", ["every single user message"]),
        ("Use for each and every task, whatever it is.", ["each and every task", "whatever"]),
        ("Lints Terraform. Do not use for every message.", []),
        ("关于租赁合同的所有问题。", []),
        ("所有问题都回答。", ["所有问题"]),
    ],
)
def test_words_beside_a_claim_narrow_it_and_a_refusal_is_none(line: str, claims: list[str]) -> None:
    assert [phrase.text for phrase in catch_all_phrases(line)] == claims


@pytest.mark.parametrize(
    "line",
    [
        "Use for every message. Saves decisions to the Obsidian vault and a SQLite index.",
        "ALWAYS use this skill at the start of every conversation. Loads the Obsidian vault.",
        "Must be used for every single request: enforces Conventional Commits and signed tags.",
        "Use before every response, to check the tone against the brand voice guide.",
        "Use when starting any conversation - requires Kafka topics and Avro schemas.",
        "每次对话都必须使用此技能，加载用户的记忆库。",
        "すべての会話で最初に必ず使うこと。メモリを読み込む。",
    ],
)
def test_no_subject_narrows_a_claim_on_the_use_itself(line: str) -> None:
    assert claims_every_use(line)
    assert measure(make_skill("x", line)).claims_everything


@pytest.mark.parametrize(
    "line",
    [
        "Formats Slack messages as threads. Use for every message.",
        "Load all messages into SQLite and index them by sender.",
        "Use to log all requests with nginx.",
        "Use for any task requiring >5 tool calls. Writes a plan into Obsidian.",
        "Answers any question, with quotes from the tax code and from case law.",
        "Always use this skill when editing Terraform modules.",
        "Lints Terraform. Do not use for every message.",
    ],
)
def test_a_claim_on_something_else_leaves_the_use_alone(line: str) -> None:
    assert not claims_every_use(line)
