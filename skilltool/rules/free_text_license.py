"""Point out a license that is neither an SPDX expression nor a file of the skill."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool import licensing
from skilltool.model import Problem
from skilltool.rules import skill_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill

_FILE = re.compile(r"[\w-]*(?:LICEN[CS]E|COPYING)[\w-]*(?:\.\w+)?|[\w-]+\.(?:txt|md)")


@skill_rule(group="schema", severity="info")
def free_text_license(skill: Skill) -> Iterator[Problem]:
    """Point out a license that is neither an SPDX expression nor a file of the skill.

    The specification asks for the name of a license or of a bundled file. Tools that sort skills by
    license, as companies must before they install one, know SPDX identifiers; `Apache 2` has to be
    read by a person. A license of your own is `LicenseRef-` with a name.

    ## Bad

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    license: Apache License 2
    ---
    ```

    ## Good

    ```markdown skills/unit-convert/SKILL.md
    ---
    name: unit-convert
    description: Converts lengths and weights between metric and imperial units.
    license: Apache-2.0
    ---
    ```
    """
    field = skill.front_matter.fields.get("license")
    text = (field.text or "").strip() if field else ""
    if field is None or not text or licensing.spdx_expression(text):
        return
    place = skill.source.location(field.start, field.end)
    named = _FILE.findall(text)
    files = {resource.path for resource in skill.resources}
    if not named:
        near = licensing.suggest_expression(text)
        hint = f" (did you mean `{near}`?)" if near else ""
        yield Problem(place, f"`{text}` is no SPDX license identifier{hint} and names no file")
    elif files.isdisjoint(named):
        yield Problem(place, f"the license is said to be in `{named[0]}`, which the skill lacks")
