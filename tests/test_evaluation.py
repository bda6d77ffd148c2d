"""Cases, metrics, and the evaluation of a ranking."""

from __future__ import annotations

import contextlib
import json
import math
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from skilltool.errors import SkilltoolError
from skilltool.evaluation import ALL_METRICS
from skilltool.evaluation.cases import Case, Names, parse_cases
from skilltool.evaluation.metrics import (
    avoidance,
    coverage,
    hit,
    ndcg,
    recall,
    wilson_interval,
)
from skilltool.evaluation.retrieval import (
    MEASURES,
    Ranked,
    find_changes,
    find_intrusions,
    find_losses,
    missing_words,
    rank_cases,
)
from skilltool.evaluation.scores import average, parse_minimum
from tests.building import run, skill_text, write_library

SCHEMAS = Path(__file__).parent.parent / "schemas"
NAMES = Names(frozenset({"cards", "invoices", "parcels", "by-hand"}), frozenset({"by-hand"}))

# --- Metrics ----------------------------------------------------------------------------------

HALF = 1 / math.log2(3)
TABLE = {
    # ranking, relevant, k: hit, recall, coverage, ndcg
    "first": ("abc", "a", 1, 1, 1, 1, 1),
    "second of one": ("abc", "b", 1, 0, 0, 0, 0),
    "second of two": ("abc", "b", 2, 1, 1, 1, HALF),
    "third": ("abc", "c", 3, 1, 1, 1, 0.5),
    "two of three": ("abc", "bc", 3, 1, 1, 1, (HALF + 0.5) / (1 + HALF)),
    "one of two": ("abc", "ax", 3, 1, 0.5, 0, 1 / (1 + HALF)),
    "none": ("abc", "x", 3, 0, 0, 0, 0),
    "nothing ranked": ("", "a", 5, 0, 0, 0, 0),
    "more relevant than k": ("abc", "abcd", 2, 1, 0.5, 0, 1),
}


@pytest.mark.parametrize(
    ("ranking", "relevant", "k", "hits", "recalled", "covered", "gain"), TABLE.values(), ids=TABLE
)
def test_metrics_are_those_computed_by_hand(ranking, relevant, k, hits, recalled, covered, gain):
    assert hit(ranking, relevant, k) == hits
    assert recall(ranking, relevant, k) == recalled
    assert coverage(ranking, relevant, k) == covered
    assert ndcg(ranking, relevant, k) == pytest.approx(gain)
    assert avoidance(ranking, relevant, k) == 1 - hits


rankings = st.lists(st.sampled_from("abcdefghijklmn"), unique=True)
relevants = st.sets(st.sampled_from("abcdefghijklmn"), min_size=1)
depths = st.integers(1, 12)


@given(rankings, relevants, depths)
def test_full_coverage_implies_full_recall_and_any_recall_implies_a_hit(ranking, relevant, k):
    found = recall(ranking, relevant, k)
    assert coverage(ranking, relevant, k) == (found == 1)
    assert hit(ranking, relevant, k) == (found > 0)
    assert 0 <= ndcg(ranking, relevant, k) <= 1 + 1e-12
    assert (ndcg(ranking, relevant, k) > 0) == (found > 0)


@given(rankings, relevants, depths)
def test_a_deeper_look_never_lowers_recall(ranking, relevant, k):
    for metric in (hit, recall, coverage):
        assert metric(ranking, relevant, k) <= metric(ranking, relevant, k + 1)


@given(rankings, relevants, depths, st.data())
def test_a_relevant_one_that_moves_up_never_lowers_the_gain(ranking, relevant, k, data):
    places = [i for i, name in enumerate(ranking) if i and name in relevant]
    if places:
        i = data.draw(st.sampled_from(places))
        raised = [*ranking[: i - 1], ranking[i], ranking[i - 1], *ranking[i + 1 :]]
        assert ndcg(raised, relevant, k) >= ndcg(ranking, relevant, k) - 1e-12


