"""Quality of routing on tasks with known skills, beside plain rank_bm25, and its speed.

Usage: python benchmarks/routing.py DIRECTORY [POOL ...]
The directory holds pool.jsonl.gz (id, name, description, when_to_use, body), pools.json.gz (ids by
pool) and tasks-dev.jsonl (instruction, agent_queries, gold). Ours and plain rank_bm25 over
split() words of name and line are measured in one run.
"""

import gzip
import json
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
from fixtures import make_skill
from rank_bm25 import BM25Okapi

from skilltool.routing import Router


def read_pool(directory):
    with gzip.open(directory / "pool.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {
        row["id"]: make_skill(
            row["name"],
            row["description"] or "",
            row["body"] or "",
            row["id"],
            row.get("when_to_use") or "",
        )
        for row in rows
    }


def measures(ranked, gold):
    """Hit@1, any gold in five, recall and nDCG at ten."""
    gains = [identity in gold for identity in ranked[:10]]
    ideal = sum(1 / math.log2(i + 2) for i in range(min(len(gold), 10)))
    gain = sum(1 / math.log2(i + 2) for i, hit in enumerate(gains) if hit)
    return gains[:1] == [True], any(gains[:5]), sum(gains) / len(gold), gain / ideal


def report(label, rows):
    means = [100 * sum(column) / len(rows) for column in zip(*rows, strict=True)]
    print(
        f"  {label:24s} Hit@1 {means[0]:5.1f}  Ret@5 {means[1]:5.1f}  "
        f"R@10 {means[2]:5.1f}  nDCG@10 {means[3]:5.1f}"
    )


def identity_of(skill):
    return str(skill.folder)


def measure_pool(name, skills, tasks):
    print(f"{name}: {len(skills)} skills, {len(tasks)} tasks")
    start = time.process_time()
    router = Router(skills)
    built = time.process_time() - start
    queries = [task["instruction"] for task in tasks]
    joined = [" ".join([task["instruction"], *2 * task["agent_queries"]]) for task in tasks]
    for label, texts in (("ours", queries), ("ours, joined query", joined)):
        rows = []
        for task, text in zip(tasks, texts, strict=True):
            ranked = [identity_of(match.skill) for match in router.rank(text)]
            rows.append(measures(ranked, set(task["gold"])))
        report(label, rows)
    plain = BM25Okapi([f"{skill.name} {skill.routing_text}".split() for skill in skills])
    rows = []
    for task in tasks:
        order = np.argsort(-plain.get_scores(task["instruction"].split()), kind="stable")[:10]
        rows.append(measures([identity_of(skills[i]) for i in order], set(task["gold"])))
    report("rank_bm25 with split()", rows)
    short = [query for task in tasks for query in task["agent_queries"]]
    router.rank(short[0])
    start = time.process_time()
    for query in short:
        router.rank(query)
    each = (time.process_time() - start) / len(short)
    print(f"  built in {built:.2f} s CPU, a short request {1000 * each:.2f} ms")
    sure = [router.rank(text, 1)[0] for text in queries]
    print(
        f"  first match fits: {sum(m.fits for m in sure)} of {len(sure)}, "
        f"least confidence {min(m.confidence for m in sure):.2f}"
    )


def measure_confidence(skills, tasks, size):
    """Among `size` random skills, with the needed one and without: how often the first fits."""
    chance = random.Random(1)
    right, fitting, misled = 0, 0, 0
    queries = [(task, query) for task in tasks for query in task["agent_queries"][:3]]
    for task, query in queries:
        gold = next(skills[identity] for identity in task["gold"] if identity in skills)
        others = [skills[i] for i in sorted(skills) if i not in task["gold"]]
        sample = chance.sample(others, size)
        [best] = Router([*sample[1:], gold]).rank(query, 1) or [None]
        if best is not None and best.skill is gold:
            right += 1
            fitting += best.fits
        misled += any(match.fits for match in Router(sample).rank(query, 1))
    print(
        f"{size} random skills, {len(queries)} short queries: {fitting} of {right} right first "
        f"matches fit; without the needed skill {misled} seem to"
    )


def main(directory, *pools):
    skills = read_pool(directory)
    with gzip.open(directory / "pools.json.gz", "rt", encoding="utf-8") as source:
        members = json.load(source)
    text = (directory / "tasks-dev.jsonl").read_text(encoding="utf-8")
    tasks = [json.loads(line) for line in text.splitlines()]
    for pool in pools or ("1000/0", "hard2000/0"):
        measure_pool(pool, [skills[identity] for identity in members[pool]], tasks)
    for size in (12, 50):
        measure_confidence(skills, tasks, size)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
