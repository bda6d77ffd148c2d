"""Known-item search by language: the first sentence of a body has to find its own skill.

Usage: python benchmarks/multilingual.py multilingual.jsonl
Names and lines alone are searched, as a body would hold the request word by word. The language
that the analyzer tells is compared with the label of the row.
"""

import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from fixtures import make_skill

from skilltool.analyzer import detect_language
from skilltool.routing import Router

_SENTENCE = re.compile(r"[^。！？.!?\n]{6,}[。！？.!?]?")
_MARKUP = re.compile(r"^\s*(?:#.*|```.*|[-*>|].*|\s*)$")


def first_sentence(body):
    for line in body.splitlines():
        if not _MARKUP.match(line):
            found = _SENTENCE.search(line)
            if found:
                return found[0]
    return ""


def main(path):
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    router = Router([make_skill(r["name"], r["description"], "", r["id"]) for r in rows])
    asked, first, five, told = Counter(), Counter(), Counter(), defaultdict(Counter)
    for row in rows:
        language = row["lang"]
        told[language][detect_language(row["description"])] += 1
        query = first_sentence(row["body_head"])
        if not query:
            continue
        asked[language] += 1
        found = [str(match.skill.folder) for match in router.rank(query, 5)]
        first[language] += found[:1] == [row["id"]]
        five[language] += row["id"] in found
    for language, count in asked.most_common():
        detected = ", ".join(f"{code} {n}" for code, n in told[language].most_common(3))
        print(
            f"{language:3s} {count:4d}  Hit@1 {100 * first[language] / count:5.1f}  "
            f"Hit@5 {100 * five[language] / count:5.1f}  told as: {detected}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
