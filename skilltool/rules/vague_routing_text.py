"""Flag a routing text that does not tell what the skill is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool import vagueness
from skilltool.model import Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Library
    from skilltool.vagueness import Vagueness


@library_rule(group="routing", severity="warning")
def vague_routing_text(
    library: Library, *, bits: float = vagueness.ENOUGH_BITS
) -> Iterator[Problem]:
    """Flag a routing text that does not tell what the skill is for.

    An agent that reads "useful in back office" twelve times loads twelve skills. What counts is
    how much the words of a line say, not which phrase it begins with: each word is worth more the
    fewer public skills use it, and words that would fit any skill are worth nothing. Where a line
    says when, the name counts that it repeats, or that tells what is done. A line with less than
    `bits` of information cannot be told from others.

    ## Bad

    ```markdown skills/office-work/SKILL.md
    ---
    name: office-work
    description: Useful in back office. Use when work with documents comes up.
    ---
    ```

    ## Good

    ```markdown skills/card-reconciliation/SKILL.md
    ---
    name: card-reconciliation
    description: Matches card receipts to the bank statement and settles the receivable.
    ---
    ```
    """
    house = vagueness.find_house_words(library.skills)
    for skill in library.skills:
        if not library.is_selected(skill) or not skill.routing_fields:
            continue
        found = vagueness.measure(skill, house)
        # A line that claims everything is the fault that `too-broad` names.
        if found.bits < bits and not found.claims_everything:
            first = skill.routing_fields[0]
            place = skill.source.location(first.start, first.end)
            yield Problem(place, _message(found, bits), notes=tuple(_notes(found)))


def _message(found: Vagueness, bits: float) -> str:
    sure = "plainly" if found.confidence >= 0.5 else "likely"
    return (
        f"the routing text is {sure} vague: its words carry {found.bits:.0f} bits of "
        f"information; a line that can be told from others has at least {bits:.0f}"
    )


def _notes(found: Vagueness) -> Iterator[str]:
    if found.empty:
        yield f"these words would fit any skill: {', '.join(found.empty[:12])}"
    if found.common:
        yield f"these stand in most lines here: {', '.join(found.common[:12])}"
    if found.concrete:
        yield f"these say something: {', '.join(found.concrete[:12])}"
    if found.ingredients:
        yield f"the instructions speak of: {', '.join(found.ingredients)}"
