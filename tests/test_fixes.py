"""Fixes: which edits are applied, what is refused, what is written, and the edits of fields."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from building import run, write_library
from hypothesis import given, settings
from hypothesis import strategies as st

from skilltool import fixes, frontmatter
from skilltool.frontmatter import edits
from skilltool.model import Diagnostic, Edit, Fix, Problem, Severity, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FAST = settings(max_examples=100, deadline=None, derandomize=True)
BROKEN = "---\nname: a-b\ndescription: Lists tasks: owner, date.\n---\n\n# Title\n"
SOUND = '---\nname: a-b\ndescription: "Lists tasks: owner, date."\n---\n\n# Title\n'


def fix(*changes: tuple[int, int, str], safe: bool = True) -> Fix:
    return Fix("mend it", tuple(Edit(*change) for change in changes), safe)


def diagnostic(path: Path | str, mend: Fix) -> Diagnostic:
    place = Source(str(path), "").location(0)
    return Diagnostic("some-rule", "frontmatter", Severity.ERROR, Problem(place, "bad", mend))


def faults_of(*files: Path) -> Callable[[], Iterator[Diagnostic]]:
    """A check that finds the faults in the front matter of the files, as they are by then."""

    def check() -> Iterator[Diagnostic]:
        for file in files:
            for fault in frontmatter.parse(file.read_bytes().decode("utf-8")).faults:
                if fault.fix is not None:
                    yield diagnostic(file, fault.fix)

    return check


def write(file: Path, text: str) -> Path:
    file.write_bytes(text.encode("utf-8"))
    return file


@pytest.mark.parametrize(
    ("given_fixes", "expected", "skipped"),
    [
        ([], "abcdef", 0),
        ([fix((1, 2, "X"))], "aXcdef", 0),
        ([fix((0, 0, "<"), (6, 6, ">"))], "<abcdef>", 0),
        ([fix((4, 5, "Y")), fix((1, 2, "X"))], "aXcdYf", 0),
        ([fix((1, 3, "X")), fix((2, 4, "Y"))], "aXdef", 1),
        ([fix((2, 4, "Y")), fix((1, 3, "X"))], "aXdef", 1),
        ([fix((1, 3, "X")), fix((3, 4, "Y"))], "aXYef", 0),
        ([fix((2, 2, "X")), fix((2, 2, "Y"))], "abXcdef", 1),
        ([fix((1, 3, "X")), fix((3, 3, "Y"))], "aXdef", 1),
        ([fix((3, 3, "Y")), fix((1, 3, "X"))], "aXdef", 1),
        ([fix((1, 3, "X"), (3, 3, "Y"))], "aXYdef", 0),
        ([fix((2, 2, "X")), fix((2, 2, "X"))], "abXcdef", 0),
        ([fix((0, 5, "")), fix((1, 2, "X")), fix((5, 6, "Z"))], "Z", 1),
        ([fix((0, 1, "X"), (5, 6, "Z")), fix((2, 3, "Y"))], "XbYdeZ", 0),
        ([fix((0, 1, "X"), (2, 3, "Z")), fix((1, 3, "Y"))], "XbZdef", 1),
        ([fix((5, 9, "X"))], "abcdef", 1),
        ([fix((-2, 1, "X"))], "abcdef", 1),
        ([fix((3, 1, "X"))], "abcdef", 1),
        ([fix((0, 3, "X"), (2, 4, "Y"))], "abcdef", 1),
        ([fix()], "abcdef", 1),
    ],
)
def test_the_first_of_two_overlapping_fixes_is_applied(
    given_fixes: list[Fix], expected: str, skipped: int
) -> None:
    outcome = fixes.apply("abcdef", given_fixes)
    assert outcome.text == expected
    assert len(outcome.skipped) == skipped


CHANGE = st.tuples(st.integers(0, 20), st.integers(0, 3), st.sampled_from(["", "X", "中\r\n"]))


@FAST
@given(st.lists(st.lists(CHANGE, min_size=1, max_size=3), max_size=6))
def test_only_the_spans_of_applied_fixes_differ(changes: list[list[tuple[int, int, str]]]) -> None:
    text = "0123456789\r\nabcdefghij"
    given_fixes = [fix(*((at, at + width, new) for at, width, new in each)) for each in changes]
    outcome = fixes.apply(text, given_fixes)
    applied = sorted((e.start, e.end, e.text) for one in outcome.applied for e in one.edits)
    rest, place = outcome.text, 0
    for start, end, new in applied:
        untouched = text[place:start] + new
        assert rest.startswith(untouched)
        rest, place = rest[len(untouched) :], end
    assert rest == text[place:]
    assert set(outcome.applied) | set(outcome.skipped) == set(given_fixes)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_a_written_fix_keeps_line_ends_mode_and_the_byte_order_mark(
    tmp_path: Path, line_end: str
) -> None:
    file = write(tmp_path / "SKILL.md", f"\ufeff{BROKEN}".replace("\n", line_end))
    file.chmod(0o640)

    removal = (Edit(0, 1, ""),)

    def check() -> Iterator[Diagnostic]:
        return (
            item
            for item in faults_of(file)()
            if item.problem.fix and item.problem.fix.edits != removal
        )

    outcome = fixes.fix_files(check)
    assert file.read_bytes() == f"\ufeff{SOUND}".replace("\n", line_end).encode("utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [change.path for change in outcome.changes] == [str(file)]
    assert [entry.name for entry in tmp_path.iterdir()] == ["SKILL.md"]


def test_fixing_twice_is_fixing_once(tmp_path: Path) -> None:
    file = write(tmp_path / "SKILL.md", f"\n{BROKEN}")
    assert fixes.fix_files(faults_of(file)).changes
    once = file.read_bytes()
    assert fixes.fix_files(faults_of(file)) == fixes.Outcome()
    assert file.read_bytes() == once == SOUND.encode()


def test_a_file_without_anything_to_fix_is_not_written(tmp_path: Path) -> None:
    file = write(tmp_path / "SKILL.md", SOUND)
    file.chmod(0o400)
    before = file.stat()
    assert fixes.fix_files(faults_of(file)) == fixes.Outcome()
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_what_a_fix_brings_to_light_is_fixed_too(tmp_path: Path) -> None:
    file = write(tmp_path / "SKILL.md", "---\nname: a-b\n\tdescription: Lists: x\n---\n")
    outcome = fixes.fix_files(faults_of(file))
    text = file.read_text()
    assert text == '---\nname: a-b\ndescription: "Lists: x"\n---\n'
    assert [(change.before[:8], change.after) for change in outcome.changes] == [
        ("---\nname", text)
    ]
    assert len(outcome.changes[0].applied) > 1


def test_a_check_that_is_never_satisfied_ends(tmp_path: Path) -> None:
    file = write(tmp_path / "notes.md", "x")
    fixes.fix_files(lambda: [diagnostic(file, fix((0, 0, "x")))])
    assert file.read_text() == "x" * (fixes.MAX_ROUNDS + 1)


def test_changes_that_undo_each_other_are_no_change(tmp_path: Path) -> None:
    file = write(tmp_path / "notes.md", "a")
    turns = iter([fix((0, 1, "b")), fix((0, 1, "a"))])
    outcome = fixes.fix_files(lambda: [diagnostic(file, mend) for mend in [next(turns, fix())]])
    assert outcome.changes == ()


def test_a_fix_that_breaks_the_front_matter_is_refused_and_the_others_are_written(
    tmp_path: Path,
) -> None:
    file = write(tmp_path / "SKILL.md", SOUND)
    harmful, harmless = fix((10, 13, "a: b: c")), fix((len(SOUND), len(SOUND), "End.\n"))
    outcome = fixes.plan_fixes(diagnostic(file, mend) for mend in (harmful, harmless))
    assert [change.after for change in outcome.changes] == [f"{SOUND}End.\n"]
    assert [(refused.fix, refused.cause) for refused in outcome.refused] == [
        (harmful, "it would break the front matter")
    ]


def test_a_harmful_fix_does_not_hide_behind_others(tmp_path: Path) -> None:
    text = "---\nlicense: a: b\ndescription: c: d\ncompatibility: MIT\n---\n"
    file = write(tmp_path / "SKILL.md", text)
    at = text.index("MIT")
    harmful = fix((at, at + 3, "@"))
    outcome = fixes.plan_fixes([*faults_of(file)(), diagnostic(file, harmful)])
    mended = '---\nlicense: "a: b"\ndescription: "c: d"\ncompatibility: MIT\n---\n'
    assert [change.after for change in outcome.changes] == [mended]
    assert [refused.fix for refused in outcome.refused] == [harmful]


def test_overlapping_fixes_are_applied_one_round_after_the_other(tmp_path: Path) -> None:
    file = write(tmp_path / "notes.md", "abc")
    first, second = fix((0, 2, "X")), fix((1, 3, "Y"))
    found = [diagnostic(file, second), diagnostic(file, first)]
    outcome = fixes.plan_fixes(found)
    assert [(refused.fix, refused.cause) for refused in outcome.refused] == [
        (second, "it overlaps another fix")
    ]
    rounds = iter([found, [diagnostic(file, fix((1, 2, "Y")))]])
    assert fixes.fix_files(lambda: next(rounds, [])).refused == ()
    assert file.read_text() == "XY"


def test_a_plan_writes_nothing(tmp_path: Path) -> None:
    file = write(tmp_path / "SKILL.md", BROKEN)
    outcome = fixes.plan_fixes(faults_of(file)())
    assert [(change.before, change.after) for change in outcome.changes] == [(BROKEN, SOUND)]
    assert file.read_text() == BROKEN


def test_an_unsafe_fix_waits_for_consent(tmp_path: Path) -> None:
    file = write(tmp_path / "notes.md", "x")
    found = [diagnostic(file, fix((0, 1, "y"), safe=False))]
    assert fixes.plan_fixes(found) == fixes.Outcome()
    assert [change.after for change in fixes.plan_fixes(found, unsafe=True).changes] == ["y"]


@pytest.mark.parametrize("content", [None, b"\xff\xfe"], ids=["missing", "not UTF-8"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "SKILL.md"
    if content is not None:
        file.write_bytes(content)
    outcome = fixes.plan_fixes([diagnostic(file, fix((0, 0, "x")))])
    assert outcome.changes == ()
    assert [refused.path for refused in outcome.refused] == [str(file)]
    assert outcome.refused[0].cause


def test_the_changes_of_several_files_are_sorted_by_path(tmp_path: Path) -> None:
    files = [write(tmp_path / name, BROKEN) for name in ("b.md", "a.md")]
    outcome = fixes.fix_files(faults_of(*files))
    assert [Path(change.path).name for change in outcome.changes] == ["a.md", "b.md"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("one\ntwo\n", "one\nTWO\n"),
        ("one\r\ntwo\r\n", "one\r\nTWO\r\n"),
        ("one\ntwo", "one\nTWO"),
        ("one\x0b\u2028two\n", "one\x0b\u2028TWO\n"),
        ("中文\n", "中文。\n"),
    ],
)
def test_a_diff_is_one_that_git_applies(tmp_path: Path, before: str, after: str) -> None:
    write(tmp_path / "SKILL.md", before)
    diff = fixes.render_diff([fixes.Change("SKILL.md", before, after)])
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, cwd=tmp_path, input=diff.encode("utf-8"), check=True)
    assert (tmp_path / "SKILL.md").read_bytes().decode("utf-8") == after


HIDDEN_FAULTS = """\ufeff
---
name: a-b
descripton: Lists tasks: owner, date.
version: 1.10
---
Read `references\\more.md`.
"""


def test_a_diff_shows_what_all_rounds_of_a_fix_make_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"skills/a-b/SKILL.md": HIDDEN_FAULTS, "skills/a-b/references/more.md": "# More\n"}
    write_library(tmp_path, files)
    diff = run("fix", "--unsafe-fixes", "--diff")
    assert diff.code == 1
    assert run("check", "--unsafe-fixes", "--diff") == diff
    assert (tmp_path / "skills/a-b/SKILL.md").read_text("utf-8") == HIDDEN_FAULTS
    run("fix", "--unsafe-fixes")
    fixed = (tmp_path / "skills/a-b/SKILL.md").read_bytes()
    assert "description" in fixed.decode("utf-8")
    write_library(tmp_path, files)
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, input=diff.out.encode("utf-8"), check=True)
    assert (tmp_path / "skills/a-b/SKILL.md").read_bytes() == fixed
    assert run("check", "--diff", "--unsafe-fixes").code == 0


# Fields, the edit, the field it is made of, and what becomes of them; None where nothing is sure.
QUOTE = {
    "float": ("v: 1.10\n", 'v: "1.10"\n'),
    "date": ("v: 2026-01-15 # day\n", 'v: "2026-01-15" # day\n'),
    "truth value": ("v: on\n", 'v: "on"\n'),
    "nested": ("v: yes\nw:\n  x: 1\n", 'v: "yes"\nw:\n  x: 1\n'),
    "quoted already": ('v: "1.10"\n', None),
    "nothing": ("v:\n", None),
    "list": ("v: [1]\n", None),
}
BLOCK = {
    "mapping": (
        "v: {author: \"Team: x\", 版本: '1.0'}\n",
        "v:\n  author: \"Team: x\"\n  版本: '1.0'\n",
    ),
    "list": ("v: [a, b c, 1.10]\n", "v:\n  - a\n  - b c\n  - 1.10\n"),
    "nested": (
        "v: {a: [x, {b: c, d: e}], f: {}, g: [], h}\n",
        "v:\n  a:\n    - x\n    - b: c\n      d: e\n  f: {}\n  g: []\n  h:\n",
    ),
    "list of lists": ("v: [[a, b], [c]]\n", "v:\n  - - a\n    - b\n  - - c\n"),
    "several lines": ("v: [a,\n  b\n  ]\n", "v:\n  - a\n  - b\n"),
    "wrapped text": ("v: [a b\n  c, d]\n", 'v:\n  - "a b c"\n  - d\n'),
    "comment after": ("v: [a] # why\n", "v:\n  - a # why\n"),
    "sign in a text": ("v: ['#x', a]\n", "v:\n  - '#x'\n  - a\n"),
    "comment inside": ("v: [a, # why\n  b]\n", None),
    "empty": ("v: []\n", None),
    "empty over two lines": ("v: [[\n  ], a]\n", None),
    "block already": ("v:\n  - a\n", None),
}
JOIN = {
    "below the key": ("v:\n  one\n  two\n", 'v: "one two"\n'),
    "wrapped": ('v: one\n  "two" \\ 中\n', 'v: "one \\"two\\" \\\\ 中"\n'),
    "one line": ("v: one two\n", None),
    "quoted": ('v: "one\n  two"\n', None),
    "literal": ("v: |\n  one\n  two\n", None),
    "comment between": ("v: # why\n  one\n  two\n", None),
}
TOOLS = {
    "commas": ("v: Read, Grep,Bash(git log:*, x)\n", "v: Read Grep Bash(git log:*, x)\n"),
    "dash in a name": ("v: Read, mcp__a-b__*\n", "v: Read mcp__a-b__*\n"),
    "quoted commas": ('v: "Read, Grep"\n', "v: Read Grep\n"),
    "block list": ("v:\n  - Read\n  - Bash(git:*)\n", "v: Read Bash(git:*)\n"),
    "flow list": ('v: [Read, "Grep"]\n', "v: Read Grep\n"),
    "folded": ("v: >\n  Read,\n  Grep\n", "v: Read Grep\n"),
    "folded with a comment": ("v: > # why\n  Read, Grep\n", None),
    "semicolons": ("v: Read; Grep\n", "v: Read Grep\n"),
    "bars": ("v: Read | Bash(a | b)\n", "v: Read Bash(a | b)\n"),
    "list in quotes": ("v: \"['Read', Grep,]\"\n", "v: Read Grep\n"),
    "bullets": ("v:\n  • Read\n  • Grep\n", "v: Read Grep\n"),
    "dashes without a blank": ("v:\n  -Read\n  -mcp__x-y\n", "v: Read mcp__x-y\n"),
    "spaces already": ("v: Read Grep\n", None),
    "blank in a name": ("v: [Read me, Grep]\n", None),
    "no texts": ("v: [1, Grep]\n", None),
    "comment inside": ("v:\n  - Read # why\n  - Grep\n", None),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize(
    ("make", "yaml", "expected"),
    [
        pytest.param(make, *row, id=f"{make.__name__}: {name}")
        for make, table in [
            (edits.quote_value, QUOTE),
            (edits.block_style, BLOCK),
            (edits.join_lines, JOIN),
            (edits.join_tools, TOOLS),
        ]
        for name, row in table.items()
    ],
)
def test_an_edit_of_a_field_changes_that_field_only(
    make: Callable[..., tuple[Edit, ...]], yaml: str, expected: str | None, line_end: str
) -> None:
    text = f"---\nname: 单位 🎉\n{yaml}last: x\n---\nBody\n".replace("\n", line_end)
    front = frontmatter.parse(text)
    assert front.faults == ()
    changes = make(text, front.fields["v"])
    assert bool(changes) is (expected is not None)
    if expected is not None:
        after = fixes.apply(text, [Fix("", changes)]).text
        assert after == text.replace(yaml.replace("\n", line_end), expected.replace("\n", line_end))
        assert frontmatter.parse(after).faults == ()


@pytest.mark.parametrize(
    ("yaml", "value", "expected"),
    [
        ("v: x\n", "w", "v: w\n"),
        ("v:\n", "w", "v: w\n"),
        ("v: # why\n", "w", "v: w # why\n"),
        ("v:  x # why\n", "y: z", 'v:  "y: z" # why\n'),
        ('v: "x\n  y"\n', "", 'v: ""\n'),
        ("v: |\n  x\n  y\n", "z", "v: z\n"),
        ("v:\n  x\n", "z", "v: z\n"),
        ("v:\n  - x\n  - y\n", "z", "v: z\n"),
        ("v: {a: b}\n", "中", "v: 中\n"),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_setting_a_value_keeps_the_rest(
    yaml: str, value: str, expected: str, line_end: str
) -> None:
    text = f"---\n{yaml}last: x\n---\nBody\n".replace("\n", line_end)
    changes = edits.set_value(text, frontmatter.parse(text).fields["v"], value)
    after = fixes.apply(text, [Fix("", changes)]).text
    assert after == f"---\n{expected}last: x\n---\nBody\n".replace("\n", line_end)


@pytest.mark.parametrize(
    ("key", "expected"), [("description", "description: x"), ("a: b", '"a: b": x')]
)
def test_renaming_a_key_keeps_its_value(key: str, expected: str) -> None:
    text = "---\ndescripton: x # kept\n---\n"
    field = frontmatter.parse(text).fields["descripton"]
    after = fixes.apply(text, [Fix("", edits.rename_key(field, key))]).text
    assert after == f"---\n{expected} # kept\n---\n"


@pytest.mark.parametrize("value", ["{[a]: b}", "{: b}", "{a: {[b]: c}}"])
def test_a_mapping_with_odd_keys_is_not_written_as_a_block(value: str) -> None:
    text = f"---\nv: {value}\n---\n"
    assert edits.block_style(text, frontmatter.parse(text).fields["v"]) == ()


def test_a_field_inside_brackets_is_not_written_as_a_block() -> None:
    text = "---\nv: {w: [a]}\n---\n"
    inner = frontmatter.parse(text).find("v.w")
    assert inner is not None
    assert edits.block_style(text, inner) == ()


def test_an_item_of_a_list_has_no_key_to_rename_and_no_place_for_a_block() -> None:
    text = "---\nxs:\n  - [a, b]\n---\n"
    item = frontmatter.parse(text).fields["xs"].children["0"]
    assert edits.rename_key(item, "x") == ()
    assert edits.block_style(text, item) == ()
    assert edits.set_value(text, item, "x") == ()
