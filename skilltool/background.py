"""How common a word is in public skills: the shipped table of document frequencies.

The table also holds the English stem of each of its words, so that common words need no stemmer.
"""

from __future__ import annotations

import math
from functools import cache, cached_property
from itertools import chain, repeat
from typing import TYPE_CHECKING

from skilltool.package_data import data_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

WEIGHT = 2000
"""The library size, in documents, that the background counts for beside a real library."""


class Background:
    """Counts over `documents` public skills, read column by column when one is asked for.

    The columns are lines: stems, the commonest first; the counts of documents that occur; how
    many stems have each of these counts; words; their stems.
    """

    def __init__(self, text: str) -> None:
        head, *self._columns = text.rstrip("\n").split("\n")
        self.documents = int(head)

    @cached_property
    def routing(self) -> dict[str, int]:
        """Documents that hold a stem in name and routing text; a stem that is not here is rare."""
        stems, counts, runs = (self._columns[i].split(" ") for i in range(3))
        by_stem = chain.from_iterable(map(repeat, map(int, counts), map(int, runs)))
        return dict(zip(stems, by_stem, strict=True))

    @cached_property
    def stems(self) -> dict[str, str]:
        """The English stem of a folded word that is not its own stem."""
        return dict(zip(self._columns[3].split(" "), self._columns[4].split(" "), strict=True))


@cache
def load_background() -> Background:
    """The shipped table, read once in about ten milliseconds."""
    # Not packed: unpacking would cost as much as the rest, and a wheel is packed as a whole.
    return Background(data_file("background.txt").read_text("utf-8"))


def rarity(term: str) -> float:
    """What a stem tells in a routing text, in bits: -log2 of its share of public skills."""
    background = load_background()
    return -math.log2((background.routing.get(term, 0) + 0.5) / (background.documents + 1))


def word_idf(words: Iterable[str]) -> list[float]:
    """The idf of folded words, stemmed or not, in nats by the background alone; above zero."""
    known, rare = _table_idf()
    return list(map(known.get, words, repeat(rare)))


@cache
def _table_idf() -> tuple[dict[str, float], float]:
    """The idf of the words of the table, and of all others."""
    background = load_background()
    of_count = _CountIdf(background.documents)
    stems, routing = background.stems, background.routing
    known = dict(zip(routing, map(of_count.__getitem__, routing.values()), strict=True))
    # All looked up before the first is set: a stem may be another stem's word.
    of_words = list(map(known.get, stems.values(), repeat(of_count[0])))
    known.update(zip(stems, of_words, strict=True))
    return known, of_count[0]


class _CountIdf(dict[int, float]):
    def __init__(self, documents: int) -> None:
        super().__init__()
        self._documents = documents

    def __missing__(self, count: int) -> float:
        idf = self[count] = math.log(1 + (self._documents - count + 0.5) / (count + 0.5))
        return idf


def pooled_idf(frequencies: Mapping[str, int], documents: int) -> dict[str, float]:
    """Idf of terms in a library of `documents`, steadied as if it stood among `WEIGHT` more.

    `frequencies` counts the documents of the library that hold a term. The form is Lucene's,
    log(1 + (N - n + .5) / (n + .5)), in nats.
    """
    background = load_background()
    share = WEIGHT / background.documents
    total = WEIGHT + documents
    log, known = math.log, background.routing.get
    pooled = {}
    for term, count in frequencies.items():
        n = known(term, 0) * share + count
        pooled[term] = log(1 + (total - n + 0.5) / (n + 0.5))
    return pooled
