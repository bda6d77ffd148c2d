"""What a change of the index costs a cached prompt; lock files; several targets; real folders."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace

import pytest
from building import load, run, skill_text, write_library
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from skilltool import index
from skilltool.index.hashing import hash_folder, locale_key
from skilltool.model import Source
from skilltool.tokenizer import count_tokens

WORDS = ("sorts", "draws", "lists", "charts", "prices", "dates", "rows", "pages", "bills", "notes")


def many(number: int) -> dict[str, str]:
    """So many skills with different names and descriptions."""
    chance = random.Random(7)
    files = {}
    for n in range(number):
        text = " ".join(chance.choices(WORDS, k=12))
        name = f"{chance.choice(WORDS)}-{n:03}"
        files[f"skills/{name}/SKILL.md"] = skill_text(name, f"{text}. Use for {text}.")
    return files


@pytest.fixture(scope="module")
def two_hundred(tmp_path_factory):
    return write_library(tmp_path_factory.mktemp("many"), many(200))


def stale(root, order: str, fmt: str = "list"):
    """The library with one skill more, its index file without that, and the comparison."""
    library = load(root / "skills")
    new = next(skill for skill in library.skills if skill.name.startswith("charts"))
    before = replace(library, skills=tuple(each for each in library.skills if each is not new))
    empty = index.load_index_file(root / "INDEX", "INDEX", fmt, order)
    text = index.render(before, empty)
    file = empty._replace(source=Source("INDEX", text))
    return library, file, index.check(library, file)


def test_in_append_order_one_skill_more_costs_a_cached_prefix_no_token(two_hundred):
    loss = index.find_loss(*stale(two_hundred, "append"))
    assert loss is not None
    assert (loss.lost, loss.lost_in_append_order) == (0, 0)
    assert loss.tokens > 5_000
    assert str(loss).endswith(f"a cached prefix keeps all of its {loss.tokens:,} tokens")


def test_in_the_order_of_names_it_costs_all_that_stands_after_the_new_line(two_hundred):
    library, file, comparison = stale(two_hundred, "name")
    loss = index.find_loss(library, file, comparison)
    assert loss is not None
    old = comparison.old or ""
    assert loss.byte == comparison.first_changed_byte < len(old.encode())
    assert loss.lost == count_tokens(old.encode()[loss.byte :].decode())
    assert loss.lost > loss.tokens / 2
    assert loss.lost_in_append_order == 0
    assert str(loss) == (
        f"the first change is at byte {loss.byte:,}: a cached prefix loses {loss.lost:,} of its "
        f'{loss.tokens:,} tokens; with `order = "append"` it would lose 0'
    )


@pytest.mark.parametrize("fmt", ["xml", "json", "discovery"])
def test_a_format_that_ends_with_a_closing_line_loses_that_line_alone(two_hundred, fmt):
    loss = index.find_loss(*stale(two_hundred, "append", fmt))
    assert loss is not None
    assert 0 < loss.lost <= 10


def test_a_changed_line_costs_as_much_in_append_order(two_hundred):
    library = load(two_hundred / "skills")
    missing = index.load_index_file(two_hundred / "INDEX", "INDEX", "list")
    text = index.render(library, missing).replace(". Use for", "! Use for", 1)
    file = missing._replace(source=Source("INDEX", text))
    loss = index.find_loss(library, file, index.check(library, file))
    assert loss is not None
    assert loss.lost == loss.lost_in_append_order > 0
    assert str(loss).endswith("in append order as well")


def test_a_fresh_index_and_a_missing_one_cost_nothing(two_hundred):
    library = load(two_hundred / "skills")
    missing = index.load_index_file(two_hundred / "INDEX", "INDEX", "list")
    assert index.find_loss(library, missing, index.check(library, missing)) is None
    text = index.render(library, missing)
    fresh = missing._replace(source=Source("INDEX", text))
    assert index.find_loss(library, fresh, index.check(library, fresh)) is None


# ---- the command ------------------------------------------------------------------------------

TOML = """
[[index]]
file = "skills/INDEX.md"

[[index]]
file = "README.md"
format = "table"

[[index]]
file = "catalog/skills.json"
format = "json"

[[index]]
file = "catalog/skills.xml"
format = "xml"
order = "append"

[[index]]
file = "public/index.json"
format = "discovery"

