"""Missing paths in code that may be the user's: which of them mean the skill's own files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.links.listing import OWN_FOLDERS
from skilltool.links.reference import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.links.listing import LibraryTree, Listing
    from skilltool.links.reference import Reference

_OPEN = frozenset({Status.UNSURE, Status.OTHERS})


def settle(
    references: Iterable[Reference], listing: Listing, tree: LibraryTree | None
) -> Iterator[Reference]:
    """The references; an unsure one is missing where its folder is the skill's own, else none.

    It is where a text leads to another file of it, or where it is on disk, of the specification, or
    missed in the same text, and no other skill has a file at that path. A path that is missed in a
    text is missed wherever that text names it.
    """
    found = list(references)
    confirmed = {"..", *(_top(item.target) for item in found if item.target)}
    likely = [item for item in found if item.status is Status.UNSURE]
    missed = {(item.origin, item.file) for item in found if item.status is Status.MISSING}
    own = {(origin, _top(path)) for origin, path in missed}
    on_disk = listing.folders.intersection(OWN_FOLDERS)
    for item in likely:
        top = _top(item.file)
        is_own = top in on_disk or (item.origin, top) in own
        if top in confirmed or (is_own and not _is_elsewhere(item.file, tree)):
            missed.add((item.origin, item.file))
    for item in found:
        if item.status not in _OPEN:
            yield item
        elif (item.origin, item.file) in missed:
            yield item._replace(verdict=item.verdict._replace(status=Status.MISSING))


def _top(path: str) -> str:
    return path.partition("/")[0]


def _is_elsewhere(path: str, tree: LibraryTree | None) -> bool:
    return tree is not None and bool(tree.homes(path) or tree.find_beside(path))
