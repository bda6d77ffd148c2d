"""Quality of the overlap score on labelled pairs, its stability, and its speed.

Usage: python benchmarks/overlap.py DIRECTORY
The directory holds pairs-dev.jsonl (pair, label, a, b: name, description, body) and
lines-all.jsonl.gz (name, description).
"""

import gc
import gzip
import json
import random
import resource
import sys
import time
from pathlib import Path

from fixtures import make_skill

from skilltool.overlap import THRESHOLD, find_pairs, score_pair

POSITIVE = {"near-duplicate", "overlap"}


def read_pairs(directory):
    for line in (directory / "pairs-dev.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        sides = [
            make_skill(row[s]["name"], row[s]["description"], row[s]["body"], f"{row['pair']}/{s}")
            for s in "ab"
        ]
        yield row["label"], *sides


def read_lines(directory):
    with gzip.open(directory / "lines-all.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        make_skill(row["name"], row["description"], "", f"line/{i:05d}")
        for i, row in enumerate(rows)
    ]


def area_under_curve(scores):
    positive = [score for score, label in scores if label in POSITIVE]
    negative = [score for score, label in scores if label not in POSITIVE]
    wins = sum((a > b) + 0.5 * (a == b) for a in positive for b in negative)
    return wins / len(positive) / len(negative)


def precision_and_recall(scores, threshold):
    found = [label in POSITIVE for score, label in scores if score >= threshold]
    positives = sum(label in POSITIVE for _, label in scores)
    return sum(found) / max(len(found), 1), sum(found) / positives


def quality(pairs):
    skills = [skill for _, a, b in pairs for skill in (a, b)]
    rows = [
        (score_pair(a, b, skills).score, label, a.name != b.name)
        for label, a, b in pairs
        if label != "partial"
    ]
    everyone = [(score, label) for score, label, _ in rows]
    named = [(score, label) for score, label, different in rows if different]
    auc, auc_named = area_under_curve(everyone), area_under_curve(named)
    print(f"AUC all {auc:.3f}, different names {auc_named:.3f}")
    for threshold in sorted({0.2, 0.25, 0.26, 0.27, 0.28, 0.29, 0.32, 0.35, 0.4, 0.5, THRESHOLD}):
        (p, r), (pd, rd) = (precision_and_recall(s, threshold) for s in (everyone, named))
        mark = "<- default" if threshold == THRESHOLD else ""
        print(
            f"  from {threshold:.2f}: precision {p:.2f} recall {r:.2f}, "
            f"different names {pd:.2f} {rd:.2f} {mark}"
        )


def without_bodies(pairs):
    rows = []
    for label, a, b in pairs:
        if label != "partial":
            bare = [make_skill(s.name, s.routing_text, "", s.path) for s in (a, b)]
            rows.append((score_pair(*bare).score, label))
    precision, recall = precision_and_recall(rows, THRESHOLD)
    auc = area_under_curve(rows)
    print(f"no bodies: AUC {auc:.3f}, precision {precision:.2f}, recall {recall:.2f}")


def drift(pairs, lines):
    """How much a pair's score changes from a library of 10 to one of 2,000."""
    order = random.Random(0).sample(lines, 2000)
    changes = []
    for _, a, b in pairs:
        small = score_pair(a, b, order[:8]).score
        large = score_pair(a, b, order[:1998]).score
        if small >= 0.2:
            changes.append(abs(large - small) / small)
    mean = sum(changes) / len(changes)
    print(f"drift: mean {mean:.1%}, largest {max(changes):.1%} of {len(changes)} pairs")


def speed(lines, size=10_000):
    gc.disable()  # as the command line does
    start = time.process_time()
    found = find_pairs(lines[:size])
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{size} skills: {seconds:.2f} s CPU, {len(found)} pairs, {memory} MB at most")


def main(directory):
    lines = read_lines(directory)
    if "--speed" in sys.argv:
        speed(lines)
        return
    pairs = list(read_pairs(directory))
    quality(pairs)
    without_bodies(pairs)
    drift(pairs[::6], lines)
    speed(lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
