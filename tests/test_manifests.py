"""Manifests of plugins: where their paths stand, what is there, and what they leave out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from building import load, skill_text, write_library
from hypothesis import given
from hypothesis import strategies as st

from skilltool import fixes, linter
from skilltool.config import Config
from skilltool.manifests import Manifest, load_manifests
from skilltool.model import Diagnostic, Source
from skilltool.profiles import load_profile

MARKETPLACE = ".claude-plugin/marketplace.json"
PLUGIN = ".claude-plugin/plugin.json"
CODEX = ".codex-plugin/plugin.json"


def write(root: Path, manifests: dict[str, Any], skills: tuple[str, ...] = ("skills/a",)) -> None:
    files = {path: skill_text(Path(path).name, "Converts.") for path in skills}
    texts = {f"{path}/SKILL.md": text for path, text in files.items()}
    kept = {
        path: data if isinstance(data, str) else json.dumps(data)
        for path, data in manifests.items()
    }
    write_library(root, {**texts, **kept})


def check(root: Path, rule: str = "manifest-differs-from-disk") -> list[Diagnostic]:
    selection = linter.Selection(select=(rule,))
    library = load(root)
    return list(linter.check([library], Config(), [load_profile("default")], selection).diagnostics)


def messages(root: Path) -> list[str]:
    return [found.problem.message for found in check(root)]


def market(*plugins: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "sample", **more, "plugins": list(plugins)}


def test_a_missing_path_stands_at_its_line_and_column_with_the_nearest_name(tmp_path: Path) -> None:
    text = '{\n  "plugins": [{\n    "source": "./",\n    "skills": ["./skills/old-name"]}]\n}'
    write(tmp_path, {MARKETPLACE: text}, ("skills/new-name",))
    (found,) = check(tmp_path / "skills")
    assert (found.problem.location.line, found.problem.location.column) == (4, 16)
    assert found.problem.message == (
        "plugins[0].skills[0] `./skills/old-name` does not exist "
        "(did you mean `./skills/new-name`?)"
    )
    assert found.problem.fix is not None
    assert found.problem.fix.safe


LAYOUTS = {
    "on one line": '{"plugins": [{"source": "./", "skills": ["./skills/a"]}]}',
    "a line each": (
        '{"plugins": [{"source": "./", "skills": '
        '[\r\n    "./skills/a",\r\n    "./skills/d"\r\n  ]}]}'
    ),
}


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=list(LAYOUTS))
def test_unlisted_skills_are_one_finding_and_are_added_in_the_style_of_the_list(
    tmp_path: Path, text: str
) -> None:
    listed = ("skills/a", "skills/d")[: text.count("./skills/")]
    write(tmp_path, {MARKETPLACE: text}, (*listed, "skills/b", "skills/ç"))
    (found,) = check(tmp_path / "skills")
    assert found.problem.message == (
        "2 skills are on disk but no plugin lists them: `./skills/b`, `./skills/ç`"
    )
    assert found.problem.fix is not None
    assert found.problem.fix.safe
    fixed = fixes.apply(text, [found.problem.fix]).text
    paths = json.loads(fixed)["plugins"][0]["skills"]
    assert paths[-2:] == ["./skills/b", "./skills/ç"]
    assert fixed.count("\r\n") == text.count("\r\n") * 5 // 3


def test_where_two_lists_could_be_meant_an_addition_needs_consent(tmp_path: Path) -> None:
    lists = ({"source": "./", "skills": ["./skills/a"]} for _ in range(2))
    write(tmp_path, {MARKETPLACE: market(*lists)}, ("skills/a", "skills/b"))
    (found,) = check(tmp_path / "skills")
    assert found.problem.fix is not None
    assert not found.problem.fix.safe


STATES = {
    "folder of a skill": ("./skills/a", ""),
    "folder of skills": ("./skills", ""),
    "file": ("./skills/a/SKILL.md", "is a file"),
    "no skill in it": ("./docs", "holds no SKILL.md"),
    "without prefix": ("skills/a", "must start with `./`"),
    "above the plugin": ("../elsewhere", "leaves the folder"),
    "absolute": ("/etc", "leaves the folder"),
    "variable": ("${ROOT}/skills", ""),
}


@pytest.mark.parametrize(("path", "words"), STATES.values(), ids=list(STATES))
@pytest.mark.parametrize("file", [PLUGIN, MARKETPLACE])
def test_what_a_listed_path_leads_to(tmp_path: Path, file: str, path: str, words: str) -> None:
    entry = {"name": "p", "source": "./", "skills": [path]}
    write(tmp_path, {file: entry if file == PLUGIN else market(entry), "docs/a.txt": "x"})
    found = messages(tmp_path / "skills")
    assert len(found) == bool(words)
    assert words in "".join(found)


def test_a_path_without_its_prefix_and_a_file_are_mended_safely(tmp_path: Path) -> None:
    entry = {"name": "p", "skills": ["skills/a", "./skills/a/SKILL.md"]}
    write(tmp_path, {PLUGIN: entry})
    text = (tmp_path / PLUGIN).read_text("utf-8")
    for found in reversed(check(tmp_path / "skills")):
        assert found.problem.fix is not None
        assert found.problem.fix.safe
        (edit,) = found.problem.fix.edits
        text = text[: edit.start] + edit.text + text[edit.end :]
    assert json.loads(text)["skills"] == ["./skills/a", "./skills/a"]


def test_codex_takes_paths_without_a_prefix(tmp_path: Path) -> None:
    write(tmp_path, {CODEX: {"name": "p", "skills": "skills"}})
    assert messages(tmp_path / "skills") == []
    write(tmp_path, {CODEX: {"name": "p", "skills": "skillz"}})
    assert messages(tmp_path / "skills") == [
        "skills `skillz` does not exist (did you mean `./skills`?)"
    ]


LISTS: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    "one plugin leaves it out": (market({"source": "./", "skills": ["./skills/a"]}), {}, 1),
    "a second plugin lists it": (
        market(
            {"source": "./", "skills": ["./skills/a"]}, {"source": ".", "skills": ["./skills/b"]}
        ),
        {},
        0,
    ),
    "no list": (market({"source": "./"}), {}, 0),
    "one plugin has no list": (
        market({"source": "./", "skills": ["./skills/a"]}, {"source": "./"}),
        {},
        0,
    ),
    "a plugin.json adds to it": (
        market({"source": "./", "skills": ["./skills/a"]}),
        {PLUGIN: {"name": "p"}},
        0,
    ),
    "a plugin.json does not count": (
        market({"source": "./", "strict": False, "skills": ["./skills/a"]}),
        {PLUGIN: {"name": "p"}},
        1,
    ),
    "the whole folder is listed": (market({"source": "./", "skills": "./skills"}), {}, 0),
    "fetched from elsewhere": (
        market({"source": {"source": "github", "repo": "a/b"}, "skills": ["./skills/a"]}),
        {},
        0,
    ),
}


@pytest.mark.parametrize(("data", "more", "count"), LISTS.values(), ids=list(LISTS))
def test_a_skill_beside_listed_ones_must_be_listed_where_nothing_else_adds_it(
    tmp_path: Path, data: dict[str, Any], more: dict[str, Any], count: int
) -> None:
    write(tmp_path, {MARKETPLACE: data, **more}, ("skills/a", "skills/b"))
    found = messages(tmp_path / "skills")
    assert found == ["the skill `./skills/b` is on disk but no plugin lists it"] * count


def test_a_renamed_skill_is_one_finding(tmp_path: Path) -> None:
    data = market({"source": "./", "skills": ["./skills/rates", "./skills/unit-conversion"]})
    write(tmp_path, {MARKETPLACE: data}, ("skills/rates", "skills/unit-convert"))
    assert len(messages(tmp_path / "skills")) == 1


SOURCES = {"p": "", "./p": "", "./plugins/p": "", "./q": "does not exist", "q": "does not exist"}


@pytest.mark.parametrize(("source", "words"), SOURCES.items(), ids=list(SOURCES))
def test_a_source_may_leave_the_plugin_root_out_or_name_it(
    tmp_path: Path, source: str, words: str
) -> None:
    data = market({"source": source}, metadata={"pluginRoot": "./plugins"})
    write(tmp_path, {MARKETPLACE: data}, ("plugins/p/skills/a",))
    found = messages(tmp_path / "plugins")
    assert len(found) == bool(words)
    assert words in "".join(found)


def test_the_manifest_of_a_plugin_below_the_library_is_found(tmp_path: Path) -> None:
    write(
        tmp_path,
        {f"plugins/p/{PLUGIN}": {"name": "p", "skills": ["./extra"]}},
        ("plugins/p/skills/a",),
    )
    (found,) = check(tmp_path / "plugins")
    assert found.problem.location.path.endswith(f"plugins/p/{PLUGIN}")


def test_the_search_ends_at_the_repository(tmp_path: Path) -> None:
    write(tmp_path, {PLUGIN: {"name": "p", "skills": ["./x"]}}, ("repo/sub/skills/a",))
    (tmp_path / "repo/.git").mkdir()
    assert load_manifests(load(tmp_path / "repo/sub/skills")) == ()


FIELDS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "plugin without a name": (PLUGIN, {"version": "1"}, ["`name` is missing"]),
    "name with capitals": (
        PLUGIN,
        {"name": "Unit Tools"},
        ["`name` must be in lower case with single hyphens, such as `unit-tools`"],
    ),
    "skills as a mapping": (
        PLUGIN,
        {"name": "p", "skills": {}},
        ["`skills` must be a text or a list, it is a mapping"],
    ),
    "number for a version": (
        MARKETPLACE,
        market({"name": "a", "source": "./", "version": 1}, owner={"name": "o"}),
        ["`plugins[0].version` must be a text, it is the number 1"],
    ),
    "no owner, no source": (
        MARKETPLACE,
        market({"name": "a"}),
        ["`owner` is missing", "`plugins[0].source` is missing"],
    ),
    "a plugin twice": (
        MARKETPLACE,
        market({"name": "a", "source": "./"}, {"name": "a", "source": "./b"}, owner={"name": "o"}),
        ["the plugin `a` is listed twice; only one can be installed"],
    ),
    "keys like numbers": (PLUGIN, {"name": "p", "0": {"1": 2}}, []),
    "another client's": (CODEX, {"version": 1}, []),
}


@pytest.mark.parametrize(("file", "data", "words"), FIELDS.values(), ids=list(FIELDS))
def test_a_manifest_needs_certain_fields(
    tmp_path: Path, file: str, data: dict[str, Any], words: list[str]
) -> None:
    write(tmp_path, {file: data})
    found = check(tmp_path / "skills", "invalid-manifest")
    assert [item.problem.message for item in found] == words


def test_a_missing_field_stands_at_the_object_that_lacks_it(tmp_path: Path) -> None:
    text = '{"name": "m", "owner": {"name": "o"},\n "plugins": [\n  {"source": "./"}]}'
    write(tmp_path, {MARKETPLACE: text})
    (found,) = check(tmp_path / "skills", "invalid-manifest")
    assert (found.problem.location.line, found.problem.location.column) == (3, 3)


def test_a_path_that_is_listed_twice_and_a_plugin_that_is_not_listed_are_named(
    tmp_path: Path,
) -> None:
    paths = ["./skills/a", "./skills/a/"]
    plugin = {"name": "one", "source": "./plugins/one", "skills": paths, "strict": False}
    files = {f"plugins/{name}/{PLUGIN}": {"name": name} for name in ("one", "two")}
    skills = ("plugins/one/skills/a", "plugins/two/skills/b")
    write(tmp_path, {MARKETPLACE: market(plugin), **files}, skills)
    assert messages(tmp_path / "plugins") == [
        "the plugin `./plugins/two` is on disk but not listed",
        "plugins[0].skills[1] `./skills/a/` is in the list already",
    ]


BROKEN = {
    "comma after the last": ('{"name": "p",\n}', (2, 1)),
    "comment": ('// note\n{"name": "p"}', (1, 1)),
    "list": ("[]", (1, 1)),
    "empty": ("", (1, 1)),
    "nested too deep": ("[" * 100_000, (1, 1)),
}


@pytest.mark.parametrize(("text", "where"), BROKEN.values(), ids=list(BROKEN))
def test_a_manifest_that_cannot_be_read_is_one_finding(
    tmp_path: Path, text: str, where: tuple[int, int]
) -> None:
    write(tmp_path, {PLUGIN: text})
    (found,) = check(tmp_path / "skills", "invalid-manifest")
    assert (found.problem.location.line, found.problem.location.column) == where
    assert messages(tmp_path / "skills") == []


def test_odd_values_are_passed_over(tmp_path: Path) -> None:
    data = {
        "plugins": [3, {"source": 1}, {"source": "./", "skills": [1, None], "commands": {"a": 1}}]
    }
    write(tmp_path, {MARKETPLACE: data, PLUGIN: {"skills": {"a": "b"}}})
    assert messages(tmp_path / "skills") == []


_NAMES = st.text(st.sampled_from('ab"\\[]{},: é\n'), max_size=6)
_TREES = st.recursive(
    _NAMES | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(_TREES, st.sampled_from([None, 2]))
def test_the_place_of_a_listed_text_holds_that_text(tree: Any, indent: int | None) -> None:
    data = {"other": tree, "skills": ["./one", "two"], "last": tree, "hooks": "./three"}
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    manifest = Manifest(Source("plugin.json", text), Path(), PLUGIN, data)
    found = [(json.loads(text[item.start : item.end]), item.written) for item in manifest.listed]
    assert found == [(name, name) for name in ("./one", "two", "./three")]


def test_a_list_is_completed_in_one_pass_beside_entries_that_are_mended(tmp_path: Path) -> None:
    plugins = (
        {"name": "a", "source": "./", "skills": ["./skills/a", "./skills/old-name"]},
        {"name": "b", "source": "./", "skills": ["./skills/a/SKILL.md"]},
    )
    text = json.dumps(market(*plugins))
    write(tmp_path, {MARKETPLACE: text}, ("skills/a", "skills/new-name", "skills/extra"))
    found = [item.problem.fix for item in check(tmp_path / "skills")]
    assert all(fix is not None and fix.safe for fix in found)
    fixed = json.loads(fixes.apply(text, [fix for fix in found if fix]).text)
    paths = ["./skills/a", "./skills/extra", "./skills/new-name"]
    assert [entry["skills"] for entry in fixed["plugins"]] == [paths, ["./skills/a"]]
