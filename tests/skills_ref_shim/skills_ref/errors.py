"""What the reference library raises."""

from __future__ import annotations


class SkillError(Exception):
    """Any fault of a skill."""


class ParseError(SkillError):
    """The file or its front matter cannot be read."""


class ValidationError(SkillError):
    """A field is missing or wrong; `errors` lists all that is."""

    def __init__(self, message: str, errors: list[str] | None = None) -> None:
        super().__init__(message)
        self.errors = [message] if errors is None else errors
