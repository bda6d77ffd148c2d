"""CPU time of whole processes on a library, and of other programs beside it.

Usage: python benchmarks/speed.py LIBRARY [--runs N] [--peer 'COMMAND ARGUMENTS'] ...
The library is copied first, so that the cache is made beside the copy. All programs run in turn,
N times each; user and system time of a process and its children are from getrusage.
"""

import argparse
import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SKILLS = (sys.executable, "-m", "skilltool")


def commands(library, skill, peers):
    """The arguments of each program by its title."""
    check = (*SKILLS, "check", str(library), "-q")
    ours = {
        "a bare interpreter": (sys.executable, "-c", "pass"),
        "skills --version": (*SKILLS, "--version"),
        "skills validate, one skill, no cache": (*SKILLS, "validate", str(skill), "--no-cache"),
        "skills check, no cache": (*check, "--no-cache"),
        "skills check, no cache, no token counts": (*check, "--no-cache", "--ignore", "tokens"),
        "skills check, warm cache": check,
    }
    return ours | {peer: tuple(shlex.split(peer)) for peer in peers}


def cpu_seconds(args, at):
    """User and system time of one process with its children, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        args,
        cwd=at,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    if b"Traceback" in done.stderr:
        sys.exit(done.stderr.decode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(programs, runs, at):
    """The times of each program, after one run that is not counted."""
    times = {title: [] for title in programs}
    for turn in range(runs + 1):
        for title, args in programs.items():
            seconds = cpu_seconds(args, at)
            if turn:
                times[title].append(seconds)
    return times


def print_table(times, peer):
    base = statistics.median(times[peer]) if peer else None
    print(f"{'':44}{'median':>8}{'least':>8}{'ratio':>8}")
    for title, seconds in times.items():
        middle = statistics.median(seconds)
        ratio = f"{middle / base:8.2f}" if base else ""
        print(f"{title[:43]:44}{middle:8.3f}{min(seconds):8.3f}{ratio}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--peer", action="append", default=[], help="ratios are to the first one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = shutil.copytree(options.library, Path(folder) / "library", symlinks=True)
        skill = min(library.rglob("SKILL.md")).parent
        programs = commands(library, skill, options.peer)
        times = measure(programs, options.runs, folder)
    print_table(times, options.peer[0] if options.peer else None)


main()
