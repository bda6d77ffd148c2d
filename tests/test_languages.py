"""Every language of the folder does on its own examples what its file says."""

from __future__ import annotations

import pytest

from skilltool.analyzer import detect_language, find_hand_offs
from skilltool.claims import catch_all_phrases, claims_every_use
from skilltool.languages import Phrases, language_codes, load_language
from skilltool.occasions import find_occasions
from skilltool.triggers import has_trigger, is_in_known_language

EXAMPLES = [(code, e) for code in language_codes() for e in load_language(code).examples]
IDS = [f"{code}-{example['text'][:20]}" for code, example in EXAMPLES]


def test_these_languages_are_known() -> None:
    assert language_codes() == ("de", "en", "es", "fr", "it", "ja", "ko", "pt", "ru", "zh")


@pytest.mark.parametrize("code", language_codes())
def test_a_file_is_named_by_its_code_and_has_examples_of_every_kind(code: str) -> None:
    language = load_language(code)
    assert language.code == code
    kinds = {key for example in language.examples for key in example}
    assert {"text", "trigger", "hand_off", "catch_all", "every_use"} <= kinds
    assert {example["trigger"] for example in language.examples} == {True, False}


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=IDS)
def test_an_example_is_told_as_its_language(code: str, example: dict[str, str]) -> None:
    assert detect_language(example["text"]) == code


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=IDS)
def test_a_trigger_is_found_where_there_is_one(code: str, example: dict[str, str]) -> None:
    assert has_trigger(example["text"], code) is example["trigger"]


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=IDS)
def test_a_hand_off_is_found_where_there_is_one(code: str, example: dict[str, str]) -> None:
    text = example["text"]
    found = [text[start:end] for start, end in find_hand_offs(text, code)]
    expected = example.get("hand_off")
    assert [clause.strip() for clause in found] == ([expected[:-1]] if expected else [])


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=IDS)
def test_claims_on_everything_are_found(code: str, example: dict[str, list[str]]) -> None:
    found = catch_all_phrases(str(example["text"]), code)
    claims = [phrase.text.lower() for phrase in found]
    assert claims == [claim.lower() for claim in example.get("catch_all", [])]


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=IDS)
def test_a_claim_on_every_use_is_told(code: str, example: dict[str, str]) -> None:
    assert claims_every_use(example["text"], code) is example.get("every_use", False)


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=IDS)
def test_an_example_is_in_a_known_language(code: str, example: dict[str, str]) -> None:
    assert is_in_known_language(example["text"], code)


@pytest.mark.parametrize("code", language_codes())
def test_each_heading_on_the_use_of_a_skill_is_found(code: str) -> None:
    headings = load_language(code).trigger_headings
    assert headings
    for heading in headings:
        found = find_occasions(f"# Tax\n\n## {heading}\n\n- A box of old bills.\n", "tax-sort")
        assert found is not None, heading
        assert found.situations == ("A box of old bills.",)


@pytest.mark.parametrize(
    ("phrase", "texts"),
    [
        ("{any|every} {user |}turn", ["any turn", "every user turn", "EVERY turn"]),
        ("当{用户|使用者}", ["当用户", "当使用者"]),
        ("^for", ["For cron.", "Cron. For schedules.", "Cron (for schedules)"]),
    ],
)
def test_a_phrase_may_offer_choices_and_ask_for_a_beginning(phrase: str, texts: list[str]) -> None:
    phrases = Phrases((phrase,))
    assert all(map(phrases.search, texts))
    assert not phrases.search("Reads turns for 用户")


def test_a_gap_lies_within_a_sentence() -> None:
    phrases = Phrases(("explains … when",))
    assert phrases.search("Explains v2.0 to readers when asked")
    assert not phrases.search("Explains soil. Use when asked")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Use  WHEN asked", "use  when"),
        ("reuse when asked", "when"),
        ("whenever", None),
        ("when", "when"),
        ("当收到合同时审查", "当收到合同时"),
        ("İ when", "when"),
    ],
)
def test_a_phrase_stands_at_word_boundaries_with_any_blanks(text: str, found: str | None) -> None:
    match = Phrases(("when", "use when", "当…时")).search(text)
    assert (match[0] if match else None) == found


@pytest.mark.parametrize(
    ("words", "possible"),
    [
        ({"refund", "use", "for"}, True),
        ({"refund", "use"}, False),
        ({"use", "for", "when"}, False),
        (set(), False),
    ],
)
def test_a_text_without_the_telling_words_of_phrases_is_not_searched(
    words: set[str], possible: bool
) -> None:
    phrases = Phrases(("use for refund", "refund when"), common={"use", "when", "for"})
    assert phrases.may_stand_in(frozenset(words)) is possible
    assert Phrases(("当…时",)).may_stand_in(frozenset(words))


def test_an_unknown_language_has_no_file() -> None:
    with pytest.raises(FileNotFoundError):
        load_language("xx")
