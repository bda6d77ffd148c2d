"""The section on listings: what each client shows of the library, with the cut line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.report.layout import (
    Column,
    badge,
    cell,
    counted,
    name_of,
    number,
    row_head,
    section,
    table,
)
from skilltool.report.markup import Markup, element, join, spans
from skilltool.report.pictures import bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.report.figures import ClientListing, Figures, ListedSkill

_SHOWN = ("whole", "cut", "name only", "left out")
_COLUMNS = (
    Column("place", numeric=True),
    Column("skill"),
    Column("shown"),
    Column("description"),
    Column("characters", numeric=True),
)


def render(figures: Figures) -> Markup:
    """One part for each client and library."""
    if not figures.listings:
        return Markup()
    intro = (
        "What each client puts in the context, in its order. An agent cannot choose what it does "
        "not see; what stands below the cut line is shown in part or not at all."
    )
    several = len(figures.summary.libraries) > 1
    parts = (_listing(listing, several=several) for listing in figures.listings)
    return section("listing", "Listing", intro, *parts)


def _listing(listing: ClientListing, *, several: bool) -> Markup:
    title = f"{listing.title}: {listing.library}" if several else listing.title
    whole = f"{listing.count('whole'):,} of {len(listing.entries):,} whole"
    summary = element(
        "summary",
        element("h3", title),
        element("span", bar(_counts(listing)), class_="glance"),
        element("span", whole, class_="count"),
    )
    inner = element("div", *_inner(listing, title), class_="inner")
    return element("details", summary, inner, class_="card")


def _counts(listing: ClientListing) -> list[tuple[str, float]]:
    most = len(listing.entries) or 1
    return [(kind.replace(" ", "-"), listing.count(kind) / most) for kind in _SHOWN]


def _inner(listing: ClientListing, title: str) -> Iterator[Markup]:
    yield element("p", f"{listing.headline}.")
    if listing.advice:
        yield element(
            "p", spans(f"{listing.advice[0].upper()}{listing.advice[1:]}."), class_="note"
        )
    if listing.budget is not None:
        yield _budget(listing, listing.budget)
    yield _legend(listing)
    yield table(f"Listing of {title}", _COLUMNS, _rows(listing), long=True)
    if listing.manual:
        names = join(map(name_of, listing.manual), ", ")
        yield element("p", "For manual use, so not in the listing: ", names, ".")
    if listing.not_loaded:
        yield _not_loaded(listing)


def _budget(listing: ClientListing, budget: int) -> Markup:
    """What the listing needs, what it takes, and where the cut line is."""
    most = max(listing.needed, budget, 1)
    picture = bar(
        [
            ("used", min(listing.used, most) / most),
            ("needed", max(0, listing.needed - listing.used) / most),
        ],
        mark=budget / most,
    )
    words = (
        f"{listing.used:,} {listing.unit} used, {listing.needed:,} needed; the cut line is at "
        f"{budget:,}."
    )
    caption = element("figcaption", words, class_="quiet")
    return element("figure", picture, caption, class_="budget")


def _legend(listing: ClientListing) -> Markup:
    counts = ((kind, listing.count(kind)) for kind in _SHOWN)
    items = (element("li", badge(kind), f" {count:,}") for kind, count in counts if count)
    return element("ul", *items, class_="legend")


def _rows(listing: ClientListing) -> Iterator[Markup]:
    longest = max((entry.of for entry in listing.entries), default=0) or 1
    for place, entry in enumerate(listing.entries):
        if place == listing.above:
            yield _cut_line(listing)
        yield _row(place + 1, entry, longest)


def _cut_line(listing: ClientListing) -> Markup:
    words = f"Cut line: {counted(listing.above or 0, 'skill')} above it"
    content = element("td", words, colspan=len(_COLUMNS))
    return element("tr", content, class_="cut-line")


def _row(place: int, entry: ListedSkill, longest: int) -> Markup:
    rest = (entry.of - entry.characters) / longest
    parts = [("used", entry.characters / longest), ("needed", rest)]
    return element(
        "tr",
        cell(number(place), "number quiet"),
        row_head(name_of(entry.skill)),
        cell(badge(entry.shown)),
        cell(bar(parts), "picture"),
        cell(f"{entry.characters:,} of {entry.of:,}", "number"),
    )


def _not_loaded(listing: ClientListing) -> Markup:
    items = (
        element("li", element("code", item.path), ": ", spans(item.cause))
        for item in listing.not_loaded
    )
    title = f"{counted(len(listing.not_loaded), 'skill')} not loaded by this client"
    return element("details", element("summary", title), element("ul", *items), class_="plain")
