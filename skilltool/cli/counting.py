"""The options of `skills tokens`."""

from __future__ import annotations

import math
import re
from typing import Any

import click

from skilltool.cli.session import library_options, paths_argument
from skilltool.model import Level
from skilltool.output.table import TABLE_FORMATS
from skilltool.tokenizer import ENCODINGS
from skilltool.tokens import counting

_ORDERS = ("name", *(level.value for level in Level))
_TOKENIZERS = (*ENCODINGS, "claude", "anthropic")
_PRICE = re.compile(r"\d+(?:\.\d*)?|\.\d+", re.ASCII)


def _limits(_ctx: Any, _param: Any, values: tuple[str, ...]) -> dict[Level, int]:
    """Level and tokens of each `index=200`."""
    limits = {}
    for value in values:
        level, _, tokens_text = value.partition("=")
        if level not in tuple(Level) and tokens_text.isdecimal():
            known = ", ".join(Level)
            raise click.BadParameter(f"`{level}` is no level; the levels are {known}")
        if level not in tuple(Level) or not tokens_text.isdecimal():
            raise click.BadParameter(f"`{value}` is not of the form LEVEL=TOKENS, as in index=200")
        limits[Level(level)] = int(tokens_text)
    return limits


def _prices(_ctx: Any, _param: Any, values: tuple[str, ...]) -> dict[str, float]:
    """Name and price of each `opus=5`, or of each `5`, which is its own name."""
    prices = {}
    for value in values:
        name, _, price = value.rpartition("=")
        if not _PRICE.fullmatch(price):
            raise click.BadParameter(f"`{value}` is no price; write 5 or opus=5")
        prices[name or price] = float(price)
    return prices


class _Factor(click.FloatRange):
    """A number from 0 on that can be reckoned with: no infinity and no NaN."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


_OPTIONS = (
    click.option("--tokenizer", "--encoding", "tokenizer", type=click.Choice(_TOKENIZERS),
                 help="What counts: offline, a Claude estimate, or Anthropic's endpoint."),
    click.option("--model", default=counting.DEFAULT_MODEL, show_default=True,
                 help="The model that --tokenizer anthropic counts for."),
    click.option("--sort", type=click.Choice(_ORDERS), default="name", help="Largest level first."),
    click.option("--since", metavar="REV", help="What has changed since a git revision."),
    click.option("--fail-over", multiple=True, metavar="LEVEL=N", callback=_limits,
                 help="With --since: exit 1 when a level grew by more than N tokens."),
    click.option("--account", "account_asked", is_flag=True,
                 help="Compare with everything in the prompt on every turn."),
    click.option("--turns", type=click.IntRange(1), default=6, show_default=True,
                 help="Turns of a task, loading not counted."),
    click.option("--loads", type=click.IntRange(0), default=1, show_default=True,
                 help="Skills that a task loads."),
    click.option("--references", is_flag=True, help="With --account: bodies with references."),
    click.option("--write", type=_Factor(0), default=1.25, show_default=True,
                 help="Price of writing a token to the cache, in input tokens."),
    click.option("--read", type=_Factor(0), default=0.1, show_default=True,
                 help="Price of reading one from it."),
    click.option("--price", multiple=True, metavar="[NAME=]AMOUNT", callback=_prices,
                 help="Price of a million input tokens; may be repeated."),
    click.option("--format", "form", type=click.Choice(TABLE_FORMATS), default="text",
                 show_default=True, help="How to write the tables."),
    click.option("--json", "form", flag_value="json", help="The same as --format json."),
)  # fmt: skip


def tokens_options(function: Any) -> Any:
    """Add PATHS, the options of a library and those of counting to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return library_options(paths_argument(function))
