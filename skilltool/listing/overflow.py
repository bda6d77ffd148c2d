"""What each client does with a listing that is too long."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from skilltool.library import absolute
from skilltool.listing.entries import Entry, Form, Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from skilltool.listing.entries import Candidate


class Fitted(NamedTuple):
    """The entries as they are shown, in which form, and lines after them."""

    form: Form
    entries: tuple[Entry, ...]
    tail: tuple[str, ...] = ()


def fit(form: Form, root: Path, usage: Mapping[str, int]) -> Fitted:
    """The entries as the client shows them; `root` is the library's, `usage` counts by name."""
    if form.fits:
        return Fitted(form, form.whole())
    return _OVERFLOWS[form.listing["overflow"]](form, root, usage)


def _drop_descriptions(form: Form, _root: Path, usage: Mapping[str, int]) -> Fitted:
    """Whole descriptions go, the least used first; among equals the last in the listing first.

    Names stay, even where they alone are too much.
    """
    ranked = sorted(form.candidates, key=lambda item: _uses(item, usage), reverse=True)
    excess, dropped = form.needed - (form.limit or 0), set()
    while excess > 0 and ranked:
        candidate = ranked.pop()
        excess -= form.cost_of(candidate, len(candidate.text)) - form.cost_of(candidate, 0)
        dropped.add(candidate.file)
    lengths = (0 if item.file in dropped else len(item.text) for item in form.candidates)
    return Fitted(form, tuple(map(form.entry, form.candidates, lengths)))


def _uses(candidate: Candidate, usage: Mapping[str, int]) -> int:
    """How often the skill was invoked, by the name in the listing or by its own."""
    return usage.get(candidate.name, usage.get(candidate.skill.name, 0))


def _list_names(form: Form, _root: Path, _usage: Mapping[str, int]) -> Fitted:
    """Entries up to the first that does not fit, then names in one line, then a number."""
    used = accumulate(form.cost_of(item, len(item.text)) for item in form.candidates)
    kept = sum(total <= (form.limit or 0) for total in used)
    rest = form.candidates[kept:]
    lengths = accumulate(form.cost(item.name) + 2 for item in rest)
    named = sum(length - 2 <= form.listing["names-characters"] for length in lengths)
    entries = [
        *(form.entry(item, len(item.text)) for item in form.candidates[:kept]),
        *(Entry(item, Shown.NAME_ONLY, 0, "") for item in rest[:named]),
        *(Entry(item, Shown.NOTHING, 0, "") for item in rest[named:]),
    ]
    names = ", ".join(item.name for item in rest[:named])
    more = f"... and {len(rest) - named} more" if len(rest) > named else ""
    return Fitted(form, tuple(entries), (f"{form.listing['names-line']}{names}{more}",))


# ---- descriptions that are shortened evenly ----------------------------------------------------


def _shorten(form: Form, root: Path, _usage: Mapping[str, int]) -> Fitted:
    """Descriptions grow in turn, a character each, until the budget is used up.

    Where not even the lines without descriptions fit, those that do are shown and the others are
    not. Paths below the root may be written with an alias for it: the form that shows more.
    """
    aliased = _aliased(form, root)
    tried = [Fitted(each, _grown(each)) for each in (form, aliased) if each is not None]
    return max(tried, key=_quality)


def _aliased(form: Form, root: Path) -> Form | None:
    """The form with `r0` for the root; None where the table of roots leaves no room."""
    place = absolute(root).as_posix()
    head = (form.listing["roots-title"], f"- `r0` = `{place}`")
    longer = "x" * form.listing["roots-characters"]
    limit = (form.limit or 0) - form.cost(f"{longer}{head[0]}\n{head[1]}\n")
    if limit <= 0:
        return None
    candidates = tuple(_with_alias(item, place) for item in form.candidates)
    return Form(candidates, form.listing, form.cost, limit, head)


def _with_alias(candidate: Candidate, root: str) -> Candidate:
    if not candidate.file.startswith(f"{root}/"):
        return candidate
    return candidate._replace(file=f"r0{candidate.file.removeprefix(root)}")


def _quality(fitted: Fitted) -> tuple[int, int, int]:
    """What makes one form better than another: skills, characters of descriptions, less cost."""
    shown = [entry for entry in fitted.entries if entry.shown is not Shown.NOTHING]
    cost = sum(fitted.form.cost(f"{entry.line}\n") for entry in shown)
    return len(shown), sum(entry.characters for entry in shown), -cost


def _grown(form: Form) -> tuple[Entry, ...]:
    limit = form.limit or 0
    least = [form.cost_of(item, 0) for item in form.candidates]
    if sum(least) > limit:
        return tuple(_bare(form, least, limit))
    extra = [_extra_costs(form, *pair) for pair in zip(form.candidates, least, strict=True)]
    return tuple(map(form.entry, form.candidates, _in_turn(extra, limit - sum(least))))


def _bare(form: Form, costs: Sequence[int], left: int) -> Iterator[Entry]:
    for candidate, cost in zip(form.candidates, costs, strict=True):
        fits = cost <= left
        left -= cost if fits else 0
        yield form.entry(candidate, 0) if fits else Entry(candidate, Shown.NOTHING, 0, "")


def _extra_costs(form: Form, candidate: Candidate, least: int) -> list[int]:
    """What each number of characters costs beyond the line without a description."""
    start = form.line(candidate, 0) + "\n "
    lengths = range(1, len(candidate.text) + 1)
    return [0, *(form.cost(start + candidate.text[:length]) - least for length in lengths)]


def _in_turn(extra: Sequence[Sequence[int]], left: int) -> list[int]:
    """How many characters each gets: in turn one more, as long as it costs no more than is left.

    `extra` holds for each description what every number of characters costs, 0 for none of them.
    """
    counts = [0] * len(extra)
    growing = [i for i, costs in enumerate(extra) if len(costs) > 1]
    while growing:
        still = []
        for i in growing:
            more = extra[i][counts[i] + 1] - extra[i][counts[i]]
            if more > left:
                continue
            left -= more
            counts[i] += 1
            if counts[i] < len(extra[i]) - 1:
                still.append(i)
        growing = still
    return counts


_OVERFLOWS: dict[str, Callable[[Form, Path, Mapping[str, int]], Fitted]] = {
    "drops descriptions": _drop_descriptions,
    "shortens descriptions, then drops skills": _shorten,
    "lists names alone, then counts the rest": _list_names,
}
