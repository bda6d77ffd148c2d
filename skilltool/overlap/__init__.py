"""Pairs of skills that compete for the same requests, why they do, and groups of such pairs.

Pure: texts of skills in, pairs out. `pairs` is the noun, `search` finds the pairs of a library,
`hand_offs` and `instructions` are what it asks beside the likeness of lines, `clusters` are groups;
`templates` and `chains` say which pairs make one.
"""

from __future__ import annotations

from skilltool.overlap.clusters import Cluster, find_clusters
from skilltool.overlap.pairs import Distinct, Pair, SharedTerm, fingerprint
from skilltool.overlap.search import BM25_THRESHOLD, THRESHOLD, find_pairs, score_pair

__all__ = [
    "BM25_THRESHOLD",
    "THRESHOLD",
    "Cluster",
    "Distinct",
    "Pair",
    "SharedTerm",
    "find_clusters",
    "find_pairs",
    "fingerprint",
    "score_pair",
]
