"""Where a link leads: references from a skill's texts to files, and what no reference reaches.

Nothing here asks the disk: a name is compared with the complete listing that the skill carries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from skilltool.links.anchors import unquote
from skilltool.links.listing import LibraryTree, Listing
from skilltool.links.reference import Form, Reference, Status, Verdict
from skilltool.links.skill_links import SkillLinks
from skilltool.links.writing import path_edit

if TYPE_CHECKING:
    from skilltool.model import Library, Resource, Skill

__all__ = [
    "Form",
    "LibraryTree",
    "Listing",
    "Reference",
    "SkillLinks",
    "Status",
    "Verdict",
    "depths",
    "find_orphans",
    "find_references",
    "library_links",
    "path_edit",
    "unquote",
]


def find_references(skill: Skill, tree: LibraryTree | None = None) -> tuple[Reference, ...]:
    """Every reference to a file in SKILL.md and the skill's other Markdown files, in that order.

    Without a tree whatever leaves the skill's folder is `outside`. A path in code is missing only
    where the words around it, the files beside it, or other references show that it is the skill's.
    """
    return SkillLinks(skill, tree).references


def find_orphans(skill: Skill) -> tuple[Resource, ...]:
    """Files under references/ that no chain of references or mentions from SKILL.md reaches."""
    return SkillLinks(skill).orphans


def depths(skill: Skill) -> dict[str, int]:
    """How many references away from SKILL.md each reached resource is; 1 is named by it."""
    return SkillLinks(skill).depths


_by_library: WeakKeyDictionary[Library, dict[Skill, SkillLinks]] = WeakKeyDictionary()


def library_links(library: Library) -> dict[Skill, SkillLinks]:
    """The links of each selected skill of a library; found once for each library."""
    if library not in _by_library:
        tree = LibraryTree(library)
        selected = [skill for skill in library.skills if library.is_selected(skill)]
        _by_library[library] = {skill: SkillLinks(skill, tree) for skill in selected}
    return _by_library[library]
