"""What a broken invocation raises; a broken skill is a Diagnostic, never an exception."""

from __future__ import annotations


class SkilltoolError(Exception):
    """The command cannot run. The text says what, where and how to mend it; exit code 2."""


class ConfigError(SkilltoolError):
    """The configuration has mistakes; the text lists all of them."""


class NothingFoundError(SkilltoolError):
    """No skill was found; the text says where it was looked for."""
