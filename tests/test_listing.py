"""What clients show of a library: each limit at its edge, and what goes first beyond it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from building import load, run, skill_text, write_library
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skilltool.listing import SHORTEST, Listing, Shown, find_budget, has_listing, simulate
from skilltool.listing.words import advice_sentence, headline
from skilltool.profiles import load_profile, profile_names

CLAUDE, CODEX, VSCODE = map(load_profile, ("claude-code", "codex", "vscode"))
LIMITED = pytest.mark.parametrize("profile", [CLAUDE, CODEX, VSCODE], ids=lambda each: each.name)


def library(tmp_path, profile=CLAUDE, **texts: str):
    """A library with these descriptions, by name."""
    files = {f"skills/{name}/SKILL.md": skill_text(name, text) for name, text in texts.items()}
    return load(write_library(tmp_path, files) / "skills", profile.name)


def tasks(tmp_path, number: int, length: int, profile=CLAUDE):
    """So many skills with descriptions of so many characters."""
    named = {f"task-{n:03}": "x" * length for n in range(number)}
    return library(tmp_path, profile, **named)


def shown(listing: Listing) -> dict[str, str]:
    return {entry.candidate.name: str(entry.shown) for entry in listing.entries}


# ---- budgets -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "context", "amount", "unit"),
    [
        (CLAUDE, None, 8_000, "characters"),
        (CLAUDE, 200_000, 8_000, "characters"),
        (CLAUDE, 1_000_000, 40_000, "characters"),
        (CODEX, None, 8_000, "characters"),
        (CODEX, 200_000, 4_000, "tokens of 4 bytes"),
        (CODEX, 1, 1, "tokens of 4 bytes"),
        (VSCODE, 200_000, 15_000, "characters"),
        (load_profile("gemini-cli"), None, None, "characters"),
        (load_profile("cursor"), None, None, "characters"),
    ],
)
def test_the_budget_follows_from_profile_and_context(profile, context, amount, unit):
    budget = find_budget(profile, context)
    assert (budget.amount, budget.unit) == (amount, unit)


@pytest.mark.parametrize(
    ("profile", "context", "text", "cost"),
    [
        (CLAUDE, None, "表", 1),
        (CLAUDE, None, "🚀", 2),
        (VSCODE, None, "🚀", 2),
        (CODEX, None, "🚀", 1),
        (CODEX, 200_000, "🚀", 1),
        (CODEX, 200_000, "表表", 2),
        (CODEX, 200_000, "12345", 2),
    ],
)
def test_a_text_is_counted_as_the_client_counts_it(profile, context, text, cost):
    assert find_budget(profile, context).cost(text) == cost


def test_only_a_client_whose_limit_is_known_has_a_listing_to_judge():
    assert [has_listing(load_profile(name)) for name in ("codex", "gemini-cli", "default")] == [
        True,
        False,
        False,
    ]


# ---- Claude Code ------------------------------------------------------------------------------


def test_claude_code_lists_folder_description_and_when_to_use(tmp_path):
    text = "---\nname: Chart Maker\ndescription: Draws.\nwhen_to_use: Use for plots.\n---\n"
    write_library(tmp_path, {"skills/chart-make/SKILL.md": text})
    found = simulate(load(tmp_path / "skills", "claude-code"), CLAUDE)
    assert found.text == "- chart-make: Draws. Use for plots.\n"


def test_claude_code_shows_the_first_paragraph_where_there_is_no_description(tmp_path):
    body = "---\nname: a\n---\n\n# Title\n\nSorts\nlists.\n\nMore.\n"
    write_library(tmp_path, {"skills/a/SKILL.md": body})
    assert simulate(load(tmp_path / "skills", "claude-code"), CLAUDE).text == "- a: Sorts lists.\n"


UNREAD = {
    "unquoted colon": "description: Sorts: lists.\n",
    "no YAML": "description: Sorts.\n\tlicense: MIT\n",
    "manual": "description: Sorts: lists.\ndisable-model-invocation: true\n",
}


@pytest.mark.parametrize("fields", UNREAD.values(), ids=UNREAD)
def test_claude_code_shows_the_first_paragraph_where_it_reads_no_field(tmp_path, fields):
    text = f"---\nname: a\n{fields}---\n\n# Title\n\nRead the list.\n"
    write_library(tmp_path, {"skills/a/SKILL.md": text})
    found = simulate(load(tmp_path / "skills", "claude-code"), CLAUDE)
    assert found.text == "- a: Read the list.\n"
    assert found.manual == ()


@pytest.mark.parametrize("name", ["claude-code", "codex", "gemini-cli"])
def test_what_a_comment_cuts_is_not_in_the_listing(tmp_path, name):
    text = (
        "---\nname: a\ndescription: Sorts C\n  lists #fast, and maps.\nlicense: MIT\n---\nRead.\n"
    )
    write_library(tmp_path, {"skills/a/SKILL.md": text})
    found = simulate(load(tmp_path / "skills", name), load_profile(name))
    assert "Sorts C lists" in found.text
    assert "fast" not in found.text


def test_a_client_that_mends_a_fault_shows_the_description(tmp_path):
    text = "---\nname: a\ndescription: Sorts: lists.\n---\n\nRead the list.\n"
    write_library(tmp_path, {"skills/a/SKILL.md": text})
    found = simulate(load(tmp_path / "skills", "gemini-cli"), load_profile("gemini-cli"))
    assert "Sorts: lists." in found.text


@pytest.mark.parametrize(("length", "state"), [(1536, Shown.WHOLE), (1537, Shown.CUT)])
def test_claude_code_cuts_an_entry_after_1_536_characters(tmp_path, length, state):
    entry = simulate(library(tmp_path, a="x" * length), CLAUDE).entries[0]
    assert (entry.shown, entry.characters) == (state, 1536)
    assert entry.line == "- a: " + "x" * 1536


# 16 lines of `- task-000: ` (12 characters), the description and a line end: 8,000 at 487.
@pytest.mark.parametrize(("length", "dropped"), [(487, 0), (488, 1)])
def test_claude_code_keeps_8_000_characters_to_the_last(tmp_path, length, dropped):
    found = simulate(tasks(tmp_path, 16, length), CLAUDE)
    assert found.needed == 8_000 + 16 * dropped
    assert len(found.of(Shown.NAME_ONLY)) == dropped
    assert found.used <= 8_000


def test_claude_code_drops_about_15_of_40_descriptions_of_300_characters(tmp_path):
    found = simulate(tasks(tmp_path, 40, 298), CLAUDE)
    assert found.needed == 40 * (12 + 298 + 1)
    assert len(found.of(Shown.NAME_ONLY)) == 15
    assert headline(found) == (
        "Claude Code: the listing needs 12,440 of 8,000 characters (1% of 200,000 tokens): "
        "15 of 40 show their name only, least used first"
    )


def test_uses_are_found_by_the_name_in_the_listing_and_by_the_skills_own(tmp_path):
    made = tasks(tmp_path, 40, 298)
    skills = tuple(replace(skill, plugin="shop") for skill in made.skills)
    usage = {"task-038": 1, "shop:task-039": 1}
    found = simulate(replace(made, skills=skills), CLAUDE, usage=usage)
    assert [name for name in ("shop:task-038", "shop:task-039") if shown(found)[name] == "whole"]
    assert shown(found)["shop:task-037"] == "name only"


def test_claude_code_drops_the_least_used_first_and_keeps_every_name(tmp_path):
    usage = {f"task-{n:03}": n for n in range(40)}
    found = simulate(tasks(tmp_path, 40, 298), CLAUDE, usage=usage)
    dropped = [entry.candidate.name for entry in found.of(Shown.NAME_ONLY)]
    assert dropped == [f"task-{n:03}" for n in range(15)]
    assert "\n- task-014\n- task-015: x" in found.text
    assert len(found.text.splitlines()) == 40


def test_names_stay_even_where_they_alone_are_too_much(tmp_path):
    found = simulate(tasks(tmp_path, 10, 30), CLAUDE, context=1_000)
    assert set(shown(found).values()) == {"name only"}
    assert found.used > (found.budget.amount or 0)


# ---- Codex ------------------------------------------------------------------------------------


def test_codex_lists_name_description_and_file(tmp_path):
    found = simulate(library(tmp_path, CODEX, a="Sorts."), CODEX)
    assert found.text == f"- a: Sorts. (file: {(tmp_path / 'skills/a/SKILL.md').as_posix()})\n"


def test_codex_caps_an_entry_at_1_024_characters_that_end_in_dots(tmp_path):
    entry = simulate(library(tmp_path, CODEX, a="x" * 1025), CODEX, context=200_000).entries[0]
    assert (entry.shown, entry.characters) == (Shown.CUT, 1024)
    assert "x..." in entry.line


def test_a_text_that_the_limit_of_an_entry_cuts_is_not_put_down_to_the_budget(tmp_path):
    found = simulate(library(tmp_path, CODEX, a="x" * 1025, b="Sorts."), CODEX, context=200_000)
    assert headline(found).endswith(": 1 of 2 descriptions is cut at 1,024 characters")


def fitted(tmp_path, spare: int, **texts: str) -> Listing:
    """Codex's listing with room for the bare lines and so many characters more."""
    made = library(tmp_path, CODEX, **texts)
    bare = sum(len(f"- {s.name}: (file: {s.folder.as_posix()}/SKILL.md)\n") for s in made.skills)
    listing = {**CODEX.listing, "fallback-characters": bare + spare, "roots-characters": 9_999}
    return simulate(made, CODEX._replace(listing=listing))