@given(relevants, rankings, depths)
def test_the_gain_is_one_where_the_relevant_come_first(relevant, ranking, k):
    best = [*sorted(relevant), *(name for name in ranking if name not in relevant)]
    assert ndcg(best, relevant, k) == pytest.approx(1)


@given(rankings, relevants, depths)
def test_what_stands_below_the_depth_changes_nothing(ranking, relevant, k):
    for metric in (hit, recall, coverage, ndcg, avoidance):
        assert metric(ranking, relevant, k) == metric(ranking[:k], relevant, k)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (8, 10, 0.490162, 0.943318),
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (1, 1, 0.206549, 1.0),
        (0, 0, 0.0, 1.0),
        (50, 100, 0.403832, 0.596168),
    ],
)
def test_the_interval_of_a_rate_is_that_of_wilson(successes, trials, low, high):
    assert wilson_interval(successes, trials) == pytest.approx((low, high), abs=1e-6)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_rate_mirrors_and_narrows(counts):
    successes, trials = counts
    low, high = wilson_interval(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    mirrored = wilson_interval(trials - successes, trials)
    assert mirrored == pytest.approx((1 - high, 1 - low))
    more = wilson_interval(successes * 4, trials * 4)
    assert more[1] - more[0] < high - low


# --- Cases ------------------------------------------------------------------------------------


def parse(*lines: object, skill: str = "") -> list[Case]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return parse_cases(text, "cases.jsonl", NAMES, skill)


def mistakes(*lines: object, skill: str = "") -> list[str]:
    with pytest.raises(SkilltoolError) as error:
        parse(*lines, skill=skill)
    return [line.removeprefix("  - ") for line in str(error.value).splitlines()[1:]]


def test_each_line_is_a_case_and_blank_lines_count_for_the_numbers():
    full = {
        "id": 7,
        "task": "b",
        "expected_skills": ["cards", "invoices", "cards"],
        "unexpected_skills": ["parcels"],
        "midway": ["invoices"],
        "max_skills": 2,
        "allow_extra": False,
    }
    first, second = parse(
        "\ufeff" + json.dumps({"task": "a", "expected_skills": ["cards"]}), "", full
    )
    assert first == Case("line 1", "a", ("cards",))
    assert second == Case(
        "line 3", "b", ("cards", "invoices"), ("parcels",), ("invoices",), 2, False, "7"
    )
    Draft202012Validator(json.loads((SCHEMAS / "cases.schema.json").read_text())).validate(full)


def test_the_evals_of_a_skill_are_cases_for_it():
    evals = {"skill_name": "cards", "evals": [{"id": 1, "prompt": "match", "assertions": []}]}
    assert parse(json.dumps(evals, indent=2)) == [Case("entry 1", "match", ("cards",))]


def test_queries_are_cases_for_or_against_the_skill_that_is_told():
    queries = [
        {"query": "match", "should_trigger": True},
        {"query": "track", "should_trigger": False},
    ]
    assert parse(json.dumps(queries, indent=1), skill="cards") == [
        Case("entry 1", "match", ("cards",)),
        Case("entry 2", "track", (), ("cards",)),
    ]


def test_a_told_skill_overrules_the_one_in_the_file():
    evals = {"skill_name": "cards", "evals": [{"prompt": "match"}]}
    assert parse(evals, skill="parcels")[0].expected == ("parcels",)


def test_a_list_may_hold_cases_in_the_form_of_the_lines():
    assert parse([{"task": "a", "expected_skills": ["cards"]}]) == [
        Case("entry 1", "a", ("cards",))
    ]


def test_queries_that_name_no_skill_ask_for_one():
    assert mistakes([{"query": "match", "should_trigger": True}]) == [
        "entry 1: does not say which skill it is for; use --skill NAME"
    ]


def test_a_case_alone_may_be_spread_over_lines():
    text = json.dumps({"task": "a", "expected_skills": ["cards"]}, indent=2)
    assert parse(text) == [Case("line 1", "a", ("cards",))]


MISTAKES = {
    "no JSON": ("{bad", "is not valid JSON at column 2"),
    "a list": ("[1]", "must be an object, it is the number 1"),
    "no task": ({"expected_skills": ["cards"]}, "`task` is missing"),
    "blank task": ({"task": " ", "expected_skills": ["cards"]}, "`task` is blank"),
    "no expectation": ({"task": "a"}, "`expected_skills` is missing"),
    "a text for a list": ({"task": "a", "expected_skills": "cards"}, "must be a list"),
    "a misspelt key": (
        {"task": "a", "expected_skills": ["cards"], "unexpectd_skills": []},
        "unknown key `unexpectd_skills`, did you mean `unexpected_skills`?",
    ),
    "a misspelt skill": (
        {"task": "a", "expected_skills": ["card"]},
        "no skill `card`, did you mean `cards`?",
    ),
    "an unknown skill": (
        {"task": "a", "expected_skills": ["cards"], "unexpected_skills": ["tea"]},
        "no skill `tea`; `skills list` lists all",
    ),
    "both ways": (
        {"task": "a", "expected_skills": ["cards"], "unexpected_skills": ["cards"]},
        "`cards` is both expected and unexpected",
    ),
    "midway and not expected": (
        {"task": "a", "expected_skills": ["cards"], "midway": ["parcels"]},
        "`parcels` is midway but not among the expected skills",
    ),
    "all midway": (
        {"task": "a", "expected_skills": ["cards"], "midway": ["cards"]},
        "all expected skills are midway",
    ),
    "too few allowed": (
        {"task": "a", "expected_skills": ["cards", "parcels"], "max_skills": 1},
        "expects more skills than `max_skills`, 1",
    ),
    "nothing asked": ({"task": "a", "expected_skills": []}, "asks nothing"),
}


@pytest.mark.parametrize(("line", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_case_is_told_with_its_place(line, message):
    (found,) = mistakes(line)
    assert found.startswith(("line 1: ", "entry 1: "))
    assert message in found


def test_all_mistakes_come_at_once_in_the_order_of_the_lines():
    found = mistakes(
        {"task": "a", "expected_skills": ["card"], "expectd": 1},
        "{",
        {"task": "b", "expected_skills": ["cards"]},
        {"task": " b", "expected_skills": ["parcels"]},
        {"task": 3, "expected_skills": ["cards"]},
    )
    assert [line.split(":")[0] for line in found] == [
        "line 1",
        "line 1",
        "line 2",
        "line 4",
        "line 5",
    ]
    assert found[3] == "line 4: has the task of line 3"


def test_a_broken_document_is_told_once_with_its_line():
    assert mistakes("[", '{"query": "a" "should_trigger": true}', "]", skill="cards") == [
        "line 2: is not valid JSON at column 15: Expecting ',' delimiter"
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "[]", '{"evals": []}'])
def test_a_file_without_a_case_is_an_error_that_shows_one(text):
    with pytest.raises(SkilltoolError, match="holds no case") as error:
        parse(text)
    assert '"expected_skills"' in str(error.value)


@given(
    st.text(max_size=40)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["task", "expected_skills", "evals", "prompt", "query", "id"]),
                inner,
            )
        ),
        max_leaves=8,
    ).map(json.dumps)
)
def test_any_text_gives_cases_or_an_error_in_words(text):
    with contextlib.suppress(SkilltoolError):
        assert parse_cases(text, "cases.jsonl", NAMES)


