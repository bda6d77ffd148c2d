"""Bytes that are not UTF-8 text: where, and what they probably are."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_UTF_32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SAMPLE = 400
_PAIR = re.compile(rb"[\xc0-\xff][\x80-\xbf]")
_LATIN = re.compile(r"[\x00-\x7fÀ-ÖØ-öø-ÿß“”‘’„‚–—…€£§©®«»¡¿°·•]*")
"""What texts of Western languages are made of; bytes of other encodings give other signs."""


class Undecodable(NamedTuple):
    """Why bytes are no UTF-8 text, and the offset of the byte that shows it."""

    cause: str
    offset: int


def decode(data: bytes) -> str | Undecodable:
    """The text of UTF-8 bytes, or why they are none."""
    if (zero := data.find(b"\0")) >= 0 or data.startswith(_UTF_16):
        return _with_zeros(data, zero)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        guess = ", probably Windows-1252" if _is_latin(data, error) else ""
        cause = f"is not UTF-8: line {line} holds the byte 0x{data[error.start]:02X}{guess}"
        return Undecodable(f"{cause}. Save the file as UTF-8", error.start)


def _with_zeros(data: bytes, zero: int) -> Undecodable:
    if wide := _wide_encoding(data):
        written = " (as Windows PowerShell writes with `>`)" if wide == "UTF-16" else ""
        return Undecodable(f"is {wide} text{written}. Save the file as UTF-8", 0)
    line = data.count(b"\n", 0, zero) + 1
    return Undecodable(f"is not text: line {line} holds a zero byte. Save the file as UTF-8", zero)


def _wide_encoding(data: bytes) -> str:
    """UTF-32 or UTF-16, by the mark at the start or by where the zeros are; else empty."""
    if data.startswith(_UTF_32):
        return "UTF-32"
    if data.startswith(_UTF_16):
        return "UTF-16"
    sample = data[:_SAMPLE]
    even, odd = (sample[start::2].count(0) for start in (0, 1))
    many, few = max(even, odd), min(even, odd)
    return "UTF-16" if len(sample) >= 4 and many > 0.3 * len(sample) and few < 0.1 * many else ""


def _is_latin(data: bytes, error: UnicodeDecodeError) -> bool:
    """Whether the bytes are a text of a Western language in Windows-1252, and nowhere UTF-8."""
    if error.reason == "unexpected end of data" or _PAIR.search(data):
        return False
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return False
    return data[: error.start].isascii() and _LATIN.fullmatch(text) is not None


def position_of(data: bytes, offset: int) -> tuple[int, int]:
    """The line and the column, in code points and from 1, of a byte."""
    start = data.rfind(b"\n", 0, offset) + 1
    column = len(data[start:offset].decode("utf-8", "replace")) + 1
    return data.count(b"\n", 0, offset) + 1, column
