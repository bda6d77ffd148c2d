"""A library with something of everything for a report, and its figures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from building import load, skill_text, write_library

from skilltool.config import Config
from skilltool.evaluation import report_retrieval, report_runs
from skilltool.evaluation.cases import names_of, parse_cases
from skilltool.evaluation.retrieval import Ranked, rank_cases
from skilltool.evaluation.runs import judge_runs
from skilltool.linter import check
from skilltool.profiles import load_profile
from skilltool.report import gather_figures, retrieval_evaluation, run_evaluation
from skilltool.routing import Router
from skilltool.rules import Selection
from skilltool.traces import Load, Trace

if TYPE_CHECKING:
    from pathlib import Path

    from skilltool.model import Library
    from skilltool.report.figures import Evaluation, Figures

RIVALS = {
    "letter-draft": "Drafts the answer to a customer complaint about a late parcel, with a refund.",
    "mail-write": "Writes the reply to a complaint of a customer whose parcel was late, a refund."
    " <script>window.hacked = true</script>",
    "reply-compose": "Composes a reply to a customer complaint about a late parcel and its refund.",
}
OTHERS = {
    "sql-write": "Writes SQL queries against a warehouse. Use when a question needs a table.",
    "unit-convert": "Converts lengths and weights. Use when a text mixes inches and metres.",
    "photo-crop": "Crops photographs to a square. Use when a portrait needs another shape.",
    "tax-form": "Fills in the yearly tax form. Use when the office asks for a declaration.",
}
SORTS = "Sorts lists. Use when a list is out of order."
CASES = (
    {"task": "Draft the answer about a late parcel", "expected_skills": ["mail-write"]},
    {"task": "Put this list in order", "expected_skills": ["list-sort"]},
)
_FILES = {
    "list-sort": "See [rules](references/rules.md) and [more](references/gone.md).\n",
    "mail-write": "Write it.\n" * 40,
}


def write_example(root: Path) -> Path:
    """Rivals, one of them with markup in its line, and a skill with files and a broken link."""
    lines = {**RIVALS, **OTHERS, "list-sort": SORTS}
    files = {
        f"skills/{name}/SKILL.md": skill_text(name, line, _FILES.get(name, "Do it.\n"))
        for name, line in lines.items()
    }
    files["skills/list-sort/references/rules.md"] = "# Rules\n\nNumbers before letters.\n"
    files["skills/list-sort/scripts/sort.py"] = "print(sorted(input().split()))\n"
    write_library(root, files)
    write_library(root, {"cases.jsonl": "".join(f"{json.dumps(case)}\n" for case in CASES)})
    return root / "skills"


def example_figures(root: Path, **options) -> Figures:
    """The figures of that library, with both evaluations."""
    library = load(write_example(root))
    found = check([library], Config(), [load_profile("default")], Selection())
    clients = [load_profile(name) for name in ("claude-code", "codex", "vscode")]
    given = {"encoding": "o200k_base", "evaluations": evaluations(library), **options}
    return gather_figures(found, clients, **given)


def evaluations(library: Library) -> list[Evaluation]:
    skills = library.skills
    cases = parse_cases("\n".join(map(json.dumps, CASES)), "cases", names_of(skills))
    router = Router(skills)
    outcomes = rank_cases(
        cases, lambda task: [Ranked(it.skill.name) for it in router.rank(task, 9)]
    )
    loaded = [("letter-draft", CASES[0]), ("list-sort", CASES[1])]
    traces = [Trace(f"line {n}", case["task"], "", (Load(name),)) for n, (name, case) in
              enumerate(loaded, 1)]  # fmt: skip
    runs = report_runs(judge_runs(cases, traces, skills, "runs"), outcomes, {})
    ranking = report_retrieval(outcomes, skills, {"hit@1": 0.9})
    return [retrieval_evaluation(ranking), run_evaluation(runs)]