# --- Retrieval --------------------------------------------------------------------------------


def ranked(text: str) -> list[Ranked]:
    """`a:x+y b? c`: a matched x and y, b is too weak to be offered."""
    found = []
    for word in text.split():
        name, _, terms = word.partition(":")
        found.append(Ranked(name.rstrip("?"), tuple(terms.split("+")), not name.endswith("?")))
    return found


def outcomes(*pairs: tuple[Case, str]):
    by_task = {case.task: ranking for case, ranking in pairs}
    return rank_cases([case for case, _ in pairs], lambda task: ranked(by_task[task]))


def case(task: str, *expected: str, **more) -> Case:
    return Case(f"line {task}", task, expected, **more)


SCORES = {
    "one first, one fourth": ({"1": "a b", "2": "b c d a"}, "hit@1", 0.5),
    "within five": ({"1": "b c d e a", "2": "b c d e f a"}, "ret@5", 0.5),
    "recall at ten": ({"1": "b c d e f a", "2": "b"}, "recall@10", 0.5),
    "gain": ({"1": "b a", "2": "a"}, "ndcg@10", (HALF + 1) / 2),
}


@pytest.mark.parametrize(("rankings", "metric", "value"), SCORES.values(), ids=SCORES)
def test_a_score_is_the_mean_over_the_cases(rankings, metric, value):
    found = outcomes(*((case(task, "a"), ranking) for task, ranking in rankings.items()))
    scores = {score.metric: score for score in average(found, MEASURES, {})}
    assert scores[metric].value == pytest.approx(value)
    assert scores[metric].cases == 2


