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
    yield _tile("findings", number(found.errors), "errors", "bad" if found.errors else "good")
    yield _tile("findings", number(found.warnings), "warnings", _accepted(figures))
    yield _tile("sizes", number(total.index), "tokens in every turn", "the index of all skills")
    yield _tile("sizes", number(total.instructions), "tokens of instructions", "loaded one by one")
    clusters = f"in {counted(found.clusters, 'cluster')}"
    yield _tile("overlap", number(found.pairs), "competing pairs", clusters)
    for listing in figures.listings:
        yield _listing_tile(listing, len(figures.summary.libraries) > 1)


def _accepted(figures: Figures) -> str:
    found = figures.summary
    parts = ((found.infos, "info"), (found.suppressed, "accepted"), (found.known, "known"))
    return ", ".join(f"{count:,} {word}" for count, word in parts if count)


def _listing_tile(listing: ClientListing, several: bool) -> Markup:
    whole = sum(entry.shown == "whole" for entry in listing.entries)
    share = f"{whole:,} of {len(listing.entries):,}"
    place = f", {listing.library}" if several else ""
    return _tile("listing", share, "shown whole", f"{listing.title}{place}")


def _tile(target: str, figure: str, what: str, note: str) -> Markup:
    mood = note if note in ("good", "bad") else None
    return element(
        "li",
        element(
            "a",
            element("strong", figure, class_=mood),
            " ",
            element("span", what),
            " ",
            element("small", "" if mood else note),
            href=f"#{target}",
        ),
    )
