"""The section on overlap: clusters of competing skills, a matrix of each, and its pairs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from skilltool.report.layout import (
    badge,
    counted,
    filters,
    name_of,
    opener,
    quoted,
    search,
    section,
    word_list,
)
from skilltool.report.markup import Markup, element, join
from skilltool.report.pictures import bar, web

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skilltool.report.figures import Cluster, CompetingPair, Figures, Member, Term

_TARGET = "clusters"
_WORDS = 16
_SHOWN_NAMES = 6
_ADVICE = {
    "merge": "Merge: make one skill of them.",
    "specialise": "Specialise: begin each line with what only that skill does.",
    "add a hand-off": 'Add a hand-off: end one line with "Not for ...: use" and the other\'s name.',
}


def render(figures: Figures) -> Markup:
    """Every cluster with its pairs; the strongest are open from the start where they are few."""
    clusters = figures.overlap.clusters
    if not clusters:
        words = f"No two skills reach the score of {figures.overlap.threshold:.2f}."
        return section("overlap", "Overlap", words)
    intro = (
        f"{counted(figures.summary.pairs, 'pair')} of skills compete for the same requests. The "
        "score, from 0 to 1, measures the texts; it is not the rate at which a model confuses them."
    )
    form = filters(_TARGET, search("Skill or word"), opener(), noun="cluster", count=len(clusters))
    names = _names(figures)
    shown = [_cluster(cluster, number, names) for number, cluster in enumerate(clusters, 1)]
    return section("overlap", "Overlap", intro, form, element("div", *shown, id=_TARGET))


def _names(figures: Figures) -> dict[str, str]:
    """The name of each member by its path; with the path where another has the same name."""
    members = {it.path: it.skill for cluster in figures.overlap.clusters for it in cluster.skills}
    times = Counter(members.values())
    return {
        path: name if times[name] == 1 else f"{name} ({path})" for path, name in members.items()
    }


def _cluster(cluster: Cluster, number: int, names: Mapping[str, str]) -> Markup:
    ids = {(it.first, it.second): f"pair-{number}-{n}" for n, it in enumerate(cluster.pairs, 1)}
    several = len(cluster.skills) > 2
    lines = {member.path: member.line for member in cluster.skills}
    pairs = [
        _pair(pair, ids[pair.first, pair.second], names, lines, is_open=not several)
        for pair in cluster.pairs
    ]
    advice = element("p", _ADVICE.get(cluster.advice, cluster.advice), class_="advice")
    matrix = _matrix(cluster, ids, names) if several else ""
    return element(
        "details",
        _summary(cluster, names),
        element("div", advice, matrix, *pairs, class_="inner"),
        class_="card",
        data_item=True,
    )


def _summary(cluster: Cluster, names: Mapping[str, str]) -> Markup:
    places = {member.path: i for i, member in enumerate(cluster.skills)}
    edges = [(places[it.first], places[it.second], it.score) for it in cluster.pairs]
    title = join([name_of(names[member.path]) for member in cluster.skills[:_SHOWN_NAMES]], ", ")
    more = len(cluster.skills) - _SHOWN_NAMES
    kind = [badge("template", "from one template")] if cluster.from_template else []
    closest = max(pair.score for pair in cluster.pairs)
    return element(
        "summary",
        web(len(cluster.skills), edges),
        element("h3", title, f" and {more} more" if more > 0 else ""),
        *kind,
        badge(cluster.advice),
        element("span", f"{closest:.2f}", class_="score"),
    )


# ---- matrix ------------------------------------------------------------------------------------


def _matrix(
    cluster: Cluster, ids: Mapping[tuple[str, str], str], names: Mapping[str, str]
) -> Markup:
    scores = {(pair.first, pair.second): pair.score for pair in cluster.pairs}
    head = element(
        "tr",
        element("th", "skill", scope="col"),
        *(_column(n, names[it.path]) for n, it in enumerate(cluster.skills, 1)),
    )
    rows = (
        element(
            "tr",
            element("th", f"{n} ", name_of(names[row.path]), scope="row"),
            *(_score(row, column, scores, ids, names) for column in cluster.skills),
        )
        for n, row in enumerate(cluster.skills, 1)
    )
    caption = element("caption", "Scores of the pairs; a score leads to its pair", class_="unseen")
    inner = element("table", caption, element("thead", head), element("tbody", *rows))
    label = f"Scores in the cluster of {names[cluster.skills[0].path]}"
    return element(
        "div", inner, class_="scroll matrix", tabindex=0, role="region", aria_label=label
    )


def _column(number: int, name: str) -> Markup:
    return element(
        "th",
        element("span", str(number), aria_hidden="true"),
        element("span", name, class_="unseen"),
        scope="col",
        title=name,
    )


def _score(
    row: Member,
    column: Member,
    scores: Mapping[tuple[str, str], float],
    ids: Mapping[tuple[str, str], str],
    names: Mapping[str, str],
) -> Markup:
    key = (row.path, column.path) if (row.path, column.path) in scores else (column.path, row.path)
    if key not in scores:
        return element("td", class_="same" if row is column else None)
    label = f"{scores[key]:.2f}, {names[key[0]]} and {names[key[1]]}"
    link = element("a", f"{scores[key]:.2f}", href=f"#{ids[key]}", aria_label=label)
    return element("td", link, class_=f"heat{min(9, int(scores[key] * 10))}")


# ---- one pair ----------------------------------------------------------------------------------


def _pair(
    pair: CompetingPair,
    name: str,
    names: Mapping[str, str],
    lines: Mapping[str, str],
    *,
    is_open: bool,
) -> Markup:
    # The id is inside: a browser opens what it has to open to show the target of a link.
    first, second = names[pair.first], names[pair.second]
    summary = element(
        "summary",
        element("h4", name_of(first), " and ", name_of(second)),
        element("span", f"{pair.score:.2f}", class_="score"),
    )
    return element(
        "details",
        summary,
        element("div", *_sides(pair, names, lines), *_shared(pair), id=name, class_="inner"),
        class_="pair",
        open=is_open,
    )


def _sides(
    pair: CompetingPair, names: Mapping[str, str], lines: Mapping[str, str]
) -> Iterator[Markup]:
    sides = ((pair.first, pair.first_only), (pair.second, pair.second_only))
    yield element(
        "div",
        *(
            element(
                "div",
                element("p", element("strong", name_of(names[path]))),
                element("p", element("code", path), class_="quiet"),
                quoted(lines[path]),
                element("p", "Only here: ", word_list(only, _WORDS), class_="words"),
            )
            for path, only in sides
        ),
        class_="sides",
    )


def _shared(pair: CompetingPair) -> Iterator[Markup]:
    if pair.near_identical_bodies:
        yield element("p", "Their instructions are nearly identical.", class_="note")
    if pair.shared:
        yield element("p", "Shared words and their part in the likeness:", class_="words")
        yield element("ul", *map(_term, pair.shared[:_WORDS]), class_="terms")
        if len(pair.shared) > _WORDS:
            rest = [term.word for term in pair.shared[_WORDS:]]
            yield element("p", "Also shared: ", word_list(rest, 2 * _WORDS), class_="words")


def _term(term: Term) -> Markup:
    return element(
        "li",
        element("bdi", term.word),
        bar([("instructions", term.share)]),
        element("span", f"{term.share:.0%}", class_="quiet"),
    )
