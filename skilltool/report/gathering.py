"""Gathers the figures of a report from what the modules of each noun compute. Pure."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from skilltool import listing, overlap, rules, tokens
from skilltool.listing import Shown, words
from skilltool.model import Severity
from skilltool.report.figures import (
    ClientListing,
    Cluster,
    CompetingPair,
    Figures,
    Finding,
    Levels,
    ListedSkill,
    Member,
    NotLoaded,
    Overlap,
    RuleNote,
    Sizes,
    SkillSize,
    Summary,
    Term,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skilltool.model import Diagnostic, Library, Profile, Report
    from skilltool.overlap import Distinct, Pair
    from skilltool.report.figures import Evaluation


def gather_figures(
    found: Report,
    clients: Sequence[Profile],
    *,
    encoding: str,
    threshold: float | None = None,
    distinct: Sequence[Distinct] = (),
    evaluations: Sequence[Evaluation] = (),
) -> Figures:
    """The figures of the libraries of a check and of its findings.

    `clients` are those whose listings are shown, `encoding` counts the tokens; `threshold` and
    `distinct` are those of `overlap.find_pairs`.
    """
    threshold = overlap.THRESHOLD if threshold is None else threshold
    clusters = tuple(
        cluster
        for library in found.libraries
        for cluster in _clusters(library, threshold, distinct)
    )
    return Figures(
        _summary(found, clusters),
        _sizes(found.libraries, encoding),
        Overlap(threshold, clusters),
        tuple(_rule_notes(found.diagnostics)),
        tuple(map(_finding, found.diagnostics)),
        tuple(_listing(library, client) for library in found.libraries for client in clients),
        tuple(evaluations),
    )


def _summary(found: Report, clusters: Sequence[Cluster]) -> Summary:
    severities = [item.severity for item in found.diagnostics]
    return Summary(
        tuple(library.path for library in found.libraries),
        found.skill_count,
        severities.count(Severity.ERROR),
        severities.count(Severity.WARNING),
        severities.count(Severity.INFO),
        len(found.suppressed),
        len(found.known),
        len(clusters),
        sum(len(cluster.pairs) for cluster in clusters),
    )


# ---- sizes -------------------------------------------------------------------------------------


def _sizes(libraries: Iterable[Library], encoding: str) -> Sizes:
    count = tokens.counter(encoding)
    sizes = list(chain.from_iterable(tokens.count_library(each, count) for each in libraries))
    total = _levels(sizes, tokens.count_index(sizes, count))
    rows = sorted(map(_skill_size, sizes), key=lambda row: (-row.tokens.instructions, row.path))
    return Sizes(encoding, total, tuple(rows))


def _skill_size(size: tokens.SkillSize) -> SkillSize:
    levels = _levels([size], size.index_line)
    return SkillSize(size.skill.name, size.skill.path, size.lines, levels)


def _levels(sizes: Sequence[tokens.SkillSize], index: int) -> Levels:
    kinds = ("reference", "script", "asset", "other")
    return Levels(
        index,
        sum(size.instructions for size in sizes),
        *(sum(size.tokens_of(kind) for size in sizes) for kind in kinds),
    )


# ---- overlap -----------------------------------------------------------------------------------


def _clusters(
    library: Library, threshold: float, distinct: Sequence[Distinct]
) -> Iterator[Cluster]:
    pairs = overlap.find_pairs(library.skills, threshold=threshold, distinct=distinct)
    for cluster in overlap.find_clusters(pairs):
        if any(library.is_selected(skill) for skill in cluster.skills):
            members = tuple(Member(it.name, it.path, it.routing_text) for it in cluster.skills)
            yield Cluster(
                members, cluster.advice, cluster.from_template, tuple(map(_pair, cluster.pairs))
            )


def _pair(pair: Pair) -> CompetingPair:
    return CompetingPair(
        pair.first.path,
        pair.second.path,
        round(pair.score, 4),
        pair.near_identical_bodies,
        tuple(Term(term.word, round(term.share, 4)) for term in pair.shared),
        pair.first_only,
        pair.second_only,
    )


# ---- findings ----------------------------------------------------------------------------------


def _rule_notes(diagnostics: Iterable[Diagnostic]) -> Iterator[RuleNote]:
    groups = {item.rule: item.group for item in diagnostics}
    known = rules.all_rules()
    for name in sorted(groups):
        # The check of unused suppressions has no page of its own.
        manual = rules.manual(known[name]) if name in known else ""
        summary, _, rest = manual.partition("\n")
        yield RuleNote(name, groups[name], summary, rest.strip())


def _finding(item: Diagnostic) -> Finding:
    place, fix = item.problem.location, item.problem.fix
    return Finding(
        item.rule,
        item.severity.label,
        place.path,
        place.line,
        place.column,
        item.problem.message,
        item.problem.notes,
        item.skill,
        item.profile,
        fix.message if fix else "",
    )


# ---- listings ----------------------------------------------------------------------------------


def _listing(library: Library, client: Profile) -> ClientListing:
    found = listing.simulate(library, client)
    return ClientListing(
        client.name,
        client.title,
        library.path,
        words.headline(found),
        words.advice_sentence(found),
        found.budget.amount,
        found.budget.unit,
        found.needed,
        found.used,
        _cut_line(found),
        tuple(map(_listed, found.entries)),
        tuple(skill.name for skill in found.manual),
        tuple(NotLoaded(item.path, item.cause) for item in found.unloaded),
    )


def _listed(entry: listing.Entry) -> ListedSkill:
    candidate = entry.candidate
    return ListedSkill(candidate.name, str(entry.shown), entry.characters, len(candidate.full))


def _cut_line(found: listing.Listing) -> int | None:
    """How many entries stand before the first that the length of the listing shortens.

    The cap of a single entry is no cut line: it holds in a short listing too.
    """
    return next((i for i, entry in enumerate(found.entries) if _is_shortened(entry)), None)


def _is_shortened(entry: listing.Entry) -> bool:
    return entry.shown is Shown.NOTHING or entry.characters < len(entry.candidate.text)
