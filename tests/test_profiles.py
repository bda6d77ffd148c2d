"""Every profile is complete and consistent, and the page on clients says what the profiles say."""

from __future__ import annotations

import datetime
import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilltool.config import rule_setting
from skilltool.errors import SkilltoolError
from skilltool.profiles import DEFAULT, load_profile, profile_names
from skilltool.rules import all_rules
from skilltool.schema import check

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.model import Profile

PAGE = Path(__file__).parent.parent / "docs" / "clients.md"
PROFILES = {name: load_profile(name) for name in profile_names()}
CLIENTS = {name: client for name, client in PROFILES.items() if name not in (DEFAULT, "portable")}
SPECIFIED = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
WORST_FIRST = (
    "refuses",
    "skips silently",
    "cuts",
    "warns and loads",
    "ignores",
    "loads",
    "unknown",
)
FAULTS = {
    "missing-front-matter": "no front matter",
    "unseen-fields": "fields without a right fence, or as a list",
    "invalid-front-matter": "YAML that cannot be read",
    "unquoted-colon": "unquoted value with `: ` in it",
    "no-newline-after-fence": "nothing after the closing fence",
    "missing-name": "no name",
    "missing-description": "no description",
    "typed-text": "name or description that YAML reads as a number, date or truth value",
    "list-for-text": "list or mapping for name or description",
    "name-differs-from-folder": "name is not the folder's",
    "invalid-name": "name with other characters",
    "name-too-long": "name too long",
    "reserved-word-in-name": "`claude` or `anthropic` in the name",
    "description-too-long": "description too long",
    "compatibility-too-long": "compatibility too long",
    "xml-tag-in-routing-text": "XML tag in the description",
    "unknown-field": "key that it does not know",
    "invalid-value": "value of another type or form",
    "byte-order-mark": "byte order mark",
    "flow-style": "`[...]` or `{...}` in YAML",
    "duplicate-key": "key given twice",
    "misnamed-skill-file": "file named `skill.md`",
}
each_profile = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)


@each_profile
def test_a_profile_names_its_source_and_the_day_it_was_verified(profile):
    assert profile.title
    assert profile.source
    assert datetime.date.fromisoformat(profile.verified) >= datetime.date(2026, 1, 1)


@each_profile
def test_a_profile_says_of_every_fault_what_the_client_does(profile):
    assert set(profile.behaviour) == set(FAULTS)
    assert set(profile.behaviour.values()) <= set(WORST_FIRST)


@each_profile
def test_the_fields_of_the_open_format_are_known_to_every_profile(profile):
    assert set(profile.schema["properties"]) >= SPECIFIED


@each_profile
def test_a_field_that_is_read_or_unclear_is_one_of_the_two(profile):
    assert not set(profile.reads) & set(profile.unclear)
    assert len({*profile.reads, *profile.unclear}) == len(profile.reads) + len(profile.unclear)


@each_profile
def test_what_a_client_reads_its_schema_describes(profile):
    tops = {name.split(".")[0] for name in profile.reads}
    assert tops <= set(profile.schema["properties"])


@each_profile
def test_what_a_client_shows_it_reads(profile):
    shown = {name for entry in profile.routing for name in entry.split("|")}
    assert shown <= set(profile.reads)


@each_profile
def test_a_closed_schema_and_the_refusal_of_unknown_fields_go_together(profile):
    closed = profile.schema.get("additionalProperties") is False
    assert closed == (profile.behaviour["unknown-field"] == "refuses")
    assert closed == (profile.rules.get("unknown-field") == "error")


@each_profile
def test_a_text_that_is_cut_has_a_length_to_be_cut_to(profile):
    cuts = profile.behaviour["description-too-long"] == "cuts"
    assert cuts == ("entry-characters" in profile.listing)


@each_profile
def test_a_budget_of_the_listing_is_none_unknown_fixed_or_a_share_of_the_context(profile):
    listing = profile.listing
    assert listing["budget"] in ("none", "unknown", "characters", "share of context")
    shared, fixed = listing["budget"] == "share of context", listing["budget"] == "characters"
    assert shared == (0 < listing.get("context-share", 0) < 1) == ("fallback-characters" in listing)
    assert fixed == (listing.get("characters", 0) > 0)
    assert (shared or fixed) == ("overflow" in listing) == ("overflow-order" in listing)
    assert "{name}" in listing.get("line", "{name}")