def value_of(metric: str, of: Case, ranking: str) -> float | None:
    return MEASURES[metric](outcomes((of, ranking))[0])


def test_a_metric_leaves_out_the_cases_that_do_not_measure_it():
    nothing, wanted = case("1", allow_extra=False), case("2", "a")
    assert {m for m in MEASURES if value_of(m, nothing, "a") is not None} == {"abstention"}
    measured = {m for m in MEASURES if value_of(m, wanted, "a") is not None}
    assert measured == set(MEASURES) - {"abstention", "avoided@1", "avoided@5"}


@pytest.mark.parametrize(("ranking", "value"), [("", 1), ("a? b?", 1), ("a b?", 0)])
def test_abstention_is_right_where_nothing_is_offered(ranking, value):
    assert value_of("abstention", case("1", allow_extra=False), ranking) == value


@pytest.mark.parametrize(
    ("ranking", "first", "five"),
    [("b a", 0, 0), ("a b", 1, 0), ("a c d e f b", 1, 1), ("a b?", 1, 1), ("a? b", 1, 0)],
)
def test_an_unexpected_skill_counts_where_it_is_offered(ranking, first, five):
    of = case("1", "a", unexpected=("b",))
    assert value_of("avoided@1", of, ranking) == first
    assert value_of("avoided@5", of, ranking) == five


def test_two_skills_of_one_name_take_one_rank():
    (found,) = outcomes((case("1", "a"), "b b a"))
    assert found.rank("a") == 2


def test_a_loss_names_the_rivals_and_the_words_that_the_loser_lacks():
    found = outcomes((case("1", "a", "c"), "c b:pay+card d:card a:card"))
    (loss,) = find_losses(found, [])
    assert (loss.skill, loss.rank) == ("a", 4)
    assert [(r.name, r.rank, r.terms) for r in loss.rivals] == [("b", 2, ("pay",)), ("d", 3, ())]


def test_expected_skills_do_not_beat_each_other():
    assert find_losses(outcomes((case("1", "a", "c"), "c a b")), []) == []


def test_a_skill_that_is_not_found_has_lost_to_all_that_are():
    (loss,) = find_losses(outcomes((case("1", "a"), "b")), [])
    assert (loss.rank, [rival.name for rival in loss.rivals]) == (None, ["b"])


def test_an_unexpected_skill_within_reach_is_an_intrusion():
    of = case("1", "a", unexpected=("b",))
    (found,) = find_intrusions(outcomes((of, "a b:card")))
    assert (found.skill, found.rank, found.terms) == ("b", 2, ("card",))
    assert find_intrusions(outcomes((of, "a b?:card"))) == []


