"""A task with everything in the prompt and with an index: the worked example, and the laws."""

from __future__ import annotations

import json

import pytest
from building import load, run, skill_text, write_library
from hypothesis import given
from hypothesis import strategies as st

from skilltool import tokens
from skilltool.tokenizer import count_tokens
from skilltool.tokens.account import (
    LOAD_CALL,
    LOAD_TOOL,
    UNCACHED,
    Prices,
    Sizes,
    Task,
    cost_disclosed,
    cost_everything,
    find_even_loads,
    find_even_skills,
    make_account,
)
from skilltool.tokens.account.words import account_notes

SKILLS, BODY, INDEX, TURNS = 12, 3_000, 400, 6
NAMES = [f"task-{letter}" for letter in "abcdefghijkl"]


def words_of(tokens_wanted: int, before: str = "") -> str:
    """Words that make exactly so many tokens together with what stands before them."""
    words = "go" + " on" * (tokens_wanted - 1)
    while count_tokens(before + words) > tokens_wanted:
        words = words.removesuffix(" on")
    assert count_tokens(before + words) == tokens_wanted
    return words


def lines_of(counts: list[int]) -> list[str]:
    return ["Use" + " on" * count for count in counts]


def descriptions(total: int) -> list[str]:
    """Descriptions with which the whole index of the twelve has exactly so many tokens."""
    counts = [1] * SKILLS

    def index() -> int:
        texts = lines_of(counts)
        return count_tokens("".join(f"- {n}: {t}\n" for n, t in zip(NAMES, texts, strict=True)))

    for turn in range(total):
        missing = total - index()
        if missing == 0:
            return lines_of(counts)
        counts[turn % SKILLS] += 1 if missing > 0 else -1
    raise AssertionError("no such index")


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """Twelve skills of 3,000 tokens, an index of 400, and a reference of 400 tokens in each."""
    root = tmp_path_factory.mktemp("example")
    body, files = words_of(BODY, "\n"), {}
    for name, text in zip(NAMES, descriptions(INDEX), strict=True):
        files[f"skills/{name}/SKILL.md"] = skill_text(name, text, body)
        files[f"skills/{name}/references/codes.md"] = words_of(400)
    return write_library(root, files)


def measure(root) -> Sizes:
    sizes = list(tokens.count_library(load(root / "skills")))
    return Sizes(
        len(sizes),
        sum(size.instructions for size in sizes),
        tokens.count_index(sizes),
        count_tokens(LOAD_TOOL),
        count_tokens(LOAD_CALL),
    )


def test_the_worked_example_has_twelve_skills_of_3_000_tokens_and_an_index_of_400(example):
    sizes = measure(example)
    assert (sizes.skills, sizes.body, sizes.bodies, sizes.index) == (12, 3_000, 36_000, 400)


def test_with_everything_in_the_prompt_the_worked_example_takes_216_000_tokens(example):
    account = make_account(measure(example), Task(TURNS, 1))
    assert account.everything.first_turn == 36_000
    assert account.everything.tokens == TURNS * 36_000 == 216_000
    assert account.everything.turns == TURNS


def test_with_an_index_the_worked_example_takes_about_22_000_tokens(example):
    sizes = measure(example)
    disclosed = make_account(sizes, Task(TURNS, 1)).disclosed
    # The index on seven turns, the body on six; the rest is what it takes to be able to load.
    assert disclosed.tokens == 7 * (400 + sizes.tool) + 6 * (3_000 + sizes.call)
    assert round(disclosed.tokens, -3) == 22_000


def test_the_price_of_the_index_is_one_more_turn_for_each_load(example):
    sizes = measure(example)
    assert [make_account(sizes, Task(TURNS, n)).disclosed.turns for n in (0, 1, 2)] == [6, 7, 8]


def test_a_load_adds_3_000_tokens_once_to_the_context(example):
    sizes = measure(example)
    with_tool = Sizes(sizes.skills, sizes.bodies, sizes.index)
    one = cost_disclosed(with_tool, Task(1, 1), UNCACHED)
    assert one == 2 * 400 + 3_000


def test_with_references_in_the_prompt_the_context_starts_above_40_000_tokens(example, monkeypatch):
    monkeypatch.chdir(example)
    found = run("tokens", "--account", "--references", "--json")
    everything = json.loads(found.out)["account"][0]
    assert everything["first_turn"] == 12 * (3_000 + 400) > 40_000