def test_codex_shortens_descriptions_evenly(tmp_path):
    # Each description costs a blank beside its characters.
    found = fitted(tmp_path, 6, alpha="abcdef", beta="uvwxyz")
    assert [entry.line.split(" (")[0] for entry in found.entries] == ["- alpha: ab", "- beta: uv"]


def test_codex_gives_what_a_short_description_leaves_to_the_others(tmp_path):
    found = fitted(tmp_path, 11, long="abcdefghi", short="x")
    lines = [entry.line.split(" (")[0] for entry in found.entries]
    assert lines == ["- long: abcdefgh", "- short: x"]


def test_codex_leaves_skills_out_when_not_even_bare_lines_fit(tmp_path):
    found = fitted(tmp_path, -1, a="one", b="two", c="three")
    assert shown(found) == {"a": "name only", "b": "name only", "c": "left out"}
    assert "c:" not in found.text


def test_codex_looks_further_after_a_line_that_does_not_fit(tmp_path):
    last = len(f"- c: (file: {tmp_path.as_posix()}/skills/c/SKILL.md)\n")
    found = fitted(tmp_path, -last - 1, **{"a": "one", "b-so-long": "two", "c": "three"})
    assert shown(found) == {"a": "name only", "b-so-long": "left out", "c": "name only"}


