"""Laws of the front matter reader and of the edits that are made from what it read."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skilltool import fixes, frontmatter
from skilltool.frontmatter import edits
from skilltool.model import Edit, Field, Fix, Style

FAST = settings(max_examples=80, deadline=None, derandomize=True)

# No surrogates, which UTF-8 cannot hold, and nothing that YAML refuses or reads as a line end.
REFUSED = "".join(map(chr, [*range(9), 11, 12, *range(14, 32), *range(127, 160), 0xFEFF]))
TEXT = st.text(
    st.characters(codec="utf-8", exclude_characters=f"{REFUSED}\u2028\u2029\ufffe\uffff"),
    max_size=30,
)
LINE = TEXT.map(lambda text: " ".join(text.split()))
KEY = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True).filter(
    lambda key: not frontmatter.needs_quotes(key)
)
LINE_END = st.sampled_from(["\n", "\r\n", "\r"])
SOUND = """---
name: unit-convert
description: >
  Converts units. Use when: asked.
license: "MIT" # as ever
metadata: {version: "1.0", "tags": [one, 'two']}
allowed-tools:
  - Read
  - name: Bash
    when: it's needed
plain: goes
  on here
---

# Title
"""
SIGNS = [
    *":#\"'[]{}@`%*&!|>,?-\\\t\n\r \0\x85\u2028\ufeff\u00a0：—😀中",
    ": ",
    " #",
    "---\n",
    "&a ",
]


VISIBLE = [
    *(sign for sign in SIGNS if sign.isprintable()),
    *("\\'", '""', '",', '"""', "'s ", ">- ", " — ", " license: ", "!t ", "*x ", "[a, ", "\\ud83d"),
]


class NoDates(yaml.SafeLoader):
    """YAML 1.1 with dates as text, which is how they are read here."""


NoDates.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for sign, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def leaves(field: Field) -> list[Field]:
    if not field.children:
        return [field]
    return [leaf for child in field.children.values() for leaf in leaves(child)]


def edited(text: str, changes: tuple[Edit, ...]) -> str:
    return fixes.apply(text, [Fix("", changes)]).text


DATA = st.dictionaries(
    KEY,
    st.recursive(
        LINE | st.integers() | st.booleans() | st.none(),
        lambda inner: (
            st.lists(inner, min_size=1, max_size=3)
            | st.dictionaries(KEY, inner, min_size=1, max_size=3)
        ),
        max_leaves=6,
    ),
    min_size=1,
    max_size=4,
)


@FAST
@given(st.text(max_size=200) | st.text(alphabet="-: \n\r\t#\"'[]{}&*!|>ab", max_size=200))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    for whole in (text, f"---\n{text}\n---\n"):
        for fault in frontmatter.parse(whole).faults:
            assert 0 <= fault.start <= fault.end <= len(whole)


@settings(FAST, max_examples=250)
@given(
    st.lists(
        st.tuples(st.integers(0, len(SOUND)), st.sampled_from(SIGNS), st.integers(0, 3)),
        min_size=1,
        max_size=4,
    ),
    LINE_END,
)
def test_a_spoilt_front_matter_is_read_and_each_fix_fits_it(
    spoilt: list[tuple[int, str, int]], line_end: str
) -> None:
    text = SOUND.replace("\n", line_end)
    for at, sign, removed in spoilt:
        text = text[:at] + sign + text[at + removed :]
    for fault in frontmatter.parse(text).faults:
        assert 0 <= fault.start <= fault.end <= len(text)
        if fault.fix is not None:
            assert fixes.apply(text, [fault.fix]).applied == (fault.fix,)


@settings(FAST, max_examples=400)
@given(st.integers(0, len(SOUND)), st.sampled_from(VISIBLE), st.integers(0, 1))
def test_safe_fixes_say_what_was_read_and_hide_no_fault(at: int, sign: str, removed: int) -> None:
    text = SOUND[:at] + sign + SOUND[at + removed :]
    before = frontmatter.parse(text)
    safe = [fault.fix for fault in before.faults if fault.fix is not None and fault.fix.safe]
    outcome = fixes.apply(text, safe)
    assume(outcome.applied and not outcome.skipped)
    after = frontmatter.parse(outcome.text)
    assert after.data == before.data
    mended = len(set(before.faults)) - len(outcome.applied)
    assert mended <= len(after.faults) <= len(before.faults)


