"""The verdicts on labelled lines, and how many lines of a library of skills are flagged.

Usage: python benchmarks/vagueness.py LINES.toml [LIBRARY ...]
The lines are tests/data/vague_lines.toml or a file of its form. A library is a folder of skills;
its flagged lines are printed for a person to judge.
"""

import sys
import time
import tomllib
from pathlib import Path

from fixtures import make_skill

from skilltool.library import Request, load_library
from skilltool.profiles import load_profile
from skilltool.vagueness import measure


def labelled(path):
    found = flagged = vague = good = 0
    for language, lines in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for line in lines["vague"]:
            vague += 1
            found += measure(make_skill("x", line)).is_vague
        for line in lines["good"]:
            good += 1
            flagged += measure(make_skill("x", line)).is_vague
        print(f"  {language}: {len(lines['vague'])} vague, {len(lines['good'])} good")
    print(f"found {found} of {vague} vague lines, flagged {flagged} of {good} good ones")


def library(path):
    skills = load_library(Request(path), load_profile("default")).skills
    texts = [skill.routing_text for skill in skills]
    start = time.process_time()
    measured = [measure(skill) for skill in skills]
    seconds = time.process_time() - start
    flagged = sorted((found for found in measured if found.is_vague), key=lambda v: v.bits)
    print(f"{path.name}: {len(flagged)} of {len(texts)} lines flagged, {seconds:.3f} s CPU")
    for found in flagged:
        print(f"  {found.bits:4.1f} bits  {found.skill.name}: {found.skill.routing_text[:110]}")


def main(lines, *libraries):
    labelled(lines)
    for path in libraries:
        library(path)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
