"""What each client accepts, shows and cuts: one TOML file a client, loaded by name."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from skilltool.errors import SkilltoolError, did_you_mean
from skilltool.model import Profile

DEFAULT = "default"
_FOLDER = Path(__file__).parent
_LISTS = ("routing", "roots", "reads", "unclear")


@cache
def profile_names() -> tuple[str, ...]:
    """The names of all profiles, sorted."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


@cache
def load_profile(name: str) -> Profile:
    """The profile of that name; SkilltoolError, with the nearest name, for an unknown one."""
    if name not in profile_names():
        hint = did_you_mean(name, profile_names(), f"; known are {', '.join(profile_names())}")
        raise SkilltoolError(f"unknown profile `{name}`{hint}")
    with (_FOLDER / f"{name}.toml").open("rb") as file:
        data = tomllib.load(file)
    data["verified"] = str(data["verified"])
    for key in _LISTS:
        data[key] = tuple(data.get(key, ()))
    return Profile(name=name, **data)
