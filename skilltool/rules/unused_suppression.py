"""Flag a suppression that accepts no finding, has expired, or cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.model import Problem
from skilltool.rules import suppression_rule
from skilltool.suppressions import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.suppressions import Accepted


@suppression_rule(group="suppression", severity="warning")
def unused_suppression(unused: Sequence[Accepted]) -> Iterator[Problem]:
    """Flag a suppression that accepts no finding, has expired, or cannot be read.

    A finding that was accepted once and is gone leaves a hole behind: the next one of its kind
    comes through it unseen. A suppression is called unused only by a run that looked wherever it
    could apply, with its rule.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    # skills-ignore: broken-lnk -- the build makes it
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    ---
    ```
    """
    for entry in unused:
        if words := _complaint(entry):
            what = f"the suppression of `{entry.rule}`" if entry.rule else "the suppression"
            yield Problem(entry.location, f"{what} {words}")


def _complaint(entry: Accepted) -> str:
    """What is wrong with a suppression that accepted nothing; empty where that says nothing."""
    if not entry.rule:
        return f"cannot be read; write `{MARK} RULE -- why it is accepted`"
    if entry.state == "unknown":
        return "names no rule that exists"
    if not entry.reason:
        return "gives no reason; add ` -- why it is accepted`"
    if entry.is_expired:
        return f"expired on {entry.expires}; remove it, or give a later day"
    return "matches no finding; remove it" if entry.judged and entry.state == "ran" else ""
