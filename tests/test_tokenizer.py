from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import tiktoken
import tiktoken.load
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public  # type: ignore[import-untyped]

from skilltool import tokenizer
from skilltool.errors import SkilltoolError
from skilltool.package_data import data_file
from skilltool.tokenizer import ENCODINGS, claude_range, count_tokens

if TYPE_CHECKING:
    from pathlib import Path

each_encoding = pytest.mark.parametrize("encoding", ENCODINGS)

SAMPLES = {
    "nothing": "",
    "one letter": "a",
    "English": "Use this skill when the user asks for a chart; it isn't for tables.",
    "Markdown": "# Title\n\n- **bold** `code`\n\n```python\nprint('x' * 3)\n```\n",
    "Chinese": "当用户要求生成图表时，使用此技能。中文技能测试",
    "Japanese": "このスキルはグラフを作成します。カタカナもＯＫ",
    "Korean": "사용자가 차트를 요청할 때 이 스킬을 사용하세요.",
    "Hindi": "हिन्दी में लिखा हुआ पाठ",
    "combining accents": "e\u0301te\u0301 a\u0300 la\u0300",
    "emoji": "🚀 ship it 👩‍👩‍👧‍👦 🏳️‍🌈",
    "numbers": "1234567 0.00001 10,000,000 ²³ ٣٤",
    "white space": " \t  x\n\n\n   y \u00a0\u3000 z  ",
    "carriage returns": "if x:\r\n\ty();\r\n\r\n}\r\n\r\r\n",
    "control characters": "a\x00b\x1cc\x7f",
    "special token": "before <|endoftext|> and <|endofprompt|> after",
}


def pack(tiktoken_text: bytes) -> bytes:
    """Make the shipped `.ranks.gz` from the text of a `.tiktoken` file."""
    tokens = [base64.b64decode(line.split()[0]) for line in tiktoken_text.splitlines()]
    packed = len(tokens).to_bytes(4, "big") + bytes(map(len, tokens)) + b"".join(tokens)
    return gzip.compress(packed, compresslevel=9, mtime=0)


def unpack(encoding: str) -> bytes:
    """Make the text of the `.tiktoken` file from the shipped `.ranks.gz`."""
    packed = gzip.decompress(data_file(f"{encoding}.ranks.gz").read_bytes())
    size = int.from_bytes(packed[:4], "big")
    lines, position = [], 4 + size
    for rank, length in enumerate(packed[4:position]):
        token = packed[position : position + length]
        lines.append(b"%s %d\n" % (base64.b64encode(token), rank))
        position += length
    assert position == len(packed)
    return b"".join(lines)


@pytest.fixture(scope="module")
def tiktoken_texts() -> dict[str, bytes]:
    return {encoding: unpack(encoding) for encoding in ENCODINGS}


@pytest.fixture(scope="module")
def theirs(
    tiktoken_texts: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tiktoken.Encoding]:
    """The encodings as tiktoken makes them from its own kind of file, which is written here."""
    folder = tmp_path_factory.mktemp("tiktoken")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", "")
        return {name: _theirs(name, text, folder, patch) for name, text in tiktoken_texts.items()}


def _theirs(name: str, text: bytes, folder: Path, patch: pytest.MonkeyPatch) -> tiktoken.Encoding:
    file = folder / f"{name}.tiktoken"
    file.write_bytes(text)
    load = tiktoken.load.load_tiktoken_bpe
    patch.setattr(
        openai_public,
        "load_tiktoken_bpe",
        lambda _url, expected_hash: load(str(file), expected_hash),
    )
    return tiktoken.Encoding(**getattr(openai_public, name)())


