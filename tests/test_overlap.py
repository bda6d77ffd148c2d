"""Which skills compete, why, and what does not make them competitors."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from building import run, skill_text, write_library
from hypothesis import given, settings
from hypothesis import strategies as st

from skilltool.model import Library
from skilltool.overlap import (
    THRESHOLD,
    Distinct,
    Pair,
    find_clusters,
    find_pairs,
    fingerprint,
    score_pair,
)
from skilltool.profiles import load_profile
from skilltool.rules.overlapping_skills import overlapping_skills
from tests.texts import make_skill

if TYPE_CHECKING:
    import random

    from skilltool.model import Problem, Skill

LETTER = make_skill(
    "letter-draft",
    "Drafts an answer to a customer complaint about a late parcel, with apology and refund offer. "
    "Use when a complaint arrives.",
)
MAIL = make_skill(
    "mail-write",
    "Writes the reply for a complaint by a customer whose parcel was late, offering a refund. "
    "Use when complaints must be answered.",
)
OTHERS = [
    make_skill("soil-map", "Draws a soil map with layers. Use when a plot is planned."),
    make_skill("tax-sort", "Sorts receipts by tax class. Use when the tax year ends."),
    make_skill("trip-time", "Finds trains between two stations. Use for departures."),
    make_skill("unit-convert", "Converts lengths, weights and temperatures between units."),
]
MAIL_IN = make_skill(
    "mail-in", "Sorts incoming customer mail into folders by topic. Use when the inbox is full."
)
MAIL_OUT = make_skill(
    "mail-out", "Sorts outgoing customer mail into folders by topic. Use when the outbox is full."
)
HOUSE = (
    "This skill should be used when the user asks for help with {0} in the company workspace. It "
    "follows the company style guide, checks the result twice and reports a short summary at the "
    "end. Triggers on requests about {0}."
)


def names(pairs: list[Pair]) -> list[tuple[str, str]]:
    return [(pair.first.name, pair.second.name) for pair in pairs]


def test_a_paraphrased_duplicate_is_found_among_others() -> None:
    [pair] = find_pairs([*OTHERS, MAIL, LETTER])
    assert names([pair]) == [("letter-draft", "mail-write")]
    assert THRESHOLD <= pair.score <= 1
    assert {"complaint", "parcel", "late", "refund"} <= {term.word for term in pair.shared}
    shares = [term.share for term in pair.shared]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1)
    assert "apology" in pair.first_only
    assert "reply" in pair.second_only


def test_a_house_style_makes_no_pairs() -> None:
    subjects = {
        "paint-mix": "paint colours",
        "tea-times": "tea brewing times",
        "rope-knots": "rope knots",
        "bird-list": "bird sightings",
    }
    assert find_pairs([make_skill(n, HOUSE.format(s)) for n, s in subjects.items()]) == []


@pytest.mark.parametrize("others", [0, 1, 2, 4])
def test_equal_lines_are_a_pair_in_a_library_of_any_size(others: int) -> None:
    line = "Checks invoices for missing tax numbers. Use when invoices are given."
    twins = [make_skill("twin-a", line), make_skill("twin-b", line)]
    [pair] = find_pairs([*twins, *OTHERS[:others]])
    assert names([pair]) == [("twin-a", "twin-b")]
    assert pair.score > 0.9
    assert pair.first_only == pair.second_only == ()


@pytest.mark.parametrize("copies", [3, 4, 5])
def test_copies_are_one_cluster_even_when_they_are_most_of_the_library(copies: int) -> None:
    line = "Sorts customer mail into folders by topic."
    library = [*[make_skill(f"copy-{i}", line) for i in range(copies)], OTHERS[0]]
    pairs = find_pairs(library)
    assert [pair.score for pair in pairs] == [1.0] * (copies - 1)
    [cluster] = find_clusters(pairs)
    assert len(cluster.skills) == copies


def test_one_job_told_with_another_common_verb_is_a_pair() -> None:
    line = (
        "{} an answer to a customer complaint about a late parcel, with apology and refund offer."
    )
    library = [
        make_skill("letter-draft", line.format("Drafts")),
        make_skill("mail-write", line.format("Writes")),
        *OTHERS,
    ]
    assert names(find_pairs(library)) == [("letter-draft", "mail-write")]


def test_a_pair_is_found_until_it_is_marked_distinct() -> None:
    library = [MAIL_OUT, MAIL_IN, *OTHERS]
    assert names(find_pairs(library)) == [("mail-in", "mail-out")]
    marked = [Distinct("mail-out", "mail-in", "different mailbox, reviewed")]
    assert find_pairs(library, distinct=marked) == []
    other = [Distinct("mail-out", "soil-map", "reviewed")]
    assert names(find_pairs(library, distinct=other)) == [("mail-in", "mail-out")]


def test_a_reviewed_pair_comes_back_when_a_line_changes() -> None:
    seen = fingerprint(MAIL_IN, MAIL_OUT)
    entry = Distinct("mail-out", "mail-in", "reviewed", seen)
    assert find_pairs([MAIL_OUT, MAIL_IN], distinct=[entry]) == []
    changed = make_skill("mail-in", MAIL_IN.routing_text.replace("topic", "customer"))
    [pair] = find_pairs([MAIL_OUT, changed], distinct=[entry])
    assert pair.outdated == entry
    again = entry._replace(seen=fingerprint(MAIL_OUT, changed))
    assert find_pairs([MAIL_OUT, changed], distinct=[entry, again]) == []
    [never_seen] = find_pairs([MAIL_OUT, MAIL_IN])
    assert never_seen.outdated is None


def test_a_fingerprint_is_of_two_lines_in_any_order_and_case() -> None:
    shouting = make_skill("mail-in", MAIL_IN.routing_text.upper(), "Another body.")
    assert fingerprint(MAIL_IN, MAIL_OUT) == fingerprint(MAIL_OUT, shouting)
    assert fingerprint(MAIL_IN, MAIL_OUT) != fingerprint(MAIL_IN, LETTER)
    assert re.fullmatch(r"[0-9a-f]{8}", fingerprint(MAIL_IN, MAIL_OUT))


NOTE = "or accept them as `distinct`"


def problems_of(skills: list[Skill], **options: object) -> list[Problem]:
    library = Library(Path(), "skills", tuple(skills))
    assert overlapping_skills.check_library
    return list(overlapping_skills.check_library(library, **options))


def notes_of(skills: list[Skill], **options: object) -> list[str]:
    return [note for problem in problems_of(skills, **options) for note in problem.notes]


def test_the_note_of_a_pair_is_the_entry_that_accepts_it() -> None:
    [note] = [n for n in notes_of([MAIL_IN, MAIL_OUT]) if n.startswith(NOTE)]
    [entry] = tomllib.loads(f"distinct = [{note.splitlines()[1]}]")["distinct"]
    assert notes_of([MAIL_IN, MAIL_OUT], distinct=[entry]) == []


def test_bodies_of_a_template_tell_nothing() -> None:
    steps = "".join(f"{n}. TODO: what to do in step {n} of this skill.\n" for n in range(40))
    letters = make_skill("letter-one", "Drafts a letter of complaint about a late parcel.", steps)
    units = make_skill("unit-a", "Converts lengths and weights to metric units.", steps)
    assert find_pairs([letters, units]) == []
    twin = make_skill(
        "letter-two", "Drafts letters of complaint about parcels that are late.", steps
    )
    [pair] = find_pairs([letters, twin])
    assert not pair.near_identical_bodies


def test_the_note_of_a_changed_pair_gives_the_new_value() -> None:
    entry = {"skills": ["mail-in", "mail-out"], "reason": "two boxes", "seen": "00000000"}
    [note] = [n for n in notes_of([MAIL_IN, MAIL_OUT], distinct=[entry]) if "changed" in n]
    assert "two boxes" in note
    assert note.endswith(f'seen = "{fingerprint(MAIL_IN, MAIL_OUT)}"')


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("Sorts customer mail into folders by topic. ", "Not for sent mail: use mail-out."),
        ("Sorts customer mail into folders. ", "Do not use for sent mail. Use mail-out instead."),
        ("Separa os e-mails de clientes por assunto. ", "Não use para enviados: use mail-out."),
        ("按主题整理客户邮件并归档到文件夹。", "不用于已发送邮件:请用 mail-out。"),
        ("Sorts customer mail into folders. ", "For sent mail, see mail-out."),
        ("Sorts customer mail into folders. ", "For sent mail use the `mail-out` skill."),
        ("Sorts customer mail into folders. ", "SKIP: sent mail (mail-out)."),
        ("Sorts customer mail into folders. ", "Anti-triggers: mail that was sent (mail-out)."),
        ("Sorts customer mail into folders. ", "For sent mail, prefer mail-out."),
        ("Sorts customer mail into folders. ", "Sent mail → mail-out."),
        ("Sorts customer mail into folders ", "(for sent mail -> mail-out)."),
        ("Sorts customer mail into folders. ", "Sent mail is handled by mail-out."),
        ("Sorts customer mail into folders. ", "mail-out covers sent mail."),
        ("Sorts customer mail into folders. ", "Defer to mail-out for sent mail."),
        ("Sorts customer mail into folders. ", "Leave sent mail to **mail-out**."),
        ("Sorts customer mail into folders. ", "Sent mail belongs to mail-out."),
        ("Sorts customer mail into folders. ", "If mail was sent, go to mail-out."),
        ("Sorts customer mail into folders. ", "Switch to /mail-out for sent mail."),
        ("Sorts customer mail into folders. ", "Route requests on sent mail to mail-out."),
        ("Sorts customer mail into folders. ", "Excludes sent mail; mail-out does that."),
        ("Sorts customer mail into folders. ", "Rather than this, load mail-out for sent mail."),
        ("Sortiert Kundenpost in die Ordner nach Thema. ", "Für gesendete Post siehe mail-out."),
        ("按主题整理客户邮件并归档到文件夹。", "已发送邮件请用 mail-out。"),
        ("按主题整理客户邮件并归档到文件夹。", "不用于已发送邮件，请使用mail-out。"),
    ],
)
def test_a_hand_off_by_name_settles_a_pair(line: str, clause: str) -> None:
    refusing, other = make_skill("mail-in", line + clause), make_skill("mail-out", line)
    assert find_pairs([refusing, other]) == []
    assert score_pair(other, refusing).handed_off
    assert names(find_pairs([make_skill("mail-in", line), other])) == [("mail-in", "mail-out")]


def test_a_hand_off_to_somebody_else_settles_nothing() -> None:
    line = "Sorts customer mail into folders by topic. "
    refusing = make_skill("mail-in", line + "Not for letters: use mail-outside.")
    assert names(find_pairs([refusing, make_skill("mail-out", line)])) == [("mail-in", "mail-out")]


@pytest.mark.parametrize(
    ("name", "mention"),
    [
        ("mail-out", "Like mail-out."),
        ("mail-out", "See mail-out-box."),
        ("mail", "Use mail."),
        ("mail-out", "Works with mail-out."),
        ("mail-out", "Requires mail-out."),
        ("mail-out", "Complements mail-out."),
        ("mail-out", "Use instead of mail-out."),
        ("mail-out", "Unlike mail-out, sorts what comes in."),
        ("mail-out", "my-mail-out covers sent mail."),
    ],
)
def test_a_name_that_is_not_pointed_to_settles_nothing(name: str, mention: str) -> None:
    line = "Sorts customer mail into folders by topic. "
    skills = [make_skill("box-in", line + mention), make_skill(name, line)]
    assert names(find_pairs(skills)) == [("box-in", name)]


@pytest.mark.parametrize(("client", "competing"), [("claude-code", False), ("codex", True)])
def test_a_manual_skill_competes_where_the_client_lists_it(client: str, competing: bool) -> None:
    line = "Sorts customer mail into folders by topic."
    manual = make_skill("manual", line, disable_model_invocation="true")
    skills = [manual, make_skill("other", line)]
    profile = load_profile(client)
    assert bool(find_pairs([replace(it, profile=profile) for it in skills])) is competing


def test_a_manual_skill_competes_with_nobody() -> None:
    line = "Sorts customer mail into folders by topic."
    manual = make_skill("manual", line, disable_model_invocation="true")
    assert find_pairs([manual, make_skill("other", line)]) == []
    assert find_pairs([make_skill("blank", ""), make_skill("void", "")]) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("db-a", "Postgres"), ("db-b", "MySQL")),
        (("postgres-help", "Postgres"), ("mysql-help", "MySQL")),
        (("angular-stories", "Angular"), ("svelte-stories", "Svelte")),
        (("vat-austria", "Austrian VAT"), ("vat-swiss", "Swiss VAT")),
    ],
)
def test_siblings_of_one_template_are_no_rivals(
    first: tuple[str, str], second: tuple[str, str]
) -> None:
    template = "Writes, explains and tunes {0} statements. Use when somebody asks about {0}."
    skills = [make_skill(name, template.format(thing)) for name, thing in (first, second)]
    assert find_pairs(skills) == []


VAT = "Prepares the {} VAT return with {}. Use when a VAT return for {} is due."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            ("vat-de", VAT.format("German", "ELSTER", "Germany")),
            ("vat-it", VAT.format("Italian", "LIPE", "Italy")),
        ),
        (
            ("vat-de", VAT.format("German", "ELSTER", "Germany")),
            ("vat-fr", VAT.format("French", "impots.gouv", "France")),
        ),
        (
            ("md-to-pdf", "Converts Markdown to PDF with pandoc. Use when a report is printed."),
            ("md-to-docx", "Converts Markdown to Word with pandoc. Use when a report is edited."),
        ),
    ],
    ids=["acronyms", "a domain", "two ends of one beginning"],
)
def test_short_lines_that_differ_by_the_names_of_things_are_no_rivals(
    first: tuple[str, str], second: tuple[str, str]
) -> None:
    assert find_pairs([make_skill(*first), make_skill(*second), *OTHERS]) == []


PRINCIPLES = (
    "{} development principles and decision-making. Framework selection, async patterns, {}. "
    "Teaches thinking, not copying."
)


@pytest.mark.parametrize(
    ("name", "spelling"),
    [("nodejs-practice", "Node.js"), ("vuejs-practice", "Vue JS")],
    ids=["a dot", "a blank"],
)
def test_a_name_that_the_line_writes_in_parts_tells_siblings_apart(
    name: str, spelling: str
) -> None:
    skills = [
        make_skill(name, PRINCIPLES.format(spelling, "security and architecture")),
        make_skill("python-patterns", PRINCIPLES.format("Python", "type hints, project structure")),
    ]
    assert find_pairs([*skills, *OTHERS]) == []
    alike = make_skill(skills[1].name, PRINCIPLES.format("Python", "hints for " + spelling))
    assert len(find_pairs([skills[0], alike, *OTHERS])) == 1


def test_a_title_tells_no_names() -> None:
    first = make_skill("a", "DRAFTS AN ANSWER TO A COMPLAINT ABOUT A LATE PARCEL WITH A REFUND.")
    second = make_skill("b", "WRITES A REPLY TO A COMPLAINT ABOUT A LATE PARCEL WITH A REFUND.")
    assert len(find_pairs([first, second, *OTHERS])) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            ("csv-to-json", "Converts CSV files to JSON. Use when a table must become JSON."),
            ("json-to-csv", "Converts JSON to CSV files. Use when JSON must become a table."),
        ),
        (
            ("convert-csv2json", "Converts CSV files to JSON."),
            ("convert-json2csv", "Converts JSON files to CSV."),
        ),
        (
            ("en-to-zh", "将英文文档翻译成中文。当用户需要英译中时使用。"),
            ("zh-to-en", "将中文文档翻译成英文。当用户需要中译英时使用。"),
        ),
        (
            ("contact-create", "Creates contacts in the shop. Use when a lead is added."),
            ("contact-delete", "Deletes contacts in the shop. Use when a lead is removed."),
        ),
        (
            ("base-upgrade", "Upgrades data bases to a newer major version."),
            ("base-downgrade", "Downgrades data bases to an older version after a bad upgrade."),
        ),
        (
            ("backend-coder", "Writes secure backend code: validation, authentication, secrets."),
            ("frontend-coder", "Writes secure frontend code: validation, authentication, secrets."),
        ),
        (
            ("workbook-reader", "Reads workbooks with formulas, charts and pivot tables."),
            ("workbook-writer", "Writes workbooks with formulas, charts and pivot tables."),
        ),
    ],
)
def test_opposite_directions_by_name_are_no_rivals(
    first: tuple[str, str], second: tuple[str, str]
) -> None:
    skills = [make_skill(*first), make_skill(*second)]
    assert find_pairs([*skills, *OTHERS]) == []
    assert score_pair(*skills).opposed
    alike = [make_skill("work-a", first[1]), make_skill("work-b", second[1])]
    assert not score_pair(*alike).opposed
    assert score_pair(*alike).score > score_pair(*skills).score


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            ("book-read", "Reads and writes workbooks with formulas, charts and pivot tables."),
            ("book-write", "Writes and reads workbooks with formulas, charts, pivot tables."),
        ),
        (
            ("book-read", "Handles workbooks with formulas, charts and pivot tables."),
            ("book-write", "Treats workbooks with formulas, charts and pivot tables."),
        ),
        (
            ("book-one", "Reads workbooks with formulas, charts and pivot tables."),
            ("book-two", "Writes workbooks with formulas, charts and pivot tables."),
        ),
        (
            ("csv-to-json", "Converts CSV tables to JSON arrays."),
            ("csv-into-json", "Converts tables in CSV to arrays in JSON."),
        ),
    ],
    ids=["both do both", "not in the lines", "not in the names", "one direction"],
)
def test_names_or_lines_alone_make_no_opposites(
    first: tuple[str, str], second: tuple[str, str]
) -> None:
    assert len(find_pairs([make_skill(*first), make_skill(*second), *OTHERS])) == 1


@pytest.mark.parametrize(
    ("first", "second", "competing"),
    [
        ("审查采购合同中的付款条款和违约责任。", "检查采购合同的付款条款与违约责任。", True),
        ("把 Excel 销售表汇总成月度报告。", "检查 Excel 名单里的重复邮箱地址。", False),
        ("請求書の消費税と合計金額を確認する。", "届いた請求書の合計金額と消費税を見る。", True),
    ],
)
def test_texts_without_blanks_are_compared_by_what_they_say(
    first: str, second: str, competing: bool
) -> None:
    assert bool(find_pairs([make_skill("a", first), make_skill("b", second)])) is competing


BODY = (
    "Open the folder, list each drawing, measure walls, windows, doors, stairs, roofs, floors, "
    "beams, pipes, cables, lamps, sockets, radiators, chimneys, gutters, fences and gates. "
)


def test_bodies_count_when_they_tell_something() -> None:
    first = "Measures the drawings of a house for an offer."
    second = "Takes measures from house drawings before an offer is made."
    same = score_pair(make_skill("a", first, BODY), make_skill("b", second, BODY))
    thin = score_pair(make_skill("a", first), make_skill("b", second))
    words = "Tune strings, bows, pegs, bridges, frets, reeds, valves, keys, drums, cymbals, gongs, "
    words += "horns, flutes, harps, pianos, organs, bells, triangles, lutes, lyres and banjos. "
    different = score_pair(make_skill("a", first, BODY), make_skill("b", second, words))
    assert same.score > thin.score > different.score
    assert same.near_identical_bodies
    assert not thin.near_identical_bodies
    assert not different.near_identical_bodies


LONG_BODY = "\n".join(
    f"{i}. Open the folder of {room}, measure each wall, window and door of it, then write the sum."
    for i, room in enumerate(
        ("attic", "bath", "cellar", "den", "entry", "foyer", "garage", "hall", "kitchen", "larder")
    )
)
SORTS = make_skill("sorts", "Sorts incoming reports by severity.", LONG_BODY)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (LONG_BODY, True),
        (LONG_BODY.replace("cellar", "basement"), True),
        (LONG_BODY + "\n" + LONG_BODY[:300], False),
        (LONG_BODY.replace("Open", "Burn").replace("measure each wall", "paint a roof"), False),
    ],
    ids=["equal", "one word changed", "longer", "other work"],
)
def test_nearly_identical_instructions_are_a_pair_under_any_lines(body: str, found: bool) -> None:
    other = make_skill("files", "Classifies freshly filed defects.", body)
    pairs = find_pairs([SORTS, other])
    assert names(pairs) == ([("files", "sorts")] if found else [])
    assert all(pair.by_instructions and pair.score < THRESHOLD for pair in pairs)
    assert find_pairs([SORTS, other], method="bm25") == []
    marked = [Distinct("files", "sorts", "reviewed")]
    assert find_pairs([SORTS, other], distinct=marked) == []


def test_the_same_stub_makes_no_pair() -> None:
    stubs = [SORTS.routing_text, "Classifies freshly filed defects."]
    assert find_pairs([make_skill(f"stub-{i}", line, BODY) for i, line in enumerate(stubs)]) == []


def test_skills_with_the_same_instructions_are_one_cluster() -> None:
    lines = ["Sorts incoming reports.", "Files new defects.", "Ranks broken parts.", *["Mows."] * 2]
    skills = [make_skill(f"skill-{i}", line, LONG_BODY) for i, line in enumerate(lines)]
    rest = [make_skill(s.name, s.routing_text, f"{s.routing_text} {BODY} " * 4) for s in OTHERS]
    [cluster] = find_clusters(find_pairs([*skills, *rest, LETTER, MAIL_IN]))
    assert len(cluster.skills) == 5
    assert cluster.advice == "merge"
    assert not cluster.from_template


def test_a_frame_that_all_bodies_share_makes_no_pair() -> None:
    topics = ["soil", "tax", "trains", "units", "birds"]
    skills = [
        make_skill(f"{topic}-note", f"Writes a short note about {topic} for the newsletter.", BODY)
        for topic in topics
    ]
    assert find_pairs(skills) == []


def test_one_shared_word_is_a_topic_and_no_job() -> None:
    first = make_skill("a", "Prints Kubernetes cheat sheets.")
    second = make_skill("b", "Orders Kubernetes stickers.")
    assert find_pairs([first, second]) == []


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_order_of_skills_never_changes_a_pair(shuffler: random.Random) -> None:
    library = [LETTER, MAIL, MAIL_IN, MAIL_OUT, *OTHERS]
    expected = [(p.first.name, p.second.name, p.score) for p in find_pairs(library)]
    shuffler.shuffle(library)
    assert [(p.first.name, p.second.name, p.score) for p in find_pairs(library)] == expected
    assert len(expected) == 2


def test_a_score_hardly_depends_on_the_rest_of_the_library() -> None:
    words = [
        "ant",
        "bee",
        "cat",
        "dog",
        "eel",
        "fox",
        "gnu",
        "hen",
        "ibex",
        "jay",
        "kiwi",
        "lynx",
        "mole",
        "newt",
        "owl",
    ]
    rest = [
        make_skill(f"{a}-{b}", f"Feeds the {a} beside the {b} {i} times.")
        for i, (a, b) in enumerate((a, b) for a in words for b in words if a != b)
    ]
    small = score_pair(LETTER, MAIL, rest[:8]).score
    large = score_pair(LETTER, MAIL, rest).score
    assert large == pytest.approx(small, rel=0.05)
    assert score_pair(MAIL, LETTER, rest).score == large
    assert score_pair(MAIL, LETTER, rest).first is LETTER


def test_a_threshold_can_be_given() -> None:
    score = score_pair(LETTER, MAIL).score
    assert find_pairs([LETTER, MAIL], threshold=score + 0.01) == []
    assert len(find_pairs([LETTER, MAIL], threshold=score - 0.01)) == 1


def test_plain_bm25_is_there_to_compare_with() -> None:
    [pair] = find_pairs([*OTHERS, MAIL, LETTER], method="bm25", threshold=0.3)
    assert names([pair]) == [("letter-draft", "mail-write")]
    assert 0.3 <= pair.score <= 1


@pytest.mark.parametrize("size", [0, 1])
def test_a_library_too_small_for_a_pair_has_none(size: int) -> None:
    assert find_pairs(OTHERS[:size]) == []
    assert find_clusters([]) == []


# --- Clusters -----------------------------------------------------------------------------------


def test_linked_pairs_are_one_cluster() -> None:
    line = "Sorts customer mail into folders by topic."
    copies = [make_skill(f"copy-{i}", line) for i in range(2)]
    clusters = find_clusters(find_pairs([*copies, LETTER, MAIL, *OTHERS]))
    assert [[skill.name for skill in cluster.skills] for cluster in clusters] == [
        ["copy-0", "copy-1"],
        ["letter-draft", "mail-write"],
    ]
    assert [cluster.advice for cluster in clusters] == ["merge", "add a hand-off"]
    assert not any(cluster.from_template for cluster in clusters)


NUMBERED = [make_skill(f"skill-{i:02}", "Sorts mail.") for i in range(13)]


def _link(first: int, second: int, score: float) -> Pair:
    return replace(score_pair(NUMBERED[first], NUMBERED[second]), score=score)


def _components(links: list[tuple[int, int]]) -> list[set[int]]:
    components: list[set[int]] = []
    for link in links:
        joined = [known for known in components if known & set(link)]
        rest = [known for known in components if not known & set(link)]
        components = [*rest, set(link).union(*joined)]
    return components


_LINKS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda link: link[0] < link[1]),
    max_size=20,
    unique=True,
)


@settings(max_examples=60, deadline=None)
@given(_LINKS)
def test_what_is_linked_as_one_skill_is_one_group(links: list[tuple[int, int]]) -> None:
    clusters = find_clusters([_link(*link, 1.0) for link in links])
    found = [{int(skill.name[-2:]) for skill in cluster.skills} for cluster in clusters]
    assert sorted(map(sorted, found)) == sorted(map(sorted, _components(links)))
    assert all(cluster.advice == "merge" for cluster in clusters)


@settings(max_examples=60, deadline=None)
@given(_LINKS, st.randoms(use_true_random=False))
def test_of_rivals_each_pair_is_told_once_beside_a_skill_that_competes_with_all(
    links: list[tuple[int, int]], shuffler: random.Random
) -> None:
    pairs = [_link(*link, 0.7 - sum(link) / 100) for link in links]
    shuffler.shuffle(pairs)
    clusters = find_clusters(pairs)
    told = [pair for cluster in clusters for pair in cluster.pairs]
    assert sorted(map(id, told)) == sorted(map(id, pairs))
    for cluster in clusters:
        rivals = [sum(skill in (p.first, p.second) for p in cluster.pairs) for skill in NUMBERED]
        assert max(rivals) == len(cluster.skills) - 1
        assert list(cluster.pairs) == sorted(cluster.pairs, key=lambda pair: -pair.score)


RIVALS = [
    make_skill("istio-setup", "Routes traffic through istio gateways."),
    make_skill("linkerd-setup", "Puts linkerd proxies beside each service."),
    make_skill("mesh-setup", "Sets up istio or linkerd for the traffic between services."),
]


def _with_scores(*scores: float) -> list[Pair]:
    istio, linkerd, mesh = RIVALS
    pairs = [score_pair(istio, mesh), score_pair(linkerd, mesh), score_pair(istio, linkerd)]
    chosen = zip(pairs, scores, strict=True)
    return [replace(pair, score=score) for pair, score in chosen if score]


@pytest.mark.parametrize(
    ("scores", "centre"),
    [((0.3, 0.4, 0), "mesh-setup"), ((0.3, 0.4, 0.5), None), ((0.3, 0, 0), None)],
    ids=["one with two", "each with each", "a pair"],
)
def test_a_group_has_a_centre_where_one_skill_alone_competes_with_all(
    scores: tuple[float, float, float], centre: str | None
) -> None:
    [cluster] = find_clusters(_with_scores(*scores))
    assert (cluster.centre.name if cluster.centre else None) == centre


def test_a_skill_that_competes_with_several_is_told_with_each_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = _with_scores(0.3, 0.4, 0)
    monkeypatch.setattr("skilltool.overlap.find_pairs", lambda *_, **__: pairs)
    [problem] = problems_of(RIVALS)
    told = "mesh-setup competes with 2 skills: linkerd-setup (0.40), istio-setup (0.30) ("
    assert problem.message.startswith(told)
    assert problem.location.path == "mesh-setup/SKILL.md"
    assert not any(note.startswith("among them: ") for note in problem.notes)


def test_the_pairs_that_a_message_does_not_tell_are_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = _with_scores(0.3, 0.4, 0.5)
    monkeypatch.setattr("skilltool.overlap.find_pairs", lambda *_, **__: pairs)
    [problem] = problems_of(RIVALS)
    assert problem.message.startswith("3 skills compete: istio-setup, linkerd-setup, mesh-setup (")
    assert "(closest 0.50; " in problem.message
    assert problem.notes[-1] == (
        "among them: linkerd-setup and mesh-setup (0.40); istio-setup and mesh-setup (0.30)"
    )


def test_a_rival_of_skills_with_one_line_is_no_reason_to_leave_them_two() -> None:
    line = "Sorts customer mail into folders by topic and answers what is urgent."
    twins = [make_skill(f"copy-{i}", line) for i in range(2)]
    rival = make_skill("mail", "Sorts customer mail into folders by topic, archives the rest.")
    groups = find_clusters(find_pairs([*twins, rival, *OTHERS]))
    assert [[s.name for s in group.skills] for group in groups] == [
        ["copy-0", "copy-1"],
        ["copy-0", "mail"],
    ]
    assert [group.advice for group in groups] == ["merge", "add a hand-off"]


@pytest.mark.parametrize(
    "line", ["Plans train trips.", "把英文文档翻译成中文。", "출장을 계획합니다."]
)
def test_skills_with_one_line_are_said_to_have_it(line: str) -> None:
    skills = [make_skill(f"copy-{i}", line) for i in range(7)]
    [problem] = problems_of(skills)
    listed = ", ".join(skill.name for skill in skills)
    assert problem.message == f"7 skills have the same line: {listed}"
    assert problem.notes == (
        f"copy-0: {line}",
        "merge: make one skill of them, or say in each line what sets it apart",
    )
    [pair] = problems_of(skills[:2])
    assert pair.message == "copy-0 and copy-1 have the same line"


def test_the_same_instructions_are_said_to_be_the_fault() -> None:
    [problem] = problems_of([SORTS, make_skill("files", "Files new defects.", LONG_BODY)])
    assert problem.message == (
        "files and sorts have nearly identical instructions under different lines"
    )
    assert any(note.startswith("merge: ") for note in problem.notes)


def test_a_family_from_one_template_is_one_cluster() -> None:
    frames = {
        "draw": "Draws a poster about {0} with a legend and two colours. Use for {0} posters.",
        "count": "Counts the words of a text on {0} and warns about long sentences on {0}.",
    }
    subjects = [f"{a} {b}" for a in ("red", "wild", "old") for b in ("boats", "bridges", "barns")]
    skills = [
        make_skill(f"{verb}-{i}", frame.format(subject))
        for verb, frame in frames.items()
        for i, subject in enumerate(subjects)
    ]
    clusters = find_clusters(find_pairs(skills, threshold=0.2))
    assert len(clusters) == 2
    assert all(cluster.from_template for cluster in clusters)
    assert all(cluster.advice == "specialise" for cluster in clusters)


def test_a_family_from_one_template_is_whole_within_a_chain() -> None:
    line = "Draws a poster about {} with a legend and two colours for the town hall."
    family = [make_skill(f"draw-{i}", line.format(f"{it} boats")) for i, it in enumerate("abcdef")]
    outside = make_skill("town", "Rents rooms.")
    ends = [(0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5)]
    pairs = [score_pair(family[first], family[second]) for first, second in ends]
    pairs += [score_pair(family[0], outside), score_pair(family[5], outside)]
    groups = find_clusters([replace(pair, score=0.4) for pair in pairs])
    told = {tuple(skill.name for skill in group.skills): group.from_template for group in groups}
    assert told[tuple(skill.name for skill in family)]
    assert sum(told.values()) == 1
    assert sum(len(group.pairs) for group in groups) == len(pairs)


def test_two_lines_that_are_alike_make_no_template() -> None:
    line = "Draws a poster about {} boats with a legend and two colours."
    copies = [make_skill(f"draw-{i}", line.format("rowing" if i > 1 else "sail")) for i in range(4)]
    pairs = [score_pair(copies[0], copies[1]), score_pair(copies[2], copies[3])]
    groups = find_clusters([replace(pair, score=1.0) for pair in pairs])
    assert [[skill.name for skill in group.skills] for group in groups] == [
        ["draw-0", "draw-1"],
        ["draw-2", "draw-3"],
    ]


# --- The command --------------------------------------------------------------------------------


def test_the_command_shows_what_only_instructions_join(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = {"sorts": "Sorts incoming reports.", "files": "Classifies freshly filed defects."}
    files = {f"skills/{n}/SKILL.md": skill_text(n, it, LONG_BODY) for n, it in lines.items()}
    write_library(tmp_path, files)
    assert "(nearly identical instructions)" in run("overlap").out
    assert "(nearly identical instructions)" in run("overlap", "sorts").out
    assert "No two skills are close" in run("overlap", "--threshold", "0.2").out
    (row,) = json.loads(run("overlap", "--json").out)
    assert (row["first"], row["second"], row["shared_terms"]) == ("files", "sorts", "")


def test_the_command_says_why_opposites_do_not_compete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ends = [("csv", "json"), ("json", "csv")]
    write_library(
        tmp_path,
        {
            f"skills/{a}-to-{b}/SKILL.md": skill_text(f"{a}-to-{b}", f"Converts {a} to {b} files.")
            for a, b in ends
        },
    )
    out = run("overlap", "csv-to-json", "json-to-csv").out
    assert "their names say opposite directions: they do not compete" in out
