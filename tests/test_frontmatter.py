"""Front matter: what is read, where each fault is, how it is mended, and how reading goes on."""

from __future__ import annotations

import math
import time

import pytest

from skilltool import fixes, frontmatter
from skilltool.model import Fault, Source, Style

NAME = "name: a-b\n"
DESCRIPTION = "description: Converts units. Use when asked.\n"
BODY = "\n# Title\n\nText.\n"


def wrap(yaml: str, body: str = BODY) -> str:
    return f"---\n{yaml}---\n{body}"


def place(text: str, fault: Fault) -> str:
    line, column = Source("", text).position(fault.start)
    return f"{line}:{column}"


def only_fault(text: str) -> Fault:
    faults = frontmatter.parse(text).faults
    assert len(faults) == 1, faults
    return faults[0]


def mended(text: str, fault: Fault) -> str:
    assert fault.fix is not None
    return fixes.apply(text, [fault.fix]).text


# Broken YAML, place, a part of the message, mended YAML or None, in a file after NAME.
SYNTAX = {
    "colon in a plain value": (
        "description: Reviews smooth motion: enter and exit.\n",
        "3:35",
        "contains `: ` (after `motion`)",
        'description: "Reviews smooth motion: enter and exit."\n',
    ),
    "colon and double quotes in a plain value": (
        'description: Says: "no" and C:\\x\n',
        "3:18",
        "contains `: `",
        "description: 'Says: \"no\" and C:\\x'\n",
    ),
    "colon on a wrapped line": (
        "description: Converts units.\n  Use when: asked.\nlicense: MIT\n",
        "4:11",
        "(after `when`)",
        'description: "Converts units.\n  Use when: asked."\nlicense: MIT\n',
    ),
    "colon at the end of a value": (
        "description: Converts these:\n",
        "3:28",
        "contains `: `",
        'description: "Converts these:"\n',
    ),
    "colon deep in a list of mappings": (
        "arguments:\n  - name: x\n    help: profile (default: main)\n",
        "5:27",
        "the value of arguments[0].help is not quoted",
        'arguments:\n  - name: x\n    help: "profile (default: main)"\n',
    ),
    "columns count characters": (
        "description: 🎉🎉 单位: 换算\n",
        "3:19",
        "(after `单位`)",
        'description: "🎉🎉 单位: 换算"\n',
    ),
    "text after the closing quote": (
        'description: "Plan first" - then do it. Don\'t wait.\n',
        "3:25",
        "text follows the closing quote",
        "description: '\"Plan first\" - then do it. Don''t wait.'\n",
    ),
    "text after the closing single quote": (
        "description: 'Plan' then \"do\" it\n",
        "3:19",
        "text follows the closing quote",
        "description: '''Plan'' then \"do\" it'\n",
    ),
    "quotation inside double quotes": (
        'description: "Say "hello" to me"\n',
        "3:19",
        "ends the value of description early",
        'description: "Say \\"hello\\" to me"\n',
    ),
    "apostrophe inside single quotes": (
        "description: 'Don't wait.'\nlicense: MIT\n",
        "3:18",
        "Double it",
        "description: 'Don''t wait.'\nlicense: MIT\n",
    ),
    "double quote never closed": (
        'description: "Converts units.\nlicense: MIT\n',
        "3:14",
        'opens with `"` and never closes it',
        'description: "Converts units."\nlicense: MIT\n',
    ),
    "double quote never closed before another quoted value": (
        'description: "Converts units.\nlicense: "MIT"\n',
        "3:14",
        "never closes it",
        'description: "Converts units."\nlicense: "MIT"\n',
    ),
    "double quote never closed over two lines": (
        'description: "Converts\n  units.\nlicense: MIT\n',
        "3:14",
        "never closes it",
        'description: "Converts\n  units."\nlicense: MIT\n',
    ),
    "double quote closed by an escaped one": (
        'description: "Converts \\"units\\"\n',
        "3:14",
        "never closes it",
        'description: "Converts \\"units\\""\n',
    ),
    "single quote never closed": (
        "description: 'Converts units.\nlicense: MIT\n",
        "3:14",
        "opens with `'`",
        "description: 'Converts units.'\nlicense: MIT\n",
    ),
    "list item quote never closed": (
        'xs:\n  - "one\n  - two\n',
        "4:5",
        "the value of xs[0] opens",
        'xs:\n  - "one"\n  - two\n',
    ),
    "apostrophe with a backslash in single quotes": (
        "description: 'The team\\'s units.'\n",
        "3:23",
        "in YAML that is `''`",
        "description: 'The team''s units.'\n",
    ),
    "apostrophe with a backslash in double quotes": (
        'description: "The team\\\'s \\"units\\"."\n',
        "3:23",
        "Write the apostrophe alone",
        'description: "The team\'s \\"units\\"."\n',
    ),
    "apostrophe beside an unknown escape": (
        'description: "The team\\\'s C:\\path."\n',
        "3:23",
        "`\\'` is no escape",
        'description: "The team\'s C:\\\\path."\n',
    ),
    "halves of a character": (
        'description: "Draws \\ud83d\\ude00 and \\\\ud83d."\n',
        "3:21",
        "Write `😀`",
        'description: "Draws 😀 and \\\\ud83d."\n',
    ),
    "half of a character": (
        'description: "Draws \\ud83d."\n',
        "3:21",
        "halves of a character",
        None,
    ),
    "fault behind a comment with quotes": (
        'x: "a" # say ""b""\ndescription: Converts: all.\n',
        "4:22",
        "contains `: `",
        'x: "a" # say ""b""\ndescription: "Converts: all."\n',
    ),
    "doubled quotes in double quotes": (
        'description: "Converts ""units"", all."\n',
        "3:24",
        'in YAML that is `\\"`',
        'description: "Converts \\"units\\", all."\n',
    ),
    "comma after a list": ("xs: [a, b],\n", "3:11", "a comma follows", "xs: [a, b]\n"),
    "comma after the closing quote": (
        'description: "Converts units.",\n',
        "3:31",
        "a comma follows",
        'description: "Converts units."\n',
    ),
    "semicolon after the closing quote and before a comment": (
        "description: 'Converts units.'; # why\n",
        "3:31",
        "a semicolon follows",
        "description: 'Converts units.' # why\n",
    ),
    "three quote signs": (
        'description: """Converts: units."""\n',
        "3:14",
        "three quote signs",
        'description: "Converts: units."\n',
    ),
    "double quote that a curly one closes": (
        'description: "Converts units.”\n',
        "3:14",
        "ends with `”`",
        'description: "Converts units."\n',
    ),
    "double quote that an apostrophe closes": (
        "description: \"Converts it's units.'\n",
        "3:14",
        "ends with `'`",
        'description: "Converts it\'s units."\n',
    ),
    "open double quote before a quotation at the end": (
        'description: "Converts “units”\n',
        "3:14",
        "never closes it",
        'description: "Converts “units”"\n',
    ),
    "text on the line of a block sign": (
        "description: >- Converts: units.\n  Use when asked.\n",
        "3:14",
        "must start below `>-`",
        'description: "Converts: units.\n  Use when asked."\n',
    ),
    "quoted text on the line of a block sign": (
        'description: > "Converts units."\n',
        "3:14",
        "must start below `>`",
        'description: "Converts units."\n',
    ),
    "text on the next line with a colon": (
        "description:\n  Converts units: all.\n  Use when: asked.\n",
        "4:17",
        "(after `units`); YAML reads it as a mapping",
        'description:\n  "Converts units: all.\n  Use when: asked."\n',
    ),
    "list below a text": (
        "description: Converts. Use when:\n- it's asked\n- it: fits\nlicense: MIT\n",
        "4:1",
        "a list follows the text",
        'description: "Converts. Use when:\n  - it\'s asked\n  - it: fits"\nlicense: MIT\n',
    ),
    "list item with a colon in brackets": (
        "allowed-tools:\n  - Bash(git: *)\n  - Read\n",
        "4:13",
        "`Bash(git: *)` is not quoted",
        'allowed-tools:\n  - "Bash(git: *)"\n  - Read\n',
    ),
    "list item with two colons in brackets": (
        "allowed-tools:\n  - Bash(git: a: b)\n",
        "4:13",
        "YAML reads a key in it",
        'allowed-tools:\n  - "Bash(git: a: b)"\n',
    ),
    "list item with keys beside well placed ones": (
        "xs:\n    - one\n   - two:\n      three: 4\n    - five\n",
        "5:4",
        "fits none",
        "xs:\n    - one\n    - two:\n       three: 4\n    - five\n",
    ),
    "list item beside well placed ones": (
        "xs:\n    - one\n   - two\n    - three\n",
        "5:4",
        "fits none",
        "xs:\n    - one\n    - two\n    - three\n",
    ),
    "unclosed list with an unclosed quote": (
        'allowed-tools: [Read, "Write\n',
        "3:16",
        "never closes it",
        None,
    ),
    "dash after a key": (
        "description — Converts units.\n",
        "3:13",
        "after the key `description` stands `—`",
        "description: Converts units.\n",
    ),
    "text below a name": ("This skill converts.\n", "3:1", "is neither", None),
    "unknown escape": (
        'description: "C:\\path\\dir"\n',
        "3:17",
        "`\\p` is no escape",
        'description: "C:\\\\path\\\\dir"\n',
    ),
    "short hexadecimal escape": (
        'description: "a \\xZZ b"\n',
        "3:17",
        "`\\x` is no escape",
        'description: "a \\\\xZZ b"\n',
    ),
    "list never closed": (
        "xs: [a, b\nlicense: MIT\n",
        "3:5",
        "opens a list with `[` and never closes it",
        "xs: [a, b]\nlicense: MIT\n",
    ),
    "mapping never closed": (
        "metadata: {a: b\nlicense: MIT\n",
        "3:11",
        "opens a mapping",
        "metadata: {a: b}\nlicense: MIT\n",
    ),
    "prose that opens a bracket": (
        "description: [draft converts units\n",
        "3:14",
        "never closes it",
        'description: "[draft converts units"\n',
    ),
    "prose after a bracketed word": (
        "description: [draft] converts units\n",
        "3:14",
        "goes on after its end",
        'description: "[draft] converts units"\n',
    ),
    "list with one bracket too many": ("xs: [a, b]]\n", "3:5", "goes on after its end", None),
    "unreadable list item in brackets": ("xs: [a, @b]\n", "3:9", "cannot be read as one", None),
    "template placeholder": (
        "description: {{ text }}\n",
        "3:14",
        "starts with `{{`",
        'description: "{{ text }}"\n',
    ),
    "glob in a list": (
        "globs:\n- *.py\n- x\n",
        "4:3",
        "the value of globs[0] starts with `*`, an alias",
        'globs:\n- "*.py"\n- x\n',
    ),
    "comment before the end of a wrapped value": (
        "description: C # and\n  more\n",
        "3:16",
        "ends before this `#`",
        'description: "C # and\n  more"\n',
    ),
    "no space after the colon": (
        "description:Converts units\nlicense: MIT\n",
        "3:1",
        "`description:` needs a space after the colon",
        "description: Converts units\nlicense: MIT\n",
    ),
    "no space after the colon of a nested key": (
        "metadata:\n  x:1\n  y: 2\n",
        "4:3",
        "`x:` needs a space",
        "metadata:\n  x: 1\n  y: 2\n",
    ),
    "no colon": (
        "description Converts units\nlicense: MIT\n",
        "3:1",
        "the key `description` needs a colon",
        "description: Converts units\nlicense: MIT\n",
    ),
    "equals sign for a colon": (
        "description = Converts units\n",
        "3:13",
        "stands `=`",
        "description: Converts units\n",
    ),
    "full-width colon": (
        "description：Converts units\n",
        "3:12",
        "stands `：`",
        "description: Converts units\n",
    ),
    "no-break space after the colon": (
        "description:\u00a0Converts units\n",
        "3:12",
        "U+00A0",
        "description: Converts units\n",
    ),
    "no-break spaces for indentation": (
        "metadata:\n\u00a0\u00a0x: y\n",
        "4:1",
        "U+00A0 indents this line",
        "metadata:\n  x: y\n",
    ),
    "tab for indentation": (
        'metadata:\n\tx: "1"\n\ty: "2"\n',
        "4:1",
        "indents with spaces only (2 lines)",
        'metadata:\n  x: "1"\n  y: "2"\n',
    ),
    "tab among spaces": (
        'metadata:\n  x: "1"\n\ty: "2"\n',
        "5:1",
        "a tab indents this line",
        'metadata:\n  x: "1"\n  y: "2"\n',
    ),
    "tab after a dash": ("xs:\n  -\ta\n", "4:4", "a tab", "xs:\n  - a\n"),
    "tab on a blank line": ("\t\nlicense: MIT\n", "3:1", "a tab", "\nlicense: MIT\n"),
    "tab below a block of lines": (
        "description: |\n  one\n\ttwo\n",
        "5:1",
        "a tab",
        "description: |\n  one\n  two\n",
    ),
    "field indented below a value": (
        "description: Converts units\n  license: MIT\n",
        "4:3",
        "fits none of the lines above",
        "description: Converts units\nlicense: MIT\n",
    ),
    "nested field indented too little": (
        'metadata:\n   x: "1"\n  y: "2"\n',
        "5:3",
        "fits none of the lines above",
        'metadata:\n   x: "1"\n   y: "2"\n',
    ),
    "nested field indented too much": (
        'metadata:\n  x: "1"\n    y: "2"\n',
        "5:5",
        "fits none of the lines above",
        'metadata:\n  x: "1"\n  y: "2"\n',
    ),
    "list item indented too little": (
        "xs:\n   - a\n  - b\n",
        "5:3",
        "fits none of the lines above",
        "xs:\n   - a\n   - b\n",
    ),
    "wrapped value not indented": (
        "description: Converts\nunits and\nmore.\nlicense: MIT\n",
        "4:1",
        "goes on with the value of description",
        "description: Converts\n  units and\n  more.\nlicense: MIT\n",
    ),
    "block of lines not indented": (
        "description: |\none\ntwo\nlicense: MIT\n",
        "4:1",
        "goes on with the value of description",
        "description: |\n  one\n  two\nlicense: MIT\n",
    ),
    "line that is nothing": (
        'license: "MIT"\nsomething else\n',
        "4:1",
        "neither `key: value` nor indented",
        None,
    ),
    "key with an open quote": ('"license: MIT\n', "3:1", 'opens a key with `"`', None),
    "document marker": ("--- x\nlicense: MIT\n", "3:1", "ends the YAML text", None),
    "directive": ("%YAML 1.1\n", "3:1", "is a directive", ""),
    "block of lines indented unevenly": ("x: >\n  one\n two\n", "5:2", "fits none", None),
    "control character": ("license: M\x01I\x02T\n", "3:11", "U+0001", "license: MIT\n"),
    "NUL": ("license: M\0IT\n", "3:11", "U+0000", "license: MIT\n"),
    "lone surrogate": ("license: M\ud800IT\n", "3:11", "U+D800", "license: MIT\n"),
    "line separator": ("license: M\u2028IT\n", "3:11", "U+2028", "license: M IT\n"),
    "next line": ('license: "M\x85IT"\n', "3:12", "U+0085", 'license: "M IT"\n'),
    "anchor": ("team: &x Ops\n", "3:7", "`&x` is an anchor", "team: Ops\n"),
    "anchor that may be a word": (
        "description: &Co draws charts.\n",
        "3:14",
        "quote the value if it belongs",
        'description: "&Co draws charts."\n',
    ),
    "anchor of a mapping": (
        "metadata: &m\n  x: y\n",
        "3:11",
        "`&m` is an anchor",
        "metadata:\n  x: y\n",
    ),
    "alias of nothing": ("license: *x\n", "3:10", "`*x` is an alias", 'license: "*x"\n'),
    "alias of a mapping": (
        "base: &b\n  x: y\nmetadata:\n  <<: *b\n",
        "6:7",
        "repeats what `&b` marks",
        None,
    ),
    "merge key": ("<<: {license: MIT}\n", "3:1", "`<<` is a merge key", None),
    "text tag": ("license: !!str 1.10\n", "3:10", "`!!str` is a tag", 'license: "1.10"\n'),
    "tag of a mapping": ("metadata: !x\n  y: z\n", "3:11", "`!x` is a tag", None),
    "tag that would run code": (
        'x: !!python/object/apply:os.system ["ls"]\n',
        "3:4",
        "is a tag",
        None,
    ),
    "sign before a known key": (
        "!description: x\nlicense: MIT\n",
        "3:1",
        "starts with `!`",
        "description: x\nlicense: MIT\n",
    ),
    "key that starts with a sign": ("@x: y\n", "3:1", "starts with `@`", '"@x": y\n'),
    "bullet before a nested key": (
        "metadata:\n  * x: y\n",
        "4:3",
        "starts with `*`",
        'metadata:\n  "* x": y\n',
    ),
    "squeezed value over two lines": (
        "license:MIT or\n  another\n",
        "3:1",
        "needs a space",
        "license: MIT or\n  another\n",
    ),
    "tag that is never closed": (
        "license: !<x MIT\n",
        "3:1",
        "YAML cannot read the front matter here",
        None,
    ),
    "words with a colon that go on with a text": (
        "description: Converts units.\nUSE FOR: lengths.\nNOT FOR: money.\nlicense: MIT\n",
        "4:1",
        "goes on with the value of description",
        'description: "Converts units.\n  USE FOR: lengths.\n  NOT FOR: money."\nlicense: MIT\n',
    ),
    "words with a colon that go on with a block of lines": (
        "description: |\n   Converts units.\nUSE FOR: lengths.\nlicense: MIT\n",
        "5:1",
        "goes on with the value of description",
        "description: |\n   Converts units.\n   USE FOR: lengths.\nlicense: MIT\n",
    ),
    "no space after the colon in braces": (
        "metadata: {x:y}\n",
        "3:12",
        "`x:` needs a space",
        "metadata: {x: y}\n",
    ),
    "invisible character before a key": (
        "\u200blicense: MIT\n",
        "3:1",
        "U+200B stands unseen at the start of this line",
        "license: MIT\n",
    ),
    "key that is a number": ("1: x\n", "3:1", "the key `1` is an int", '"1": x\n'),
    "key that is a truth value": ("on: x\n", "3:1", "the key `on` is a bool", '"on": x\n'),
    "key that is a list": ("? [a, b]\n: c\n", "3:3", "keys must be texts", None),
}


