"""What is wrong with a name, and the nearest legal one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilltool.naming import MAX_LENGTH, find_faults, normalise, suggest_name


@pytest.mark.parametrize(
    "name",
    ["a", "unit-convert", "3d-print", "技能", "мой-навык", "café", "ไทย", "ß", "²", "٣", "ª"],
)
def test_lower_case_letters_and_digits_of_every_script_are_legal(name: str) -> None:
    assert list(find_faults(normalise(name))) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Unit", ["has capital letters"]),
        ("НАВЫК", ["has capital letters"]),
        ("a_b", ["holds `_`, which the specification forbids"]),
        ("a b", ["holds a space, which the specification forbids"]),
        ("a.b/c", ["holds `.` and `/`, which the specification forbids"]),
        ("a–b", ["holds `–`, which the specification forbids"]),
        ("-a", ["starts or ends with a hyphen"]),
        ("a-", ["starts or ends with a hyphen"]),
        ("a--b", ["has two hyphens in a row"]),
        ("A--b", ["has capital letters", "has two hyphens in a row"]),
        ("a ", ["starts or ends with a blank"]),
        (" a_b", ["starts or ends with a blank", "holds `_`, which the specification forbids"]),
    ],
)
def test_all_faults_are_named(name: str, words: list[str]) -> None:
    assert list(find_faults(name)) == words


def test_with_ascii_letters_of_other_scripts_are_faults_of_their_own_kind() -> None:
    assert list(find_faults("café", "ascii")) == ["holds `é`, which only some clients accept"]
    assert list(find_faults("caf_é", "ascii")) == [
        "holds `_`, which the specification forbids",
        "holds `é`, which only some clients accept",
    ]


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("Unit Convert", "unit-convert"),
        ("unit_convert", "unit-convert"),
        ("UnitConvert", "unit-convert"),
        ("WordPress Themes", "wordpress-themes"),
        ("  unit -- convert  ", "unit-convert"),
        ("résumé", "résumé"),
        ("re\u0301sume\u0301", "résumé"),
        ("тест План", "тест-план"),
        ("技能", "技能"),
        ("PDF", "pdf"),
        ("C++", "c"),
        ("@@", ""),
        ("", ""),
        ("a" * 64, "a" * 64),
        ("a" * 65, ""),
    ],
)
def test_the_nearest_legal_name_keeps_every_letter(name: str, better: str) -> None:
    assert suggest_name(name) == better


def test_with_ascii_a_name_of_another_script_has_no_legal_form() -> None:
    assert suggest_name("résumé", "ascii") == ""
    assert suggest_name("Unit Convert", "ascii") == "unit-convert"


@pytest.mark.parametrize(
    ("first", "second"), [("e\u0301", "é"), ("\ufb01", "fi"), ("\uff41", "a"), (" a ", "a")]
)
def test_names_are_compared_in_their_composed_form(first: str, second: str) -> None:
    assert normalise(first) == normalise(second)


@given(st.text(max_size=80), st.sampled_from(["unicode", "ascii"]))
def test_a_suggested_name_is_legal_and_stays_as_it_is(name: str, charset: str) -> None:
    better = suggest_name(name, charset)
    assert list(find_faults(better, charset)) == [] or not better
    assert len(better) <= MAX_LENGTH
    assert normalise(better) == better
    assert suggest_name(better, charset) == better


@given(st.text(max_size=40))
def test_a_suggested_name_keeps_every_letter_and_digit(name: str) -> None:
    better = suggest_name(name)
    if better:
        kept = [char for char in unicodedata.normalize("NFKC", name).lower() if char.isalnum()]
        assert [char for char in better if char != "-"] == kept
