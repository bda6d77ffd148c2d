"""Flag a routing text that the client's listing cuts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Field, Location, Skill

# Characters on each side of the cut that are enough to find the place.
_SHOWN = 40
# Words of what is lost that are searched for in the file.
_SEARCHED = 6


@skill_rule(group="tokens", severity="warning")
def cut_routing_text(skill: Skill) -> Iterator[Problem]:
    """Flag a routing text that the client's listing cuts.

    An agent chooses a skill by the text in the listing. What stands behind the limit of an entry
    is never seen there, whatever the budget of the whole listing. The profile names the limit and
    the fields that share it: in Claude Code `description` and `when_to_use` together. Where the
    limit is one of the description alone, `schema-violation` names it.

    ## Bad

    ```toml skills.toml
    profile = "claude-code"
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: >-
      Converts lengths, areas, weights and temperatures between all common units. Knows the foot and
      the mile of England. Knows the pound and the ounce of England. Knows the old measures of
      England. Knows the foot and the mile of Scotland. Knows the pound and the ounce of Scotland.
      Knows the old measures of Scotland. Knows the foot and the mile of France. Knows the pound and
      the ounce of France. Knows the old measures of France. Knows the foot and the mile of Prussia.
      Knows the pound and the ounce of Prussia. Knows the old measures of Prussia. Knows the foot
      and the mile of Bavaria. Knows the pound and the ounce of Bavaria. Knows the old measures of
      Bavaria. Knows the foot and the mile of Saxony. Knows the pound and the ounce of Saxony. Knows
      the old measures of Saxony. Knows the foot and the mile of Russia. Knows the pound and the
      ounce of Russia. Knows the old measures of Russia. Knows the foot and the mile of Sweden.
      Knows the pound and the ounce of Sweden. Knows the old measures of Sweden. Knows the foot and
      the mile of Denmark. Knows the pound and the ounce of Denmark. Knows the old measures of
      Denmark. Knows the foot and the mile of Spain. Knows the pound and the ounce of Spain. Knows
      the old measures of Spain. Knows the foot and the mile of Portugal. Knows the pound and the
      ounce of Portugal. Knows the old measures of Portugal. Knows the foot and the mile of Venice.
      Knows the pound and the ounce of Venice. Knows the old measures of Venice. Knows the foot and
      the mile of China. Knows the pound and the ounce of China. Knows the old measures of China.
      Knows the foot and the mile of Japan. Knows the pound and the ounce of Japan. Knows the old
      measures of Japan. Knows the foot and the mile of Korea. Knows the pound and the ounce of
      Korea. Knows the old measures of Korea. Knows the foot and the mile of India. Knows the pound
      and the ounce of India. Knows the old measures of India. Knows the foot and the mile of
      Persia. Knows the pound and the ounce of Persia. Knows the old measures of Persia. Knows the
      foot and the mile of Egypt. Knows the pound and the ounce of Egypt. Knows the old measures of
      Egypt. Knows the foot and the mile of Turkey. Knows the pound and the ounce of Turkey. Knows
      the old measures of Turkey. Knows the foot and the mile of Poland. Knows the pound and the
      ounce of Poland. Knows the old measures of Poland. Knows the foot and the mile of Austria.
      Knows the pound and the ounce of Austria. Knows the old measures of Austria. Knows the foot
      and the mile of Hungary. Knows the pound and the ounce of Hungary. Knows the old measures of
      Hungary.
    when_to_use: Use when a recipe, a plan or a bill of materials mixes units.
    ---
    ```

    ## Good

    ```toml skills.toml
    profile = "claude-code"
    ```

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths, areas, weights and temperatures between all common units.
    when_to_use: Use when a recipe, a plan or a bill of materials mixes units.
    ---
    ```
    """
    limit = skill.profile.listing.get("entry-characters")
    text = skill.routing_text
    if limit is None or len(text) <= limit or _is_limited(skill) or skill.manual_only:
        return
    seen, lost = text[:limit].rstrip(), text[limit:].strip()
    message = (
        f"{skill.profile.title} shows {limit:,} of {len(text):,} characters and cuts after "
        f"`...{seen[-_SHOWN:].lstrip()}`; no agent sees `{_beginning(lost)}`"
    )
    yield Problem(_place(skill, lost), message)


def _is_limited(skill: Skill) -> bool:
    return "maxLength" in skill.profile.schema["properties"]["description"]


def _beginning(lost: str) -> str:
    return lost if len(lost) <= _SHOWN else f"{lost[:_SHOWN].rstrip()}..."


def _place(skill: Skill, lost: str) -> Location:
    """From the cut to the end of its field; the whole of the last field where it is not found."""
    words = re.compile(r"\s+".join(map(re.escape, lost.split()[:_SEARCHED])))
    for field in skill.routing_fields:
        if found := _last(words, skill, field):
            return skill.source.location(found.start(), field.end)
    last = skill.routing_fields[-1]
    return skill.source.location(last.start, last.end)


def _last(words: re.Pattern[str], skill: Skill, field: Field) -> re.Match[str] | None:
    found = [*words.finditer(skill.source.text, field.start, field.end)]
    return found[-1] if found else None
