"""What each client accepts, shows and cuts: one TOML file a client, loaded by name."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.model import Profile

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT = "default"
_FOLDER = Path(__file__).parent
_LISTS = ("routing", "roots", "reads", "unclear")


@dataclass(frozen=True)
class Client(Profile):
    """A profile with what the client does with a skill that breaks its rules.

    `reads` are the dotted names of the fields that the client shows or acts on, `unclear` those
    of which that is not documented; it ignores all others. `behaviour` gives for each fault what
    the client does: "refuses", "skips silently" (at most a log tells), "cuts", "warns and loads",
    "ignores" (the faulty part alone), "loads", or "unknown" where no source says it.
    """

    reads: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    behaviour: Mapping[str, str] = field(default_factory=dict)


@cache
def profile_names() -> tuple[str, ...]:
    """The names of all profiles, sorted."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


@cache
def load_profile(name: str) -> Client:
    """The profile of that name; SkilltoolError, with the nearest name, for an unknown one."""
    if name not in profile_names():
        near = difflib.get_close_matches(name, profile_names(), 1)
        hint = f"did you mean `{near[0]}`? " if near else ""
        raise SkilltoolError(
            f"unknown profile `{name}`: {hint}known are {', '.join(profile_names())}"
        )
    with (_FOLDER / f"{name}.toml").open("rb") as file:
        data = tomllib.load(file)
    data["verified"] = str(data["verified"])
    for key in _LISTS:
        data[key] = tuple(data.get(key, ()))
    return Client(name=name, **data)
