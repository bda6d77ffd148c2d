"""Terms to scores: BM25, BM25F, and all similar pairs of a collection. Knows no skill.

The only door to rank_bm25 and numpy, which are imported when a collection is large enough or when
plain BM25 is asked for: on a few hundred documents their import would cost more than the work.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Vector = Mapping[str, float]

LARGE = 1500
"""From so many documents on numpy is worth its import (about 90 ms)."""


class Similar(NamedTuple):
    """Two documents by their places, first below second, and their score."""

    first: int
    second: int
    score: float


def lucene_idf(documents: int, frequency: int) -> float:
    """How much a term tells: log(1 + (N - n + .5) / (n + .5)), never below zero.

    Source: Lucene's BM25Similarity; Robertson's own form is negative for a term in over half of
    the documents.
    """
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


# --- Plain BM25 -----------------------------------------------------------------------------


@cache
def _okapi() -> type[Any]:
    from rank_bm25 import BM25Okapi

    class LuceneBM25(BM25Okapi):  # type: ignore[misc]
        """rank_bm25 with an idf that is never negative and an average length that is never zero."""

        def _calc_idf(self, nd: Mapping[str, int]) -> None:
            self.avgdl: float = self.avgdl or 1.0
            self.idf = {term: lucene_idf(self.corpus_size, n) for term, n in nd.items()}

    return LuceneBM25


def score_bm25(
    documents: Sequence[Sequence[str]], query: Sequence[str], *, k1: float = 1.5, b: float = 0.75
) -> list[float]:
    """The BM25 score of each document for a query; both are terms. A repeated term counts again."""
    if not documents:
        return []
    scores: list[float] = _okapi()(documents, k1=k1, b=b).get_scores(query).tolist()
    return scores


def find_bm25_pairs(
    documents: Sequence[Sequence[str]], threshold: float, *, k1: float = 1.5, b: float = 0.75
) -> list[Similar]:
    """All pairs whose BM25 likeness reaches a threshold above 0, in order of their places.

    The likeness of two documents is (s(x, y) + s(y, x)) / (s(x, x) + s(y, y)), where s(x, y) is
    the score of y for x as the query: symmetric, and 1 for two documents with the same terms.
    """
    if not any(documents):
        return []
    model = _okapi()(documents, k1=k1, b=b)
    queries, entries, own = [], [], []
    for count, length in zip(model.doc_freqs, model.doc_len, strict=True):
        norm = k1 * (1 - b + b * length / model.avgdl)
        weight = {t: model.idf[t] * c * (k1 + 1) / (c + norm) for t, c in count.items()}
        # One product gives both directions: the counts of one by the weights of the other.
        queries.append({**_tagged(count, "q"), **_tagged(weight, "d")})
        entries.append({**_tagged(weight, "q"), **_tagged(count, "d")})
        own.append(2 * sum(c * weight[t] for t, c in count.items()))
    pairs: list[Similar] = []
    for first, products in _products(queries, entries):
        for second in products.nonzero()[0].tolist():
            score = float(products[second]) / (own[first] + own[second]) * 2
            if second > first and score >= threshold:
                pairs.append(Similar(first, second, score))
    return pairs


def _tagged(weights: Vector, tag: str) -> dict[str, float]:
    return {f"{tag} {term}": weight for term, weight in weights.items()}


def _products(queries: Sequence[Vector], entries: Sequence[Vector]) -> Iterator[tuple[int, Any]]:
    """For each query its place and an array of its inner products with all other entries."""
    import numpy as np

    terms: dict[str, int] = {}
    for entry in entries:
        for term in entry:
            terms.setdefault(term, len(terms))
    sizes = np.fromiter(map(len, entries), np.intp, len(entries))
    total = int(sizes.sum())
    columns = np.fromiter((terms[t] for entry in entries for t in entry), np.intp, total)
    values = np.fromiter((w for entry in entries for w in entry.values()), float, total)
    order = np.argsort(columns, kind="stable")
    places, values = np.repeat(np.arange(len(entries)), sizes)[order], values[order]
    cuts = np.searchsorted(columns[order], np.arange(len(terms)))
    # What stands before the first term is nothing.
    pieces = zip(np.split(places, cuts)[1:], np.split(values, cuts)[1:], strict=True)
    postings = dict(zip(terms, pieces, strict=True))
    for i, query in enumerate(queries):
        products = np.zeros(len(entries))
        for term, weight in query.items():
            if term in postings:
                at, others = postings[term]
                if len(at) > 1 or at[0] != i:
                    products[at] += weight * others
        yield i, products


# --- Cosine ---------------------------------------------------------------------------------


def unit_vector(weights: Vector) -> dict[str, float]:
    """The same weights with length 1; empty where all are zero."""
    length = math.hypot(*weights.values())
    return {term: weight / length for term, weight in weights.items() if weight} if length else {}


def cosine(first: Vector, second: Vector) -> float:
    """The cosine of two unit vectors."""
    return math.fsum(first[term] * second[term] for term in first.keys() & second.keys())


def find_cosine_pairs(vectors: Sequence[Vector], threshold: float) -> list[Similar]:
    """All pairs of unit vectors whose cosine reaches a threshold above 0, in order of places."""
    frequencies = Counter(term for vector in vectors for term in vector)
    entries, rests = [], []
    for vector in vectors:
        entry, rest = _split(vector, frequencies, threshold / 2)
        entries.append(entry)
        rests.append(rest)
    candidates = _many_candidates if len(vectors) >= LARGE else _few_candidates
    pairs = []
    for first, second in candidates(vectors, entries, rests, threshold):
        score = cosine(vectors[first], vectors[second])
        if score >= threshold:
            pairs.append(Similar(first, second, score))
    return sorted(pairs)


def _split(
    vector: Vector, frequencies: Mapping[str, int], bound: float
) -> tuple[dict[str, float], float]:
    """The rarest terms of a vector, and the length of the rest, which is below the bound."""
    terms = sorted(vector, key=lambda term: (frequencies[term], term))
    square = 0.0
    while terms and square + vector[terms[-1]] ** 2 < bound * bound:
        square += vector[terms.pop()] ** 2
    # A hair more, so that rounding never loses a pair that just reaches the threshold.
    return {term: vector[term] for term in terms}, math.sqrt(square) + 1e-9


def _few_candidates(
    vectors: Sequence[Vector], entries: Sequence[Vector], rests: Sequence[float], threshold: float
) -> Iterator[tuple[int, int]]:
    """Pairs whose cosine may reach the threshold, by an index of entries that grows.

    An entry holds the rarest terms of a vector, and the rest is short. A later vector adds up
    what it shares with the entries; what the rest can add is at most its length (after Bayardo,
    Ma and Srikant, Scaling up all pairs similarity search, WWW 2007).
    """
    index: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for second, vector in enumerate(vectors):
        sums: defaultdict[int, float] = defaultdict(float)
        for term, weight in vector.items():
            for first, other in index.get(term, ()):
                sums[first] += weight * other
        for first, known in sums.items():
            if known + rests[first] >= threshold:
                yield first, second
        for term, weight in entries[second].items():
            index[term].append((second, weight))


def _many_candidates(
    vectors: Sequence[Vector], entries: Sequence[Vector], rests: Sequence[float], threshold: float
) -> Iterator[tuple[int, int]]:
    """The same by numpy, a row at a time."""
    import numpy as np

    bars = threshold - np.array(rests)
    for second, products in _products(vectors, entries):
        for first in (products[:second] >= bars[:second]).nonzero()[0].tolist():
            yield first, second


# --- BM25F ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldWeight:
    """How much a field counts, and how far its length is taken into account (0 to 1)."""

    weight: float
    length: float


class BM25F:
    """BM25 over documents of several fields, each normalised by its own average length.

    A term's frequency in a document is the sum over the fields of weight x count / (1 - b + b x
    length / average length); its score is idf x frequency / (k1 + frequency). Source: Robertson,
    Zaragoza and Taylor, Simple BM25 extension to multiple weighted fields, CIKM 2004.
    """

    def __init__(
        self, documents: Sequence[Sequence[Sequence[str]]], fields: Sequence[FieldWeight], k1: float
    ) -> None:
        self._size = len(documents)
        averages = [
            sum(len(document[i]) for document in documents) / max(self._size, 1) or 1.0
            for i in range(len(fields))
        ]
        postings: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for place, document in enumerate(documents):
            for terms, field, average in zip(document, fields, averages, strict=True):
                norm = 1 - field.length + field.length * len(terms) / average
                for term, count in Counter(terms).items():
                    row = postings[term]
                    row[place] = row.get(place, 0.0) + field.weight * count / norm
        self._postings = {t: self._weigh(frequencies, k1) for t, frequencies in postings.items()}

    def _weigh(self, frequencies: Mapping[int, float], k1: float) -> dict[int, float]:
        idf = lucene_idf(self._size, len(frequencies))
        return {place: idf * f / (k1 + f) for place, f in frequencies.items()}

    def contributions(self, query: Vector) -> dict[str, Mapping[int, float]]:
        """For each term of a query that occurs: what one count of it adds to which document."""
        return {term: self._postings[term] for term in query if term in self._postings}

    def best(self, query: Vector, limit: int) -> list[tuple[int, float]]:
        """The places and scores of the best documents for a query (term to weight).

        The best first, equal ones by place; documents that hold no term of the query are left out.
        """
        if self._size < LARGE:
            ranked = sorted(self._scores(query).items(), key=lambda item: (-item[1], item[0]))
            return ranked[:limit]
        return self._best_of_many(query, limit)

    def _scores(self, query: Vector) -> dict[int, float]:
        scores: defaultdict[int, float] = defaultdict(float)
        for term, row in self.contributions(query).items():
            factor = query[term]
            for place, weight in row.items():
                scores[place] += factor * weight
        return scores

    def _best_of_many(self, query: Vector, limit: int) -> list[tuple[int, float]]:
        import numpy as np

        scores = np.zeros(self._size)
        for term in query:
            if term in self._arrays:
                places, weights = self._arrays[term]
                scores[places] += query[term] * weights
        found = scores.nonzero()[0]
        if len(found) > limit:
            bar = np.partition(scores[found], len(found) - limit)[len(found) - limit]
            found = found[scores[found] >= bar]
        ranked = sorted((-float(scores[place]), int(place)) for place in found)
        return [(place, -score) for score, place in ranked[:limit]]

    @cached_property
    def _arrays(self) -> dict[str, tuple[Any, Any]]:
        import numpy as np

        return {
            term: (np.fromiter(row, np.intp, len(row)), np.fromiter(row.values(), float, len(row)))
            for term, row in self._postings.items()
        }
