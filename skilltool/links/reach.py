"""Which files of a skill its texts lead to, and over how many steps."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from skilltool.links.texts import is_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from skilltool.links.reference import Reference
    from skilltool.model import Resource, Skill


def find_depths(skill: Skill, main: str, references: Sequence[Reference]) -> dict[str, int]:
    """How many references away from SKILL.md each reached resource is."""
    if not skill.resources:
        return {}
    edges: dict[str, set[str]] = {}
    for reference in references:
        if reference.target is not None:
            edges.setdefault(reference.origin, set()).add(reference.target)
    resources = {resource.path: resource for resource in skill.resources}
    found: dict[str, int] = {}
    waiting, frontier, level = list(resources), [main], 0
    while frontier and waiting:
        level += 1
        named = set().union(*(edges.get(origin, ()) for origin in frontier))
        readers = [resources.get(origin) for origin in frontier]
        texts = Texts([skill.source.text if item is None else item for item in readers])
        frontier = list(_reached(waiting, named, texts))
        found.update(dict.fromkeys(frontier, level))
        waiting = [path for path in waiting if path not in found]
    return found


def find_naming(
    path: str, readers: Mapping[str, Texts], references: Sequence[Reference]
) -> Iterator[str]:
    """The readers whose text leads to the file at a path."""
    named = {item.origin for item in references if item.target == path}
    for reader, texts in readers.items():
        if reader in named or any(_reached([path], set(), texts)):
            yield reader


def is_reference_file(resource: Resource) -> bool:
    """Whether a file stands where files are kept that an agent reads on demand."""
    in_folder = resource.path.startswith(("references/", "reference/"))
    return in_folder and not resource.escapes and not _is_left_by_a_program(resource.path)


def _is_left_by_a_program(path: str) -> bool:
    """Whether a file is one that people do not write: hidden, a backup, or of the system."""
    hidden = any(part.startswith(".") for part in path.split("/"))
    return hidden or path.endswith(("~", ".bak", ".swp", "/Thumbs.db", "/desktop.ini"))


class Texts:
    """The texts of some files, read when a mention is first looked for."""

    def __init__(self, files: Sequence[str | Resource]) -> None:
        self._files = files
        self._read: list[str] | None = None

    def __iter__(self) -> Iterator[str]:
        if self._read is None:
            self._read = [text for text in map(_readable, self._files) if text]
        return iter(self._read)


def _readable(file: str | Resource) -> str:
    if isinstance(file, str):
        return file
    if not (is_markdown(file.path) or file.kind == "script") or file.source is None:
        return ""
    return file.source.text


def _reached(waiting: list[str], named: set[str], texts: Texts) -> Iterator[str]:
    """The waiting paths that are named, lie in a named folder, or that a text mentions."""
    open_folders: dict[str, bool] = {}
    for path in waiting:
        if path in named:
            yield path
            continue
        folder = posixpath.dirname(path)
        if folder not in open_folders:
            open_folders[folder] = bool(folder) and (
                not named.isdisjoint(_and_above(folder)) or _mentions_folder(texts, folder)
            )
        if open_folders[folder] or _mentions_name(texts, path):
            yield path


def _and_above(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = posixpath.dirname(folder)


def _mentions_folder(texts: Texts, folder: str) -> bool:
    tails = ("/", " folder", " directory", "` folder", "` directory")
    needles = [folder + tail for tail in tails]
    holding = [text for text in texts if folder in text]
    return any(_stands_alone(text, needle) for text in holding for needle in needles)


def _mentions_name(texts: Texts, path: str) -> bool:
    name = posixpath.basename(path)
    return any(name in text and _stands_alone(text, name) for text in texts)


def _stands_alone(text: str, needle: str) -> bool:
    """Whether the text holds the needle as a word of its own, not as part of a longer name."""
    at = text.find(needle)
    while at >= 0:
        end = at + len(needle)
        before, after = text[max(at - 1, 0) : at], text[end : end + 1]
        if not (before.isalnum() or (before in "_-." and before)) and not (
            after.isalnum() or (after in "_-" and after)
        ):
            return True
        at = text.find(needle, end)
    return False
