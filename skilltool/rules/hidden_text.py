"""Flag characters that nobody sees and an agent reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.config import rule_setting
from skilltool.injection import agent_texts, find_hidden, find_inside_words, readable_texts
from skilltool.model import Edit, Fix, Location, Problem, Source
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.injection import Hidden
    from skilltool.model import Field, Skill

_KINDS = {
    "tags": "invisible tag characters",
    "selectors": "variation selectors in a row, which choose no form of any letter,",
    "blanks": "invisible characters in a row",
    "overrides": "character that turns the order of the letters after it",
    "turns": "character that turns the direction of the text after it",
    "inside-word": "invisible characters inside a word",
}
_LONGEST = 120


@skill_rule(group="security", severity="error", fix="unsafe")
def hidden_text(skill: Skill) -> Iterator[Problem]:
    """Flag characters that nobody sees and an agent reads.

    Tag characters and variation selectors spell whole sentences that no editor shows; a turned
    direction shows another text than the one that is read; a zero-width character inside a word
    makes it another word. Scripts and the names of files are looked at, too. Flags and families of
    emoji are none of these.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts len\u200bgths and weights between metric and imperial units.
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---

    A flag such as
    \U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f
    and a family such as \U0001f468\u200d\U0001f469\u200d\U0001f467 pass.
    ```
    """
    for source in readable_texts(skill):
        for hidden in find_hidden(source.text):
            yield _problem(source, hidden)
    for source in agent_texts(skill):
        base = skill.front_matter.body_start if source is skill.source else 0
        yield from _inside_words(source, base, len(source.text), routing=False)
    for field in _seen_fields(skill):
        yield from _inside_words(skill.source, field.start, field.end, routing=True)
    for resource in skill.resources:
        for hidden in find_hidden(resource.path):
            source = Source(skill.path_of(resource.path), resource.path)
            yield _problem(source, hidden)._replace(location=Location(source.path), fix=None)


def _inside_words(source: Source, start: int, end: int, *, routing: bool) -> Iterator[Problem]:
    for hidden in find_inside_words(source.text[start:end], routing=routing):
        moved = hidden._replace(start=hidden.start + start, end=hidden.end + start)
        yield _problem(source, moved)


def _seen_fields(skill: Skill) -> Iterator[Field]:
    """The routing texts, and the name where `invalid-name` does not look at it."""
    yield from skill.routing_fields
    name = skill.front_matter.fields.get("name")
    setting = rule_setting(skill.profile.rules.get("invalid-name", {}))
    if name is not None and setting.severity is None:
        yield name


def _problem(source: Source, hidden: Hidden) -> Problem:
    count = hidden.end - hidden.start
    message = f"{count} {_KINDS[hidden.kind]}"
    if count == 1:
        code = f"U+{ord(source.text[hidden.start]):04X}"
        message = f"{code}, {_KINDS[hidden.kind].replace('characters', 'character')}"
    if hidden.text:
        shown = hidden.text if len(hidden.text) <= _LONGEST else f"{hidden.text[:_LONGEST]}..."
        message += f" decode to `{shown}`" if count > 1 else f": `{shown}`"
    fix = Fix(
        "remove it" if count == 1 else "remove them",
        (Edit(hidden.start, hidden.end, ""),),
        safe=False,
    )
    return Problem(source.location(hidden.start, hidden.end), message, fix)
