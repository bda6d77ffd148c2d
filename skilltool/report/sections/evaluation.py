"""The section on evaluations: scores, what is mistaken for what, and the tasks that were lost."""

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
    word_list,
)
from skilltool.report.markup import Markup, element, join
from skilltool.report.pictures import bar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skilltool.report.figures import CaseRate, Confusion, Evaluation, Figures, Loss, Metric

_WORDS = 12
_RIVALS = 3


def render(figures: Figures) -> Markup:
    """One part for each evaluation."""
    if not figures.evaluations:
        return Markup()
    parts = (part for it in figures.evaluations for part in _evaluation(it))
    return section("evaluation", "Evaluation", "", *parts)


def _evaluation(found: Evaluation) -> Iterator[Markup]:
    label = found.measure
    yield element("h3", f"{label[0].upper()}{label[1:]}")
    yield element("p", f"{counted(found.cases, 'case')}. {found.note}", class_="lead")
    if found.metrics:
        yield _metrics(found)
    if found.confusions:
        yield element("h4", "Confusion")
        yield _confusions(found)
    if found.losses:
        yield element("h4", "Tasks whose skill stands behind another")
        yield element("ul", *map(_loss, found.losses), class_="findings")
    if found.rates:
        yield element("h4", "Rate of each task")
        yield _rates(found)
    if found.uncovered:
        names = join(map(name_of, found.uncovered), ", ")
        title = element("summary", f"{counted(len(found.uncovered), 'skill')} in no case")
        yield element("details", title, element("p", names), class_="plain")


def _metrics(found: Evaluation) -> Markup:
    asked = any(metric.minimum is not None for metric in found.metrics)
    columns = [
        Column("metric"),
        Column("share"),
        Column("value", numeric=True),
        Column("cases", numeric=True),
        *([Column("minimum", numeric=True), Column("verdict")] if asked else []),
    ]
    rows = (_metric(metric, asked=asked) for metric in found.metrics)
    return table(f"Scores: {found.measure}", columns, rows)


def _metric(metric: Metric, *, asked: bool) -> Markup:
    verdict = ("met" if metric.met else "below") if metric.minimum is not None else ""
    minimum = number(metric.minimum, 2) if metric.minimum is not None else ""
    extra = (cell(minimum, "number"), cell(badge(verdict) if verdict else ""))
    return element(
        "tr",
        row_head(metric.metric),
        cell(_share(metric.value or 0, metric.minimum), "picture"),
        cell(number(metric.value, 3), "number"),
        cell(number(metric.cases), "number"),
        *(extra if asked else ()),
    )


def _share(value: float, minimum: float | None = None) -> Markup:
    return bar([("instructions", value), ("needed", 1 - value)], mark=minimum)


def _confusions(found: Evaluation) -> Markup:
    columns = [
        Column("expected skill"),
        Column("missed", numeric=True),
        Column("of", numeric=True),
        Column("in its stead"),
    ]
    caption = f"Confusion: {found.measure}"
    return table(caption, columns, map(_confusion, found.confusions))


def _confusion(item: Confusion) -> Markup:
    instead = [join([name_of(name), f" ({count:,})"]) for name, count in item.instead.items()]
    return element(
        "tr",
        row_head(name_of(item.skill)),
        cell(number(item.missed), "number"),
        cell(number(item.tries), "number"),
        cell(join(instead, ", ") if instead else "nothing"),
    )


def _loss(loss: Loss) -> Markup:
    rank = "was not found" if loss.rank is None else f"has rank {loss.rank}"
    rivals = [
        join([name_of(rival.skill), *([" on ", word_list(rival.terms, 6)] if rival.terms else [])])
        for rival in loss.rivals[:_RIVALS]
    ]
    behind = [", behind ", join(rivals, "; ")] if rivals else []
    missing = [element("p", "Its line lacks: ", word_list(loss.missing, _WORDS), class_="words")]
    return element(
        "li",
        element("p", loss.task, dir="auto"),
        element("p", name_of(loss.skill), f" {rank}", *behind, class_="quiet"),
        *(missing if loss.missing else []),
    )


def _rates(found: Evaluation) -> Markup:
    columns: Sequence[Column] = (
        Column("task"),
        Column("rate"),
        Column("passed", numeric=True),
        Column("95 % interval", numeric=True),
    )
    return table(f"Rates: {found.measure}", columns, map(_rate, found.rates))


def _rate(rate: CaseRate) -> Markup:
    return element(
        "tr",
        row_head(element("span", rate.task, dir="auto")),
        cell(_share(rate.passed / rate.runs), "picture"),
        cell(f"{rate.passed:,} of {rate.runs:,}", "number"),
        cell(f"{rate.low:.2f} to {rate.high:.2f}", "number"),
    )