def test_missing_words_are_compared_by_their_stems():
    line = "Issues the invoice of a sale"
    assert missing_words("Issuing 12 invoices for the parcels", line) == ("parcels",)


def test_a_long_task_shows_only_some_of_its_words(library):
    words = " ".join(f"w{chr(97 + i)}x" for i in range(20))
    write_cases(library / "cases.jsonl", {"task": words, "expected_skills": ["cards"]})
    assert "wlx and 8 more" in " ".join(run("eval", "cases.jsonl").out.split())


def test_a_case_is_gained_or_lost_by_the_move_of_its_skills():
    cases = [case("1", "a"), case("2", "a"), case("3", "a"), case("4", unexpected=("b",))]
    before = rank_cases(cases, lambda task: ranked({"1": "b a", "2": "a b"}.get(task, "a b")))
    after = rank_cases(cases, lambda task: ranked({"1": "a b", "2": "c b a"}.get(task, "a c")))
    changes = find_changes(before, after)
    assert [(c.case.task, c.gained, c.before, c.after) for c in changes] == [
        ("2", False, (1,), (3,)),
        ("1", True, (2,), (1,)),
        ("4", True, (2,), (None,)),
    ]


@pytest.mark.parametrize(
    ("value", "minimum", "met"), [("a", 1.0, True), ("b a", 0.0, True), ("b a", 0.01, False)]
)
def test_a_minimum_is_met_from_its_value_on(value, minimum, met):
    scores = average(outcomes((case("1", "a"), value)), MEASURES, {"hit@1": minimum})
    assert scores[0].met is met


def test_a_minimum_that_no_case_measures_is_not_met():
    scores = average(outcomes((case("1", "a"), "a")), MEASURES, {"abstention": 0.1})
    assert not {score.metric: score for score in scores}["abstention"].met


def test_a_mean_that_rounding_leaves_a_hair_below_its_minimum_meets_it():
    (score,) = average([1.0, 0.4, 1.0], {"m": lambda value: value}, {"m": 0.8})
    assert score.value < 0.8
    assert score.met


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hit@1", "must be METRIC=VALUE"),
        ("hit@1=80", "a value from 0 to 1"),
        ("hit@1=nan", "a value from 0 to 1"),
        ("hit@1=x", "a value from 0 to 1"),
        ("hit1=0.8", "did you mean `hit@1`?"),
    ],
)
def test_a_wrong_minimum_says_what_is_right(text, message):
    with pytest.raises(SkilltoolError) as error:
        parse_minimum(text, MEASURES)
    assert message in str(error.value)


# --- The command ------------------------------------------------------------------------------

LINES = {
    "cards": "Matches card payouts against the bank statement and explains fees",
    "invoices": "Issues, cancels and corrects the electronic invoice of a sale",
    "parcels": "Tracks shipments and claims parcels that arrive late or damaged",
}
CASES = [
    {"task": "explain the fees of the payouts", "expected_skills": ["cards"]},
    {"task": "cancel the invoice of the sale", "expected_skills": ["invoices"]},
    {"task": "dun the buyer about a card", "expected_skills": ["invoices"]},
]


def write_cases(file: Path, *cases: object) -> None:
    file.write_text("".join(f"{json.dumps(case)}\n" for case in cases), "utf-8")


def write_skills(root: Path, **lines: str) -> None:
    files = {
        f"skills/{name}/SKILL.md": skill_text(name, line)
        for name, line in {**LINES, **lines}.items()
    }
    write_library(root, files)


