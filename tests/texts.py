"""Skills out of texts alone, for the tests of what only reads them."""

from __future__ import annotations

from pathlib import Path

from skilltool.model import Field, FrontMatter, Profile, Skill, Source, Style

PROFILE = Profile("test", "", "", "", ("description", "when_to_use"), {})

STEPS = "# Steps\n\n1. Read the input.\n2. Do the work.\n3. Report the result.\n"


def make_skill(name: str, description: str, body: str = STEPS, **fields: str) -> Skill:
    """A skill in a folder of its name, with these fields in its front matter."""
    texts = {"name": name, "description": description, **fields}
    front_matter = FrontMatter(
        {key.replace("_", "-"): _field(key, text) for key, text in texts.items()}, (), 0, 0, 0
    )
    return Skill(Path(name), Source(f"{name}/SKILL.md", body), front_matter, PROFILE)


def _field(key: str, text: str) -> Field:
    return Field(key, 0, 0, text, 0, 0, Style.DOUBLE, "str", text, {})
