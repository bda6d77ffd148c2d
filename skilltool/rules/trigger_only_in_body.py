"""Point out a section on when to use the skill that the routing text does not know."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from skilltool.analyzer import analyze, detect_language
from skilltool.languages import load_language
from skilltool.markdown import parse_markdown
from skilltool.model import Problem
from skilltool.rules import skill_rule
from skilltool.vagueness import has_trigger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.markdown import Document, Heading
    from skilltool.model import Skill

_TITLE = re.compile(
    r"(?:when (?:(?:should )?(?:i|you) |to )(?:use|apply|invoke|activate|trigger)"
    r"|(?:use|apply|invoke|activate|trigger) (?:this|the) (?:skill|agent|workflow) when"
    r"|(?:use|trigger|activate) when|triggers|trigger (?:phrases|conditions|words)"
    r"|quando (?:usar|utilizar)|cu[aá]ndo (?:usar|utilizar)|quand (?:l['’])?utiliser"
    r"|wann (?:zu )?(?:verwenden|benutzen|nutzen|einsetzen))"
    r"(?:(?: this| the| esta| essa| este| cette| dieser?)? (?:skill|agent|workflow|guide)"
    r"| this| it)?",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(\S.*)$", re.MULTILINE)
_HALF = 0.5


@skill_rule(group="routing", severity="info")
def trigger_only_in_body(skill: Skill) -> Iterator[Problem]:
    """Point out a section on when to use the skill that the routing text does not know.

    The body is read after the skill was chosen. Situations that stand there alone cannot make an
    agent choose it, and cost tokens once it has. The section may stay where the routing text says
    when to use the skill, or names most of the situations; a part that says when not to use the
    skill is no fault.

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
    if not skill.routing_text or skill.manual_only or not _TITLE.search(skill.body):
        return
    if has_trigger(skill.routing_text):
        return
    document = parse_markdown(skill.body)
    for number, heading in enumerate(document.headings):
        if _TITLE.fullmatch(heading.text.strip(" :?*_")):
            yield from _problem(skill, heading, _items(document, number))
            return


def _items(document: Document, number: int) -> list[str]:
    """The list items of a section, up to the next heading."""
    rest = document.headings[number + 1 :]
    end = rest[0].offset if rest else len(document.text)
    return _ITEM.findall(document.text, document.headings[number].offset, end)


def _problem(skill: Skill, heading: Heading, items: list[str]) -> Iterator[Problem]:
    language = detect_language(skill.routing_text)
    known = set(analyze(f"{skill.name} {skill.routing_text}", language))
    situations = [set(analyze(item, language)) - _generic_terms(language) for item in items]
    told = [len(terms & known) > _HALF * len(terms) for terms in situations if terms]
    if told and sum(told) < _HALF * len(told):
        start = skill.front_matter.body_start + heading.offset
        missing = len(told) - sum(told)
        some = "" if missing == len(told) else f"{missing} of "
        what = "its situation" if len(told) == 1 else f"{some}its {len(told)} situations"
        verb, them = ("is", "it") if missing == 1 else ("are", "them")
        message = (
            f"the section `{heading.text}` is not seen before the skill is loaded, and {what} "
            f"{verb} not in the routing text; move {them} there"
        )
        yield Problem(skill.source.location(start, start + len(heading.text)), message)


@cache
def _generic_terms(language: str) -> frozenset[str]:
    """The terms that fit any situation, such as `task` and `best practices`."""
    return frozenset(analyze(" ".join(load_language(language).generic), language))