@pytest.mark.parametrize(("yaml", "at", "message", "fixed"), SYNTAX.values(), ids=SYNTAX.keys())
def test_a_syntax_fault_is_one_fault_at_its_place_and_is_mended(
    yaml: str, at: str, message: str, fixed: str | None
) -> None:
    text = wrap(NAME + yaml)
    fault = only_fault(text)
    assert place(text, fault) == at
    assert fault.kind == "invalid-front-matter"
    assert message in fault.message
    assert (fault.fix and mended(text, fault)) == (None if fixed is None else wrap(NAME + fixed))


@pytest.mark.parametrize(
    ("yaml", "fixed"),
    [(yaml, fixed) for yaml, _, _, fixed in SYNTAX.values() if fixed is not None],
    ids=[name for name, row in SYNTAX.items() if row[3] is not None],
)
def test_what_a_fault_hides_is_read_as_it_is_after_the_fix(yaml: str, fixed: str) -> None:
    after = frontmatter.parse(wrap(NAME + fixed))
    assert after.faults == ()
    assert frontmatter.parse(wrap(NAME + yaml)).data == after.data


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
@pytest.mark.parametrize(
    "name", [name for name, row in SYNTAX.items() if "\n\ttwo" not in row[0]], ids=str
)
def test_a_fault_is_the_same_with_other_line_ends(name: str, line_end: str) -> None:
    yaml, at, message, fixed = SYNTAX[name]
    text = wrap(NAME + yaml).replace("\n", line_end)
    fault = only_fault(text)
    assert place(text, fault) == at
    assert message in fault.message
    if fixed is not None:
        assert mended(text, fault) == wrap(NAME + fixed).replace("\n", line_end)


