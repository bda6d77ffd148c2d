"""Flag a level that takes more tokens than its budget."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool import tokens
from skilltool.model import Location, Problem
from skilltool.rules import library_rule

# From here on `near-limit` asks for a shorter text, and above the limit `schema-violation`.
_NEAR = 0.95
_GAP = re.compile(r"\n(?:[ \t\r]*\n){20,}")

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Skill


@library_rule(group="tokens", severity="warning")
def over_budget(
    library: Library,
    *,
    index_line: int = 100,
    index: int = 0,
    instructions: int = 5000,
    instruction_lines: int = 500,
    resource: int = 0,
) -> Iterator[Problem]:
    """Flag a level that takes more tokens than its budget.

    An index line is paid on every turn of every session, instructions each time the skill is
    loaded and once more after each compaction. The specification advises about 100 tokens for
    the line, and fewer than 5,000 tokens and 500 lines for the instructions; the rest belongs in
    references, which are read on demand. A budget of 0 is none. Set budgets in `[budgets]`.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: >-
      Converts lengths, weights, volumes, areas, speeds, pressures and temperatures between metric,
      imperial and traditional units. Use when a text mixes inches and centimetres, feet and metres,
      yards, miles and kilometres, ounces and grams, pounds and kilograms, stones, tonnes and tons,
      pints and litres, gallons, fluid ounces and millilitres, acres and hectares, knots, miles per
      hour and kilometres per hour, pounds per square inch and bar, atmospheres, degrees Celsius,
      degrees Fahrenheit and kelvin, or when a table asks for any one of them in a second column.
    ---

    Multiply by the factor in the table.
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights. Use when a text mixes metric and imperial units.
    ---

    Multiply by the factor in the table.
    ```
    """
    for skill in library.skills:
        if library.is_selected(skill):
            yield from _of_line(skill, index_line)
            yield from _of_instructions(skill, instructions, instruction_lines)
            yield from _of_resources(skill, resource)
    if index:
        yield from _of_index(library, index)


def _of_line(skill: Skill, budget: int) -> Iterator[Problem]:
    if not budget or not skill.routing_fields or skill.manual_only or _is_too_long(skill):
        return
    if count := tokens.exceeds(tokens.index_line(skill), budget):
        first = skill.routing_fields[0]
        message = f"the index line has {count:,} tokens, the budget is {budget:,}"
        yield Problem(skill.source.location(first.start, first.end), message)


def _is_too_long(skill: Skill) -> bool:
    """Whether a routing text is at the limit of the client or over it: a finding already."""
    known = skill.profile.schema.get("properties", {})
    fields = skill.front_matter.fields
    return any(
        len(fields[key].text or "") >= _NEAR * limit
        for key in fields.keys() & {"description", "when_to_use"}
        if (limit := known.get(key, {}).get("maxLength"))
    )


def _of_instructions(skill: Skill, budget: int, line_budget: int) -> Iterator[Problem]:
    lines = tokens.count_instruction_lines(skill)
    if line_budget and lines > line_budget:
        # a long gap is padding, not length
        lines = len(_GAP.sub("\n\n", skill.body.strip()).splitlines())
    count = tokens.exceeds(skill.body, budget) if budget else 0
    over = []
    if line_budget and lines > line_budget:
        over.append(f"{lines:,} lines (budget {line_budget:,})")
    if count:
        over.append(f"{count:,} tokens (budget {budget:,})")
    elif over:
        over.append(f"{tokens.counter()(skill.body):,} tokens")
    if over:
        place = skill.source.location(skill.front_matter.body_start)
        message = f"the instructions have {' and '.join(over)}; move parts to references/"
        yield Problem(place, message)


def _of_resources(skill: Skill, budget: int) -> Iterator[Problem]:
    references = (item for item in skill.resources if item.kind == "reference")
    for resource in references if budget else ():
        text = resource.source.text if resource.size > budget and resource.source else ""
        if count := tokens.exceeds(text, budget):
            message = f"{resource.path} has {count:,} tokens, the budget is {budget:,}"
            yield Problem(Location(skill.path_of(resource.path)), message)


def _of_index(library: Library, budget: int) -> Iterator[Problem]:
    total = tokens.exceeds("".join(map(tokens.index_line, library.skills)), budget)
    if total:
        message = f"the index of {library.path} has {total:,} tokens, the budget is {budget:,}"
        yield Problem(Location(library.path), message)