@pytest.fixture
def library(tmp_path, monkeypatch):
    write_skills(tmp_path)
    write_cases(tmp_path / "cases.jsonl", *CASES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def metrics_of(*args: str) -> dict[str, float]:
    data = json.loads(run("eval", "cases.jsonl", *args, "--json").out)
    return {score["metric"]: score["value"] for score in data["metrics"]}


def test_the_result_is_called_what_it_is(library):
    result = run("eval", "cases.jsonl")
    text = " ".join(result.out.split())
    assert result.code == 0
    assert text.startswith("Lexical retrievability of 3 skills on 3 cases.")
    assert "a proxy for the choice of a model, never a trigger rate" in text
    assert (
        json.loads(run("eval", "cases.jsonl", "--json").out)["measure"] == "lexical retrievability"
    )


def test_a_lost_case_names_the_line_to_revise_the_rival_and_the_words(library):
    out = run("eval", "cases.jsonl").out
    assert "skills/invoices/SKILL.md:3: invoices lost 1 of 2 cases" in out
    assert "line 3: dun the buyer about a card" in out
    assert "not found, behind cards (on card)" in out
    assert "First, but too weak" not in out
    assert "words that its line lacks: dun, buyer, card" in out


def test_skills_that_no_case_expects_are_named(library):
    assert "No case expects parcels." in run("eval", "cases.jsonl").out


@pytest.mark.parametrize(("bar", "code"), [("hit@1=0.66", 0), ("hit@1=0.67", 1)])
def test_a_bar_on_the_command_line_decides_the_exit_code(library, bar, code):
    result = run("eval", "cases.jsonl", "--min", bar)
    assert result.code == code
    assert ("below" if code else "met") in result.out


@pytest.mark.parametrize(("bar", "code"), [("0.6", 0), ("0.7", 1)])
def test_a_bar_in_the_configuration_decides_too(library, bar, code):
    (library / "skills.toml").write_text(
        f'roots = ["skills"]\n[eval]\nmin = {{ "hit@1" = {bar} }}\n'
    )
    assert run("eval", "cases.jsonl").code == code


def test_the_command_line_overrules_the_configuration(library):
    (library / "skills.toml").write_text('roots = ["skills"]\n[eval]\nmin = { "hit@1" = 1 }\n')
    assert run("eval", "cases.jsonl", "--min", "hit@1=0.5").code == 0


def test_an_unknown_metric_in_the_configuration_is_a_mistake(library):
    (library / "skills.toml").write_text('roots = ["skills"]\n[eval]\nmin = { "hit1" = 1 }\n')
    result = run("eval", "cases.jsonl")
    assert result.code == 2
    assert "unknown key `eval.min.hit1`, did you mean `hit@1`?" in result.err


def test_the_configuration_knows_every_metric():
    document = json.loads((SCHEMAS / "config.schema.json").read_text("utf-8"))
    assert set(document["properties"]["eval"]["properties"]["min"]["properties"]) == set(
        ALL_METRICS
    )


def test_a_wrong_cases_file_exits_2_and_prints_no_score(library):
    write_cases(library / "cases.jsonl", {"task": "a", "expected_skills": ["card"]})
    result = run("eval", "cases.jsonl")
    assert (result.code, result.out) == (2, "")
    assert (
        "cases.jsonl has a mistake:\n  - line 1: no skill `card`, did you mean `cards`?"
        in result.err
    )


def test_a_case_for_a_skill_that_only_people_load_is_told_and_not_scored(library):
    text = "---\nname: cards\ndescription: Match\ndisable-model-invocation: true\n---\n"
    write_library(library, {"skills/cards/SKILL.md": text})
    result = run("eval", "cases.jsonl", "--json")
    assert result.code == 0
    assert result.err == (
        "warning: cases.jsonl: line 1: cannot be won: `cards` is loaded by hand alone "
        "(disable-model-invocation); not scored\n"
    )
    assert [case["case"] for case in json.loads(result.out)["cases"]] == ["line 2", "line 3"]


def test_cases_that_no_agent_can_win_give_no_score_and_reach_no_bar(library):
    text = "---\nname: cards\ndescription: Match\ndisable-model-invocation: true\n---\n"
    write_library(library, {"skills/cards/SKILL.md": text})
    write_cases(library / "cases.jsonl", {"task": "a", "expected_skills": ["cards"]})
    assert run("eval", "cases.jsonl").code == 0
    assert run("eval", "cases.jsonl", "--min", "hit@1=0.5").code == 1


def test_a_name_that_agents_see_somewhere_can_be_won(library):
    text = "---\nname: cards\ndescription: Match\ndisable-model-invocation: true\n---\n"
    write_library(library, {"skills/more/SKILL.md": text})
    assert run("eval", "cases.jsonl").code == 0


def test_a_file_in_the_folder_of_a_skill_is_about_that_skill(library):
    queries = [
        {"query": "match the card payouts", "should_trigger": True},
        {"query": "cancel the invoice", "should_trigger": False},
    ]
    file = library / "skills/cards/evals/queries.json"
    file.parent.mkdir()
    file.write_text(json.dumps(queries))
    result = run("eval", "skills/cards/evals/queries.json", "--json")
    scores = {score["metric"]: score["value"] for score in json.loads(result.out)["metrics"]}
    assert (scores["hit@1"], scores["avoided@5"]) == (1, 1)


def test_the_skill_of_a_file_elsewhere_is_named_by_option(library):
    (library / "queries.json").write_text('[{"query": "match payouts", "should_trigger": true}]')
    assert run("eval", "queries.json").code == 2
    assert run("eval", "queries.json", "--skill", "cards", "--min", "hit@1=1").code == 0


def git(folder: Path, *args: str) -> None:
    told = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *told, *args], check=True, capture_output=True)


