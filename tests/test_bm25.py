"""BM25, BM25F and similar pairs against the formulas written out."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skilltool import bm25
from skilltool.bm25 import BM25F, FieldWeight

TERMS = st.lists(st.sampled_from("abcdefgh"), max_size=8)
DOCUMENTS = st.lists(TERMS, max_size=12)


def naive_bm25(documents: list[list[str]], query: list[str], k1: float, b: float) -> list[float]:
    average = sum(map(len, documents)) / len(documents) or 1.0
    scores = []
    for document in documents:
        score = 0.0
        for term in query:
            n = sum(term in other for other in documents)
            idf = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
            f = document.count(term)
            score += idf * f * (k1 + 1) / (f + k1 * (1 - b + b * len(document) / average))
        scores.append(score)
    return scores


# The first example imports numpy.
@settings(deadline=None)
@given(DOCUMENTS.filter(bool), TERMS)
def test_scores_equal_the_formula(documents: list[list[str]], query: list[str]) -> None:
    scores = bm25.score_bm25(documents, query)
    assert scores == pytest.approx(naive_bm25(documents, query, 1.5, 0.75), abs=1e-9)
    assert all(score >= 0 for score in scores)


def test_nothing_is_found_in_nothing() -> None:
    assert bm25.score_bm25([], ["a"]) == []
    assert bm25.score_bm25([[], []], ["a"]) == [0.0, 0.0]
    assert bm25.find_bm25_pairs([], 0.1) == []
    assert bm25.find_bm25_pairs([[], []], 0.1) == []
    assert bm25.find_cosine_pairs([], 0.1) == []


@pytest.mark.parametrize("others", [0, 1, 2, 7])
def test_two_equal_texts_are_a_pair_in_a_library_of_any_size(others: int) -> None:
    documents = [["tax", "invoice"], ["tax", "invoice"], *([[f"other{i}"] for i in range(others)])]
    assert bm25.find_bm25_pairs(documents, 0.9) == [(0, 1, pytest.approx(1.0))]


@given(DOCUMENTS.filter(bool), st.sampled_from([0.2, 0.5, 0.8]))
def test_pairs_have_the_likeness_of_their_scores(
    documents: list[list[str]], threshold: float
) -> None:
    scores = [bm25.score_bm25(documents, document) for document in documents]
    expected = {}
    for i in range(len(documents)):
        for j in range(i + 1, len(documents)):
            own = scores[i][i] + scores[j][j]
            expected[i, j] = (scores[i][j] + scores[j][i]) / own if own else 0.0
    found = {(p.first, p.second): p.score for p in bm25.find_bm25_pairs(documents, threshold)}
    for pair, likeness in expected.items():
        if abs(likeness - threshold) > 1e-9:
            assert (pair in found) == (likeness > threshold)
    assert all(found[pair] == pytest.approx(expected[pair], abs=1e-9) for pair in found)


@pytest.mark.parametrize("large", [1, 10_000], ids=["numpy", "plain"])
@given(documents=DOCUMENTS, threshold=st.sampled_from([0.1, 0.3, 0.6, 0.9]))
def test_no_similar_pair_is_lost(large: int, documents: list[list[str]], threshold: float) -> None:
    vectors = [bm25.unit_vector(Counter(document)) for document in documents]
    expected = [
        (i, j)
        for i in range(len(vectors))
        for j in range(i + 1, len(vectors))
        if bm25.cosine(vectors[i], vectors[j]) >= threshold
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bm25, "LARGE", large)
        found = bm25.find_cosine_pairs(vectors, threshold)
    assert [(pair.first, pair.second) for pair in found] == expected


def test_a_vector_of_nothing_stays_empty() -> None:
    assert bm25.unit_vector({}) == {}
    assert bm25.unit_vector({"a": 0.0}) == {}
    assert bm25.unit_vector({"a": 3.0, "b": 4.0}) == {"a": 0.6, "b": 0.8}
    assert bm25.cosine({}, {"a": 1.0}) == 0.0


FIELDS = (FieldWeight(2.0, 0.75), FieldWeight(1.0, 0.5))


def naive_bm25f(documents: list[list[list[str]]], query: dict[str, float]) -> dict[int, float]:
    averages = [sum(len(d[i]) for d in documents) / len(documents) or 1.0 for i in range(2)]
    scores = {}
    for place, document in enumerate(documents):
        score = 0.0
        for term, weight in query.items():
            n = sum(any(term in field for field in other) for other in documents)
            f = sum(
                field.weight
                * terms.count(term)
                / (1 - field.length + field.length * len(terms) / average)
                for field, terms, average in zip(FIELDS, document, averages, strict=True)
            )
            idf = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
            score += weight * idf * f / (1.2 + f)
        if score:
            scores[place] = score
    return scores


@pytest.mark.parametrize("large", [1, 10_000], ids=["numpy", "plain"])
@given(
    documents=st.lists(st.tuples(TERMS, TERMS).map(list), min_size=1, max_size=8),
    query=st.dictionaries(st.sampled_from("abcdxy"), st.sampled_from([0.5, 1.0, 1.5]), max_size=4),
    limit=st.integers(1, 9),
)
def test_fields_are_weighted_as_the_formula_says(
    large: int, documents: list[list[list[str]]], query: dict[str, float], limit: int
) -> None:
    expected = naive_bm25f(documents, query)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bm25, "LARGE", large)
        best = BM25F(documents, FIELDS, 1.2).best(query, limit)
    assert len(best) == min(limit, len(expected))
    assert [score for _, score in best] == pytest.approx(
        sorted(expected.values(), reverse=True)[: len(best)]
    )
    assert all(score == pytest.approx(expected[place]) for place, score in best)


def test_equal_scores_stand_in_the_order_of_places() -> None:
    documents = [[["a"], []]] * 4
    for large in (1, 10_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bm25, "LARGE", large)
            best = BM25F(documents, FIELDS, 1.2).best({"a": 1.0}, 2)
        assert [place for place, _ in best] == [0, 1]


def test_contributions_add_up_to_the_score() -> None:
    index = BM25F([[["a", "b"], ["b"]], [["c"], []]], FIELDS, 1.2)
    query = {"a": 1.0, "b": 2.0, "z": 1.0}
    rows = index.contributions(query)
    assert set(rows) == {"a", "b"}
    assert index.best(query, 1)[0][1] == pytest.approx(sum(query[t] * rows[t][0] for t in rows))


def test_no_heavy_library_is_imported_for_a_small_library() -> None:
    code = (
        "import sys; from skilltool import bm25; bm25.find_cosine_pairs([{'a': 1.0}] * 3, 0.5);"
        "bm25.BM25F([[['a']]], [bm25.FieldWeight(1, 1)], 1.2).best({'a': 1.0}, 1);"
        "sys.exit('numpy' in sys.modules or 'rank_bm25' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
