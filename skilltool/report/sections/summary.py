"""The first section: what was looked at, and the figures to begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.report.layout import counted, number, section
from skilltool.report.markup import Markup, element

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.report.figures import ClientListing, Figures


def render(figures: Figures) -> Markup:
    """One tile a figure; each leads to the section that explains it."""
    return section("summary", "Summary", "", element("ul", *_tiles(figures), class_="tiles"))


def _tiles(figures: Figures) -> Iterator[Markup]:
    found, total = figures.summary, figures.sizes.total
    mood = "bad" if found.errors else "good"
    yield _tile("findings", found.errors, _plural(found.errors, "error"), mood=mood)
    warnings = _plural(found.warnings, "warning")
    yield _tile("findings", found.warnings, warnings, _accepted(figures))
    yield _tile("sizes", total.index, "tokens in every turn", "the index of all skills")
    yield _tile("sizes", total.instructions, "tokens of instructions", "loaded one by one")
    clusters = f"in {counted(found.clusters, 'cluster')}"
    yield _tile("overlap", found.pairs, _plural(found.pairs, "competing pair"), clusters)
    for listing in figures.listings:
        yield _listing_tile(listing, several=len(found.libraries) > 1)


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"


def _accepted(figures: Figures) -> str:
    found = figures.summary
    parts = ((found.infos, "info"), (found.suppressed, "accepted"), (found.known, "known"))
    return ", ".join(f"{count:,} {word}" for count, word in parts if count)


def _listing_tile(listing: ClientListing, *, several: bool) -> Markup:
    place = f", {listing.library}" if several else ""
    of = f"of {len(listing.entries):,} skills shown whole"
    return _tile("listing", listing.count("whole"), of, f"{listing.title}{place}")


def _tile(target: str, figure: int, what: str, note: str = "", *, mood: str = "") -> Markup:
    content = (
        element("strong", number(figure), class_=mood or None),
        " ",
        element("span", what),
        *([" ", element("small", note)] if note else []),
    )
    return element("li", element("a", *content, href=f"#{target}"))