def test_codex_writes_an_alias_for_the_root_where_more_is_shown_with_it(tmp_path):
    deep = tmp_path / ("folder-with-a-long-name-" * 3)
    found = simulate(tasks(deep, 60, 100, CODEX), CODEX)
    root = (deep / "skills").as_posix()
    assert found.head == ("### Skill roots", f"- `r0` = `{root}`")
    assert "(file: r0/task-000/SKILL.md)" in found.text
    whole = simulate(tasks(deep, 60, 100, CODEX), CODEX, context=1_000_000)
    assert whole.head == ()


def test_codex_leaves_out_a_skill_whose_policy_forbids_implicit_use(tmp_path):
    made = {
        "skills/a/SKILL.md": skill_text("a", "One."),
        "skills/a/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
        "skills/b/SKILL.md": "---\nname: b\ndescription: Two.\n"
        "disable-model-invocation: true\n---\n",
    }
    found = simulate(load(write_library(tmp_path, made) / "skills", "codex"), CODEX)
    assert [skill.name for skill in found.manual] == ["a"]
    assert shown(found) == {"b": "whole"}


# ---- VS Code ----------------------------------------------------------------------------------


def test_vs_code_lists_each_skill_as_a_block_of_tags(tmp_path):
    found = simulate(library(tmp_path, VSCODE, a="Sorts."), VSCODE)
    file = (tmp_path / "skills/a/SKILL.md").as_posix()
    assert found.text == (
        "<skill>\n<name>a</name>\n<description>Sorts.</description>\n"
        f"<file>{file}</file>\n</skill>\n"
    )


