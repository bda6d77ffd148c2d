"""`skills search`: what a person and a program see."""

from __future__ import annotations

import json

import pytest

from tests.building import run, skill_text, write_library

LINES = {
    "card-reconciliation": "Matches card payouts against the bank statement. Not for invoices: "
    "use invoice-issuing",
    "invoice-issuing": "Issues, cancels and corrects the electronic invoice of a sale",
    "parcel-tracking": "Tracks parcels and claims those that arrive late or damaged",
    "year-end": "Closes the ledger of the year",
}


@pytest.fixture(autouse=True)
def library(tmp_path, monkeypatch):
    files = {f"skills/{name}/SKILL.md": skill_text(name, line) for name, line in LINES.items()}
    files["skills/secret/SKILL.md"] = (
        "---\nname: secret\ndescription: Cancels the invoice\ndisable-model-invocation: true\n---\n"
    )
    write_library(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*args: str) -> list[str]:
    return [match["skill"] for match in json.loads(run("search", *args, "--json").out)["matches"]]


def test_the_best_skill_comes_first_with_its_line_and_the_words_it_answers_to():
    result = run("search", "cancel the invoice")
    first, line, matched = result.out.splitlines()[:3]
    assert result.code == 0
    assert first.split()[1:] == ["invoice-issuing", "skills/invoice-issuing/SKILL.md"]
    assert line.strip() == LINES["invoice-issuing"]
    assert sorted(matched.strip().removeprefix("matched: ").split(", ")) == ["cancel", "invoice"]


def test_words_may_be_given_without_quotation_marks():
    assert run("search", "cancel", "the", "invoice").out == run("search", "cancel the invoice").out


def test_a_skill_is_not_found_by_what_it_refuses_nor_one_that_only_people_load():
    assert names("cancel the invoice") == ["invoice-issuing"]


def test_json_holds_score_confidence_and_what_each_word_adds():
    data = json.loads(run("search", "late parcels", "--json").out)
    assert data["query"] == "late parcels"
    assert data["fits"] is True
    match = data["matches"][0]
    assert match["skill"] == "parcel-tracking"
    assert match["score"] == pytest.approx(sum(term["contribution"] for term in match["terms"]))
    assert {term["word"] for term in match["terms"]} == {"late", "parcels"}


@pytest.mark.parametrize("query", ["write a poem about winter", "the", "???", "焼き肉"])
def test_a_request_that_no_skill_answers_gets_advice_and_no_ranking(query):
    result = run("search", query)
    assert result.code == 0
    assert result.out.startswith(f"Nothing fits `{query}`.")
    assert "skills list" in result.out
    assert json.loads(run("search", query, "--json").out)["fits"] is False


def test_the_nearest_are_named_where_nothing_fits():
    out = run("search", "sing about the whole dreary winter of that year").out
    assert out.startswith("Nothing fits")
    assert "year-end (on year)" in out


def test_a_match_by_a_stray_word_is_not_shown_beside_a_real_one(tmp_path):
    body = "word " * 200 + "electronic"
    write_library(
        tmp_path, {"skills/tea/SKILL.md": skill_text("tea", "Brews green tea leaves", body)}
    )
    query = "correct the electronic invoice of a sale"
    assert "tea" in names(query)
    assert "tea" not in run("search", query).out


def test_the_limit_holds():
    query = "invoice of the late parcels and the ledger"
    assert len(names(query)) > 2
    assert len(names(query, "--limit", "2")) == 2


def test_the_library_can_be_named(tmp_path, monkeypatch):
    write_library(tmp_path, {"other/tea/SKILL.md": skill_text("tea", "Brews green tea leaves")})
    assert names("green tea", "--library", "other") == ["tea"]


def test_a_blank_query_is_a_wrong_call():
    assert run("search", "  ").code == 2


def test_control_characters_of_the_query_do_not_reach_the_terminal():
    assert "\x1b" not in run("search", "poem \x1b[31m").out