@pytest.mark.parametrize(
    ("sign", "rest"),
    [
        *((sign, rest) for sign in "@`%,]}|>" for rest in ("x y", "x: y")),
        *((sign, " x y") for sign in "@`%,]}"),
    ],
)
def test_a_value_that_starts_with_a_sign_of_yaml_is_quoted(sign: str, rest: str) -> None:
    text = wrap(f"{NAME}description: {sign}{rest}\nlicense: MIT\n")
    fault = only_fault(text)
    assert place(text, fault) == "3:14"
    assert mended(text, fault) == wrap(f'{NAME}description: "{sign}{rest}"\nlicense: MIT\n')


@pytest.mark.parametrize("start", ["* x", "*x y", "& x", "- x", "? x", "!e!x y"])
def test_a_value_that_starts_like_another_node_is_quoted(start: str) -> None:
    text = wrap(f"{NAME}description: {start}\nlicense: MIT\n")
    assert mended(text, only_fault(text)) == wrap(f'{NAME}description: "{start}"\nlicense: MIT\n')


@pytest.mark.parametrize("value", ["-x y", "?x y", ":x y", "x--- y", "a#b", "a:b", "~x", "<a> b"])
def test_a_value_that_only_looks_odd_has_no_fault(value: str) -> None:
    front = frontmatter.parse(wrap(f"{NAME}description: {value}\n"))
    assert front.faults == ()
    assert front.data["description"] == value


