"""What a task costs with every skill in the prompt, and what it costs with an index and loads.

A plain calculation on token counts; it knows no files. Only what the skills take is counted: the
conversation, the base prompt and the answers are the same both ways.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# What is sent beside the index lines and the bodies: the index's heading and the definition of the
# loading tool on every turn, and one call with the frame of its result. Only the length matters.
LOAD_TOOL = (
    "Skills that can be loaded with load_skill before working on the task of one:\n"
    '{"name": "load_skill", "description": "Load the full instructions of one of the skills that '
    'are listed. Call it before working on a task that a skill is for.", "input_schema": '
    '{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}}'
)
LOAD_CALL = (
    '{"type": "tool_use", "name": "load_skill", "input": {"name": "card-reconciliation"}}\n'
    '{"type": "tool_result", "content": ""}'
)


@dataclass(frozen=True, slots=True)
class Task:
    """A task of `turns` turns in which `loads` skills are loaded; each load is a turn more.

    The loads come first, one after the other: the most that they can cost.
    """

    turns: int
    loads: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """Tokens: of the bodies of all skills, of the index, of what loading takes.

    `skills` is how many skills there are. `tool` is LOAD_TOOL, paid on every turn; `call` is
    LOAD_CALL, paid for each load from the turn after it on.
    """

    skills: int
    bodies: int
    index: int
    tool: int = 0
    call: int = 0

    @property
    def body(self) -> float:
        """The mean tokens of one body."""
        return self.bodies / self.skills if self.skills else 0.0

    @property
    def line(self) -> float:
        """The mean tokens of one index line."""
        return self.index / self.skills if self.skills else 0.0


@dataclass(frozen=True, slots=True)
class Prices:
    """What a token costs where it is written to a prompt cache or read from it.

    Both are multiples of the price of an input token. Anthropic asks 1.25 for a cache of five
    minutes, 2 for one of an hour, and 0.1 for reading. Source: Anthropic's documentation of
    prompt caching, 2026-08-22.
    """

    write: float = 1.25
    read: float = 0.1


UNCACHED = Prices(1.0, 1.0)
"""Every token is paid in full on every turn."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to give an agent its skills: tokens on the first turn, in total, and as billed.

    `billed` counts in input tokens, with a prompt cache.
    """

    name: str
    turns: int
    first_turn: int
    tokens: int
    billed: int


@dataclass(frozen=True, slots=True)
class Account:
    """Both ways for one task, and where one starts to be cheaper than the other.

    `even_skills` is the number of such skills from which the index is cheaper, None where it
    never is; `even_loads` is the number of loads from which everything in the prompt is cheaper,
    None where it never is. The pairs are: without a cache, with one.
    """

    task: Task
    sizes: Sizes
    prices: Prices
    everything: Way
    disclosed: Way
    even_skills: tuple[int | None, int | None]
    even_loads: tuple[int | None, int | None]
    costs: Mapping[str, float] = field(default_factory=dict)

    @property
    def cheaper(self) -> tuple[Way, Way]:
        """The way that costs less: without a cache, with one."""
        ways = (self.everything, self.disclosed)
        return min(ways, key=lambda way: way.tokens), min(ways, key=lambda way: way.billed)


def _kept(turns: int, prices: Prices) -> float:
    """What a token costs that is in the context for `turns` turns: written once, then read."""
    return prices.write + (turns - 1) * prices.read if turns > 0 else 0.0


def cost_everything(sizes: Sizes, task: Task, prices: Prices) -> float:
    """Input tokens for every body in the prompt on every turn."""
    return sizes.bodies * _kept(task.turns, prices)


def cost_disclosed(sizes: Sizes, task: Task, prices: Prices) -> float:
    """Input tokens for index and tool on every turn, and for each load on the turns after it."""
    turns = task.turns + task.loads
    loaded = sum(_kept(turns - load, prices) for load in range(1, task.loads + 1))
    prefix = (sizes.index + sizes.tool) * _kept(turns, prices)
    return prefix + (sizes.body + sizes.call) * loaded


def make_account(
    sizes: Sizes,
    task: Task,
    prices: Prices | None = None,
    per_million: Mapping[str, float] | None = None,
) -> Account:
    """The account of a task. `per_million` names prices of a million input tokens, in any money."""
    prices = prices or Prices()
    everything = Way(
        "all in prompt",
        task.turns,
        sizes.bodies,
        round(cost_everything(sizes, task, UNCACHED)),
        round(cost_everything(sizes, task, prices)),
    )
    disclosed = Way(
        "index + loads",
        task.turns + task.loads,
        sizes.index + sizes.tool,
        round(cost_disclosed(sizes, task, UNCACHED)),
        round(cost_disclosed(sizes, task, prices)),
    )
    return Account(
        task,
        sizes,
        prices,
        everything,
        disclosed,
        (find_even_skills(sizes, task, UNCACHED), find_even_skills(sizes, task, prices)),
        (find_even_loads(sizes, task, UNCACHED), find_even_loads(sizes, task, prices)),
        per_million or {},
    )


def find_even_skills(sizes: Sizes, task: Task, prices: Prices) -> int | None:
    """The least number of skills of this mean size for which the index is cheaper.

    Both costs are linear in the number of skills, so this is where two lines cross: what a skill
    saves on every turn against what the tool and the loads cost however many skills there are.
    None where a skill saves nothing, because its index line costs as much as its body.
    """
    empty = Sizes(0, 0, 0, sizes.tool, sizes.call)
    fixed = cost_disclosed(empty, task, prices) + sizes.body * sum(
        _kept(task.turns + task.loads - load, prices) for load in range(1, task.loads + 1)
    )
    saved = sizes.body * _kept(task.turns, prices) - sizes.line * _kept(
        task.turns + task.loads, prices
    )
    return max(1, int(fixed / saved) + 1) if saved > 0 else None


def find_even_loads(sizes: Sizes, task: Task, prices: Prices) -> int | None:
    """The least number of loads in the task for which everything in the prompt is no dearer."""
    limit = cost_everything(sizes, task, prices)
    for loads in range(sizes.skills + 1):
        if cost_disclosed(sizes, Task(task.turns, loads), prices) >= limit:
            return loads
    return None
