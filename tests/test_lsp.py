"""`skills lsp`, as an editor sees it: a process to which it talks over stdin and stdout."""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from building import load, run, skill_text, write_library
from editor import Editor, apply_edits, place_of, text_in

from skilltool.config import Config
from skilltool.library.overlay import with_text
from skilltool.lsp.desk import Desk
from skilltool.lsp.judging import judge
from skilltool.model import Library
from skilltool.profiles import load_profile
from skilltool.tokenizer import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("pygls")

CONVERT = "Converts lengths and weights. Use when a text mixes metric and imperial units."
LETTERS = "Drafts letters to customers. Use when somebody asks for the answer to a complaint."
MARK = "# \U0001f4d0 換算 \U0001f9ee: "
"""Two characters outside the plane in which UTF-16 takes one unit, and two CJK ones."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Editor, Path]]:
    """An editor on a library that no test changes on disk."""
    root = tmp_path_factory.mktemp("shared")
    body = (
        "# Units\n\n\U0001f4d0 換算 \U0001f9ee See [the table](references/table.md#mass), "
        "and `letter-write` for letters.\n\n"
        "<!-- skills-ignore: deep-reference -- made by the build -->\n"
    )
    write_library(
        root,
        {
            "skills/unit-convert/SKILL.md": skill_text("unit-convert", CONVERT, body),
            "skills/unit-convert/references/table.md": "# Table\n\n## Mass\n\nA pound.\n",
            "skills/letter-write/SKILL.md": skill_text("letter-write", LETTERS),
        },
    )
    with Editor(root) as editor:
        yield editor, root


@pytest.fixture
def opened(shared: tuple[Editor, Path]) -> Iterator[tuple[Editor, Path, str]]:
    """The editor, an open SKILL.md without a finding, and its text."""
    editor, root = shared
    file = root / "skills/unit-convert/SKILL.md"
    editor.open(file)
    editor.wait(lambda: editor.found(file) is not None)
    yield editor, file, editor.texts[file]
    editor.close(file)


# Findings


def test_a_finding_stands_at_its_place_in_utf16_and_its_fix_mends_it(
    opened: tuple[Editor, Path, str],
) -> None:
    editor, file, text = opened
    broken = text.replace('"', "").replace(CONVERT, f"\U0001f4d0 換算 {CONVERT[:-1]}: here.")
    editor.change(file, broken)
    found = editor.wait_for_rule(file, "invalid-front-matter")
    assert found["range"]["start"] == place_of(broken, ": here")
    assert found["range"]["start"]["character"] == broken.split("\n")[2].index(": here") + 1
    assert text_in(broken, found["range"]) == ":"
    assert found["severity"] == 1

    actions = editor.ask_at("codeAction", file, {}, range=found["range"], context=_context(found))
    action = actions[0]
    assert action["isPreferred"] is True
    assert action["diagnostics"] == [found]
    mended = apply_edits(broken, action["edit"]["changes"][file.as_uri()])
    editor.change(file, mended)
    editor.wait_until_gone(file, "invalid-front-matter")
    assert f'description: "\U0001f4d0 換算 {CONVERT[:-1]}: here."' in mended


def _context(*found: object) -> dict[str, object]:
    return {"diagnostics": list(found)}


def test_a_fix_that_may_change_the_meaning_comes_last_and_is_not_preferred(
    opened: tuple[Editor, Path, str],
) -> None:
    editor, file, text = opened
    broken = text.replace("Use when", r"\d \n Use when").replace('"\n---', '"\nlicense: a: b\n---')
    editor.change(file, broken)
    found = editor.wait_for_rule(file, "invalid-front-matter")
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    actions = editor.ask_at("codeAction", file, {}, range=everywhere, context=_context(found))
    assert [(action["title"], action["isPreferred"]) for action in actions] == [
        ("quote the whole value", True),
        ("double the backslash (may change what it says)", False),
    ]


def test_only_the_kinds_of_actions_that_are_asked_for_come(
    opened: tuple[Editor, Path, str],
) -> None:
    editor, file, text = opened
    editor.change(file, text.replace('"', "").replace("Use when", "Use: when"))
    found = editor.wait_for_rule(file, "invalid-front-matter")
    context = {"diagnostics": [found], "only": ["refactor"]}
    assert editor.ask_at("codeAction", file, {}, range=found["range"], context=context) == []


def test_unsaved_text_is_judged_and_not_the_file(opened: tuple[Editor, Path, str]) -> None:
    editor, file, text = opened
    editor.change(file, text.replace("table.md#mass", "tables.md"))
    found = editor.wait_for_rule(file, "broken-link")
    assert text_in(editor.texts[file], found["range"]) == "references/tables.md"
    assert file.read_bytes().decode() == text


def test_a_comment_that_names_a_schema_is_no_fault(opened: tuple[Editor, Path, str]) -> None:
    editor, file, text = opened
    editor.change(file, text.replace("---\n", "---\n# yaml-language-server: $schema=x.json\n", 1))
    editor.wait(lambda: editor.rules(file) == [])


def test_an_open_reference_is_judged_with_its_skill(opened: tuple[Editor, Path, str]) -> None:
    editor, file, text = opened
    table = file.parent / "references/table.md"
    editor.open(table)
    editor.change(table, "# Table\n\n[gone](gone.md)\n")
    found = editor.wait_for_rule(table, "broken-link")
    assert text_in(editor.texts[table], found["range"]) == "gone.md"
    editor.change(file, f"{text}\nMore.\n")
    anchor = editor.wait_for_rule(file, "broken-anchor")
    assert text_in(editor.texts[file], anchor["range"]).endswith("#mass")
    editor.close(table)
    editor.change(file, text)
    editor.wait_until_gone(file, "broken-anchor")


def test_lines_end_where_the_protocol_says(opened: tuple[Editor, Path, str]) -> None:
    editor, file, text = opened
    odd = text.replace("# Units\n\n", "# Units\x0c \u2028 \x85\r\n\r\n[x](gone.md)\n\n")
    editor.change(file, odd)
    found = editor.wait_for_rule(file, "broken-link")
    assert found["range"]["start"] == {"line": 7, "character": 4}
    assert editor.capabilities["textDocumentSync"]["change"] == 1


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 20), ("utf-32", 10)], ids=str)
def test_the_encoding_of_positions_is_the_one_that_both_know(
    encoding: str, column: int, tmp_path: Path
) -> None:
    body = "\U0001f4d0\U0001f9ee 換算 [x](gone.md)\n"
    file = tmp_path / "skills/unit-convert/SKILL.md"
    write_library(
        tmp_path, {"skills/unit-convert/SKILL.md": skill_text("unit-convert", CONVERT, body)}
    )
    with Editor(tmp_path, encodings=(encoding,)) as editor:
        assert editor.capabilities["positionEncoding"] == encoding
        editor.open(file)
        found = editor.wait_for_rule(file, "broken-link")
        assert found["range"]["start"]["character"] == column


# Several skills


def _twins(root: Path) -> tuple[Path, Path]:
    write_library(
        root,
        {
            "skills/alpha/SKILL.md": skill_text("alpha", CONVERT),
            "skills/beta/SKILL.md": skill_text("beta", LETTERS),
        },
    )
    return root / "skills/alpha/SKILL.md", root / "skills/beta/SKILL.md"


def test_a_name_that_is_given_twice_is_told_in_both_files_once_saved(tmp_path: Path) -> None:
    alpha, beta = _twins(tmp_path)
    with Editor(tmp_path) as editor:
        for file in (alpha, beta):
            editor.open(file)
            editor.wait(lambda file=file: editor.rules(file) == [])
        editor.change(beta, editor.texts[beta].replace("name: beta", "name: alpha"))
        editor.save(beta)
        for file, other in ((alpha, beta), (beta, alpha)):
            found = editor.wait_for_rule(file, "same-name-twice")
            assert other.relative_to(tmp_path).as_posix() in found["message"]
            assert text_in(editor.texts[file], found["range"]) == "alpha"
        editor.change(beta, editor.texts[beta].replace("name: alpha", "name: beta"))
        editor.save(beta)
        editor.wait_until_gone(alpha, "same-name-twice")
        editor.wait_until_gone(beta, "same-name-twice")


def test_skills_are_compared_in_a_pause_of_typing_too(tmp_path: Path) -> None:
    _, beta = _twins(tmp_path)
    with Editor(tmp_path) as editor:
        editor.open(beta, skill_text("beta", CONVERT))
        editor.wait_for_rule(beta, "overlapping-skills")
        editor.change(beta, skill_text("beta", LETTERS))
        editor.wait_until_gone(beta, "overlapping-skills")
        editor.change(beta, skill_text("beta", CONVERT))
        found = editor.wait_for_rule(beta, "overlapping-skills")
        assert text_in(editor.texts[beta], found["range"]) == f'"{CONVERT}"'
        editor.change(beta, "\n\n" + editor.texts[beta])
        moved = editor.wait_for_rule(beta, "overlapping-skills")
        assert moved["range"]["start"]["line"] == found["range"]["start"]["line"] + 2
        assert text_in(editor.texts[beta], moved["range"]) == f'"{CONVERT}"'


def test_an_overlap_is_told_in_both_files(tmp_path: Path) -> None:
    alpha, beta = _twins(tmp_path)
    with Editor(tmp_path) as editor:
        editor.open(alpha)
        editor.open(beta, skill_text("beta", CONVERT))
        for file in (alpha, beta):
            found = editor.wait_for_rule(file, "overlapping-skills")
            assert text_in(editor.texts[file], found["range"]) == f'"{CONVERT}"'


def test_what_was_typed_and_never_saved_is_forgotten_when_the_file_is_closed(
    tmp_path: Path,
) -> None:
    alpha, beta = _twins(tmp_path)
    with Editor(tmp_path) as editor:
        editor.open(alpha)
        editor.open(beta, skill_text("alpha", LETTERS))
        editor.wait_for_rule(alpha, "same-name-twice")
        editor.close(beta)
        editor.wait_until_gone(alpha, "same-name-twice")
        editor.open(beta)
        editor.wait(lambda: editor.rules(beta) == [])


def test_a_skill_that_is_new_or_gone_on_disk_is_so_after_a_save(tmp_path: Path) -> None:
    alpha, _ = _twins(tmp_path)
    twin = {"skills/gamma/SKILL.md": skill_text("alpha", LETTERS)}
    write_library(tmp_path, twin)
    with Editor(tmp_path) as editor:
        editor.open(alpha)
        editor.wait_for_rule(alpha, "same-name-twice")
        (tmp_path / "skills/gamma/SKILL.md").unlink()
        editor.save(alpha)
        editor.wait_until_gone(alpha, "same-name-twice")
        write_library(tmp_path, twin)
        editor.save(alpha)
        editor.wait_for_rule(alpha, "same-name-twice")


def test_a_new_file_is_judged_once_it_is_on_disk(tmp_path: Path) -> None:
    _twins(tmp_path)
    file = tmp_path / "skills/gamma/SKILL.md"
    with Editor(tmp_path) as editor:
        editor.open(file, skill_text("delta", "Does it. Use when it is to be done."))
        file.parent.mkdir()
        editor.save(file)
        editor.wait_for_rule(file, "name-differs-from-folder")


def test_a_skill_outside_of_every_open_folder_is_judged_alone(tmp_path: Path) -> None:
    _twins(tmp_path / "open")
    file = tmp_path / "elsewhere/lonely/SKILL.md"
    write_library(tmp_path, {"elsewhere/lonely/SKILL.md": skill_text("other", CONVERT)})
    with Editor(tmp_path / "open") as editor:
        editor.open(file)
        editor.wait_for_rule(file, "name-differs-from-folder")
    with Editor() as editor:
        editor.open(file)
        editor.wait_for_rule(file, "name-differs-from-folder")


# Configuration


def test_the_configuration_of_the_open_folder_holds_and_its_mistakes_are_shown(
    tmp_path: Path,
) -> None:
    text = skill_text("unit-convert", CONVERT, "[x](gone.md)\n")
    file, config = tmp_path / "docs/unit-convert/SKILL.md", tmp_path / "skills.toml"
    right, wrong = 'roots = ["docs"]\n[rules]\nbroken-link = "{}"\n', 'roots = ["docs"]\n{} = 1\n'
    write_library(
        tmp_path, {"docs/unit-convert/SKILL.md": text, "skills.toml": right.format("warning")}
    )
    with Editor(tmp_path) as editor:
        editor.open(file)
        assert editor.wait_for_rule(file, "broken-link")["severity"] == 2
        for key in ("rule", "rule", "root"):
            config.write_text(wrong.format(key), "utf-8")
            count = editor.count(file)
            editor.save(file)
            editor.wait(lambda count=count: editor.count(file) > count)
            editor.wait_until_gone(file, "broken-link")
        editor.wait(lambda: "unknown key `root`" in editor.messages[-1])
        assert ["unknown key `rule`" in message for message in editor.messages] == [True, False]
        config.write_text(right.format("info"), "utf-8")
        editor.tell("workspace/didChangeWatchedFiles", {"changes": []})
        assert editor.wait_for_rule(file, "broken-link")["severity"] == 3


def test_each_open_folder_has_its_own_configuration(tmp_path: Path) -> None:
    text = skill_text("unit-convert", CONVERT, "[x](gone.md)\n")
    for name, severity in (("one", "warning"), ("two", "info")):
        write_library(
            tmp_path / name,
            {
                "skills/unit-convert/SKILL.md": text,
                "skills.toml": f'[rules]\nbroken-link = "{severity}"\n',
            },
        )
    with Editor(tmp_path / "one", tmp_path / "two") as editor:
        for name, severity in (("one", 2), ("two", 3)):
            file = tmp_path / name / "skills/unit-convert/SKILL.md"
            editor.open(file)
            assert editor.wait_for_rule(file, "broken-link")["severity"] == severity


# Hover, completion, definition


def _hover(editor: Editor, file: Path, words: str, past: int = 0) -> str:
    answer = editor.ask_at("hover", file, place_of(editor.texts[file], words, past))
    return answer["contents"]["value"] if answer else ""


def test_hovering_a_finding_shows_the_manual_of_its_rule(opened: tuple[Editor, Path, str]) -> None:
    editor, file, text = opened
    editor.change(file, text.replace("table.md#mass", "tables.md"))
    editor.wait_for_rule(file, "broken-link")
    shown = _hover(editor, file, "tables.md")
    assert shown.startswith("### broken-link\n")
    assert "## Bad" in shown


def test_hovering_a_suppressed_rule_shows_its_manual(opened: tuple[Editor, Path, str]) -> None:
    editor, file, _ = opened
    assert _hover(editor, file, "deep-reference", 3).startswith("### deep-reference\n")


def test_hovering_shows_what_the_level_costs(opened: tuple[Editor, Path, str]) -> None:
    editor, file, text = opened
    line = count_tokens(f"- unit-convert: {CONVERT}\n")
    shown = f"**Index line**: {line} tokens (o200k_base), on every turn"
    assert shown in _hover(editor, file, CONVERT)
    assert "**Instructions**: " in _hover(editor, file, "# Units")
    assert "5 lines, when they are loaded" in _hover(editor, file, "# Units")
    table = file.parent / "references/table.md"
    editor.open(table)
    assert "**Resource**: " in _hover(editor, table, "pound")
    editor.close(table)
    assert text == editor.texts[file]


def test_hovering_a_key_shows_what_the_field_is_for(opened: tuple[Editor, Path, str]) -> None:
    editor, file, _ = opened
    assert "**name**: Lower-case letters" in _hover(editor, file, "name:")
    assert "**name**" not in _hover(editor, file, CONVERT)


def _completed(editor: Editor, file: Path, text: str, words: str, label: str) -> str | None:
    """The text after the item of that label, typed behind some words, is taken; None without."""
    editor.change(file, text)
    place = place_of(text, words, len(words))
    items = editor.ask_at("completion", file, place)
    item = next((item for item in items if item["label"] == label), None)
    return apply_edits(text, [item["textEdit"]]) if item else None


@pytest.mark.parametrize(
    ("typed", "label", "result"),
    [
        ("lic", "license", "license: "),
        ("", "metadata", "metadata: "),
        ("context: ", "fork", "context: fork"),
        ("user-invocable: f", "false", "user-invocable: false"),
        ("metadata:\n  wh", "when_to_use", "metadata:\n  when_to_use: "),
        ("# skills-ignore: no-tr", "no-trigger", "# skills-ignore: no-trigger"),
        (
            "# skills-ignore: no-trigger, bro",
            "broken-link",
            "# skills-ignore: no-trigger, broken-link",
        ),
        ("compatibility: not with let", "letter-write", "compatibility: not with letter-write"),
    ],
)
def test_what_may_stand_in_a_front_matter_completes(
    typed: str, label: str, result: str, opened: tuple[Editor, Path, str]
) -> None:
    editor, file, text = opened
    before = f"{MARK}\n{typed}"
    started = text.replace("---\nname", f"---\n{before}\nname", 1)
    expected = text.replace("---\nname", f"---\n{MARK}\n{result}\nname", 1)
    assert _completed(editor, file, started, before, label) == expected


@pytest.mark.parametrize(
    ("typed", "label", "result"),
    [
        (f"{MARK} use let", "letter-write", f"{MARK} use letter-write"),
        ("<!-- skills-ignore: sho", "shouting", "<!-- skills-ignore: shouting"),
        ("use unit", "unit-convert", None),
        ("nam", "name", None),
        ("references/let", "letter-write", None),
    ],
)
def test_names_of_other_skills_and_of_rules_complete_in_a_body(
    typed: str, label: str, result: str | None, opened: tuple[Editor, Path, str]
) -> None:
    editor, file, text = opened
    expected = None if result is None else f"{text}{result}"
    assert _completed(editor, file, f"{text}{typed}", typed, label) == expected


def test_a_field_that_is_there_already_is_not_offered(opened: tuple[Editor, Path, str]) -> None:
    editor, file, text = opened
    started = text.replace("---\nname", "---\nde\nname", 1)
    assert _completed(editor, file, started, "---\nde", "description") is None


def _target(editor: Editor, file: Path, words: str) -> tuple[str, int] | None:
    answer = editor.ask_at("definition", file, place_of(editor.texts[file], words, len(words) - 1))
    return (answer["uri"], answer["range"]["start"]["line"]) if answer else None


def test_a_link_leads_to_the_heading_of_its_file(opened: tuple[Editor, Path, str]) -> None:
    editor, file, _ = opened
    table = file.parent / "references/table.md"
    assert _target(editor, file, "references/table.md#mass") == (table.as_uri(), 2)


def test_the_name_of_a_skill_leads_to_it(opened: tuple[Editor, Path, str]) -> None:
    editor, file, _ = opened
    letters = file.parent.parent / "letter-write/SKILL.md"
    assert _target(editor, file, "letter-write") == (letters.as_uri(), 1)


def test_a_link_to_nothing_and_a_common_word_lead_nowhere(
    opened: tuple[Editor, Path, str],
) -> None:
    editor, file, text = opened
    editor.change(file, text.replace("table.md#mass", "tables.md"))
    assert _target(editor, file, "references/tables.md") is None
    assert _target(editor, file, "letters") is None


# The process


@pytest.mark.parametrize(("politely", "code"), [(True, 0), (False, 1)])
def test_the_exit_code_is_that_of_the_protocol(politely: bool, code: int, tmp_path: Path) -> None:
    assert Editor(tmp_path).leave(politely=politely) == code


@pytest.mark.parametrize("politely", [True, False])
def test_the_server_leaves_at_once_and_silently_in_the_midst_of_work(
    politely: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    alpha, beta = _twins(tmp_path)
    editor = Editor(tmp_path)
    for file in (alpha, beta):
        editor.open(file)
        editor.save(file)
    editor.leave(politely=politely)
    assert capfd.readouterr().err == ""


def test_the_server_ends_with_its_editor(tmp_path: Path) -> None:
    editor = Editor(tmp_path)
    assert editor.process.stdin
    editor.process.stdin.close()
    assert editor.process.wait(30) == 1
    assert editor.process.stdout
    editor.process.stdout.close()


def test_a_file_without_a_library_is_left_alone(shared: tuple[Editor, Path]) -> None:
    editor, root = shared
    file = root / "README.md"
    editor.open(file, "# Read me\n\n[x](gone.md)\n")
    assert _hover(editor, file, "Read") == ""
    assert editor.ask_at("completion", file, {"line": 0, "character": 4}) == []
    assert _target(editor, file, "gone.md") is None
    editor.close(file)


def test_without_pygls_the_command_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("skilltool.cli.lsp_command.find_spec", lambda _: None)
    result = run("lsp")
    assert (result.code, result.out) == (2, "")
    assert "pip install 'skilltool[lsp]'" in result.err


def test_the_package_is_imported_without_pygls() -> None:
    code = "import sys, skilltool.cli.lsp_command; print('pygls' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"


def test_a_keystroke_in_a_library_of_500_skills_is_answered_at_once(tmp_path: Path) -> None:
    body = "".join(
        f"Step {step}: weigh the goods, then write the weight down.\n" for step in range(80)
    )
    texts = {
        f"skills/skill-{n}/SKILL.md": skill_text(
            f"skill-{n}", f"Handles case {n}. Use when somebody asks for number {n * 7}.", body
        )
        for n in range(500)
    }
    write_library(tmp_path, texts)
    file = tmp_path / "skills/skill-250/SKILL.md"
    with Editor(tmp_path) as editor:
        editor.open(file)
        editor.wait(lambda: editor.found(file) is not None)
        text = editor.texts[file]
        times = [editor.time_change(file, f"{text}{'word ' * count}") for count in range(1, 21)]
    assert statistics.median(times) < 0.25


def test_typing_keeps_no_library_alive(tmp_path: Path) -> None:
    alpha, _ = _twins(tmp_path)
    library = load(tmp_path / "skills")
    project = SimpleNamespace(
        config=Config(), profiles=(load_profile("default"),), libraries=[library]
    )
    desk = Desk(lambda *_: project, (tmp_path,), {str(alpha): alpha.read_text()})
    before = _count_libraries()
    for count in range(5):
        desk.put(str(alpha), f"{alpha.read_text()}[x](y.md)\n{'word ' * count}")
        view = desk.view(str(alpha))
        assert view
        found = judge(view, dict(desk.views()))[str(alpha)]
        assert [item.rule for item in found] == ["broken-link"]
    assert _count_libraries() - before <= 1


def _count_libraries() -> int:
    gc.collect()
    return sum(isinstance(item, Library) for item in gc.get_objects())


# The library under an editor's text


def test_a_library_with_another_text_shares_all_other_skills(tmp_path: Path) -> None:
    _twins(tmp_path)
    library = load(tmp_path / "skills")
    path = library.skills[0].path
    changed = with_text(library, path, skill_text("gamma", LETTERS))
    assert [skill.name for skill in changed.skills] == ["gamma", "beta"]
    assert changed.skills[1] is library.skills[1]
    assert library.skills[0].name == "alpha"
    assert with_text(library, "skills/INDEX.md", "x") is library


def test_another_text_of_a_reference_is_what_its_skill_reads(tmp_path: Path) -> None:
    write_library(
        tmp_path,
        {
            "skills/alpha/SKILL.md": skill_text("alpha", CONVERT),
            "skills/alpha/references/a.md": "old",
        },
    )
    library = load(tmp_path / "skills")
    path = library.skills[0].path_of("references/a.md")
    resource = with_text(library, path, "newer").skills[0].resources[0]
    assert resource.source
    assert (resource.source.text, resource.source.path, resource.size) == ("newer", path, 5)


def test_a_misnamed_file_stays_misnamed_whatever_its_text(tmp_path: Path) -> None:
    write_library(tmp_path, {"skills/alpha/skill.md": skill_text("alpha", CONVERT)})
    library = load(tmp_path / "skills")
    changed = with_text(library, library.skills[0].path, skill_text("alpha", LETTERS)).skills[0]
    assert [fault.kind for fault in changed.front_matter.faults] == ["misnamed-skill-file"]


def test_an_unreadable_file_is_readable_as_the_editor_has_it(tmp_path: Path) -> None:
    write_library(tmp_path, {"skills/alpha/SKILL.md": b"\xff"})
    library = load(tmp_path / "skills")
    assert library.skills[0].unreadable
    assert (
        not with_text(library, library.skills[0].path, skill_text("a", LETTERS))
        .skills[0]
        .unreadable
    )
