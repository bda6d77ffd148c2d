"""The references of one skill, found once, and what follows from them."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING

from skilltool.links.candidates import Needles, link_places
from skilltool.links.listing import Listing, own_files
from skilltool.links.reach import Texts, find_depths, find_naming, is_reference_file
from skilltool.links.texts import find_texts, is_markdown

if TYPE_CHECKING:
    from skilltool.links.code_paths import CodePaths
    from skilltool.links.destinations import Destinations
    from skilltool.links.listing import LibraryTree
    from skilltool.links.reference import Reference
    from skilltool.links.texts import Text
    from skilltool.model import Resource, Skill


class SkillLinks:
    """The references of one skill, found once, and what follows from them."""

    def __init__(self, skill: Skill, tree: LibraryTree | None = None) -> None:
        self.skill = skill
        self.tree = tree
        self.main = posixpath.basename(skill.path)

    @cached_property
    def listing(self) -> Listing:
        """The files of the skill, SKILL.md among them."""
        links = (item.path for item in self.skill.resources if item.escapes)
        return Listing(own_files(self.skill), links)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every reference, by file and then by place."""
        found = [item for text in self._texts.values() for item in self._references_in(text)]
        if not found:
            return ()
        from skilltool.links.guesses import settle

        return tuple(settle(found, self.listing, self.tree))

    @cached_property
    def _texts(self) -> dict[str, Text]:
        return {text.origin: text for text in find_texts(self.skill)}

    def _references_in(self, text: Text) -> list[Reference]:
        links = link_places(text.content)
        hits = self._needles.places(text.content)
        if not (links or hits):
            return []
        from skilltool.markdown import parse_markdown

        document = parse_markdown(text.content, near=sorted({*links, *hits}))
        found = list(self._destinations.references(text, document)) if links else []
        if hits:
            found += self._code_paths.references(text, document, hits)
            found.sort(key=lambda reference: reference.start)
        return found

    @cached_property
    def _needles(self) -> Needles:
        return Needles(self.listing, self.main, self.skill.folder.name)

    @cached_property
    def _destinations(self) -> Destinations:
        from skilltool.links.anchors import Anchors
        from skilltool.links.destinations import Destinations

        anchors = Anchors(self.skill, self._texts)
        return Destinations(self.skill, self.tree, self.listing, anchors)

    @cached_property
    def _code_paths(self) -> CodePaths:
        from skilltool.links.code_paths import CodePaths

        return CodePaths(self._destinations, self.main)

    @cached_property
    def depths(self) -> dict[str, int]:
        """How many references away from SKILL.md each reached resource is."""
        return find_depths(self.skill, self.main, self.references)

    @cached_property
    def orphans(self) -> tuple[Resource, ...]:
        """Files under references/ that nothing reaches."""
        candidates = [item for item in self.skill.resources if is_reference_file(item)]
        if not candidates:
            return ()
        return tuple(item for item in candidates if item.path not in self.depths)

    def naming(self, resource: Resource) -> str:
        """The first document for people, such as a README, that names an orphan; or empty."""
        return next(find_naming(resource.path, self._for_people, self.references), "")

    @cached_property
    def _for_people(self) -> dict[str, Texts]:
        """The Markdown beside SKILL.md that it does not lead to."""
        beside = (item for item in self.skill.resources if "/" not in item.path)
        unreached = (item for item in beside if item.path not in self.depths)
        return {item.path: Texts([item]) for item in unreached if is_markdown(item.path)}
