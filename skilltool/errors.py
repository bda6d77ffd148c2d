"""What a broken invocation raises; a broken skill is a Diagnostic, never an exception."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class SkilltoolError(Exception):
    """The command cannot run. The text says what, where and how to mend it; exit code 2."""


class ConfigError(SkilltoolError):
    """The configuration has mistakes; the text lists all of them."""


class NothingFoundError(SkilltoolError):
    """No skill was found; the text says where it was looked for."""


_MOST_MEANT = 4


def nearest(word: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """The known word that `word` is most likely a misspelling of; empty when none is alike."""
    import difflib

    return next(iter(difflib.get_close_matches(word, list(known), 1, likeness)), "")


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a sentence about an unknown word: what is meant by it, else `otherwise`.

    That is every known word that begins with it and a hyphen, or the nearest one.
    """
    names = list(known)
    meant = [name for name in names if word and name.startswith(f"{word}-")]
    near = " or ".join(f"`{name}`" for name in meant[:_MOST_MEANT])
    if not near and (name := nearest(word, names)):
        near = f"`{name}`"
    return f", did you mean {near}?" if near else otherwise