def test_vs_code_cuts_in_alphabetical_order_and_then_names_the_rest(tmp_path):
    found = simulate(tasks(tmp_path, 60, 300, VSCODE), VSCODE)
    states = list(shown(found).values())
    whole = states.count("whole")
    assert states == ["whole"] * whole + ["name only"] * (60 - whole)
    assert found.used <= 15_000 < found.used + (found.used // whole) + 1
    names = ", ".join(f"task-{n:03}" for n in range(whole, 60))
    assert found.text.endswith(f"Additional skills available (invoke by name): {names}\n")


def test_vs_code_counts_what_not_even_5_000_characters_of_names_hold(tmp_path):
    named = {f"task-{n:03}-{'y' * 50}": "x" * 800 for n in range(120)}
    found = simulate(library(tmp_path, VSCODE, **named), VSCODE)
    left_out = len(found.of(Shown.NOTHING))
    listed = ", ".join(entry.candidate.name for entry in found.of(Shown.NAME_ONLY))
    assert len(listed) <= 5_000 < len(listed) + 2 + len("task-000-") + 50
    assert found.text.endswith(f"... and {left_out} more\n")


def test_vs_code_does_not_load_a_skill_whose_name_is_not_the_folders(tmp_path):
    files = {
        "skills/a/SKILL.md": skill_text("b", "One."),
        "skills/c/SKILL.md": skill_text("c", "T"),
    }
    found = simulate(load(write_library(tmp_path, files) / "skills", "vscode"), VSCODE)
    assert shown(found) == {"c": "whole"}
    assert [item.cause for item in found.unloaded] == ["the name differs from the folder `a`"]


# ---- deepagents -------------------------------------------------------------------------------

LINES = {
    "neither": ("", "- **a**: Sorts.\n"),
    "a licence": ("license: MIT\n", "- **a**: Sorts. (License: MIT)\n"),
    "both": (
        f"license: MIT\ncompatibility: {'x' * 501}\n",
        f"- **a**: Sorts. (License: MIT, Compatibility: {'x' * 500})\n",
    ),
    "an empty licence": ("license:\n", "- **a**: Sorts. (License: None)\n"),
    "tools in a text": (
        "allowed-tools: Read, Bash(git add *)\n",
        "- **a**: Sorts.\n  -> Allowed tools: Read, Bash(git, add, *)\n",
    ),
    "tools in a list": (
        "allowed-tools:\n- Read\n- Grep\n",
        "- **a**: Sorts.\n  -> Allowed tools: Read, Grep\n",
    ),
}


@pytest.mark.parametrize(("fields", "line"), LINES.values(), ids=LINES)
def test_deepagents_shows_licence_compatibility_and_tools(tmp_path, fields, line):
    text = f"---\nname: a\ndescription: Sorts.\n{fields}---\n\nSort.\n"
    profile = load_profile("deepagents")
    made = load(write_library(tmp_path, {"skills/a/SKILL.md": text}) / "skills", "deepagents")
    file = (tmp_path / "skills/a/SKILL.md").as_posix()
    expected = f"{line}  -> Read `{file}` for full instructions\n"
    assert simulate(made, profile).text == expected


@pytest.mark.parametrize("name", profile_names())
def test_every_client_has_a_listing_of_a_library(tmp_path, name):
    made = library(tmp_path, load_profile(name), a="Sorts.")
    assert "Sorts." in simulate(made, load_profile(name)).text


# ---- all clients ------------------------------------------------------------------------------


def test_a_manual_skill_is_not_in_the_listing_but_is_counted(tmp_path):
    files = {
        "skills/a/SKILL.md": skill_text("a", "One."),
        "skills/b/SKILL.md": "---\nname: b\ndescription: Two.\n"
        "disable-model-invocation: true\n---\n",
    }
    found = simulate(load(write_library(tmp_path, files) / "skills", "claude-code"), CLAUDE)
    assert found.text == "- a: One.\n"
    assert [skill.name for skill in found.manual] == ["b"]


def test_an_empty_library_takes_nothing(tmp_path):
    found = simulate(load(write_library(tmp_path, {"skills/x": ""}) / "skills"), CLAUDE)
    assert (found.text, found.needed, found.is_cut) == ("", 0, False)


DESCRIPTIONS = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=6),
    st.text("abc 表🚀é", max_size=400).map(lambda text: " ".join(text.split())),
    min_size=1,
    max_size=12,
)


@LIMITED
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(descriptions=DESCRIPTIONS, amount=st.integers(1, 3_000))
def test_no_listing_takes_more_than_its_budget_but_for_names(
    tmp_path_factory, profile, descriptions, amount
):
    made = library(tmp_path_factory.mktemp("library"), profile, **descriptions)
    key = "characters" if profile is VSCODE else "fallback-characters"
    rest = {k: v for k, v in profile.listing.items() if k not in ("context-tokens",)}
    limited = profile._replace(listing={**rest, key: amount})
    found = simulate(made, limited)
    names_only = all(entry.shown is Shown.NAME_ONLY for entry in found.entries)
    assert found.used <= amount or (profile is CLAUDE and names_only)
    assert found.is_cut == (found.needed > amount)
    assert (found.advice is None) == (found.needed <= amount)


