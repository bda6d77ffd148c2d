"""Skills found for a request: for people, and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from skilltool.output.escaping import visible
from skilltool.output.terminal import cut, paint, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.routing import Match

_ADVICE = (
    "Try the words that a skill would use for the task (verb and object, in the language of the "
    "library), or read all lines with `skills list`."
)
_WORTH_SHOWING = 0.1
"""A match below this share of the best score holds a stray word; it is in the JSON alone."""


def render_matches(
    query: str, matches: Sequence[Match], *, width: int = 100, color: bool = False
) -> str:
    """The matches, the best first, each with its line and the words that it answers to.

    Where not even the best fits: that nothing does, what to try, and the nearest.
    """
    if not matches or not matches[0].fits:
        return "\n".join(_nothing(query, matches, width)) + "\n"
    bar = _WORTH_SHOWING * matches[0].score
    shown = [match for match in matches if match.score >= bar]
    return "".join(f"{line}\n" for match in shown for line in _match(match, width, color=color))


def _match(match: Match, width: int, *, color: bool) -> Iterator[str]:
    name = paint(visible(match.skill.name), "bold", color=color)
    yield f"{match.score:5.2f}  {name}  {visible(match.skill.path)}"
    indent = " " * 7
    yield indent + cut(visible(match.skill.routing_text), width - len(indent))
    matched = f"matched: {', '.join(term.word for term in match.terms)}"
    yield indent + paint(cut(visible(matched), width - len(indent)), "dim", color=color)


def _nothing(query: str, matches: Sequence[Match], width: int) -> Iterator[str]:
    yield from wrap(f"Nothing fits `{visible(query)}`. {_ADVICE}", width)
    if matches:
        yield "Nearest, though too weak:"
    for match in matches[:3]:
        words = ", ".join(term.word for term in match.terms)
        yield cut(visible(f"  {match.skill.name} (on {words})"), width)


def render_matches_json(query: str, matches: Sequence[Match]) -> str:
    """All matches as one JSON object; `fits` tells whether the first is an answer."""
    fits = bool(matches) and matches[0].fits
    found = [_match_data(match) for match in matches]
    data = {"query": query, "measure": "lexical retrievability", "fits": fits, "matches": found}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _match_data(match: Match) -> dict[str, Any]:
    return {
        "skill": match.skill.name,
        "path": match.skill.path,
        "score": match.score,
        "confidence": match.confidence,
        "terms": [{"word": term.word, "contribution": term.contribution} for term in match.terms],
    }
