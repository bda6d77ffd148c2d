"""Recorded runs: reading them, and judging what an agent loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from skilltool.errors import SkilltoolError
from skilltool.evaluation.cases import Case
from skilltool.evaluation.runs import RUN_MEASURES, find_confusions, judge, judge_runs
from skilltool.output.evaluation import fault_words
from skilltool.traces import Load, Trace, load_traces
from tests.building import run, skill_text, write_library

SCHEMA = json.loads((Path(__file__).parent.parent / "schemas/trace.schema.json").read_text())
CONVERT, SORT, ROUTER = "unit-convert", "list-sort", "router"
TASK = "How many feet are 3 metres?"


def trace(
    *loads: str | tuple[str, int], task: str = TASK, case: str = "", calls: int | None = None
):
    made = tuple(Load(item) if isinstance(item, str) else Load(*item) for item in loads)
    return Trace("line 1", task, case, made, calls)


def case(*expected: str, **more) -> Case:
    return Case("line 1", TASK, expected, **more)


def write_lines(file: Path, *lines: object) -> Path:
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return file


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Three skills, and the working directory beside them."""
    lines = {
        CONVERT: "Converts lengths, weights and temperatures between units",
        SORT: "Sorts the lines of a list by name or by number",
        "sql-write": "Writes SQL queries against a database",
    }
    write_library(
        tmp_path,
        {f"skills/{name}/SKILL.md": skill_text(name, line) for name, line in lines.items()},
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- Reading ----------------------------------------------------------------------------------


def test_loads_are_names_or_names_with_a_turn_and_other_keys_are_ignored(tmp_path):
    line = {
        "task": TASK,
        "case": 7,
        "loads": [SORT, {"skill": CONVERT, "turn": 3}],
        "tool_calls": 4,
        "model": "m",
    }
    assert load_traces(write_lines(tmp_path / "t.jsonl", line)) == [
        Trace("line 1", TASK, "7", (Load(SORT), Load(CONVERT, 3)), 4)
    ]
    Draft202012Validator(SCHEMA).validate(line)


def test_every_mistake_of_a_trace_file_comes_at_once_with_its_line(tmp_path):
    file = tmp_path / "t.jsonl"
    file.write_text('\ufeff{"task": "a"}\n\n{"task": 1, "loads": [{"turn": 0}]}\nnot json\n[]\n')
    with pytest.raises(SkilltoolError) as error:
        load_traces(file)
    assert [line[4:].split(" ")[:2] for line in str(error.value).splitlines()[1:]] == [
        ["line", "4:"],
        ["line", "5:"],
        ["line", "1:"],
        ["line", "3:"],
        ["line", "3:"],
        ["line", "3:"],
    ]


def test_a_run_names_its_task_or_its_case(tmp_path):
    file = tmp_path / "runs.jsonl"
    file.write_text('{"case": 7, "loads": []}\n{"task": "a", "loads": []}\n')
    assert [(each.case, each.task) for each in load_traces(file)] == [("7", ""), ("", "a")]
    file.write_text('{"loads": []}\n')
    with pytest.raises(SkilltoolError, match="line 1: gives neither `task` nor `case`"):
        load_traces(file)


def test_a_trace_file_without_a_run_is_an_error(tmp_path):
    file = tmp_path / "t.jsonl"
    file.write_text("\n")
    with pytest.raises(SkilltoolError, match="holds no run"):
        load_traces(file)


def test_a_skill_that_is_loaded_twice_counts_once_from_its_first_turn():
    found = trace((SORT, 2), (CONVERT, 3), (SORT, 5))
    assert found.skills == (SORT, CONVERT)
    assert found.first_turn(SORT) == 2


# --- Judging one run --------------------------------------------------------------------------

VERDICTS = {
    "a load after other tools is a hit": (case(CONVERT), trace(CONVERT, calls=3), ()),
    "no load is a miss": (case(CONVERT), trace(calls=1), ("missed",)),
    "a forbidden one beside the right one": (
        case(SORT, unexpected=(CONVERT,)),
        trace(SORT, CONVERT),
        ("unexpected",),
    ),
    "a helper beside the right one is allowed": (case(CONVERT), trace(ROUTER, CONVERT), ()),
    "unless extras are not": (
        case(CONVERT, allow_extra=False),
        trace(ROUTER, CONVERT),
        ("extra",),
    ),
    "nothing may load and nothing does": (case(allow_extra=False), trace(), ()),
    "nothing may load but one does": (case(allow_extra=False), trace(SORT), ("extra",)),
    "more than the most": (case(CONVERT, max_skills=1), trace(SORT, CONVERT), ("too many",)),
    "a repeat is not one more": (case(CONVERT, max_skills=1), trace(CONVERT, CONVERT), ()),
    "midway after the first": (
        case(SORT, CONVERT, midway=(CONVERT,)),
        trace((SORT, 1), (CONVERT, 4)),
        (),
    ),
    "midway in the same turn": (
        case(SORT, CONVERT, midway=(CONVERT,)),
        trace((SORT, 2), (CONVERT, 2)),
        ("early",),
    ),
    "midway before the first": (
        case(SORT, CONVERT, midway=(CONVERT,)),
        trace((CONVERT, 1), (SORT, 2)),
        ("early",),
    ),
    "midway never loaded": (
        case(SORT, CONVERT, midway=(CONVERT,)),
        trace((SORT, 1)),
        ("missed",),
    ),
    "midway alone has nobody to come after": (
        case(SORT, CONVERT, midway=(CONVERT,)),
        trace((CONVERT, 1)),
        ("missed",),
    ),
    "all faults at once": (
        case(SORT, unexpected=(ROUTER,), allow_extra=False, max_skills=1),
        trace(ROUTER, CONVERT),
        ("missed", "unexpected", "extra", "too many"),
    ),
}


@pytest.mark.parametrize(("of", "recorded", "faults"), VERDICTS.values(), ids=VERDICTS)
def test_a_run_is_judged_by_the_set_of_all_its_loads(of, recorded, faults):
    assert judge(of, recorded).faults == faults


@pytest.mark.parametrize(
    ("recorded", "marked"),
    [(trace(calls=0), True), (trace(calls=2), False), (trace(), False)],
    ids=["no call", "some calls", "not recorded"],
)
def test_a_miss_without_any_tool_call_is_marked(recorded, marked):
    assert judge(case("sql-write"), recorded).without_tools is marked


def test_a_run_without_tool_calls_that_misses_nothing_is_not_marked():
    assert not judge(case(allow_extra=False), trace(calls=0)).without_tools


# --- Many runs --------------------------------------------------------------------------------


def test_a_trace_belongs_to_the_case_of_its_id_or_of_its_task():
    cases = [
        Case("line 1", "one", (SORT,), id="a"),
        Case("line 2", "two words", (CONVERT,)),
        Case("line 3", "three", (SORT,)),
    ]
    recorded = [
        trace(SORT, task="anything", case="a"),
        trace(CONVERT, task=" two \n words"),
        trace(SORT, task="of no case"),
        trace(SORT, task="one", case="unknown"),
    ]
    runs = judge_runs(cases, recorded, [], "t.jsonl")
    assert [(item.case.place, item.passed) for item in runs.cases] == [("line 1", 1), ("line 2", 1)]
    assert [case.place for case in runs.untried] == ["line 3"]
    assert [item.task for item in runs.strangers] == ["of no case", "one"]


def test_repeats_of_a_case_give_a_rate_with_its_interval():
    runs = judge_runs([case(SORT)], [trace(SORT)] * 8 + [trace(ROUTER)] * 2, [], "t.jsonl")
    assert runs.cases[0].rate == pytest.approx(0.8)
    assert runs.cases[0].interval == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_a_missed_skill_is_listed_with_what_was_loaded_instead():
    recorded = [trace(ROUTER), trace(ROUTER, CONVERT), trace(calls=0), trace(SORT)]
    runs = judge_runs([case(SORT, unexpected=(CONVERT,))], recorded, [], "t.jsonl")
    (found,) = find_confusions(runs)
    assert (found.skill, found.runs, found.missed) == (SORT, 4, 3)
    assert found.instead == ((ROUTER, 2), (CONVERT, 1))
    assert found.without_tools == 1


def test_the_skill_that_is_missed_most_comes_first():
    of = case(CONVERT, SORT)
    runs = judge_runs([of], [trace(SORT), trace()], [], "t.jsonl")
    assert [(item.skill, item.missed) for item in find_confusions(runs)] == [
        (CONVERT, 2),
        (SORT, 1),
    ]


@pytest.mark.parametrize(
    ("recorded", "value"),
    [
        (trace((SORT, 1), (CONVERT, 2)), 1),
        (trace((SORT, 1), (CONVERT, 1)), 0),
        (trace((SORT, 1)), 0),
        (trace((SORT, 1), (CONVERT, 2), (ROUTER, 1)), 1),
    ],
    ids=["in time", "early", "never", "beside another"],
)
def test_the_midway_score_asks_for_a_load_in_time(recorded, value):
    of = case(SORT, CONVERT, midway=(CONVERT,), allow_extra=False)
    (runs,) = judge_runs([of], [recorded], [], "t.jsonl").cases
    assert RUN_MEASURES["midway"](runs) == value


def test_traces_of_no_case_at_all_are_an_error():
    with pytest.raises(SkilltoolError, match="belongs to a case"):
        judge_runs([case(SORT)], [trace(SORT, task="other")], [], "t.jsonl")


def test_a_midway_case_asks_for_turns():
    of = case(SORT, CONVERT, midway=(CONVERT,))
    with pytest.raises(SkilltoolError, match="need a `turn`"):
        judge_runs([of], [trace(SORT, CONVERT)], [], "t.jsonl")


def test_a_plugin_skill_counts_under_the_name_that_clients_log(tmp_path):
    from tests.building import load

    path = f"plugins/ops/skills/{SORT}/SKILL.md"
    write_library(tmp_path, {path: skill_text(SORT, "Sorts lists")})
    skills = load(tmp_path / "plugins").skills
    runs = judge_runs([case(SORT)], [trace(f"ops:{SORT}")], skills, "t.jsonl")
    assert runs.cases[0].passed == 1
    assert runs.unknown == ()


# --- The command ------------------------------------------------------------------------------


def evaluate(folder: Path, cases: list[object], traces: list[object], *options: str):
    write_lines(folder / "cases.jsonl", *cases)
    write_lines(folder / "runs.jsonl", *traces)
    return run("eval", "cases.jsonl", "--traces", "runs.jsonl", *options)


def test_runs_are_shown_beside_the_lexical_rank(library):
    cases = [{"task": TASK, "expected_skills": [CONVERT]}]
    result = evaluate(library, cases, [{"task": TASK, "loads": [CONVERT]}])
    assert result.code == 0
    assert "lexical retrievability" in result.out
    assert "lexical rank" in result.out
    assert "trigger rate" not in result.out


def test_a_file_without_any_load_gets_advice_instead_of_a_score(library):
    cases = [
        {"task": TASK, "expected_skills": [CONVERT]},
        {"task": "Sort it", "expected_skills": [SORT]},
    ]
    traces = [{"task": TASK, "loads": [], "tool_calls": 3}, {"task": "Sort it", "loads": []}]
    result = evaluate(library, cases, traces)
    assert result.code == 2
    assert "no skill was ever loaded: check the harness" in result.out
    assert "0.00  " not in result.out
    data = json.loads(evaluate(library, cases, traces, "--json").out)
    assert data["metrics"] == []
    assert "check the harness" in data["problem"]


def test_runs_that_called_no_tool_are_scored_beside_the_lexical_rank(library):
    task = "one line of SQL that counts rows in t"
    cases = [{"task": task, "expected_skills": ["sql-write"]}]
    traces = [{"task": task, "loads": [], "tool_calls": 0}]
    result = evaluate(library, cases, traces)
    assert result.code == 0
    assert "lexical rank" in result.out
    assert "missed sql-write (answered without tools)" in result.out
    assert "harness" not in result.out
    assert evaluate(library, cases, traces, "--min", "loaded=0.5").code == 1


@pytest.mark.parametrize(
    ("calls", "broken"),
    [
        pytest.param([None, None], True, id="no run tells its tool calls"),
        pytest.param([0, 2], True, id="one run called tools"),
        pytest.param([0, 0], False, id="no run called a tool"),
        pytest.param([0, None], False, id="the one run that tells called none"),
    ],
)
def test_nothing_was_loaded_for_a_reason_where_no_tool_was_called(calls, broken):
    runs = judge_runs([case(SORT)], [trace(calls=count) for count in calls], [], "t.jsonl")
    assert runs.nothing_loaded is broken


def test_runs_that_rightly_load_nothing_are_scored(library):
    cases = [{"task": "A poem", "expected_skills": [], "allow_extra": False}]
    result = evaluate(library, cases, [{"task": "A poem", "loads": []}], "--min", "quiet=1")
    assert result.code == 0
    assert "harness" not in result.out


def test_a_miss_that_was_answered_without_tools_says_so(library):
    task = "one line of SQL that counts rows in t"
    cases = [{"task": task, "expected_skills": ["sql-write"]}]
    traces = [{"task": task, "loads": [], "tool_calls": 0}, {"task": task, "loads": ["sql-write"]}]
    result = evaluate(library, cases, traces)
    assert "line 1 of the traces: missed sql-write (answered without tools)" in result.out


@pytest.mark.parametrize(("bar", "code"), [("passed=0.5", 0), ("passed=0.6", 1)])
def test_a_bar_on_runs_decides_the_exit_code(library, bar, code):
    cases = [{"task": TASK, "expected_skills": [CONVERT]}]
    traces = [{"task": TASK, "loads": [CONVERT]}, {"task": TASK, "loads": [SORT]}]
    assert evaluate(library, cases, traces, "--min", bar).code == code


def test_every_case_weighs_alike_however_often_it_was_run(library):
    cases = [
        {"task": TASK, "expected_skills": [CONVERT]},
        {"task": "Sort it", "expected_skills": [SORT]},
    ]
    traces = [{"task": TASK, "loads": [CONVERT]}] * 9 + [{"task": "Sort it", "loads": [CONVERT]}]
    data = json.loads(evaluate(library, cases, traces, "--json").out)
    assert {score["metric"]: score["value"] for score in data["metrics"]}["passed"] == 0.5


def test_runs_without_a_case_and_cases_without_a_run_are_named(library):
    cases = [
        {"task": TASK, "expected_skills": [CONVERT]},
        {"id": "untried", "task": "Sort it", "expected_skills": [SORT]},
    ]
    traces = [{"task": TASK, "loads": [CONVERT]}, {"task": "other", "loads": ["tea"]}]
    out = evaluate(library, cases, traces).out
    assert "No run of untried: not scored." in out
    assert "Runs that belong to no case, not scored: line 2." in out
    assert "Loaded, but not in the library: tea." in out


def test_metrics_of_a_ranking_are_no_bar_for_runs(library):
    cases = [{"task": TASK, "expected_skills": [CONVERT]}]
    result = evaluate(library, cases, [{"task": TASK, "loads": []}], "--min", "hit@1=0.8")
    assert result.code == 2
    assert "known are passed, loaded, avoided, quiet, midway" in result.err


def test_a_comparison_with_a_revision_does_not_go_with_traces(library):
    cases = [{"task": TASK, "expected_skills": [CONVERT]}]
    result = evaluate(library, cases, [{"task": TASK, "loads": []}], "--compare", "main")
    assert result.code == 2
    assert "--traces" in result.err


def test_the_text_of_scored_runs(library, snapshot):
    cases = [
        {"id": "feet", "task": TASK, "expected_skills": [CONVERT], "unexpected_skills": [SORT]},
        {
            "task": "Sort the list, then convert it",
            "expected_skills": [SORT, CONVERT],
            "midway": [CONVERT],
        },
        {"task": "A poem", "expected_skills": [], "allow_extra": False},
        {"task": "Never tried", "expected_skills": [SORT]},
    ]
    both = {"task": "Sort the list, then convert it"}
    traces = [
        {"task": "-", "case": "feet", "loads": [CONVERT]},
        {"task": TASK, "loads": [], "tool_calls": 0},
        {"task": TASK, "loads": [SORT], "tool_calls": 3},
        {**both, "loads": [{"skill": SORT, "turn": 1}, {"skill": CONVERT, "turn": 1}]},
        {**both, "loads": [{"skill": SORT, "turn": 1}, {"skill": CONVERT, "turn": 2}]},
        {"task": "A poem", "loads": ["tea"]},
        {"task": "of no case", "loads": []},
    ]
    snapshot("eval-runs.txt", evaluate(library, cases, traces, "--min", "passed=0.9").out)


@pytest.mark.parametrize(
    ("of", "recorded", "words"),
    [
        (case(SORT, CONVERT), trace(), "missed list-sort, unit-convert"),
        (case(unexpected=(SORT,)), trace(SORT), "loaded list-sort, which it must not"),
        (case(allow_extra=False), trace(SORT), "loaded list-sort, which nothing asks for"),
        (
            case(SORT, CONVERT, midway=(CONVERT,)),
            trace((SORT, 1), (CONVERT, 1)),
            "loaded unit-convert too early",
        ),
        (case(SORT, max_skills=1), trace(SORT, CONVERT, ROUTER), "loaded 2 too many"),
    ],
)
def test_a_fault_is_told_in_words(of, recorded, words):
    assert fault_words(judge(of, recorded)) == words