@each_profile
def test_roots_are_folders_of_a_repository(profile):
    for root in profile.roots:
        assert PurePosixPath(root).name == "skills"
        assert not root.startswith(("/", "~"))


@each_profile
def test_a_profile_sets_only_rules_and_options_that_exist(profile):
    for name, value in profile.rules.items():
        setting = rule_setting(value)
        assert set(setting.options) <= set(all_rules()[name].options), name


@each_profile
def test_every_profile_says_which_letters_a_name_may_have(profile):
    setting = rule_setting(profile.rules["invalid-name"])
    assert setting.severity is None or setting.options["charset"] in ("ascii", "unicode")


@each_profile
def test_a_client_that_leaves_a_skill_out_for_a_name_makes_that_an_error(profile):
    for fault in ("name-differs-from-folder", "reserved-word-in-name", "xml-tag-in-routing-text"):
        if profile.behaviour[fault] in ("refuses", "skips silently"):
            assert profile.rules[fault] == "error", fault


@pytest.mark.parametrize(
    ("name", "schema"),
    [item for item in PROFILES[DEFAULT].schema["properties"].items() if item[0] not in SPECIFIED],
)
def test_the_default_profile_names_the_clients_of_a_field_that_reads_it(name, schema):
    assert schema["x-clients"] == [each for each, client in CLIENTS.items() if name in client.reads]


def test_only_the_default_profile_names_the_clients_of_a_field():
    for name, profile in PROFILES.items():
        named = [field for field in profile.schema["properties"].values() if "x-clients" in field]
        assert bool(named) == (name == DEFAULT)


def test_what_some_client_reads_the_default_profile_reads():
    read = {name for client in CLIENTS.values() for name in client.reads if "." not in name}
    assert read <= set(PROFILES[DEFAULT].reads)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_portable_profile_does_the_worst_that_a_client_is_known_to_do(fault):
    worst = min((client.behaviour[fault] for client in CLIENTS.values()), key=WORST_FIRST.index)
    assert PROFILES["portable"].behaviour[fault] == worst


def test_the_portable_profile_reads_what_every_client_reads():
    shared = set.intersection(*(set(client.reads) for client in CLIENTS.values()))
    assert set(PROFILES["portable"].reads) == shared


TEXT = st.text(min_size=1, max_size=1100)
SPARE = {
    "license": TEXT,
    "compatibility": TEXT,
    "metadata": st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=3),
    "allowed-tools": st.sampled_from(["Read", "Bash(git:*) Read", "Bash(git add *)", "Read, Edit"]),
    "when_to_use": TEXT,
}


@given(st.fixed_dictionaries({"name": TEXT, "description": TEXT}, optional=SPARE))
def test_what_the_portable_schema_accepts_every_client_accepts(data):
    if not check(data, PROFILES["portable"].schema):
        for name, profile in PROFILES.items():
            assert check(data, profile.schema) == [], name


TOOLS = {
    "one tool": ("Read", True),
    "two tools": ("Read Edit", True),
    "with a pattern": ("Bash(git:*) Read", True),
    "a space in a pattern": ("Bash(git add *)", False),
    "commas": ("Read, Edit", False),
}


@pytest.mark.parametrize(("tools", "accepted"), TOOLS.values(), ids=TOOLS)
def test_portable_tools_are_separated_by_spaces_that_no_entry_holds(tools, accepted):
    data = {"name": "a", "description": "b", "allowed-tools": tools}
    assert (check(data, PROFILES["portable"].schema) == []) == accepted


# Facts that other parts rely on: client, a description's length, whether the schema accepts it.
LENGTHS = {
    "specification at the limit": ("agent-skills", 1024, True),
    "specification over it": ("agent-skills", 1025, False),
    "upload over it": ("claude-api", 1025, False),
    "Roo Code over it": ("roo", 1025, False),
    "Claude Code has none": ("claude-code", 5000, True),
    "Gemini CLI has none": ("gemini-cli", 5000, True),
    "Cursor documents none": ("cursor", 5000, True),
}


@pytest.mark.parametrize(("name", "length", "accepted"), LENGTHS.values(), ids=LENGTHS)
def test_the_length_of_a_description_is_limited_as_documented(name, length, accepted):
    data = {"name": "a", "description": "x" * length}
    assert (check(data, PROFILES[name].schema) == []) == accepted


def test_claude_code_gives_the_listing_8_000_characters_of_200_000_tokens():
    listing = PROFILES["claude-code"].listing
    budget = listing["context-share"] * listing["context-tokens"] * listing["characters-per-token"]
    assert budget == listing["fallback-characters"] == 8000