def test_the_command_shows_the_account_of_the_worked_example(example, monkeypatch):
    monkeypatch.chdir(example)
    found = run("tokens", "--account", "--turns", "6", "--loads", "1", "--price", "opus=5")
    assert found.code == 0
    assert "216,000" in found.out
    assert "the index takes 10% of what everything in the prompt does" in found.out
    document = json.loads(run("tokens", "--account", "--price", "opus=5", "--json").out)
    assert document["account"][0]["opus_cost"] == pytest.approx(216_000 * 5 / 1e6)
    assert document["basis"]["index"] == 400
    assert document["index_is_cheaper_from_skills"] == {"without_cache": 2, "with_cache": 2}


# ---- prices ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prices", "everything", "disclosed"),
    [
        (UNCACHED, 216_000, 20_800),
        # Written once, read on the five turns after; the index read on six, the body on five.
        (Prices(1.25, 0.1), 36_000 * 1.75, 400 * 1.85 + 3_000 * 1.75),
        (Prices(2, 0.1), 36_000 * 2.5, 400 * 2.6 + 3_000 * 2.5),
    ],
    ids=["no cache", "five minutes", "an hour"],
)
def test_a_cache_is_written_once_and_then_read(prices, everything, disclosed):
    sizes = Sizes(12, 36_000, 400)
    assert cost_everything(sizes, Task(6, 1), prices) == pytest.approx(everything)
    assert cost_disclosed(sizes, Task(6, 1), prices) == pytest.approx(disclosed)


# ---- break-even ------------------------------------------------------------------------------

SIZES = st.builds(
    lambda skills, body, line, tool, call: Sizes(skills, skills * body, skills * line, tool, call),
    st.integers(1, 40),
    st.integers(1, 5_000),
    st.integers(0, 100),
    st.integers(0, 200),
    st.integers(0, 50),
)
TASKS = st.builds(Task, st.integers(1, 12), st.integers(0, 4))
PRICES = st.sampled_from([UNCACHED, Prices(1.25, 0.1), Prices(2, 0.1)])


def of(skills: int, sizes: Sizes) -> Sizes:
    """So many skills like these."""
    body, line = round(sizes.body), round(sizes.line)
    return Sizes(skills, skills * body, skills * line, sizes.tool, sizes.call)


@given(SIZES, TASKS, PRICES)
def test_from_the_even_number_of_skills_on_the_index_is_cheaper_and_not_before(sizes, task, prices):
    even = find_even_skills(sizes, task, prices)
    for skills in (1, 2, (even or 50) - 1, even or 50, 100):
        if skills < 1:
            continue
        each = of(skills, sizes)
        gap = cost_everything(each, task, prices) - cost_disclosed(each, task, prices)
        if abs(gap) > 1e-6 * cost_everything(each, task, prices):
            assert (gap > 0) == (even is not None and skills >= even)


@given(SIZES, TASKS, PRICES)
def test_from_the_even_number_of_loads_on_everything_is_no_dearer_and_not_before(
    sizes, task, prices
):
    even = find_even_loads(sizes, task, prices)
    limit = cost_everything(sizes, task, prices)
    for loads in range(sizes.skills + 1):
        dearer = cost_disclosed(sizes, Task(task.turns, loads), prices) >= limit
        assert dearer == (even is not None and loads >= even)


def test_few_short_skills_belong_in_the_prompt_and_the_account_says_so():
    account = make_account(Sizes(2, 120, 50, 80, 40), Task(6, 1))
    notes = account_notes(account)
    assert account.cheaper == (account.everything, account.everything)
    assert "without a cache, put everything in the prompt: it is cheaper here" in notes
    even = account.even_skills[0]
    assert even is not None
    assert even > 2
    assert f"without a cache, everything in the prompt is cheaper below {even} such skills" in notes


def test_skills_no_longer_than_their_lines_never_pay_for_an_index():
    account = make_account(Sizes(5, 100, 100, 80, 40), Task(6, 1))
    assert account.even_skills == (None, None)
    assert any("however many such skills there are" in note for note in account_notes(account))


@pytest.mark.parametrize("value", ["opus=dear", "="])
def test_a_price_that_is_no_number_is_refused(example, monkeypatch, value):
    monkeypatch.chdir(example)
    found = run("tokens", "--account", "--price", value)
    assert found.code == 2
    assert "write 5 or opus=5" in found.err
