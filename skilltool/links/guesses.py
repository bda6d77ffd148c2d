"""Missing paths in code that may be the user's: which of them mean the skill's own files."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from skilltool.links.listing import OWN_FOLDERS
from skilltool.links.reference import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.links.listing import LibraryTree, Listing
    from skilltool.links.reference import Reference


def settle(
    references: Iterable[Reference], listing: Listing, tree: LibraryTree | None
) -> Iterator[Reference]:
    """The references; an unsure one is missing where its folder is the skill's own, else none.

    It is where a text leads to another file of it, or where it is on disk, of the specification,
    and no other skill has a file at that path.
    """
    found = list(references)
    confirmed = {item.target.partition("/")[0] for item in found if item.target}
    for reference in found:
        if reference.status is not Status.UNSURE:
            yield reference
            continue
        path = posixpath.normpath(reference.destination)
        top = path.partition("/")[0]
        on_disk = top in OWN_FOLDERS and top in listing.folders
        if top in {"..", *confirmed} or (on_disk and not _is_elsewhere(path, tree)):
            yield reference._replace(verdict=reference.verdict._replace(status=Status.MISSING))


def _is_elsewhere(path: str, tree: LibraryTree | None) -> bool:
    if tree is None:
        return False
    named = tree.listing.named(posixpath.basename(path))
    return any(found.endswith(f"/{path}") for found in named) or bool(tree.find_beside(path))
