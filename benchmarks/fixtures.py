"""Skills out of texts, for the benchmarks of this folder."""

from pathlib import Path

from skilltool.model import Field, FrontMatter, Profile, Skill, Source, Style

PROFILE = Profile("benchmark", "", "", "", ("description", "when_to_use"), {})


def make_skill(name, description, body="", path="", when_to_use=""):
    texts = {"name": name, "description": description, "when_to_use": when_to_use}
    fields = {key: make_field(key, text) for key, text in texts.items() if text}
    folder = path or name
    front_matter = FrontMatter(fields, (), 0, 0, 0)
    return Skill(Path(folder), Source(f"{folder}/SKILL.md", body), front_matter, PROFILE)


def make_field(key, text):
    return Field(key, 0, 0, text, 0, 0, Style.DOUBLE, "str", text, {})
