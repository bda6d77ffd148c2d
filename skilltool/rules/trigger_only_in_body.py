"""Point out a section on when to use the skill that the routing text does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.analyzer import analyze, detect_language
from skilltool.claims import generic_terms
from skilltool.model import Problem
from skilltool.occasions import find_occasions
from skilltool.rules import skill_rule
from skilltool.triggers import has_trigger, is_in_known_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill
    from skilltool.occasions import Occasions

_HALF = 0.5


@skill_rule(group="routing", severity="info")
def trigger_only_in_body(skill: Skill) -> Iterator[Problem]:
    """Point out a section on when to use the skill that the routing text does not know.

    The body is read after the skill was chosen. Situations that stand there alone cannot make an
    agent choose it, and cost tokens once it has. The section may stay where the routing text says
    when to use the skill, or names most of the situations; a part that says when not to use the
    skill is no fault. The situations are the items of the section, else the rows of its table or
    the clauses of its prose.

    ## Bad

    ```markdown skills/tax-sort/SKILL.md
    ---
    name: tax-sort
    description: Sorts receipts by tax class.
    ---

    ## When to use

    - The user has a box of old bills.
    - The fiscal year ends.
    - A form asks for travel costs.
    ```

    ## Good

    ```markdown skills/tax-sort/SKILL.md
    ---
    name: tax-sort
    description: Sorts receipts by tax class. Use when somebody has a box of bills, the fiscal
      year ends, or a form asks for travel costs.
    ---

    ## When to use

    - The user has a box of old bills.
    - The fiscal year ends.
    - A form asks for travel costs.
    ```
    """
    text = skill.routing_text
    if not text or skill.manual_only or has_trigger(text) or not is_in_known_language(text):
        return
    section = find_occasions(skill.body, skill.name)
    if section is not None:
        yield from _problem(skill, section)


def _is_told(terms: set[str], known: set[str], section: Occasions) -> bool:
    """Whether the routing text tells a situation: one word may be what the skill is about."""
    found = len(terms & known)
    return found > 0 if section.is_prose else found > max(_HALF * len(terms), 1)


def _problem(skill: Skill, section: Occasions) -> Iterator[Problem]:
    language = detect_language(skill.routing_text)
    known = set(analyze(f"{skill.name} {skill.routing_text}", language))
    generic = generic_terms(language)
    situations = [set(analyze(text, language)) for text in section.situations]
    # A sentence has words beside its situation; one that is known will do.
    told = [
        terms <= known or _is_told(terms - generic, known, section)
        for terms in situations
        if terms - generic
    ]
    if told and sum(told) < _HALF * len(told):
        start = skill.front_matter.body_start + section.offset
        missing = len(told) - sum(told)
        some = "" if missing == len(told) else f"{missing} of "
        what = "its situation" if len(told) == 1 else f"{some}its {len(told)} situations"
        verb, them = ("is", "it") if missing == 1 else ("are", "them")
        message = (
            f"the section `{section.title}` is not seen before the skill is loaded, and {what} "
            f"{verb} not in the routing text; move {them} there"
        )
        yield Problem(skill.source.location(start, start + len(section.title)), message)
