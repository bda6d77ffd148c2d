"""Which skill a request finds, by which words, and when none fits."""

from __future__ import annotations

import random

import pytest

from skilltool import bm25
from skilltool.routing import Router
from tests.texts import make_skill

SKILLS = [
    make_skill("soil-map", "Draws a soil map with layers. Use when a plot is planned."),
    make_skill("tax-sort", "Sorts receipts by tax class. Use when the tax year ends."),
    make_skill("trip-time", "Finds trains between two stations.", "Ask the timetable service.\n"),
    make_skill("search-laws", "法令を検索し、条文を引用する。法律について聞かれたときに使う。"),
    make_skill("weather-now", "Tells the weather of a place now."),
    make_skill("mail-in", "Sorts mail. Not for letters on paper: use letter-file."),
    make_skill("letter-file", "Files letters that came on paper."),
]


@pytest.fixture(scope="module")
def router() -> Router:
    return Router(SKILLS)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("map the soils of my plot", "soil-map"),
        ("receipts for the tax year", "tax-sort"),
        ("When does a train leave the station?", "trip-time"),
        ("timetables", "trip-time"),
        ("法令を調べて", "search-laws"),
        ("weather", "weather-now"),
        ("WeatherNow", "weather-now"),
        ("letters on paper", "letter-file"),
    ],
)
def test_a_request_finds_its_skill(router: Router, query: str, name: str) -> None:
    assert router.rank(query)[0].skill.name == name


def test_a_skill_is_not_found_by_what_it_refuses(router: Router) -> None:
    assert "mail-in" not in [match.skill.name for match in router.rank("letters on paper")]


def test_the_name_of_another_skill_does_not_rank_a_line() -> None:
    pointing = make_skill("step-one", "Opens the box before soil-map and step-one run.")
    matches = Router([*SKILLS, pointing]).rank("soil")
    assert [match.skill.name for match in matches] == ["soil-map"]
    assert Router([*SKILLS, pointing]).rank("step")[0].skill is pointing


def test_a_match_says_by_which_words_it_was_found(router: Router) -> None:
    [match] = router.rank("Soils and soil for the layers", 1)
    assert {term.word for term in match.terms} == {"soils", "layers"}
    assert sum(term.contribution for term in match.terms) == pytest.approx(match.score)
    weights = [term.contribution for term in match.terms]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize(
    "query",
    ["", "the of", "Help me.", "How do I get red wine out of a white carpet at my place?"],
)
def test_nothing_fits_a_request_that_the_library_cannot_answer(router: Router, query: str) -> None:
    assert not any(match.fits for match in router.rank(query))


def test_a_request_whose_words_all_stand_in_a_name_and_line_fits_however_common_they_are(
    router: Router,
) -> None:
    common = make_skill("plan-writing", "Writes a plan. Use when a plan is wanted.")
    [match] = Router([*SKILLS, common]).rank("write a plan", 1)
    assert (match.skill, match.confidence) == (common, 1.0)


def test_a_skill_that_holds_all_words_stands_before_one_that_holds_too_few() -> None:
    near = make_skill(
        "bats-testing", "Tests shell scripts. Use when bats is asked for.", "unit " * 90
    )
    whole = make_skill(
        "jest-patterns",
        "Patterns to write unit tests, mocks, fixtures, snapshots, coverage, watchers and spies.",
    )
    matches = Router([near, whole]).rank("write unit tests")
    assert (matches[0].skill, matches[0].fits) == (whole, True)


def test_the_body_counts_half_in_what_a_request_is_sure_of() -> None:
    words = "seismograph quartzite"
    line, body = (make_skill("a", words), make_skill("a", "Sorts mail.", words))
    half, whole = (Router([skill, *SKILLS]).rank(f"{words} zebra", 1)[0] for skill in (body, line))
    assert half.confidence == pytest.approx(whole.confidence / 2)


def test_the_skill_that_a_request_names_comes_first() -> None:
    twins = [make_skill(f"mail-{word}", "Mail for the mail office.") for word in ("in", "out")]
    assert [match.skill.name for match in Router(twins).rank("mail-out")] == ["mail-out", "mail-in"]
    assert Router(twins).rank("Mail out")[0].skill.name == "mail-out"


def test_a_word_alone_is_read_in_the_language_of_the_library_too() -> None:
    skills = [make_skill("belege", "Liest die Rechnung und prüft den Betrag für das Amt.")]
    [match] = Router(skills).rank("Rechnungen")
    assert match.fits


def test_accents_of_loan_words_do_not_count_in_english() -> None:
    skills = [make_skill("cv", "Writes a résumé for the applicant and the letter with it.")]
    assert Router(skills).rank("resume")[0].fits


@pytest.mark.parametrize("query", ["draw a soil map", "sort receipts by tax class", "法令を検索"])
def test_the_first_match_fits_a_plain_request(router: Router, query: str) -> None:
    [match] = router.rank(query, 1)
    assert match.fits
    assert 0 < match.confidence <= 1


def test_a_manual_skill_and_a_blank_line_are_never_found() -> None:
    manual = make_skill("manual", "Draws soil maps.", disable_model_invocation="true")
    blank = make_skill("soil", "")
    assert Router([manual, blank]).rank("soil") == []
    assert Router([]).rank("soil") == []


def test_a_limit_cuts_the_list(router: Router) -> None:
    assert len(router.rank("sorts tax mail train weather", 2)) == 2


@pytest.mark.parametrize("large", [1, 10_000], ids=["numpy", "plain"])
def test_the_order_of_skills_never_changes_a_rank(
    large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bm25, "LARGE", large)
    shuffled = SKILLS.copy()
    random.Random(1).shuffle(shuffled)
    query = "sorts tax mail, letters, maps and the weather"
    ranks = [
        [(match.skill.name, round(match.score, 12)) for match in Router(skills).rank(query)]
        for skills in (SKILLS, shuffled)
    ]
    assert ranks[0] == ranks[1]
    assert len(ranks[0]) == 5