[[index]]
file = "skills-lock.json"
format = "lock"
"""
TARGETS = [line.split('"')[1] for line in TOML.splitlines() if line.startswith("file")]
README = f"# Ours\n\n{index.BEGIN}\n{index.END}\n\nMore.\n"


@pytest.fixture
def several(tmp_path, monkeypatch):
    files = {**many(5), "skills.toml": TOML, "README.md": README}
    monkeypatch.chdir(write_library(tmp_path, files))
    return tmp_path


def test_all_targets_are_regenerated_in_one_run_and_are_then_fresh(several):
    assert run("index").out.splitlines() == [f"wrote {target}" for target in TARGETS]
    assert run("index", "--check").code == 0
    first = {target: (several / target).read_bytes() for target in TARGETS}
    assert run("index").out.splitlines() == [f"fresh {target}" for target in TARGETS]
    assert {target: (several / target).read_bytes() for target in TARGETS} == first
    assert (several / "README.md").read_text("utf-8").endswith("\n\nMore.\n")


def test_the_check_of_a_stale_index_says_what_a_cache_loses(several):
    run("index")
    write_library(several, {"skills/aa/SKILL.md": skill_text("aa", "New.")})
    found = run("index", "--check")
    assert found.code == 1
    assert "skills/INDEX.md:5: stale index (missing: aa); run `skills index`" in found.err
    assert 'with `order = "append"` it would lose 0' in found.err
    assert "catalog/skills.xml: the first change is at byte" in found.err


def test_json_holds_the_tokens_of_the_instructions(several):
    run("index")
    document = json.loads((several / "catalog/skills.json").read_text("utf-8"))
    assert {row["tokens"] for row in document["skills"]} == {count_tokens("\nDo it.\n")}


def test_the_rule_on_stale_indexes_agrees_with_the_command(several):
    run("index")
    assert run("check", "--select", "stale-index", "--fail-on", "info").code == 0


# ---- lock files -------------------------------------------------------------------------------


def test_a_lock_file_has_the_shape_and_the_hash_of_the_skills_command(tmp_path):
    files = {"skills/a/SKILL.md": skill_text("a", "One."), "skills/a/scripts/x.sh": "ls\n"}
    library = load(write_library(tmp_path, files) / "skills")
    file = index.load_index_file(tmp_path / "skills-lock.json", "skills-lock.json", "lock")
    both = ("scripts/x.sh", "ls\n", "SKILL.md", files["skills/a/SKILL.md"])
    assert json.loads(index.render(library, file)) == {
        "version": 1,
        "skills": {
            "a": {
                "source": "./skills/a",
                "sourceType": "local",
                "computedHash": hashlib.sha256("".join(both).encode()).hexdigest(),
            }
        },
    }


def test_the_hash_leaves_out_git_node_modules_and_links(tmp_path):
    write_library(tmp_path / "s", {"SKILL.md": "x"})
    expected = hash_folder(tmp_path / "s")
    write_library(tmp_path / "s", {".git/config": "y", "node_modules/z/index.js": "z"})
    (tmp_path / "s" / "link.md").symlink_to("SKILL.md")
    assert hash_folder(tmp_path / "s") == expected
    write_library(tmp_path / "s", {".hidden": "counts"})
    assert hash_folder(tmp_path / "s") != expected


def test_a_changed_file_makes_the_lock_file_stale(tmp_path):
    root = write_library(tmp_path, {"skills/a/SKILL.md": skill_text("a", "One.")})
    target = tmp_path / "skills-lock.json"
    index.write(load(root / "skills"), index.load_index_file(target, "lock", "lock"))
    write_library(tmp_path, {"skills/a/references/new.md": "New.\n"})
    loaded = index.load_index_file(target, "lock", "lock")
    assert index.check(load(root / "skills"), loaded).names.changed == ("a",)


def test_a_lock_file_with_entries_of_the_skills_command_is_not_overwritten(tmp_path):
    entry = {"source": "owner/name", "sourceType": "github", "computedHash": "0" * 64}
    text = json.dumps({"version": 1, "skills": {"b": entry}})
    root = write_library(
        tmp_path, {"skills/a/SKILL.md": skill_text("a", "One."), "skills-lock.json": text}
    )
    loaded = index.load_index_file(tmp_path / "skills-lock.json", "skills-lock.json", "lock")
    found = index.check(load(root / "skills"), loaded)
    assert "not generated by `skills index`" in found.summary


def test_paths_are_ordered_as_javascript_orders_them():
    ordered = [
        "a b", "a_b", "a-b", "a.b", "a/b", "a10", "a2", "ab", "aB", "readme.md", "README.md",
        "references/x.md", "scripts/a.py", "SKILL.md",
    ]  # fmt: skip
    shuffled = random.Random(3).sample(ordered, len(ordered))
    assert sorted(shuffled, key=locale_key) == ordered


# ---- hostile texts through real files -----------------------------------------------------------

HOSTILE = st.text(
    st.one_of(st.sampled_from("|`<>&\\*[]():#-!\"'{}\n\t "), st.characters(codec="utf-8")),
    min_size=1,
    max_size=60,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(texts=["a\0b"], fmt="xml")
@given(texts=st.lists(HOSTILE, min_size=1, max_size=4), fmt=st.sampled_from(list(index.FORMATS)))
def test_an_index_of_hostile_texts_is_fresh_once_written_whatever_the_order(
    tmp_path_factory, texts, fmt
):
    root = tmp_path_factory.mktemp("hostile")
    files = {
        f"skills/s{n}/SKILL.md": f"---\nname: s{n}\ndescription: {json.dumps(text)}\n---\n"
        for n, text in enumerate(texts)
    }
    library = load(write_library(root, files) / "skills")
    backwards = replace(library, skills=library.skills[::-1])
    target = index.load_index_file(root / "target", "target", fmt)
    assert index.render(backwards, target) == index.render(library, target)
    index.write(library, target)
    again = index.load_index_file(root / "target", "target", fmt)
    assert index.check(backwards, again).fresh
    assert not index.write(library, again)