def test_an_unknown_profile_is_refused_with_the_nearest_name():
    with pytest.raises(SkilltoolError, match=r"unknown profile `claude-cod`, did you mean `clau"):
        load_profile("claude-cod")


def test_an_unknown_profile_that_resembles_none_is_refused_with_all_names():
    with pytest.raises(SkilltoolError, match=r"^unknown profile `zzz`; known are agent-skills, "):
        load_profile("zzz")


def test_a_profile_is_read_once():
    assert load_profile(DEFAULT) is load_profile(DEFAULT)


# The page on clients


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(head)
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "-"


def code(names: Iterable[str]) -> str:
    return listed(f"`{name}`" for name in names)


def limit(profile: Profile, field: str) -> str:
    longest = profile.schema["properties"][field].get("maxLength")
    return f"{longest:,}" if longest else "-"


def letters(profile: Profile) -> str:
    setting = rule_setting(profile.rules["invalid-name"])
    return "any" if setting.severity is None else str(setting.options["charset"])


def limits_table() -> Iterator[str]:
    head = ("profile", "client", "required", "name", "letters", "description", "further keys")
    yield from table(
        head,
        (
            (
                f"`{name}`",
                profile.title,
                code(profile.schema.get("required", ())),
                limit(profile, "name"),
                letters(profile),
                limit(profile, "description"),
                profile.behaviour["unknown-field"],
            )
            for name, profile in PROFILES.items()
        ),
    )


def faults_table() -> Iterator[str]:
    yield from table(
        ("fault", *WORST_FIRST),
        (
            (
                words,
                *(
                    listed(name for name, each in CLIENTS.items() if each.behaviour[fault] == what)
                    for what in WORST_FIRST
                ),
            )
            for fault, words in FAULTS.items()
        ),
    )


def fields_table() -> Iterator[str]:
    names = dict.fromkeys(name for client in CLIENTS.values() for name in client.reads)
    yield from table(
        ("field", "read by", "not documented for"),
        (
            (
                f"`{name}`",
                listed(each for each, client in CLIENTS.items() if name in client.reads),
                listed(each for each, client in CLIENTS.items() if name in client.unclear),
            )
            for name in sorted(names)
        ),
    )


def places_table() -> Iterator[str]:
    yield from table(
        ("client", "folders in a repository", "text of an entry", "budget", "over the budget"),
        (
            (f"`{name}`", code(client.roots), entry(client), budget(client), overflow(client))
            for name, client in CLIENTS.items()
        ),
    )


def entry(client: Profile) -> str:
    longest = client.listing.get("entry-characters")
    cut = f", cut after {longest:,} characters" if longest else ""
    return f"{' + '.join(f'`{name}`' for name in client.routing)}{cut}"


def budget(client: Profile) -> str:
    listing = client.listing
    if listing["budget"] == "characters":
        return f"{listing['characters']:,} characters"
    if listing["budget"] != "share of context":
        return str(listing["budget"])
    share, fallback = listing["context-share"], listing["fallback-characters"]
    return f"{share:.0%} of the context, {fallback:,} characters where that is not known"


def overflow(client: Profile) -> str:
    words = [client.listing.get("overflow", "-"), client.listing.get("overflow-order", "")]
    return ", ".join(filter(None, words))


def sources_table() -> Iterator[str]:
    yield from table(
        ("profile", "verified", "source"),
        ((f"`{name}`", each.verified, each.source) for name, each in PROFILES.items()),
    )


PARTS = {
    "limits": limits_table,
    "faults": faults_table,
    "fields": fields_table,
    "places": places_table,
    "sources": sources_table,
}


@pytest.mark.parametrize("part", PARTS)
def test_the_page_on_clients_says_what_the_profiles_say(part, request):
    start, end = f"<!-- {part}: generated -->\n", f"<!-- {part}: end -->"
    before, rest = PAGE.read_text("utf-8").split(start)
    written, after = rest.split(end)
    table = "\n" + "\n".join(PARTS[part]()) + "\n\n"
    if request.config.getoption("--update"):
        PAGE.write_text(f"{before}{start}{table}{end}{after}", "utf-8", newline="\n")
        return
    assert written == table, "stale: run pytest with --update"


def test_the_page_on_clients_names_every_profile():
    text = PAGE.read_text("utf-8")
    assert {name for name in PROFILES if not re.search(rf"`{name}`", text)} == set()
