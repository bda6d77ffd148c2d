"""Point out a routing text that insists in capitals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.analyzer import detect_language, split_words
from skilltool.languages import load_language
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
_SHOUTED = re.compile(rf"\b(?:{_WORDS.replace(' ', '|')})\b|(?<=\w)!{{2,}}")
# Names that are told one after another: the keywords of a standard, of a language, labels.
_NAME = r"\b[A-Z][A-Z0-9_]*(?: [A-Z][A-Z0-9_]+)?\b"
_NAMES = re.compile(rf"{_NAME}(?:(?:, | and | or |, and |, or |/){_NAME}){{2,}}")
_PLAIN = 3


@skill_rule(group="routing", severity="info")
def shouting(skill: Skill, *, words: int = 3) -> Iterator[Problem]:
    """Point out a routing text that insists in capitals.

    ALWAYS and MUST say nothing about the task: they take room from the words by which the right
    request is told from others, and when every skill shouts, none is heard. Acronyms and names in a
    row ("MUST, SHOULD and MAY") do not count; "!!" does. `words` is how many such words are too
    many; a text whose plain words are in capitals is too much by itself.

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
    fields = skill.routing_fields
    found = [(field, word) for field in fields for word in _insisting(field.text or "")]
    if len(found) >= words:
        shown = ", ".join(dict.fromkeys(word for _, word in found))
        share = 100 * sum(len(word) for _, word in found) / len(skill.routing_text)
        message = (
            f"{len(found)} words or signs that only insist ({shown}) make up {share:.0f} % of "
            "the text; say what the task is instead"
        )
        yield Problem(skill.source.location(found[0][0].start, found[0][0].end), message)
    elif capitals := [word for field in fields for word in _in_capitals(field.text or "")]:
        place = skill.source.location(fields[0].start, fields[0].end)
        shown = ", ".join(dict.fromkeys(capitals[:4]))
        yield Problem(place, f"most plain words are in capitals ({shown}); write small letters")


def _insisting(text: str) -> list[str]:
    return _SHOUTED.findall(_NAMES.sub(" ", text))


def _in_capitals(text: str) -> list[str]:
    """Plain words in capitals ("WHEN", "THE"), names in a row aside, where most are."""
    plain = load_language(detect_language(text)).stop_words
    kept = _NAMES.sub(" ", text)
    words = [word for word in split_words(kept) if word[1:] and word.casefold() in plain]
    capitals = [word for word in words if word.isupper()]
    return capitals if len(capitals) >= _PLAIN and 2 * len(capitals) > len(words) else []
