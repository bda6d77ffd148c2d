"""Text to terms: words, stems, runs of characters, languages, and what a line refuses."""

from __future__ import annotations

import math

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from skilltool.analyzer import (
    analyze,
    count_words,
    detect_language,
    drop_hand_offs,
    find_hand_offs,
    find_surfaces,
    find_terms,
    find_words,
    split_words,
)
from skilltool.background import load_background, pooled_idf, rarity, word_idf


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Converts the invoices", ["convert", "invoic"]),
        ("search_laws searchLaws search-laws", ["search", "law"] * 3),
        ("GitHub PostgreSQL JavaScript", ["github", "postgresql", "javascript"]),
        ("C++ and C# and c and F", ["c++", "c#", "c"]),
        ("utf8 s3", ["utf8", "s3"]),
        ("ＰＤＦ ﬁle", ["pdf", "file"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("法令を調べて", ["法令", "調べ", "べて"]),
        ("人", ["人"]),
        ("Excel文件", ["excel", "文件"]),
        ("데이터 분석", ["데이", "이터", "분석"]),
        ("", []),
    ],
)
def test_a_text_gives_these_terms(text: str, terms: list[str]) -> None:
    assert analyze(text) == terms


def test_composed_and_decomposed_letters_give_the_same_terms() -> None:
    assert analyze("cafe\u0301 menu", "fr") == analyze("caf\u00e9 menu", "fr")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Use this when the user asks for a map", "en"),
        ("FFmpeg recipes", "en"),
        ("Converte planilhas em gráficos para o relatório", "pt"),
        ("Revisa los contratos de la empresa cuando llegan", "es"),
        ("Vérifie les factures avant de les envoyer", "fr"),
        ("Prüft die Rechnungen und meldet fehlende Nummern", "de"),
        ("Controlla le fatture prima di inviarle", "it"),
        ("Проверяет счета поставщиков", "ru"),
        ("审查 PDF 合同中的条款", "zh"),
        ("PDFをMarkdownに変換する", "ja"),
        ("세금계산서를 확인합니다", "ko"),
        ("Writes notes — with the word 合同 in them and nothing else of that kind", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_told_from_script_and_stop_words(text: str, language: str) -> None:
    assert detect_language(text) == language


@given(st.text())
def test_any_text_can_be_analyzed(text: str) -> None:
    assert all(term and term == term.casefold() for term in analyze(text))


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_words_stand_where_they_say(text: str) -> None:
    assert all(text[word.start :].startswith(word.text) for word in find_words(text))


def test_a_stop_word_has_no_terms_and_keeps_its_place() -> None:
    words = find_words("Use the map")
    assert [(word.text, word.start, word.terms) for word in words] == [
        ("Use", 0, ("use",)),
        ("the", 4, ()),
        ("map", 8, ("map",)),
    ]


def test_split_words_and_their_terms_make_up_the_analysis() -> None:
    text = "Draws soil maps, e.g. of searchLaws"
    terms = [term for word in split_words(text) for term in find_terms(word, "en")]
    assert terms == analyze(text, "en")


def test_a_surface_is_a_word_and_not_its_stem() -> None:
    assert find_surfaces("Invoices and invoice; searchLaws", "en") == {
        "invoic": "invoices",
        "search": "search",
        "law": "law",
    }


def test_words_of_a_body_are_counted_without_stems() -> None:
    assert count_words("Map, maps; MAP!", "en") == {"map": 2, "maps": 1}
    assert count_words("合同合同", "zh") == {"合同": 2, "同合": 1}
    assert count_words("Verträge für Häuser", "de") == {"verträge": 1, "für": 1, "häuser": 1}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Sorts mail. Not for letters: use letter-sort. Fast.", "Sorts mail. . Fast."),
        ("Sorts mail (not for letters) by topic", "Sorts mail () by topic"),
        ("請求書を確認する。見積書には使用しない: x を使う。", "請求書を確認する。。"),
        ("Sorts mail.", "Sorts mail."),
    ],
)
def test_what_a_line_refuses_can_be_dropped(text: str, kept: str) -> None:
    assert drop_hand_offs(text) == kept


def test_a_clause_ends_with_its_sentence() -> None:
    text = "Sorts mail; do not use it for letters! Use for mail."
    [(start, end)] = find_hand_offs(text)
    assert text[start:end] == "do not use it for letters"


# --- The background table -----------------------------------------------------------------------


def test_the_table_has_the_stems_of_the_stemmer() -> None:
    stem = snowballstemmer.stemmer("english").stemWord
    stems = load_background().stems
    assert len(stems) > 5000
    sample = list(stems)[::50]
    assert [stems[word] for word in sample] == [stem(word) for word in sample]


@pytest.mark.parametrize(
    ("words", "count"),
    [("zorbling zorblings", 1), ("reviewings reviewing", 1), ("zorbling zorbled", 2)],
)
def test_forms_of_a_word_that_the_table_lacks_come_together(words: str, count: int) -> None:
    assert "zorblings" not in load_background().stems
    assert len(set(analyze(words, "en"))) == count


def test_the_table_counts_each_stem() -> None:
    background = load_background()
    assert background.routing["use"] > background.routing["invoic"] > 1
    assert max(background.routing.values()) <= background.documents
    assert "invoices" not in background.routing
    assert background.stems["invoices"] == "invoic"


def test_a_common_word_tells_less_than_a_rare_one() -> None:
    assert rarity("use") < rarity("invoic") < rarity("zorblings")
    idf = pooled_idf({"use": 1, "invoic": 1, "zorblings": 1}, 10)
    assert idf["use"] < idf["invoic"] < idf["zorblings"]


def test_the_idf_of_a_word_hardly_depends_on_the_size_of_the_library() -> None:
    small, large = pooled_idf({"invoic": 1}, 10), pooled_idf({"invoic": 7}, 2000)
    assert large["invoic"] == pytest.approx(small["invoic"], rel=0.15)


def test_a_word_has_the_idf_of_its_stem_even_where_that_is_the_word_of_another() -> None:
    background = load_background()
    doubled = [word for word, stem in background.stems.items() if stem in background.stems]
    assert doubled
    for word, idf in zip(doubled, word_idf(doubled), strict=True):
        n = background.routing[background.stems[word]]
        assert idf == math.log(1 + (background.documents - n + 0.5) / (n + 0.5))


def test_words_weigh_by_their_stems() -> None:
    invoices, invoice, use, unknown = word_idf(["invoices", "invoice", "use", "zorblings"])
    assert unknown > invoices == invoice > use > 0
