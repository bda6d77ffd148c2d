"""Flag a level that is close to its budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import tokens
from skilltool.model import Location, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library, Skill


@library_rule(group="tokens", severity="info")
def near_budget(
    library: Library,
    *,
    percent: int = 90,
    index_line: int = 100,
    index: int = 0,
    instructions: int = 5000,
    instruction_lines: int = 500,
    resource: int = 0,
) -> Iterator[Problem]:
    """Flag a level that is close to its budget.

    The next addition will be over it, and then there is no time to move parts to references. A
    level is close from `percent` of its budget on; what is over the budget is a finding of
    `over-budget` alone. The budgets are those of `[budgets]`; one of 0 is none.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: >-
      Converts lengths, weights, volumes, areas, speeds, pressures and temperatures between metric,
      imperial and traditional units. Use when a text mixes inches and centimetres, feet and metres,
      yards, miles and kilometres, ounces and grams, pounds and kilograms, stones, tonnes and tons,
      pints and litres, gallons, fluid ounces and millilitres, or acres and hectares in one table,
      or when someone asks for the height of a person in centimetres.
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
            yield from _of_line(skill, index_line, percent)
            yield from _of_instructions(skill, instructions, instruction_lines, percent)
            yield from _of_references(skill, resource, percent)
    lines = "".join(map(tokens.index_line, library.skills))
    if count := _near(lines, index, percent):
        subject = f"the index of {library.path} has"
        yield Problem(Location(library.path), _message(subject, count, "tokens", index))


def _of_line(skill: Skill, budget: int, percent: int) -> Iterator[Problem]:
    if count := _near(tokens.index_line(skill), budget, percent):
        first = skill.routing_fields[0]
        place = skill.source.location(first.start, first.end)
        yield Problem(place, _message("the index line has", count, "tokens", budget))


def _of_instructions(
    skill: Skill, budget: int, line_budget: int, percent: int
) -> Iterator[Problem]:
    place, subject = skill.source.location(skill.front_matter.body_start), "the instructions have"
    if count := _near(skill.body, budget, percent):
        yield Problem(place, _message(subject, count, "tokens", budget))
    lines = tokens.count_instruction_lines(skill)
    if percent * line_budget <= 100 * lines <= 100 * line_budget:
        yield Problem(place, _message(subject, lines, "lines", line_budget))


def _of_references(skill: Skill, budget: int, percent: int) -> Iterator[Problem]:
    for item in skill.resources if budget else ():
        text = item.source.text if item.kind == "reference" and item.source else ""
        if count := _near(text, budget, percent):
            place = Location(skill.path_of(item.path))
            yield Problem(place, _message(f"{item.path} has", count, "tokens", budget))


def _near(text: str, budget: int, percent: int) -> int:
    """The tokens of a text that is near its budget, else 0."""
    if not text or not budget:
        return 0
    count = tokens.exceeds(text, -(-budget * percent // 100) - 1)
    return count if count <= budget else 0


def _message(subject: str, count: int, unit: str, budget: int) -> str:
    share = 100 * count // budget
    return f"{subject} {count:,} {unit}, {share} % of the budget of {budget:,}"