def test_every_fault_of_a_broken_block_is_found_at_once() -> None:
    text = wrap('name: a: b\ndescription: "x" y\nlicense: @z\nmetadata:\n\tv: e: f\n')
    front = frontmatter.parse(text)
    assert [place(text, fault) for fault in front.faults] == ["2:8", "3:16", "4:10", "6:1", "6:6"]
    assert front.data == {
        "name": "a: b",
        "description": '"x" y',
        "license": "@z",
        "metadata": {"v": "e: f"},
    }


def test_a_field_that_may_be_lost_in_a_quoted_value_makes_the_fix_unsafe() -> None:
    fault = only_fault(wrap(NAME + "description: Converts units\n  author: me\n"))
    assert fault.fix is not None
    assert not fault.fix.safe


def test_escapes_that_were_meant_as_such_make_the_fix_unsafe() -> None:
    fault = only_fault(wrap(NAME + 'description: "one\\ntwo \\d"\n'))
    assert fault.fix is not None
    assert not fault.fix.safe


@pytest.mark.parametrize(
    "yaml",
    [
        "description: &Co draws charts.\n",
        "description: | Converts units.\n  Use when asked.\n",
        "description: > 5 MB files.\n",
        "description: \"Converts the users'\n",
        "description: Use when:\n- asked\n",
        "description:\n  Use when:\n    - asked\n",
        "description:\n  Use when: asked # or not\n",
        "name: a #1\n",
    ],
)
def test_a_fix_that_may_miss_what_was_meant_is_unsafe(yaml: str) -> None:
    fix = only_fault(wrap(yaml)).fix
    assert fix is not None
    assert not fix.safe


@pytest.mark.parametrize(
    "value", ["@a-b", "a: b", "'a' b", "[a] b", "[a", "a # b\n  c", "- a", "a\n  b: c"]
)
def test_no_text_is_quoted_into_a_name(value: str) -> None:
    fault = frontmatter.parse(wrap(f"name: {value}\n{DESCRIPTION}")).faults[0]
    assert fault.fix is None


@pytest.mark.parametrize("sign", ["—", "–", "-", "="])
def test_fields_that_all_have_another_sign_are_faults_each(sign: str) -> None:
    text = wrap(f"name {sign} a-b\ndescription {sign} Converts.\n")
    front = frontmatter.parse(text)
    assert front.data == {"name": "a-b", "description": "Converts."}
    assert [place(text, fault) for fault in front.faults] == ["2:6", "3:13"]


def test_a_second_field_stands_behind_a_quoted_name_or_another_field() -> None:
    text = wrap('name: "a-b" license: MIT description: Converts.\n')
    front = frontmatter.parse(text)
    assert front.data == {"name": "a-b", "license": "MIT", "description": "Converts."}
    assert len(front.faults) == 2


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_second_field_on_the_line_of_the_name_gets_its_own(line_end: str) -> None:
    text = wrap("name: a-b description: Converts: all.\n").replace("\n", line_end)
    front = frontmatter.parse(text)
    assert front.data == {"name": "a-b", "description": "Converts: all."}
    assert "two fields stand on one line" in front.faults[0].message
    assert mended(text, front.faults[0]) == wrap(
        "name: a-b\ndescription: Converts: all.\n"
    ).replace("\n", line_end)


def test_a_comment_ends_a_name() -> None:
    text = wrap(f"name: a-b #1\n{DESCRIPTION}")
    assert frontmatter.parse(text).data["name"] == "a-b"
    assert mended(text, only_fault(text)) == wrap(f"{NAME}{DESCRIPTION}")


@pytest.mark.parametrize("rest", ["", "license: MIT\n"])
def test_a_rule_inside_a_quoted_value_is_named_as_what_cuts_it(rest: str) -> None:
    text = wrap(f'{NAME}description: "Converts units.\n---\nUse when asked."\n{rest}')
    faults = frontmatter.parse(text).faults
    assert {place(text, fault) for fault in faults} == {"4:1"}
    assert "ends the front matter inside a value" in faults[-1].message
    assert all(fault.fix is None for fault in faults)


@pytest.mark.parametrize(
    "body", ['Says "no".\n', 'Says "no"\n\n---\n\nMore.\n', '```\n---\na: "b"\n---\n```\n']
)
def test_a_quote_that_is_never_closed_is_no_cut_by_the_fence(body: str) -> None:
    fault = only_fault(wrap(f'{NAME}description: "Converts units.\n', body))
    assert "never closes it" in fault.message


@pytest.mark.parametrize("yaml", ["short: x\n  long: y", "x: y", '"a b": c'])
def test_a_mapping_in_place_of_a_text_is_left_as_it_is(yaml: str) -> None:
    assert frontmatter.parse(wrap(f"{NAME}description:\n  {yaml}\n")).faults == ()


def test_a_first_field_that_is_indented_is_moved() -> None:
    text = wrap("  name: a-b\ndescription: x\n")
    fault = only_fault(text)
    assert place(text, fault) == "2:3"
    assert mended(text, fault) == wrap("name: a-b\ndescription: x\n")


def test_a_tag_of_the_whole_block_is_a_fault() -> None:
    text = wrap("!x\nname: a-b\n")
    assert "`!x` is a tag" in only_fault(text).message
    assert frontmatter.parse(text).data == {"name": "a-b"}


def test_fields_that_all_are_indented_alike_are_read() -> None:
    front = frontmatter.parse(wrap("  name: a-b\n  description: x\n"))
    assert front.faults == ()
    assert front.data == {"name": "a-b", "description": "x"}


def test_fields_without_any_space_after_the_colon_are_faults_each() -> None:
    text = wrap("name:a-b\ndescription:Converts units\n")
    front = frontmatter.parse(text)
    assert [place(text, fault) for fault in front.faults] == ["2:1", "3:1"]
    assert front.data == {"name": "a-b", "description": "Converts units"}


@pytest.mark.parametrize(
    ("yaml", "at", "cut"),
    [
        ("description: fix #12 now\n", "3:18", "fix"),
        ("description: C # and more\n", "3:16", "C"),
        ("xs:\n  - a #b\n", "4:7", "a"),
        ("color: #fff\n", "3:8", None),
        ("description: # all\n", "3:14", None),
    ],
)
def test_a_hash_that_cuts_a_value_is_a_fault(yaml: str, at: str, cut: str | None) -> None:
    text = wrap(NAME + yaml)
    fault = only_fault(text)
    assert (fault.kind, place(text, fault)) == ("truncating-comment", at)
    assert frontmatter.parse(mended(text, fault)).faults == ()
    assert cut in str(frontmatter.parse(text).data) if cut else True


