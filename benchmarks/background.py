"""Build skilltool/data/background.txt from a table of document frequencies of words.

Usage: python benchmarks/background.py background-df.tsv.gz skilltool/data/background.txt
The table has the columns word, documents with it in name and routing text, documents with it in
the body; its first line is "# documents", a number, a note. The stemmer has to be snowballstemmer.
"""

import gzip
import sys
from collections import Counter, defaultdict
from pathlib import Path

import snowballstemmer


def read_table(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        documents = int(next(lines).split("\t")[1])
        rows = [line.rstrip("\n").split("\t") for line in lines]
    return documents, {word: (int(routing), int(body)) for word, routing, body in rows}


def merge(counts, documents):
    """Documents with any of several words, taken as independent of each other."""
    without = 1.0
    for count in counts:
        without *= 1 - min(count / documents, 1)
    return round(documents * (1 - without))


def is_english(word):
    return word.isascii() and word.isalpha()


def build(table, documents):
    stem = snowballstemmer.stemmer("english").stemWord
    groups = defaultdict(list)
    for word in sorted(table):
        groups[stem(word) if is_english(word) else word].append(word)
    routing = {
        name: merge([table[w][0] for w in words], documents) for name, words in groups.items()
    }
    stems = sorted(routing, key=lambda name: (-routing[name], name))
    counts = Counter(routing[name] for name in stems)
    pairs = [(word, name) for name in stems for word in groups[name] if word != name]
    columns = [stems, counts.keys(), counts.values(), *zip(*pairs, strict=True)]
    return "\n".join([str(documents), *(" ".join(map(str, c)) for c in columns)]) + "\n"


def main(source, target):
    documents, table = read_table(source)
    # Every English word is kept for its stem, another term when it is not rare.
    kept = {w: c for w, c in table.items() if max(c) >= 30 or c[0] >= 2 or is_english(w)}
    text = build(kept, documents)
    Path(target).write_text(text, "utf-8")
    print(f"{len(kept)} words, {len(text)} characters")


if __name__ == "__main__":
    main(*sys.argv[1:])
