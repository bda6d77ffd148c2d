"""Terms to scores: BM25, BM25F, and all similar pairs of a collection. Knows no skill.

The only door to rank_bm25 and numpy, which are imported when a collection is large enough or when
plain BM25 is asked for: on a few hundred documents their import would cost more than the work.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Vector = Mapping[str, float]

LARGE = 1500
"""From so many documents on numpy is worth its import (about 90 ms)."""


# So many products are made at once: they stay within the cache of a processor.
_CELLS = 100_000


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
    for second, products in _products(queries, entries):
        for first in products.nonzero()[0].tolist():
            score = float(products[first]) / (own[first] + own[second]) * 2
            if score >= threshold:
                pairs.append(Similar(first, second, score))
    return sorted(pairs)


def _tagged(weights: Vector, tag: str) -> dict[str, float]:
    return {f"{tag} {term}": weight for term, weight in weights.items()}


def _columns(vectors: Sequence[Vector], numbers: Mapping[str, int]) -> tuple[Any, Any, Any]:
    """Three arrays: for each term of each vector the vector's place, the number, the weight.

    Terms without a number are left out.
    """
    import numpy as np

    sizes = np.fromiter(map(len, vectors), np.intp, len(vectors))
    total = int(sizes.sum())
    terms = np.fromiter((numbers.get(t, -1) for v in vectors for t in v), np.intp, total)
    weights = np.fromiter((w for v in vectors for w in v.values()), float, total)
    places, known = np.repeat(np.arange(len(vectors)), sizes), terms >= 0
    return places[known], terms[known], weights[known]


def _products(queries: Sequence[Vector], entries: Sequence[Vector]) -> Iterator[tuple[int, Any]]:
    """For each query its place and its inner products with the entries of earlier places."""
    import numpy as np

    size = len(entries)
    numbers = {term: n for n, term in enumerate(dict.fromkeys(chain.from_iterable(entries)))}
    places, terms, weights = _columns(entries, numbers)
    order = np.argsort(terms, kind="stable")
    places, weights = places[order], weights[order]
    keys = terms[order] * size + places
    asking, terms, factors = _columns(queries, numbers)
    starts = np.searchsorted(keys, terms * size)
    counts = np.searchsorted(keys, terms * size + asking) - starts
    rows = max(_CELLS // size, 1)
    for first in range(0, size, rows):
        cut = slice(*np.searchsorted(asking, (first, first + rows)))
        held = counts[cut]
        # The postings of each term of each query, one after the other.
        at = np.arange(held.sum()) + np.repeat(starts[cut] - held.cumsum() + held, held)
        cells = np.repeat((asking[cut] - first) * size, held) + places[at]
        products = np.repeat(factors[cut], held) * weights[at]
        block = np.bincount(cells, products, rows * size).reshape(rows, size)
        yield from zip(range(first, size), block, strict=False)


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
    parts = _split(vectors, _LEFT_OUT * threshold)
    candidates = _many_candidates if len(vectors) >= LARGE else _few_candidates
    pairs = []
    for first, second, known in candidates(vectors, parts, threshold - _HAIR):
        vector = vectors[second]
        rest = sum([weight * vector[t] for t, weight in parts[first].rest if t in vector])
        if known + rest >= threshold - _HAIR:
            score = cosine(vectors[first], vector)
            if score >= threshold:
                pairs.append(Similar(first, second, score))
    return sorted(pairs)


# The share of the threshold that the terms left out of an index may make; measured.
_LEFT_OUT = 0.5
# Rounding must not lose a pair that just reaches the threshold.
_HAIR = 1e-9


class _Parts(NamedTuple):
    """A vector in two: what is indexed, and commoner terms that add at most `most` to a cosine."""

    entry: dict[str, float]
    rest: list[tuple[str, float]]
    most: float


def _split(vectors: Sequence[Vector], bound: float) -> list[_Parts]:
    """The parts of each vector, by the greatest weight that any vector gives to a term.

    After Bayardo, Ma and Srikant, Scaling up all pairs similarity search, WWW 2007.
    """
    frequencies = Counter(chain.from_iterable(vectors))
    greatest: dict[str, float] = {}
    for vector in vectors:
        for term, weight in vector.items():
            if weight > greatest.get(term, 0.0):
                greatest[term] = weight
    return [_split_one(vector, frequencies, greatest, bound) for vector in vectors]


def _split_one(
    vector: Vector, frequencies: Mapping[str, int], greatest: Mapping[str, float], bound: float
) -> _Parts:
    entry, rest, most = {}, [], 0.0
    for term in sorted(vector, key=frequencies.__getitem__, reverse=True):
        if frequencies[term] == 1:
            break
        weight = vector[term]
        more = most + weight * greatest[term]
        if more < bound:
            most = more
            rest.append((term, weight))
        else:
            entry[term] = weight
    return _Parts(entry, rest, most)


def _few_candidates(
    vectors: Sequence[Vector], parts: Sequence[_Parts], threshold: float
) -> Iterator[tuple[int, int, float]]:
    """Pairs whose cosine may reach the threshold and what their entries add, by a growing index."""
    index: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    bars = [threshold - part.most for part in parts]
    for second, vector in enumerate(vectors):
        sums: defaultdict[int, float] = defaultdict(float)
        for term, weight in vector.items():
            for first, other in index.get(term, ()):
                sums[first] += weight * other
        for first, known in sums.items():
            if known >= bars[first]:
                yield first, second, known
        for term, weight in parts[second].entry.items():
            index[term].append((second, weight))


def _many_candidates(
    vectors: Sequence[Vector], parts: Sequence[_Parts], threshold: float
) -> Iterator[tuple[int, int, float]]:
    """The same by numpy, many rows at a time."""
    import numpy as np

    bars = threshold - np.array([part.most for part in parts])
    for second, products in _products(vectors, [part.entry for part in parts]):
        for first in (products[:second] >= bars[:second]).nonzero()[0].tolist():
            yield first, second, float(products[first])


# --- BM25F ----------------------------------------------------------------------------------


class FieldWeight(NamedTuple):
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