@LIMITED
@pytest.mark.parametrize("length", [400, 700])
def test_with_the_advice_followed_all_is_shown_and_with_a_character_more_it_is_not(
    tmp_path, profile, length
):
    texts = {f"task-{n:03}": "x" * (length - 5 * n) for n in range(45)}
    context = 300_000 if profile is CLAUDE else 150_000
    found = simulate(library(tmp_path / "a", profile, **texts), profile, context=context)
    advice = found.advice
    assert advice is not None
    assert advice.enough
    chosen = {item.name for item in advice.candidates}

    def cut_to(characters: int) -> Listing:
        new = {n: t[:characters] if n in chosen else t for n, t in texts.items()}
        return simulate(library(tmp_path / "a", profile, **new), profile, context=context)

    assert not cut_to(advice.characters).is_cut
    assert cut_to(advice.characters + 1).is_cut
    assert advice.characters >= SHORTEST


@pytest.mark.parametrize(
    ("profile", "switch"),
    [
        (CLAUDE, "(`disable-model-invocation: true`)"),
        (CODEX, "(`allow_implicit_invocation: false` in agents/openai.yaml)"),
    ],
    ids=["claude-code", "codex"],
)
def test_where_shortening_is_not_enough_the_advice_says_what_is(tmp_path, profile, switch):
    found = simulate(tasks(tmp_path, 80, 300, profile), profile)
    assert found.advice is not None
    assert not found.advice.enough
    sentence = advice_sentence(found)
    assert sentence.endswith(f"out of it {switch}, or split the library")
    texts = {f"task-{n:03}": "x" * SHORTEST for n in range(80)}
    least = simulate(library(tmp_path, profile, **texts), profile).needed
    assert sentence.startswith(f"even with every description at 120 characters it needs {least:,}:")


def test_the_advice_names_as_few_descriptions_as_will_do(tmp_path):
    texts = {f"short-{n}": "x" * 100 for n in range(60)} | {"big": "x" * 1_500, "huge": "x" * 1_536}
    found = simulate(library(tmp_path, **texts), CLAUDE)
    assert advice_sentence(found).startswith("it fits with 2 descriptions of at most ")
    assert advice_sentence(found).endswith(": huge, big")


# ---- the rule ---------------------------------------------------------------------------------

BIG = {f"skills/task-{n:03}/SKILL.md": skill_text(f"task-{n:03}", "x" * 300) for n in range(40)}


@pytest.mark.parametrize(
    ("profile", "code"), [("claude-code", 1), ("vscode", 1), ("gemini-cli", 0), ("default", 0)]
)
def test_the_rule_fails_a_library_only_for_a_client_that_cuts_it(
    tmp_path, monkeypatch, profile, code
):
    deep = write_library(tmp_path / ("deep-" * 20), BIG)
    monkeypatch.chdir(deep)
    found = run("check", "--profile", profile, "--fail-on", "warning", "--select", "tokens")
    assert found.code == code
    assert ("listing-over-budget" in found.out) == bool(code)


def entry_skill(tmp_path, monkeypatch, name: str, profile: str, number: int) -> str:
    files = dict(list(BIG.items())[:number])
    files[f"skills/{name}/SKILL.md"] = skill_text(name, "Leads to the others.")
    files["skills.toml"] = f'profile = "{profile}"\n[rules.cut-entry-skill]\nskills = ["{name}"]\n'
    monkeypatch.chdir(write_library(tmp_path, files))
    return run("check", "--select", "cut-entry-skill").out


def test_an_entry_skill_at_the_end_of_the_alphabet_may_be_cut(tmp_path, monkeypatch):
    out = " ".join(entry_skill(tmp_path, monkeypatch, "where-to-start", "vscode", 30).split())
    assert "Visual Studio Code: the entry skill `where-to-start` is at place 31 of 31" in out
    assert "may be cut; rename it or shorten others" in out


@pytest.mark.parametrize(
    ("name", "profile"), [("a-start", "vscode"), ("where-to-start", "claude-code")]
)
def test_an_entry_skill_that_is_safe_is_not_found(tmp_path, monkeypatch, name, profile):
    assert "entry skill" not in entry_skill(tmp_path, monkeypatch, name, profile, 20)


def test_an_entry_skill_that_is_cut_is_named_with_what_is_left_of_it(tmp_path, monkeypatch):
    out = " ".join(entry_skill(tmp_path, monkeypatch, "where-to-start", "claude-code", 40).split())
    assert "`where-to-start` is at place 41 of 41 and is cut (name only)" in out


