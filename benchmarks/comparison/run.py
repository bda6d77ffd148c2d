"""Which faults of `cases.toml` do skilltool and its peers report, and how long do they take?

Each tool sees the library without and with the fault, with its own defaults. A line of output that
only the second has, numbers apart, counts as shown, and a worse exit code as an error; `--lines`
prints these lines, to be read before they are believed.

    python benchmarks/comparison/run.py --tool skilltool=skilltool --tool agnix=PATH/agnix \\
        [--lines] [--time LIBRARY]
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import tempfile
import time
import tomllib
from pathlib import Path

CASES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))
GOOD, FAULTS = CASES["good"], CASES["cases"]
COMMANDS = {
    "skilltool": ["check", "skills"],
    "skilltool-no-cache": ["check", "skills", "--no-cache"],
    "agnix": ["."],
    "skilllint": ["check", ".", "--no-color"],
    "skillcheck": ["skills", "--no-color"],
    "skills-ref": ["validate"],
    "skillsaw": ["lint", "."],
    "skilldoctor": ["--skills", "skills", "--project", "."],
}
_ALL_WELL = re.compile(r"PASS|^Valid|Checked|skill\(s\)|Agent Skills|Scanned|^Skills")
_NOISE = re.compile(r"\x1b\[[0-9;]*m|[\d│┃╇█░]+")


def write(folder: Path, files: dict[str, str], encoding: str = "utf-8") -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text.removeprefix("\n"), encoding)


def run(tool: str, program: str, folder: Path) -> tuple[int, str]:
    """Exit code and output; skills-ref takes one skill at a time."""
    targets = sorted(folder.glob("skills/*")) if tool == "skills-ref" else [None]
    code, output = 0, ""
    for target in targets:
        extra = [target.relative_to(folder).as_posix()] if target else []
        done = subprocess.run(
            [program, *COMMANDS[tool], *extra], cwd=folder, capture_output=True, encoding="utf-8",
            errors="replace", env={**os.environ, "HOME": str(folder.parent), "COLUMNS": "300"},
            timeout=600, check=False,
        )  # fmt: skip
        code, output = max(code, done.returncode), output + done.stdout + done.stderr
    return code, output


def lines_of(output: str, folder: Path) -> set[str]:
    output = output.replace(str(folder), "").replace(str(folder.resolve()), "")
    lines = {_NOISE.sub("", line).strip() for line in output.splitlines()}
    return {line for line in lines if not _ALL_WELL.search(line)}


def verdict(tool: str, program: str, fault: dict[str, str], show: bool) -> str:
    with tempfile.TemporaryDirectory() as temporary:
        good, bad = Path(temporary, "good", "x"), Path(temporary, "bad", "x")
        write(good, GOOD)
        write(bad, GOOD)
        files = {path: text for path, text in fault.items() if "/" in path}
        write(bad, files, fault.get("encoding", "utf-8"))
        before, known = run(tool, program, good)
        code, output = run(tool, program, bad)
        new = lines_of(output, bad) - lines_of(known, good) - {""}
    if show:
        print(f"\n{tool}: {fault['fault']} (exit {before} -> {code})", *sorted(new), sep="\n    ")
    if "Traceback (most recent call last)" in output:
        return "crash"
    if code > before:
        return "error"
    return "shown" if new else "-"


def seconds(tool: str, program: str, library: Path) -> tuple[float, float]:
    """The least wall-clock and processor seconds of three runs over a library."""
    best = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "x")
        shutil.copytree(library, folder / "skills")
        for _ in range(3):
            start, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            run(tool, program, folder)
            now = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
            best.append((time.perf_counter() - start, cpu))
    return min(wall for wall, _ in best), min(cpu for _, cpu in best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", action="append", required=True, metavar="NAME=PROGRAM")
    parser.add_argument("--lines", action="store_true", help="print what is new in the output")
    parser.add_argument("--time", type=Path, metavar="LIBRARY", help="time each tool on it instead")
    options = parser.parse_args()
    tools = dict(item.split("=", 1) for item in options.tool)
    if options.time:
        for tool, program in tools.items():
            wall, cpu = seconds(tool, program, options.time)
            print(f"| {tool} | {wall:.2f} | {cpu:.2f} |", flush=True)
        return
    print(f"| fault | {' | '.join(tools)} |", "| --- " * (len(tools) + 1) + "|", sep="\n")
    for fault in FAULTS.values():
        cells = [verdict(tool, program, fault, options.lines) for tool, program in tools.items()]
        print(f"| {fault['fault']} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