@FAST
@given(DATA, st.sampled_from([None, False, True]), LINE_END)
def test_sound_yaml_is_read_as_yaml_reads_it(
    data: dict[str, object], flow: bool | None, line_end: str
) -> None:
    block = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    text = f"---\n{block}---\nBody\n".replace("\n", line_end)
    front = frontmatter.parse(text)
    assume(not front.faults)
    assert front.data == yaml.load(text[front.start : front.end], NoDates)
    assert text[front.body_start :] == f"Body{line_end}"


@FAST
@given(DATA, st.sampled_from([None, False, True]))
def test_the_place_of_a_scalar_gives_its_value(data: dict[str, object], flow: bool | None) -> None:
    block = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    text = f"---\n{block}---\n"
    for field in frontmatter.parse(text).fields.values():
        for leaf in leaves(field):
            if leaf.style in (Style.PLAIN, Style.SINGLE, Style.DOUBLE):
                raw = text[leaf.start : leaf.end]
                assert yaml.load(raw, NoDates) == leaf.value


@FAST
@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_a_quoted_text_reads_back(text: str) -> None:
    assert frontmatter.parse(f"---\nkey: {frontmatter.quote(text)}\n---\n").data == {"key": text}


@FAST
@given(LINE, LINE_END)
def test_quoting_a_plain_value_adds_signs_and_keeps_what_it_says(value: str, end: str) -> None:
    text = f"---{end}key: {value}{end}other: x{end}---{end}"
    front = frontmatter.parse(text)
    field = front.fields.get("key")
    assume(not front.faults and field is not None)
    assert field is not None
    after = edited(text, edits.quote_value(text, field))
    if field.style is Style.PLAIN and value:
        assert frontmatter.parse(after).data == {"key": value, "other": "x"}
    else:
        assert after == text


@FAST
@given(DATA, LINE, LINE_END)
def test_a_value_that_is_set_is_the_only_thing_that_changes(
    data: dict[str, object], value: str, line_end: str
) -> None:
    block = yaml.safe_dump(data, allow_unicode=True, sort_keys=False)
    text = f"---\n{block}last: x\n---\nBody\n".replace("\n", line_end)
    front = frontmatter.parse(text)
    assume(not front.faults)
    key = next(iter(front.fields))
    after = frontmatter.parse(edited(text, edits.set_value(text, front.fields[key], value)))
    assert after.data == {**front.data, key: value}


@FAST
@given(DATA, LINE_END)
def test_block_style_says_what_flow_style_said(data: dict[str, object], line_end: str) -> None:
    flow = json.dumps(data, ensure_ascii=False)
    text = f"---\nkey: {flow} # kept\nlast: x\n---\nBody\n".replace("\n", line_end)
    front = frontmatter.parse(text)
    assume(not front.faults)
    after = edited(text, edits.block_style(text, front.fields["key"]))
    read = frontmatter.parse(after)
    assert read.data == front.data
    assert read.fields["key"].style is Style.BLOCK
    assert "# kept" in after


@FAST
@given(st.lists(LINE.filter(bool), min_size=2, max_size=4), LINE_END)
def test_a_wrapped_value_on_one_line_says_the_same(lines: list[str], line_end: str) -> None:
    text = f"---\nkey:\n  {'{0}  '.join(lines)}\nlast: x\n---\n".replace("{0}", "\n")
    text = text.replace("\n", line_end)
    front = frontmatter.parse(text)
    field = front.fields.get("key")
    assume(not front.faults and field is not None and field.style is Style.PLAIN)
    assert field is not None
    after = edited(text, edits.join_lines(text, field))
    assert frontmatter.parse(after).data == {**front.data, "key": field.text}
    assert after.count(line_end) == text.count(line_end) - len(lines)


@pytest.mark.parametrize("text", [SOUND, SOUND.replace("\n", "\r\n")])
def test_the_sample_is_sound(text: str) -> None:
    assert frontmatter.parse(text).faults == ()