# ---- the command ------------------------------------------------------------------------------


def test_without_a_profile_every_client_with_a_known_limit_is_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, BIG))
    found = run("listing", "--json")
    assert [item["client"] for item in json.loads(found.out)] == ["claude-code", "codex", "vscode"]


def test_the_command_prints_the_listing_as_it_is_sent(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, BIG))
    found = run("listing", "--profile", "claude-code", "--print")
    assert found.out.splitlines()[-1] == "- task-039"
    assert found.code == 0


@pytest.mark.parametrize(("context", "code"), [("200k", 1), ("1M", 0), ("1_000_000", 0)])
def test_the_check_fails_when_something_is_cut(tmp_path, monkeypatch, context, code):
    monkeypatch.chdir(write_library(tmp_path, BIG))
    options = ("listing", "--profile", "claude-code", "--context", context, "--check")
    assert run(*options).code == code


def test_usage_from_a_file_decides_what_is_dropped(tmp_path, monkeypatch):
    usage = json.dumps({f"task-{n:03}": 1 for n in range(30, 40)})
    monkeypatch.chdir(write_library(tmp_path, {**BIG, "usage.json": usage}))
    out = run("listing", "--profile", "claude-code", "--usage", "usage.json", "--print").out
    assert out.splitlines()[-1].startswith("- task-039: x")
    assert "- task-029\n" in out


def test_only_the_first_rows_of_a_long_table_are_shown_without_all(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, BIG))
    short = run("listing", "--profile", "codex").out.splitlines()
    assert short[-1] == "... and 20 more; `--all` shows every skill"
    assert short[-2].startswith("task-019 ")
    whole = run("listing", "--profile", "codex", "--all").out.splitlines()
    assert whole[-1].startswith("task-039 ")


def test_of_many_skills_that_are_not_loaded_the_rest_is_counted(tmp_path, monkeypatch):
    wrong = {f"skills/task-{n:02}/SKILL.md": skill_text("other", "Sorts.") for n in range(25)}
    monkeypatch.chdir(write_library(tmp_path, wrong))
    monkeypatch.setenv("COLUMNS", "200")
    last = run("listing", "--profile", "vscode").out.splitlines()[-1]
    assert last.startswith("25 skills are not loaded by this client: task-00, task-01, ")
    assert last.endswith(", task-07 and 17 more; `--all` says why")
    every = run("listing", "--profile", "vscode", "--all").out.splitlines()[-25:]
    assert all(line.startswith("not loaded by this client: skills/task-") for line in every)


def test_what_is_not_loaded_stands_below_the_table(tmp_path, monkeypatch):
    wrong = {"skills/task/SKILL.md": skill_text("other", "Sorts.")}
    monkeypatch.chdir(write_library(tmp_path, {**BIG, **wrong}))
    out = run("listing", "--profile", "vscode", "--all").out.splitlines()
    assert out[-1].startswith("not loaded by this client: skills/task/SKILL.md")


def test_the_sentences_of_a_listing_take_no_more_columns_than_there_are(tmp_path, monkeypatch):
    monkeypatch.chdir(write_library(tmp_path, BIG))
    monkeypatch.setenv("COLUMNS", "70")
    out = run("listing", "--profile", "codex").out.splitlines()
    assert max(map(len, out)) <= 70


def test_names_of_the_usage_file_that_no_skill_has_are_told(tmp_path, monkeypatch):
    monkeypatch.chdir(
        write_library(tmp_path, {**BIG, "usage.json": '{"task-001": 3, "tusk-1": 2}'})
    )
    found = run("listing", "--profile", "claude-code", "--usage", "usage.json")
    assert found.err == "the usage file has names of no listed skill: tusk-1\n"
    assert found.code == 0


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--context", "big", "write 200000, 200k or 1M"),
        ("--context", "0", "at least 1 token"),
        ("--usage", "none.json", "none.json"),
        ("--usage", "skills/task-000/SKILL.md", "not valid JSON"),
        ("--usage", "list.json", "must map names of skills to numbers"),
    ],
)
def test_a_wrong_option_is_said_in_plain_words(tmp_path, monkeypatch, option, value, words):
    monkeypatch.chdir(write_library(tmp_path, {**BIG, "list.json": "[]"}))
    found = run("listing", option, value)
    assert found.code == 2
    assert words in found.err
