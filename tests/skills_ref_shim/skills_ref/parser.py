"""Reading a skill: our front matter, the reference library's exceptions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from skills_ref.errors import ParseError, ValidationError
from skilltool import frontmatter
from skilltool.library import Request, load_library
from skilltool.profiles import load_profile

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Field, Skill

__all__ = ["ParseError", "ValidationError", "find_skill_md", "parse_frontmatter", "read_properties"]

PROFILE = "agent-skills"
_START = "SKILL.md must start with YAML frontmatter (---)"
_END = "SKILL.md frontmatter not properly closed with ---"
_MAPPING = "SKILL.md frontmatter must be a YAML mapping"
_MESSAGES = {
    "missing-front-matter": _START,
    "text-before-front-matter": _START,
    "byte-order-mark": _START,
    "unclosed-front-matter": _END,
}


@dataclass
class SkillProperties:
    """The fields of a skill as texts."""

    name: str
    description: str
    license: str | None = None
    compatibility: str | None = None
    allowed_tools: str | None = None
    metadata: dict[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The fields by the keys of the front matter, absent ones left out."""
        values = {key.replace("_", "-"): value for key, value in vars(self).items()}
        return {key: value for key, value in values.items() if value not in (None, {})}


def load_skill(folder: Path) -> Skill | None:
    """The skill of a folder, broken or not; None where the folder holds none."""
    library = load_library(Request(folder), load_profile(PROFILE), gitignore=False)
    return next((skill for skill in library.skills if skill.folder == folder), None)


def find_skill_md(folder: Path) -> Path | None:
    """The SKILL.md of a folder, else its skill.md."""
    skill = load_skill(folder)
    return folder / skill.path.rpartition("/")[2] if skill else None


def parse_frontmatter(content: str) -> tuple[dict[str, Any], str]:
    """The fields as texts, and the body without the blanks around it."""
    front = frontmatter.parse(content)
    for fault in front.faults:
        cause = f"Invalid YAML in frontmatter: {fault.message}" if front.fields else _MAPPING
        raise ParseError(_MESSAGES.get(fault.kind, cause))
    if not front.fields:
        raise ParseError(_MAPPING)
    return _texts(front.fields), content[front.body_start :].strip()


def _texts(fields: dict[str, Field]) -> dict[str, Any]:
    return {
        key: item.text if item.text is not None else _texts(item.children)
        for key, item in fields.items()
    }


def read_properties(folder: Path) -> SkillProperties:
    """The fields of the skill in a folder. Raises ParseError or ValidationError."""
    skill = load_skill(folder)
    if skill is None:
        raise ParseError(f"SKILL.md not found in {folder}")
    if skill.unreadable:
        raise ParseError(skill.unreadable)
    fields, _ = parse_frontmatter(skill.source.text)
    for name in ("name", "description"):
        if not str(fields.get(name, "")).strip():
            raise ValidationError(f"Missing required field in frontmatter: {name}")
    known = {key.replace("-", "_"): value for key, value in fields.items()}
    accepted = SkillProperties.__dataclass_fields__
    return SkillProperties(**{key: value for key, value in known.items() if key in accepted})
