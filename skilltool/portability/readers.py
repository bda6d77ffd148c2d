"""Which other clients read a field that a client ignores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.profiles import DEFAULT, load_profile

if TYPE_CHECKING:
    from skilltool.model import Profile


def other_readers(client: Profile, key: str) -> tuple[str, ...]:
    """The names of the clients that read a field which this one does not know and ignores.

    Empty for a field that it knows, that nobody reads, or for which it refuses the skill.
    """
    if key in client.schema["properties"] or client.behaviour["unknown-field"] == "refuses":
        return ()
    return readers(key)


def readers(key: str) -> tuple[str, ...]:
    """The names of the clients that read a field of their own; empty where nobody does."""
    known = load_profile(DEFAULT).schema["properties"].get(key, {})
    return tuple(known.get("x-clients", ()))
