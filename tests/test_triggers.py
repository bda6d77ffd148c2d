"""Triggers: the phrasings that say when, those that do not, and words that people say every day."""

from __future__ import annotations

import pytest

from skilltool.triggers import (
    everyday_triggers,
    first_trigger,
    has_trigger,
    is_in_known_language,
)


@pytest.mark.parametrize(
    "text",
    [
        "Use when a plot is planned.",
        "Draws a map for requests about planting.",
        "Draws a map whenever a plot is planned.",
        "Maps. Triggers on 'soil'.",
        "MUST BE USED before each release.",
        "Maps soil if the user asks for it.",
        "Use para faturas.",
        "Verwenden, wenn eine Rechnung eintrifft.",
        "当收到新合同时使用。",
        "請求書が届いたときに使用する。",
        "계산서가 도착할 때 사용하세요.",
        "當使用者上傳發票時使用。",
        "Use once the spec is signed.",
        "Use upon receipt of an order.",
        "Use any time a chart is needed.",
        "Use only for digging.",
        "Use every morning.",
        "Use while pairing.",
        "TRIGGER: user edits a plan.",
        "Soil maps. Trigger words: soil map.",
        "Soil maps. Keywords: soil, drainage.",
        "Auto-loads on edits of a plan.",
        "Fires on edits of a plan.",
        "Invoke with /soil.",
        "Perfect for landing pages.",
        "Best for dashboards.",
        "In response to a drainage request.",
        "Cron lines. For cron schedules.",
    ],
)
def test_many_phrasings_say_when(text: str) -> None:
    assert has_trigger(text)


@pytest.mark.parametrize(
    "text",
    [
        "Survey of soil types, layers and water depth for a plot of land with a map and a legend.",
        "Soil maps with layers.",
        "房屋租赁合同模板。",
        "Library of colour tokens used by the web team.",
        "Compares database dumps before and after a migration.",
        "Explains to readers when interest on a loan compounds.",
        "A palette of gradients that is good for dashboards.",
        "Guide to effects: what runs after render and what on unmount.",
        "Reference of modules required for the landing zone.",
        "Maps for use in drainage.",
        "",
    ],
)
def test_a_line_that_only_says_what_has_no_trigger(text: str) -> None:
    assert not has_trigger(text)
    assert first_trigger(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Controleert btw-aangiften op fouten. Gebruik dit wanneer de aangifte klaarstaat.",
        "Sprawdza faktury VAT i numery NIP. Użyj, gdy użytkownik prześle fakturę.",
        "Перевіряє накладні та рахунки-фактури. Використовуйте, коли надійшов рахунок.",
        "E-fatura XML dosyalarını denetler. Kullanıcı fatura yüklediğinde kullanın.",
        "Đối chiếu hóa đơn điện tử với đơn hàng. Dùng khi người dùng tải hóa đơn lên.",
        "يحول فواتير PDF إلى جداول. استخدمها عندما يرفع المستخدم فاتورة.",
        "जीएसटी चालान की जाँच करता है। जब उपयोगकर्ता चालान अपलोड करे तब उपयोग करें।",
        "Kontrollerar momsdeklarationer. Använd när en deklaration ska lämnas in.",
        "Kontroluje faktury a DIČ dodavatelů. Použij, když přijde faktura.",
        "แปลงใบแจ้งหนี้ PDF เป็น Excel ใช้เมื่อผู้ใช้อัปโหลดใบแจ้งหนี้",
        "Ελέγχει τιμολόγια και ΑΦΜ. Χρησιμοποιήστε όταν έρθει τιμολόγιο.",
        "Memeriksa faktur pajak. Gunakan saat pengguna mengunggah faktur.",
    ],
)
def test_a_text_in_another_language_is_told(text: str) -> None:
    assert not is_in_known_language(text)


@pytest.mark.parametrize(
    "text",
    ["Soil maps with layers.", "Debug crashed pods.", "Converts PDF to Markdown.", "", "42"],
)
def test_a_short_text_in_english_is_in_a_known_language(text: str) -> None:
    assert is_in_known_language(text)


def test_the_first_trigger_is_an_offset_in_characters() -> None:
    assert first_trigger("Draws maps. Use when a plot is planned, when it rains.") == 12


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Use when someone says 'be brief' or 'draw a soil map'.", ["be brief"]),
        ('Use for "fix it", “hello” and «kubectl apply».', ["fix it", "hello"]),
        ("Don't use the user's file, it's 'x y z w'.", []),
        ("当用户说“总结一下”或“审查采购合同”时使用。", ["总结一下"]),
        ("Use for requests about soil.", []),
        ("Opens notes. Use when the user says `help` or `draw soil`.", ["help"]),
        ("Opens notes. Triggers on: help, note, soil.", ["help", "note"]),
        ("Opens notes. Triggers on: help, soil map, drain plot.", []),
        ("Runs `test` and `save`. Use when `any` appears.", []),
        ("Keywords: tool, workflow, agent.", []),
    ],
)
def test_everyday_phrases_are_told(text: str, phrases: list[str]) -> None:
    found = everyday_triggers(text)
    assert [phrase.text for phrase in found] == phrases
    assert all(text[phrase.start : phrase.end] == phrase.text for phrase in found)
