"""Findings about the front matter: one for each fault, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from building import run, write_library

BODY = "\nAdd the lengths in the list and write the sum below it.\n"
SOUND = 'name: unit-convert\ndescription: "Converts lengths of pipes. Use when inches come up."\n'


def _findings(text: str | bytes, *select: str, **files: bytes) -> list[str]:
    """Place and rule of each finding in the only skill, other files of it by name."""
    folder = "skills/unit-convert"
    others = {f"{folder}/references/{name}.md": data for name, data in files.items()}
    write_library(Path(), {f"{folder}/SKILL.md": text, **others})
    out = run("check", "-q", *select).out
    heads = [line for line in out.splitlines() if line.startswith("skills/")]
    return [head.partition("] ")[0].rstrip("]").partition(".md:")[2] for head in heads]


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


ONE_FAULT = {
    "hash in the routing text": (
        SOUND.replace('"', "").replace("pipes", "C # pipes"),
        ["3:36: error[truncating-comment"],
    ),
    "routing text that is all comment": (
        "name: unit-convert\ndescription: #pipes become inches. Use when a pipe is cut.\n",
        ["3:14: error[truncating-comment"],
    ),
    "keys in capitals": (
        SOUND.replace("name", "Name").replace("desc", "Desc"),
        ["2:1: error[missing-field", "3:1: error[missing-routing-text"],
    ),
    "misspelt key of the routing text": (
        SOUND.replace("description", "descripton"),
        ["3:1: error[missing-routing-text"],
    ),
    "misspelt key of another field": (f"{SOUND}licence: MIT\n", ["4:1: warning[unknown-field"]),
    "key that is a number": (f"{SOUND}404: x\n", ["4:1: error[invalid-front-matter"]),
    "routing text that is null": (
        "name: unit-convert\ndescription: ~\n",
        ["3:1: error[missing-field"],
    ),
    "routing text that is a number": (
        "name: unit-convert\ndescription: 404\n",
        ["3:14: error[schema-violation"],
    ),
    "placeholders": (
        "name: {{ name }}\ndescription: {{ description }}\n",
        ["2:7: error[invalid-front-matter", "3:14: error[invalid-front-matter"],
    ),
    "list with stars": (
        f"{SOUND}allowed-tools:\n  * Read\n",
        ["5:3: error[invalid-front-matter"],
    ),
    "capitalised line below the routing text": (
        f"{SOUND}Note: not for money.\n",
        ["4:1: warning[unknown-field"],
    ),
}


@pytest.mark.parametrize(("yaml", "found"), ONE_FAULT.values(), ids=ONE_FAULT.keys())
def test_a_fault_is_found_once(yaml: str, found: list[str]) -> None:
    assert _findings(f"---\n{yaml}---\n{BODY}") == found


def test_an_empty_field_is_left_to_the_second_front_matter() -> None:
    text = f"---\nname: unit-convert\ndescription:\n---\n\n---\n{SOUND}---\n{BODY}"
    assert _findings(text) == ["6:1: error[second-front-matter"]


def test_an_empty_field_is_found_beside_a_fault_of_another_field() -> None:
    found = _findings(f"---\n{SOUND}license:\ncompatibility: @x\n---\n{BODY}")
    assert found == ["4:1: error[missing-field", "5:16: error[invalid-front-matter"]


def test_a_line_that_may_go_on_with_the_routing_text_is_not_moved() -> None:
    _findings(f"---\n{SOUND}Note: not for money.\n---\n{BODY}")
    assert "metadata" not in run("fix", "--unsafe-fixes", "--diff").out


CONFLICT = "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> main\n"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (f"\n{CONFLICT}", ["6:1: error[merge-conflict"]),
        (f"\n{CONFLICT}\n{CONFLICT}", ["6:1: error[merge-conflict", "12:1: error[merge-conflict"]),
        (f"\n```text\n{CONFLICT}```\n", []),
        (f"\n~~~\n{CONFLICT}\nMore.\n", []),
        ("\nRemove `<<<<<<<`, `=======` and `>>>>>>>`.\n", []),
        ("\n<<<<<<< HEAD\n\nTitle\n=======\n\nText.\n", []),
        (f"\n- Item:\n\n  {CONFLICT.replace(chr(10), chr(10) + '  ')}\n", []),
    ],
    ids=["one", "two", "code", "open code", "inline", "no end", "indented"],
)
def test_a_conflict_in_the_body_has_all_three_lines_and_no_code_fence(
    body: str, found: list[str]
) -> None:
    text = f"---\n{SOUND}---\n{body}"
    assert _findings(text, "--select", "merge-conflict") == found


@pytest.mark.parametrize(
    ("line_end", "found"),
    [("\n", False), ("\r\n", False), ("\r", True), ("\r\r\n", True)],
    ids=["LF", "CRLF", "CR", "CRCRLF"],
)
def test_line_ends_that_some_readers_do_not_know_are_mended(line_end: str, found: bool) -> None:
    text = f"---\n{SOUND}---\n{BODY}"
    odd = text.replace("\n", line_end).encode()
    select = ("--select", "odd-line-ends")
    assert bool(_findings(odd, *select)) is found
    run("fix", *select)
    after = Path("skills/unit-convert/SKILL.md").read_bytes()
    assert after == (text.encode() if found else odd)


def test_mixed_line_ends_are_left_alone() -> None:
    text = f"---\n{SOUND}---\r\r\n{BODY}\r"
    assert _findings(text.encode(), "--select", "odd-line-ends") == []


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("# Längen".encode("utf-16"), ["1:1: warning[unreadable-reference"]),
        ("# Längen".encode("latin-1"), ["1:4: warning[unreadable-reference"]),
        ("# Längen".encode(), []),
        (b"", []),
    ],
    ids=["UTF-16", "Latin-1", "UTF-8", "empty"],
)
def test_a_reference_in_another_encoding_is_found(data: bytes, found: list[str]) -> None:
    text = f"---\n{SOUND}---\n{BODY}\nRead [the list](references/list.md).\n"
    assert _findings(text, "--select", "unreadable-reference", list=data) == found


def test_the_heading_behind_a_byte_order_mark_is_an_anchor() -> None:
    text = f"---\n{SOUND}---\n{BODY}\nRead [the list](references/list.md#all).\n"
    data = "\ufeff# All\n\n[here](#all)\n".encode()
    assert _findings(text, "--select", "links", list=data) == []
