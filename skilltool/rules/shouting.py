"""Point out a routing text that insists in capitals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

# Words that insist, in the languages that write capitals; acronyms and names of things are none.
_WORDS = (
    "ALWAYS MUST NEVER BLOCKING MANDATORY REQUIRED CRITICAL CRITICALLY IMPORTANT URGENT FIRST "
    "IMMEDIATELY PROACTIVELY AUTOMATICALLY ABSOLUTELY EVERY EVERYTHING ANY ALL STRICTLY WARNING "
    "SEMPRE NUNCA DEVE OBRIGATÓRIO OBRIGATORIAMENTE IMEDIATAMENTE SIEMPRE DEBE OBLIGATORIO "
    "TOUJOURS JAMAIS DOIT OBLIGATOIRE IMMER NIEMALS MUSS UNBEDINGT SOFORT"
)
_SHOUTED = re.compile(rf"\b(?:{_WORDS.replace(' ', '|')})\b")


@skill_rule(group="routing", severity="info")
def shouting(skill: Skill, *, words: int = 3) -> Iterator[Problem]:
    """Point out a routing text that insists in capitals.

    ALWAYS and MUST say nothing about the task: they take room from the words by which the right
    request is told from others, and when every skill shouts, none is heard. Acronyms do not
    count. `words` is how many such words are too many.

    ## Bad

    ```markdown skills/export-check/SKILL.md
    ---
    name: export-check
    description: ALWAYS use this FIRST. You MUST NEVER skip it. Checks CSV and PDF exports.
    ---
    ```

    ## Good

    ```markdown skills/export-check/SKILL.md
    ---
    name: export-check
    description: Checks CSV, PDF and JSON exports over HTTP. Use when an export is given.
    ---
    ```
    """
    found = [
        (field, match.group())
        for field in skill.routing_fields
        for match in _SHOUTED.finditer(field.text or "")
    ]
    if len(found) >= words:
        shown = ", ".join(dict.fromkeys(word for _, word in found))
        share = 100 * sum(len(word) for _, word in found) / len(skill.routing_text)
        message = (
            f"{len(found)} words in capitals that only insist ({shown}) make up {share:.0f} % of "
            "the text; say what the task is instead"
        )
        field = found[0][0]
        yield Problem(skill.source.location(field.start, field.end), message)