def definition(encoding: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """tiktoken's definition, with the digest it expects in the place of the ranks."""
    monkeypatch.setattr(
        openai_public, "load_tiktoken_bpe", lambda _url, expected_hash: expected_hash
    )
    return dict(getattr(openai_public, encoding)())


@each_encoding
def test_the_shipped_ranks_are_byte_for_byte_those_that_tiktoken_expects(
    encoding: str, tiktoken_texts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = hashlib.sha256(tiktoken_texts[encoding]).hexdigest()
    assert digest == definition(encoding, monkeypatch)["mergeable_ranks"]


@each_encoding
def test_the_shipped_pattern_and_special_tokens_are_those_of_tiktoken(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = definition(encoding, monkeypatch)
    del theirs["mergeable_ranks"]
    assert json.loads(data_file(f"{encoding}.json").read_text(encoding="utf-8")) == theirs


@each_encoding
def test_packing_the_ranks_again_gives_the_shipped_content_without_a_time_stamp(
    encoding: str, tiktoken_texts: dict[str, bytes]
) -> None:
    shipped, again = data_file(f"{encoding}.ranks.gz").read_bytes(), pack(tiktoken_texts[encoding])
    assert gzip.decompress(again) == gzip.decompress(shipped)
    assert again[4:8] == shipped[4:8] == bytes(4)


@each_encoding
@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES.keys())
def test_a_count_is_the_one_of_tiktoken(
    text: str, encoding: str, theirs: dict[str, tiktoken.Encoding]
) -> None:
    assert count_tokens(text, encoding) == len(theirs[encoding].encode_ordinary(text))


@each_encoding
@given(text=st.text())
def test_the_count_of_any_short_text_is_the_one_of_tiktoken(
    text: str, encoding: str, theirs: dict[str, tiktoken.Encoding]
) -> None:
    assert count_tokens(text, encoding) == len(theirs[encoding].encode_ordinary(text))


def test_the_default_encoding_is_o200k_base() -> None:
    chinese = SAMPLES["Chinese"]
    assert count_tokens(chinese) == count_tokens(chinese, "o200k_base")
    assert count_tokens(chinese) != count_tokens(chinese, "cl100k_base")


def test_a_special_token_counts_as_the_text_it_is() -> None:
    assert count_tokens("<|endoftext|>") > 1


@each_encoding
@given(text=st.text(st.characters(exclude_categories=()), min_size=1))
def test_any_text_even_with_lone_surrogates_has_one_token_to_one_a_byte(
    text: str, encoding: str
) -> None:
    as_tiktoken_reads_it = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert 1 <= count_tokens(text, encoding) <= len(as_tiktoken_reads_it.encode())


@each_encoding
def test_a_long_text_in_words_has_exactly_the_count_of_tiktoken(
    encoding: str, theirs: dict[str, tiktoken.Encoding]
) -> None:
    text = "\r\n".join(f"{number} {text}" for number in range(200) for text in SAMPLES.values())
    assert len(text) > 40_000
    assert count_tokens(text, encoding) == len(theirs[encoding].encode_ordinary(text))


@each_encoding
@given(
    left=st.text(max_size=40),
    last=st.characters(categories=("L", "N")),
    separator=st.sampled_from(" \n\t\r\u00a0\u3000,.，。"),
    right=st.text(st.sampled_from("aA1 's\n.,/é中\u0301"), max_size=20),
)
@settings(max_examples=200)
def test_tokens_never_go_on_from_a_letter_or_digit_to_white_space_or_a_stop(
    left: str, last: str, separator: str, right: str, encoding: str
) -> None:
    before, after = left + last, separator + right
    assert count_tokens(before + after, encoding) == count_tokens(before, encoding) + count_tokens(
        after, encoding
    )


@each_encoding
@pytest.mark.parametrize(
    "unit", ["a", "A", "aB", "中文技能", "!", "=-", "\n", "7", "😀", "\u0301", " "]
)
def test_an_unbroken_run_differs_by_at_most_two_tokens_a_cut(
    unit: str, encoding: str, theirs: dict[str, tiktoken.Encoding]
) -> None:
    run = (unit * 40_000)[:40_000]
    whole = len(theirs[encoding].encode_ordinary(run))
    assert abs(count_tokens(run, encoding) - whole) <= 2 * 2


@each_encoding
@pytest.mark.parametrize(
    ("end", "tokens_of_the_end"), [("", 0), ("x", 1)], ids=["alone", "before a letter"]
)
def test_more_than_a_million_spaces_are_counted(
    end: str, tokens_of_the_end: int, encoding: str
) -> None:
    exact = 1_200_000 // 128 + tokens_of_the_end
    assert exact <= count_tokens(" " * 1_200_000 + end, encoding) <= exact + 1_200_000 // 16_384


def test_an_unknown_encoding_is_refused_with_the_choice() -> None:
    with pytest.raises(SkilltoolError, match="'gpt2': choose one of o200k_base, cl100k_base"):
        count_tokens("text", "gpt2")


def test_counting_never_opens_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    tokenizer._load_encoding.cache_clear()
    assert count_tokens("Two words") == 2


def test_a_fresh_process_loads_tiktoken_only_to_count_and_counts_the_same() -> None:
    program = (
        "import sys; from skilltool.tokenizer import count_tokens\n"
        "assert 'tiktoken' not in sys.modules\n"
        "print(count_tokens(sys.argv[1]))"
    )
    text = SAMPLES["Markdown"] + SAMPLES["Japanese"]
    output = subprocess.run(
        [sys.executable, "-c", program, text],
        env=os.environ | {"PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
    assert int(output) == count_tokens(text)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [(0, (0, 0)), (1, (1, 2)), (100, (110, 180)), (5_000, (5_500, 9_000))],
)
def test_the_claude_estimate_is_a_range_above_the_count(
    tokens: int, expected: tuple[int, int]
) -> None:
    assert claude_range(tokens) == expected
