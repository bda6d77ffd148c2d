"""Flag a merge conflict that is left in a SKILL.md."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from skilltool.frontmatter.conflicts import conflict_message, find_conflicts
from skilltool.markdown import parse_markdown
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.markdown import Fence
    from skilltool.model import Skill


@skill_rule(group="frontmatter", severity="error")
def merge_conflict(skill: Skill) -> Iterator[Problem]:
    """Flag a merge conflict that is left in a SKILL.md.

    In the front matter the lines `<<<<<<<`, `=======` and `>>>>>>>` keep every client from reading
    it. In the body an agent reads both sides, and follows the wrong one. Code blocks may show such
    lines; nothing else in conflicting front matter is checked.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    <<<<<<< HEAD
    description: Converts lengths and weights between metric and imperial units.
    =======
    description: Converts lengths between metric and imperial units.
    >>>>>>> main
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
    yield from skill.problems_of("merge-conflict")
    conflicts = list(find_conflicts(skill.body))
    fences = parse_markdown(skill.body).fences if conflicts else ()
    start = skill.front_matter.body_start
    for found in conflicts:
        if not _is_in_code(found.start, fences):
            place = skill.source.location(start + found.start, start + found.marker_end)
            last, _ = skill.source.position(start + found.end)
            yield Problem(place, conflict_message(place.line, last))


def _is_in_code(place: int, fences: Sequence[Fence]) -> bool:
    before = bisect_right(fences, place, key=lambda fence: fence.offset)
    return before > 0 and place < fences[before - 1].end
