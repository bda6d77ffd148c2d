"""An account in a table, in facts and in sentences."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from skilltool.model import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.tokens.account import Account, Way


def account_table(account: Account) -> Table:
    """One row a way: turns, tokens on the first turn, tokens in total, billed with a cache, money.

    Money is what the billed tokens cost at each of the prices.
    """
    money = [f"{name}{end}" for name in account.costs for end in ("_cost", "_cost_with_cache")]
    columns = ("way", "turns", "first_turn", "tokens", "with_cache", *money)
    ways = (account.everything, account.disclosed)
    return Table(
        columns,
        tuple(
            (way.name, way.turns, way.first_turn, way.tokens, way.billed, *_money(way, account))
            for way in ways
        ),
    )


def _money(way: Way, account: Account) -> Iterator[float]:
    for price in account.costs.values():
        for tokens in (way.tokens, way.billed):
            yield round(tokens * price / 1_000_000, 4)


def account_facts(account: Account) -> dict[str, Any]:
    """What the account rests on, and its break-even, for programs."""
    names = ("without_cache", "with_cache")
    return {
        "basis": {
            **asdict(account.sizes),
            **asdict(account.task),
            "cache_write": account.prices.write,
            "cache_read": account.prices.read,
        },
        "cheaper": dict(zip(names, (way.name for way in account.cheaper), strict=True)),
        "index_is_cheaper_from_skills": dict(zip(names, account.even_skills, strict=True)),
        "everything_is_cheaper_from_loads": dict(zip(names, account.even_loads, strict=True)),
    }


def account_notes(account: Account) -> list[str]:
    """What the account comes to, in sentences; among them when everything in the prompt wins."""
    return [
        _basis(account),
        *_verdicts(account),
        *_even_notes(account),
    ]


def _basis(account: Account) -> str:
    sizes, task, prices = account.sizes, account.task, account.prices
    return (
        f"{_many(sizes.skills, 'skill')} of {sizes.body:,.0f} tokens on average, an index of "
        f"{sizes.index:,} tokens, a loading tool of {sizes.tool:,} and {sizes.call:,} more for "
        f"each call; {_many(task.turns, 'turn')} and {_many(task.loads, 'load')}, each a turn "
        f"more; a cache asks {prices.write:g} to write and {prices.read:g} to read"
    )


def _verdicts(account: Account) -> Iterator[str]:
    pairs = (
        ("without a cache", account.everything.tokens, account.disclosed.tokens),
        ("with a cache", account.everything.billed, account.disclosed.billed),
    )
    for words, everything, disclosed in pairs:
        if everything <= disclosed:
            yield f"{words}, put everything in the prompt: it is cheaper here"
        else:
            share = disclosed / everything
            yield f"{words}, the index takes {share:.0%} of what everything in the prompt does"


def _even_notes(account: Account) -> Iterator[str]:
    for words, skills, loads in zip(
        ("without a cache", "with a cache"), account.even_skills, account.even_loads, strict=True
    ):
        if skills is None:
            yield f"{words}, everything in the prompt is cheaper however many such skills there are"
        elif skills > 1:
            yield f"{words}, everything in the prompt is cheaper below {skills} such skills"
        if loads is not None:
            yield f"{words}, everything in the prompt is cheaper from {_many(loads, 'load')} on"


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