@pytest.mark.parametrize("yaml", ["license: MIT # see the file\n", "license: # none\n"])
def test_a_comment_after_a_value_that_is_no_prose_stands(yaml: str) -> None:
    assert frontmatter.parse(wrap(NAME + yaml)).faults == ()


@pytest.mark.parametrize(
    ("yaml", "at", "first"),
    [
        ('description: x\n"description": y\n', "4:1", 3),
        ('metadata:\n  x: "1"\n  "x": "2"\n', "5:3", 4),
        ("metadata: {x: 1, x: 2}\n", "3:18", 3),
        ("xs:\n  - a: 1\n    a: 2\n", "5:5", 4),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_key_that_is_given_twice_is_a_fault(
    yaml: str, at: str, first: int, line_end: str
) -> None:
    text = wrap(NAME + yaml).replace("\n", line_end)
    fault = only_fault(text)
    assert (fault.kind, place(text, fault)) == ("duplicate-key", at)
    assert f"first on line {first}" in fault.message
    assert fault.fix is None


@pytest.mark.parametrize(
    ("raw", "kind", "value"),
    [
        ("1.10", "float", 1.1),
        ("0755", "int", 493),
        ("12:30:45", "int", 45045),
        ("1_000", "int", 1000),
        (".inf", "float", math.inf),
        ("2026-01-15", "timestamp", "2026-01-15"),
        ("2026-13-45", "timestamp", "2026-13-45"),
        ("on", "bool", True),
        ("404", "int", 404),
        ("~", "null", None),
        ("", "null", None),
        ("0x_", "int", "0x_"),
        ("'404'", "str", "404"),
        ('""', "str", ""),
        ("1e3", "str", "1e3"),
    ],
)
def test_a_scalar_has_the_type_of_yaml_and_keeps_its_text(
    raw: str, kind: str, value: object
) -> None:
    text = wrap(f"version: {raw}\n")
    field = frontmatter.parse(text).fields["version"]
    assert (field.type, field.value) == (kind, value)
    assert text[field.start : field.end] == raw
    assert field.text == raw.strip("'\"")


@pytest.mark.parametrize(
    ("raw", "style"),
    [
        ("x", Style.PLAIN),
        ("'x'", Style.SINGLE),
        ('"x"', Style.DOUBLE),
        ("|\n  x", Style.LITERAL),
        (">\n  x", Style.FOLDED),
        ("[x]", Style.FLOW),
        ("\n  - x", Style.BLOCK),
    ],
)
def test_a_field_tells_how_its_value_is_written(raw: str, style: Style) -> None:
    text = wrap(f"key: {raw}\nother: y\n")
    field = frontmatter.parse(text).fields["key"]
    assert field.style is style
    assert text[field.start : field.end] == raw.lstrip()
    assert text[field.key_start : field.key_end] == "key"


def test_nested_fields_are_found_by_dotted_names() -> None:
    front = frontmatter.parse(wrap("metadata:\n  a:\n    b: x\nxs: [p, {q: r}]\n"))
    found = [front.find(dotted) for dotted in ("metadata.a.b", "xs.1.q", "metadata.c")]
    assert [field and field.value for field in found] == ["x", "r", None]


def test_a_question_mark_key_is_read() -> None:
    assert frontmatter.parse(wrap("? name\n: a-b\n")).data == {"name": "a-b"}


def test_a_literal_merge_key_is_no_merge() -> None:
    assert frontmatter.parse(wrap("<<: {license: MIT}\n")).data == {"<<": {"license": "MIT"}}


def test_an_alias_is_kept_as_text_and_can_be_written_out() -> None:
    text = wrap("description: &d one\nlicense: *d\n")
    fault = only_fault(text)
    assert frontmatter.parse(text).data == {"description": "one", "license": "*d"}
    assert mended(text, fault) == wrap("description: one\nlicense: one\n")


def test_all_aliases_of_an_anchor_are_written_out_at_once() -> None:
    text = wrap("a: &x one\nb: *x\nc: *x\nd: &x two\ne: [*x]\n")
    faults = frontmatter.parse(text).faults
    assert [place(text, fault) for fault in faults] == ["3:4", "4:4", "6:5"]
    assert faults[0].fix == faults[1].fix
    assert mended(text, faults[0]) == wrap("a: one\nb: one\nc: one\nd: &x two\ne: [*x]\n")
    assert mended(text, faults[2]) == wrap("a: &x one\nb: *x\nc: *x\nd: two\ne: [two]\n")


# Whole files whose fences are wrong: kind, place, mended text or None.
FIELDS = NAME + DESCRIPTION
FENCES = {
    "four dashes close": (
        f"---\n{FIELDS}----\n{BODY}",
        "misspelt-fence",
        "4:1",
        wrap(FIELDS),
    ),
    "dots close": (f"---\n{FIELDS}...\n{BODY}", "misspelt-fence", "4:1", wrap(FIELDS)),
    "indented fence closes": (
        f"---\n{FIELDS} ---\n{BODY}",
        "misspelt-fence",
        "4:1",
        wrap(FIELDS),
    ),
    "dash character closes": (
        f"---\n{FIELDS}—-\n{BODY}",
        "misspelt-fence",
        "4:1",
        wrap(FIELDS),
    ),
    "commented fence closes": (
        f"---\n{FIELDS}--- # end\n{BODY}",
        "misspelt-fence",
        "4:1",
        wrap(FIELDS),
    ),
    "four dashes close before a body with a rule": (
        f"---\n{FIELDS}----\n{BODY}\nexamples:\n\n---\n",
        "misspelt-fence",
        "4:1",
        wrap(FIELDS, f"{BODY}\nexamples:\n\n---\n"),
    ),
    "four dashes open": (f"----\n{FIELDS}---\n{BODY}", "misspelt-fence", "1:1", wrap(FIELDS)),
    "indented fence opens": (
        f" ---\n{FIELDS}---\n{BODY}",
        "misspelt-fence",
        "1:1",
        wrap(FIELDS),
    ),
    "dash character opens": (
        f"—\n{FIELDS}---\n{BODY}",
        "misspelt-fence",
        "1:1",
        wrap(FIELDS),
    ),
    "language after the fence": (
        f"--- yaml\n{FIELDS}---\n{BODY}",
        "misspelt-fence",
        "1:1",
        wrap(FIELDS),
    ),
    "invisible character before the fence": (
        f"\u200b---\n{FIELDS}---\n{BODY}",
        "misspelt-fence",
        "1:1",
        wrap(FIELDS),
    ),
    "no-break space after the opening fence": (
        f"---\u00a0\n{FIELDS}---\n{BODY}",
        "misspelt-fence",
        "1:1",
        wrap(FIELDS),
    ),
    "opening fence twice": (
        f"---\n\n---\n{FIELDS}---\n{BODY}",
        "misspelt-fence",
        "3:1",
        wrap(FIELDS),
    ),
    "closing fence behind a value": (
        f"---\n{FIELDS.rstrip()}---\n{BODY}",
        "misspelt-fence",
        f"3:{len(DESCRIPTION)}",
        wrap(FIELDS),
    ),
    "code block for fences": (
        f"```yaml\n{FIELDS}```\n{BODY}",
        "misspelt-fence",
        "1:1",
        wrap(FIELDS),
    ),
    "no opening fence": (f"{FIELDS}---\n{BODY}", "misspelt-fence", "1:1", wrap(FIELDS)),
    "no closing fence before a heading": (
        f"---\n{FIELDS}{BODY}",
        "unclosed-front-matter",
        "1:1",
        wrap(FIELDS),
    ),
    "no closing fence before a heading without a blank line": (
        f"---\n{FIELDS}# Title\n\nText.\n",
        "unclosed-front-matter",
        "1:1",
        wrap(FIELDS, "# Title\n\nText.\n"),
    ),
    "no closing fence before prose": (
        f"---\n{FIELDS}\nText: more\n\nEnd.\n",
        "unclosed-front-matter",
        "1:1",
        wrap(FIELDS, "\nText: more\n\nEnd.\n"),
    ),
    "no closing fence before a list": (
        f"---\n{FIELDS}\n- one\n- two\n",
        "unclosed-front-matter",
        "1:1",
        wrap(FIELDS, "\n- one\n- two\n"),
    ),
    "no closing fence but a rule in the body": (
        f"---\n{FIELDS}{BODY}\n---\n\nEnd.\n",
        "unclosed-front-matter",
        "1:1",
        wrap(FIELDS, f"{BODY}\n---\n\nEnd.\n"),
    ),
    "no closing fence at the end of the file": (
        f"---\n{FIELDS}".rstrip(),
        "unclosed-front-matter",
        "1:1",
        f"---\n{FIELDS}---\n",
    ),
    "blank lines before": (
        f"\n\n---\n{FIELDS}---\n{BODY}",
        "text-before-front-matter",
        "1:1",
        wrap(FIELDS),
    ),
    "comment before": (
        f"<!-- a\n b -->\n---\n{FIELDS}---\n{BODY}",
        "text-before-front-matter",
        "1:1",
        wrap(FIELDS, f"<!-- a\n b -->\n{BODY}"),
    ),
    "comment with a fence in it before": (
        f"<!--\n---\n-->\n---\n{FIELDS}---\n{BODY}",
        "text-before-front-matter",
        "1:1",
        wrap(FIELDS, f"<!--\n---\n-->\n{BODY}"),
    ),
    "heading before": (
        f"# Head\n\n---\n{FIELDS}---\n{BODY}",
        "text-before-front-matter",
        "1:1",
        wrap(FIELDS, f"# Head\n\n{BODY}"),
    ),
    "text before": (f"Hello\n\n---\n{FIELDS}---\n{BODY}", "text-before-front-matter", "1:1", None),
    "byte order mark": (f"\ufeff{wrap(FIELDS)}", "byte-order-mark", "1:1", wrap(FIELDS)),
    "two byte order marks": (
        f"\ufeff\ufeff{wrap(FIELDS)}",
        "byte-order-mark",
        "1:1",
        wrap(FIELDS),
    ),
    "byte order mark below the fence": (
        f"---\n\ufeff{FIELDS}---\n{BODY}",
        "byte-order-mark",
        "2:1",
        wrap(FIELDS),
    ),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize(("text", "kind", "at", "fixed"), FENCES.values(), ids=FENCES.keys())
def test_a_wrong_fence_is_one_fault_and_the_fields_are_read(
    text: str, kind: str, at: str, fixed: str | None, line_end: str
) -> None:
    text = text.replace("\n", line_end)
    front, fault = frontmatter.parse(text), only_fault(text)
    assert (fault.kind, place(text, fault)) == (kind, at)
    assert list(front.fields) == ["name", "description"]
    assert (fault.fix and mended(text, fault)) == (fixed and fixed.replace("\n", line_end))
    if fixed is not None:
        assert frontmatter.parse(mended(text, fault)).faults == ()
        assert mended(text, fault).endswith(text[front.body_start :])


def test_both_fences_may_be_wrong() -> None:
    text = f"***\n{FIELDS}***\n{BODY}"
    front = frontmatter.parse(text)
    assert [place(text, fault) for fault in front.faults] == ["1:1", "4:1"]
    both = [fault.fix for fault in front.faults if fault.fix]
    assert fixes.apply(text, both).text == wrap(FIELDS)


@pytest.mark.parametrize("text", ["# Title\n\nText.\n", "", "Text\n\n---\n\nMore\n", "-" * 9])
def test_a_file_without_front_matter_says_so_and_keeps_its_body(text: str) -> None:
    front = frontmatter.parse(text)
    assert [fault.kind for fault in front.faults] == ["missing-front-matter"]
    assert text[front.body_start :] == text
    assert not front.is_complete


@pytest.mark.parametrize(
    "yaml",
    [
        "description: |\n  one\n  ---\n  two\nlicense: MIT\n",
        'description: "one --- two"\nlicense: MIT\n',
        "description: one --- two ---\nlicense: MIT\n",
        "# a comment\n\n# another\nlicense: MIT\n",
        "license: MIT\n\n# the rest is off\n# x: y\n",
        "description: |\n  one\n\n  # two\n\n  three\nlicense: MIT\n",
    ],
)
def test_dashes_and_headings_inside_the_front_matter_end_nothing(yaml: str) -> None:
    text = wrap(NAME + yaml, "\n---\n\n```yaml\n---\ntitle: x\n---\n```\n")
    front = frontmatter.parse(text)
    assert front.faults == ()
    assert front.data["license"] == "MIT"
    assert text[front.body_start :] == "\n---\n\n```yaml\n---\ntitle: x\n---\n```\n"


@pytest.mark.parametrize(
    "yaml",
    [
        "-",
        "a: b\n-",
        'a: "b"\n- c:',
        'a: "b" c\nd: [e\nf: g: h\n  i: j\nk',
        "a: &b c\nd: *b\ne: *f\n- g: [*b",
        "\t- a: b: c\n\t-\n d: @",
    ],
)
def test_a_block_that_is_wrong_in_several_ways_is_read_without_an_exception(yaml: str) -> None:
    for text in (f"---\n{yaml}", wrap(f"{yaml}\n")):
        front = frontmatter.parse(text)
        assert front.faults
        assert all(0 <= fault.start <= fault.end <= len(text) for fault in front.faults)


@pytest.mark.parametrize("yaml", ["", "\n", "# only a comment\n"])
def test_empty_front_matter_has_no_fields_and_no_fault(yaml: str) -> None:
    front = frontmatter.parse(wrap(yaml))
    assert (front.fields, front.faults) == ({}, ())


@pytest.mark.parametrize(
    ("yaml", "found"),
    [("- a\n- b\n", "a list"), ("hello there\n", "plain text"), ("null\n", "plain text")],
)
def test_front_matter_that_is_no_mapping_is_a_fault(yaml: str, found: str) -> None:
    text = wrap(yaml)
    fault = only_fault(text)
    assert f"it holds {found}" in fault.message
    assert place(text, fault) == "2:1"


def test_fences_may_end_in_blanks_and_at_the_end_of_the_file() -> None:
    front = frontmatter.parse(f"--- \n{FIELDS}---\t")
    assert front.faults == ()
    assert list(front.fields) == ["name", "description"]


LONG = {
    "alias bomb": 'a: &a ["x", "x"]\n' + "".join(f"b{i}: &b{i} [*a, *a, *a]\n" for i in range(200)),
    "deep lists": f"x: {'[' * 20_000}{']' * 20_000}\n",
    "open brackets": f"x: {'[' * 60_000}\n",
    "many brackets": f"x: {'[' * 200_000}\n",
    "deep list items": f"x:\n {'- ' * 30_000}\n",
    "deep mappings": "".join(f"{' ' * i}a:\n" for i in range(350)),
    "wide blanks": f"{' ' * 1_200_000}x\n",
    "blanks before a colon": f"x: a{' ' * 60_000}: b\n",
    "long line": f"x: {'ab: ' * 1_250_000}\n",
    "comment": f"{'# ' * 500_000}\n",
    "faults on every line": "".join(f"k{i}: a: b\n" for i in range(4_000)),
    "quotes on every line": "".join(f'k{i}: "a\n' for i in range(5_000)),
    "items that are no items": "a: b\n" + "- @x: y\n" * 8_000,
    "escaped quotes": f'x: "{chr(92)}"{chr(92) * 60_000}\n',
}


@pytest.mark.parametrize("yaml", LONG.values(), ids=LONG.keys())
def test_a_hostile_block_is_read_or_refused_in_a_second(yaml: str) -> None:
    started = time.process_time()
    front = frontmatter.parse(wrap(NAME + yaml))
    assert time.process_time() - started < 1.5
    assert front.faults
    assert not front.is_complete


@pytest.mark.parametrize(
    "text",
    ["ab: " * 1_250_000, "-" * 5_000_000, "-\n" * 1_000_000, "---\nx: y\n" + "\n" * 3_000_000],
    ids=["colons", "dashes", "lines", "blank lines"],
)
def test_a_long_file_without_a_closed_front_matter_takes_no_time(text: str) -> None:
    started = time.process_time()
    assert frontmatter.parse(text).faults
    assert time.process_time() - started < 1.5


@pytest.mark.parametrize(
    "body",
    [
        "\r\n" * 200_000 + "x",
        "<<<<<<< a\n=======\n>>>>>>> b\n" * 50_000,
        "<<<<<<< a\n" * 300_000,
        "---\nname: a\n" * 200_000,
        "name: a\n" * 300_000,
    ],
    ids=["blank lines", "conflicts", "open conflicts", "fences", "fields"],
)
def test_a_long_body_takes_no_time(body: str) -> None:
    started = time.process_time()
    frontmatter.parse(wrap(FIELDS, body))
    assert time.process_time() - started < 1.5


def test_what_is_nested_too_deeply_is_a_fault_and_the_rest_is_read() -> None:
    yaml = "".join(f"{' ' * i}a:\n" for i in range(30))
    front = frontmatter.parse(wrap(f"{yaml}name: x\n"))
    assert ["more than 20 levels" in fault.message for fault in front.faults] == [True]
    assert front.data["name"] == "x"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Converts units", True),
        ("a-b", True),
        ("C# and F#", True),
        ("x:y", True),
        ("单位换算", True),
        ("", False),
        (" x", False),
        ("a: b", False),
        ("ends with:", False),
        ("a #b", False),
        ("1.10", False),
        ("1e3", False),
        ("0o17", False),
        ("no", False),
        ("y", False),
        ("null", False),
        ("2026-01-15", False),
        ("---", False),
        ("- x", False),
        ("@x", False),
        ("two\nlines", False),
        ("a\u2028b", False),
    ],
)
def test_a_text_is_quoted_only_where_a_reader_needs_it(text: str, plain: bool) -> None:
    assert frontmatter.needs_quotes(text) is not plain
    assert (frontmatter.quote(text) == text) is plain


@pytest.mark.parametrize(
    "text", ['"\\', "a\n b", "\0", "\x7f", "\x85", "\u2028", "\ufeff", "😀: 中"]
)
def test_a_text_of_unusual_characters_reads_back(text: str) -> None:
    front = frontmatter.parse(f"---\nkey: {frontmatter.quote(text)}\n---\n")
    assert (front.data, front.faults) == ({"key": text}, ())


def test_an_anchor_before_a_tag_is_a_fault_beside_it() -> None:
    text = wrap("license: &x !!str 1.10\n")
    front = frontmatter.parse(text)
    assert [place(text, fault) for fault in front.faults] == ["2:10", "2:13"]
    assert fixes.apply(text, [f.fix for f in front.faults if f.fix]).text == wrap(
        'license: "1.10"\n'
    )


def test_a_sound_front_matter_is_complete() -> None:
    assert frontmatter.parse(wrap(FIELDS)).is_complete


# What stands in place of front matter: a part of the message, mended text or None.
FOREIGN = {
    "TOML": (
        f'+++\nname = "a-b"\ntags = ["w", "x"]\n[metadata]\nv = "1"\n+++\n{BODY}',
        "is TOML",
        wrap('name: a-b\ntags:\n  - w\n  - x\nmetadata:\n  v: "1"\n'),
    ),
    "TOML with a comment": (f'+++\n# mine\nname = "a-b"\n+++\n{BODY}', "is TOML", None),
    "TOML with a number": (f'+++\nname = "a-b"\nv = 1.10\n+++\n{BODY}', "is TOML", None),
    "TOML that is broken": (f'+++\nname = "a-b\n+++\n{BODY}', "is TOML", None),
    "TOML between fences of YAML": (wrap('name = "a: b"\n'), "is TOML", wrap('name: "a: b"\n')),
    "JSON": (f'{{\n  "name": "a-b"\n}}\n{BODY}', "is JSON", wrap("name: a-b\n")),
    "JSON between semicolons": (f';;;\n{{"name": "a"}}\n;;;\n{BODY}', "is JSON", wrap("name: a\n")),
    "path of a link": ("../../shared/a-b/SKILL.md", "wrote a symbolic link as text", None),
    "path and a line end": ("../x.md\n", "`git config core.symlinks true`", None),
    "nothing": ("\n", "the file is empty", None),
    "fence alone": ("---\n", "nothing but a line `---`", None),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(("text", "message", "fixed"), FOREIGN.values(), ids=FOREIGN.keys())
def test_what_stands_in_place_of_front_matter_is_named(
    text: str, message: str, fixed: str | None, line_end: str
) -> None:
    text = text.replace("\n", line_end)
    front, fault = frontmatter.parse(text), only_fault(text)
    assert fault.kind == "missing-front-matter"
    assert message in fault.message
    assert (front.fields, front.is_complete) == ({}, False)
    assert (fault.fix and mended(text, fault)) == (fixed and fixed.replace("\n", line_end))
    assert fault.fix is None or not fault.fix.safe


@pytest.mark.parametrize(
    "text",
    [
        "See docs/guide.md for more.\n",
        "notes.md\n",
        "a/b.md\nc/d.md\n",
        '{"steps": []}\n\nText.\n',
        "{{ header }}\n\nText.\n",
        "```yaml\nsteps: 1\n```\n",
        "+++\n\nText = more\n",
    ],
)
def test_a_body_that_only_resembles_front_matter_is_a_body(text: str) -> None:
    assert only_fault(text).message.startswith("no front matter;")
    assert frontmatter.parse(text).body_start == 0


def test_a_line_that_may_be_a_field_of_its_own_makes_the_fix_unsafe() -> None:
    fault = only_fault(wrap(f"{FIELDS}Last Change: yesterday\n"))
    assert fault.fix is not None
    assert not fault.fix.safe


@pytest.mark.parametrize(
    "yaml",
    [
        f"{FIELDS}when to use: In winter\n",
        f"{FIELDS}Allowed Tools: Read\n",
        f"{FIELDS}\nUSE FOR: lengths\n",
        f'{NAME}description: "Converts units."\nUSE FOR: lengths\n',
        f"{NAME}license: MIT\nUSE FOR: lengths\n",
        f"{FIELDS}USE FOR:\n  - lengths\n",
    ],
)
def test_a_key_with_blanks_that_may_be_meant_as_one_has_no_fault(yaml: str) -> None:
    assert frontmatter.parse(wrap(yaml)).faults == ()


def test_the_full_width_colons_of_all_keys_are_mended() -> None:
    text = wrap("name：a-b\ndescription：单位换算。\n")
    front = frontmatter.parse(text)
    assert [place(text, fault) for fault in front.faults] == ["2:5", "3:12"]
    assert front.data == {"name": "a-b", "description": "单位换算。"}


OURS_AND_THEIRS = f"<<<<<<< HEAD\n{DESCRIPTION}=======\ndescription: Other.\n>>>>>>> main\n"


@pytest.mark.parametrize(
    ("text", "at", "body"),
    [
        (wrap(NAME + OURS_AND_THEIRS), "3:1", BODY),
        (wrap(NAME + OURS_AND_THEIRS.replace("=======", "||||||| b\nx: y\n=======")), "3:1", BODY),
        (f"<<<<<<< HEAD\n---\n{FIELDS}=======\n---\n{NAME}>>>>>>> b\n---\n{BODY}", "1:1", BODY),
        (
            f"---\n{NAME}<<<<<<< HEAD\n---\n=======\nx: y\n---\n>>>>>>> b\n{BODY}",
            "3:1",
            f"\n{BODY}",
        ),
    ],
    ids=["inside", "three ways", "first line", "closing fence"],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_merge_conflict_in_front_matter_is_the_only_fault(
    text: str, at: str, body: str, line_end: str
) -> None:
    text = text.replace("\n", line_end)
    front, fault = frontmatter.parse(text), only_fault(text)
    assert (fault.kind, place(text, fault), fault.fix) == ("merge-conflict", at, None)
    assert (front.fields, front.is_complete) == ({}, False)
    assert text[front.body_start :] == body.replace("\n", line_end)


@pytest.mark.parametrize(
    "yaml", ["description: <<<<<<< and >>>>>>>\n", "description: |\n  <<<<<<< a\n  =======\n"]
)
def test_signs_of_a_conflict_within_a_value_are_none(yaml: str) -> None:
    assert frontmatter.parse(wrap(NAME + yaml)).faults == ()


@pytest.mark.parametrize(
    ("body", "at", "message"),
    [
        (f"---\n{FIELDS}---\n{BODY}", "4:1", "starts on line 4"),
        (f"\n\n---\nlicense: MIT\n{NAME}---\n{BODY}", "6:1", "starts on line 6"),
        (f"author: me\nversion: 2\n---\n{BODY}", "3:1", "goes on until line 6"),
        (f"Use when asked.\nlicense: MIT\n---\n{BODY}", "3:1", "goes on until line 6"),
    ],
    ids=["second", "second after blanks", "fields", "text and a field"],
)
def test_front_matter_below_its_end_is_a_fault(body: str, at: str, message: str) -> None:
    text = f"---\n{NAME}---\n{body}"
    fault = only_fault(text)
    assert (fault.kind, place(text, fault), fault.fix) == ("second-front-matter", at, None)
    assert message in fault.message
    assert not frontmatter.parse(text).is_complete


def test_front_matter_that_ends_inside_a_block_of_lines_is_a_fault() -> None:
    text = f"---\n{NAME}description: |\n  One.\n---\n  Two.\n---\n{BODY}"
    fault = only_fault(text)
    assert (fault.kind, place(text, fault)) == ("second-front-matter", "5:1")


@pytest.mark.parametrize(
    "body",
    [
        "\n---\n\nNote: this is text.\nAuthor: me\n\n---\n",
        "Title\n---\n\nText.\n",
        "Note: a title\n---\n\nText.\n",
        "\n---\n\nText.\n\n---\n",
        "---\n\nText.\n",
        "\nExample:\n\n---\nname: x\ndescription: y\n---\n",
        "```markdown\n---\nname: x\n---\n```\n",
        "name: x\n\n---\n",
        "  indented\n---\n",
    ],
)
def test_a_rule_or_an_example_in_the_body_is_no_second_front_matter(body: str) -> None:
    assert frontmatter.parse(wrap(FIELDS, body)).faults == ()


def test_a_placeholder_for_the_whole_value_is_no_text_to_judge() -> None:
    field = frontmatter.parse(wrap("name: {{ name }}\n")).fields["name"]
    assert (field.value, field.text) == ("{{ name }}", None)
    assert frontmatter.parse(wrap("name: {{ a }}-b\n")).fields["name"].text == "{{ a }}-b"


@pytest.mark.parametrize(
    ("yaml", "meant"),
    [
        ("description: Fix #12 now\n", "Fix #12 now"),
        ("description: #12 now\n", "#12 now"),
        ("description: Fix\n  C # now\n", "Fix C # now"),
    ],
)
def test_a_text_that_a_hash_cuts_is_read_as_it_was_meant(yaml: str, meant: str) -> None:
    text = wrap(NAME + yaml)
    field = frontmatter.parse(text).fields["description"]
    assert (field.text, field.type) == (meant, "str")
    assert frontmatter.parse(mended(text, only_fault(text))).data["description"] == meant


@pytest.mark.parametrize(
    ("yaml", "at", "message"),
    [
        (f"{NAME}description: {'long ' * 15_000}\nlicense: MIT\n", "3:1", "`description` has 75,0"),
        ("".join(f"k{n}: {'x' * 90}\n" for n in range(900)), "2:1", "the front matter has 87,"),
    ],
    ids=["one field", "many fields"],
)
def test_what_is_too_long_is_named(yaml: str, at: str, message: str) -> None:
    text = wrap(yaml)
    fault = only_fault(text)
    assert place(text, fault) == at
    assert fault.message.startswith(message)
