"""Flag a link or path to a file that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from skilltool.links import Status, library_links, path_edit, unquote
from skilltool.model import Fix, Problem
from skilltool.rules import library_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.links import Reference
    from skilltool.model import Library


@library_rule(group="links", severity="error", fix="unsafe")
def broken_link(library: Library) -> Iterator[Problem]:
    r"""Flag a link or path to a file that is not there.

    The agent follows the instruction, finds nothing and guesses. A link is read from the folder of
    the file it stands in, a path in code from the skill's folder. Links inside code do not count,
    nor does a path in code that the text speaks of as written by the skill, as a file of the user's
    project, as one of another skill, as an example, or as no more there.

    ## Bad

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](rates.md).
    ```

    ```markdown skills/rates/references/rates.md
    # Rates

    Up to 2 kg: 5.49.
    ```

    ## Good

    ```markdown skills/rates/SKILL.md
    ---
    name: rates
    description: Looks up the postal rate of a parcel by weight and country.
    ---

    See [the rates](references/rates.md).
    ```

    ```markdown skills/rates/references/rates.md
    # Rates

    Up to 2 kg: 5.49.
    ```
    """
    for links in library_links(library).values():
        missing: dict[tuple[str, str, str], list[Reference]] = {}
        for found in links.references:
            if found.status is Status.MISSING:
                key = found.origin, found.file, found.hint
                missing.setdefault(key, []).append(found)
        yield from map(_problem, missing.values())


def _problem(named: Sequence[Reference]) -> Problem:
    """One finding for all places in a file that name the same missing one."""
    first, *others = named
    message = _message(first)
    if others:
        message += f" (named {len(named):,} times here)"
    return Problem(first.location, message, _fix(named), also=tuple(o.location for o in others))


def _message(found: Reference) -> str:
    if not found.hint:
        return f"`{found.destination}` does not exist"
    if normalize("NFC", unquote(found.destination)) == normalize("NFC", found.hint):
        return (
            f"`{found.destination}` does not exist; the name on disk looks the same but is made of "
            "other characters (accents as signs of their own). Rename the file"
        )
    if found.hint.startswith("../"):
        return (
            f"`{found.destination}` does not exist in this skill; outside of it there is "
            f"`{found.hint}`. Copy that file into the skill, or write the path to it"
        )
    return f"`{found.destination}` does not exist; did you mean `{found.hint}`?"


def _fix(named: Sequence[Reference]) -> Fix | None:
    hint = named[0].hint
    edits = [path_edit(found, hint) for found in named] if hint else []
    possible = tuple(edit for edit in edits if edit)
    return Fix(f"write `{possible[0].text}`", possible, safe=False) if possible else None