def test_a_change_of_a_line_shows_the_cases_it_gained_and_lost(library):
    git(library, "init", "-q")
    git(library, "add", "-A")
    git(library, "commit", "-qm", "one")
    write_skills(
        library,
        invoices="Issues the electronic invoice of a sale and duns the buyer",
        cards="Reconciles what the acquirer announced",
    )
    out = run("eval", "cases.jsonl", "--compare", "HEAD").out
    assert "Since HEAD: 1 gained, 1 lost" in out
    assert "lost  line 1: explain the fees of the payouts: cards 1 -> none" in out
    assert "gained  line 3: dun the buyer about a card: invoices none -> 1" in out
    data = json.loads(run("eval", "cases.jsonl", "--compare", "HEAD", "--json").out)["comparison"]
    assert [change["case"] for change in data["lost"]] == ["line 1"]
    assert [change["case"] for change in data["gained"]] == ["line 3"]
    assert data["metrics"][0] == {"metric": "hit@1", "value": pytest.approx(2 / 3)}


def test_without_a_change_nothing_is_gained_or_lost(library):
    git(library, "init", "-q")
    git(library, "add", "-A")
    git(library, "commit", "-qm", "one")
    assert "Since HEAD: 0 gained, 0 lost" in run("eval", "cases.jsonl", "--compare", "HEAD").out


def test_an_unknown_revision_is_an_error(library):
    git(library, "init", "-q")
    result = run("eval", "cases.jsonl", "--compare", "nowhere")
    assert result.code == 2
    assert "nowhere" in result.err


def test_a_weak_first_is_told_apart_from_a_lost_one(library):
    task = "match whatever the zoological gardener of Ruritania yodelled yesterday"
    write_cases(library / "cases.jsonl", {"task": task, "expected_skills": ["cards"]})
    out = run("eval", "cases.jsonl").out
    assert "First, but too weak: a search says that nothing fits" in out
    assert "Lines to revise" not in out


def test_the_text_of_an_evaluation(library, snapshot):
    cases = [
        *CASES,
        {"task": "a poem", "expected_skills": [], "allow_extra": False},
        {
            "id": "late",
            "task": "claim the late parcels that the card of the buyer paid",
            "expected_skills": ["parcels"],
            "unexpected_skills": ["cards", "invoices"],
        },
    ]
    write_cases(library / "cases.jsonl", *cases)
    snapshot("eval.txt", run("eval", "cases.jsonl", "--min", "hit@1=0.9").out)
