"""The baseline: known findings stay quiet, new ones do not, and moving lines wakes none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from building import run, skill_text, write_library

from skilltool.baseline import count_findings, subtract
from skilltool.model import Diagnostic, Location, Problem, Severity

FILE = ".skills-baseline.json"


def _finding(place: Location, message: str) -> Diagnostic:
    return Diagnostic("some-rule", "naming", Severity.ERROR, Problem(place, message), "one")


@pytest.fixture(autouse=True)
def old_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two skills whose names differ from their folders."""
    write_library(
        tmp_path,
        {
            "skills/one/SKILL.md": skill_text("first", "Converts lengths between inch and metre."),
            "skills/two/SKILL.md": skill_text("second", "Books the receipts of a journey."),
        },
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_known_findings_do_not_fail_a_run() -> None:
    assert run("check", "--select", "naming").code == 1
    written = run("check", "--select", "naming", "--write-baseline")
    assert written.code == 0
    assert f"wrote 2 findings to {FILE}" in written.err
    assert run("check", "--select", "naming", "--baseline", FILE).code == 0


def test_writing_a_baseline_says_how_later_runs_use_it(old_library: Path) -> None:
    setting = f'baseline = "{FILE}"'
    assert f"`{setting}` in skills.toml" in run("check", "--write-baseline").err
    assert "later runs" not in run("check", "--write-baseline", "--baseline", FILE).err
    (old_library / "skills.toml").write_text(setting)
    assert "later runs" not in run("check", "--write-baseline").err


def test_a_new_finding_fails_and_the_known_ones_stay_quiet(old_library: Path) -> None:
    run("check", "--select", "naming", "--write-baseline")
    write_library(old_library, {"skills/three/SKILL.md": skill_text("third", "Sorts photographs.")})
    again = run("check", "--select", "naming", "--baseline", FILE)
    assert again.code == 1
    assert "`third`" in again.out
    assert "`first`" not in again.out


def test_moving_lines_wakes_no_known_finding(old_library: Path) -> None:
    run("check", "--select", "naming", "--write-baseline")
    file = old_library / "skills/one/SKILL.md"
    file.write_text(file.read_text().replace("---\nname", "---\nlicense: MIT\nname", 1))
    assert run("check", "--select", "naming", "--baseline", FILE).code == 0


def test_moving_the_folder_of_a_skill_wakes_no_known_finding(old_library: Path) -> None:
    body = "[a](gone.md)\n"
    text = skill_text("rates", "Looks up the rate of a parcel.", body)
    write_library(old_library, {"skills/rates/SKILL.md": text})
    run("check", "--select", "links", "--write-baseline")
    (old_library / "skills/post").mkdir()
    (old_library / "skills/rates").rename(old_library / "skills/post/rates")
    assert run("check", "--select", "links", "--baseline", FILE).code == 0
    write_library(old_library, {"skills/other/SKILL.md": text})
    assert run("check", "--select", "links", "--baseline", FILE).code == 1, "one is known, not two"


def test_a_baseline_of_the_first_version_goes_on_to_work_until_it_is_written_anew(
    old_library: Path,
) -> None:
    data = json.loads(run("check", "--select", "naming", "--output-format", "json").out)
    known = [
        {"path": item["path"], "rule": item["rule"], "message": item["message"], "count": 1}
        for item in data["diagnostics"]
    ]
    (old_library / FILE).write_text(json.dumps({"version": 1, "known": known}))
    assert run("check", "--select", "naming", "--baseline", FILE).code == 0
    write_library(old_library, {"skills/three/SKILL.md": skill_text("third", "Sorts photographs.")})
    assert run("check", "--select", "naming", "--baseline", FILE).code == 1
    (old_library / FILE).unlink()
    run("check", "--select", "naming", "--write-baseline")
    document = json.loads((old_library / FILE).read_text())
    assert (document["version"], document["known"][0]["text"]) == (2, "first")


FLAGGED = "skills/one/SKILL.md"
PLACES = {
    "the flagged text": (Location(FLAGGED, 2, 7, 2, 12), "first"),
    "several lines are one": (Location(FLAGGED, 1, 1, 2, 12), "--- name: first"),
    "a point": (Location(FLAGGED, 2, 7, 2, 7), "one"),
    "the whole file": (Location(FLAGGED), "one"),
    "past the end": (Location(FLAGGED, 90, 1, 91, 1), "one"),
    "a folder": (Location("skills", 1, 1, 1, 2), "one"),
    "a missing file": (Location("skills/gone.md", 1, 1, 1, 2), "one"),
}


@pytest.mark.parametrize(("place", "text"), PLACES.values(), ids=PLACES)
def test_a_finding_is_known_by_the_text_at_its_place(
    place: Location, text: str, old_library: Path
) -> None:
    known = count_findings([_finding(place, "old words")], old_library)
    assert known.counts == {(place.path, "some-rule", text): 1}
    reworded = _finding(place, "new words of the next release")
    assert subtract([reworded], known, old_library) == ([], [reworded], 0)


def test_a_long_text_is_kept_by_its_beginning_and_a_digest(old_library: Path) -> None:
    texts = [f"{'long ' * 40}{end}" for end in "ab"]
    write_library(old_library, {"a.md": texts[0], "b.md": texts[1]})
    found = [_finding(Location(f"{name}.md", 1, 1, 1, 202), "") for name in "ab"]
    (first, second) = (key[2] for key in count_findings(found, old_library).counts)
    assert first != second
    assert first[:120] == second[:120] == texts[0][:120]
    assert len(first) == 120 + 1 + 64


def test_another_text_at_the_same_place_is_a_new_finding(old_library: Path) -> None:
    run("check", "--select", "naming", "--write-baseline")
    file = old_library / FLAGGED
    file.write_text(file.read_text().replace("name: first", "name: other"))
    again = run("check", "--select", "naming", "--baseline", FILE)
    assert again.code == 1
    assert "`other`" in again.out


def test_a_baseline_of_new_findings_alone_is_refused() -> None:
    refused = run("check", "--write-baseline", "--since", "HEAD")
    assert refused.code == 2
    assert not Path(FILE).exists()


def test_a_second_finding_of_the_same_words_is_new(old_library: Path) -> None:
    text = "---\nname: one\ndescription: Books receipts.\nbanana: 1\n---\n"
    write_library(old_library, {"skills/one/SKILL.md": text})
    run("check", "--select", "unknown-field", "--write-baseline")
    document = json.loads((old_library / FILE).read_text())
    assert [entry["count"] for entry in document["known"]] == [1]
    doubled = text.replace("banana: 1", "banana: 1\ncherry: 2")
    write_library(old_library, {"skills/one/SKILL.md": doubled})
    again = run("check", "--select", "unknown-field", "--baseline", FILE, "--fail-on", "warning")
    assert again.code == 1
    assert "`cherry`" in again.out
    assert "`banana`" not in again.out


def test_findings_that_are_gone_are_named_so_that_the_file_shrinks(old_library: Path) -> None:
    run("check", "--write-baseline")
    before = json.loads((old_library / FILE).read_text())["known"]
    (old_library / "skills/one/SKILL.md").write_text(
        skill_text("one", "Converts lengths between inch and metre.")
    )
    again = run("check", "--baseline", FILE)
    assert "a known finding is gone; `skills check --write-baseline` shrinks" in again.err
    run("check", "--write-baseline")
    assert len(json.loads((old_library / FILE).read_text())["known"]) < len(before)


def test_the_configuration_names_the_baseline(old_library: Path) -> None:
    (old_library / "skills.toml").write_text('baseline = "known.json"\nroots = ["skills"]\n')
    assert run("check", "--write-baseline").code == 0
    assert (old_library / "known.json").exists()
    assert run("check").code == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is no baseline file"),
        ("[]", "is no baseline file"),
        ('{"version": 3, "known": []}', "version 3"),
        ('{"version": 1, "known": [{"path": "x"}]}', "is no baseline file"),
        ('{"version": [], "known": []}', "is no baseline file"),
    ],
    ids=["broken JSON", "a list", "a later version", "an entry without a rule", "no version"],
)
def test_a_file_that_is_no_baseline_is_refused(old_library: Path, content: str, words: str) -> None:
    (old_library / FILE).write_text(content)
    refused = run("check", "--baseline", FILE)
    assert refused.code == 2
    assert words in refused.err


def test_a_missing_baseline_says_how_to_write_one() -> None:
    refused = run("check", "--baseline", "nowhere.json")
    assert refused.code == 2
    assert refused.err.startswith("skills: nowhere.json cannot be read: No such file")
    assert "--write-baseline" in refused.err


def test_a_part_never_replaces_the_baseline_of_the_whole(old_library: Path) -> None:
    run("check", "--select", "naming", "--write-baseline")
    before = Path(FILE).read_text("utf-8")
    for args in (("skills/one",), ("--select", "links"), ("--ignore", "naming")):
        refused = run("check", "--write-baseline", *args)
        assert refused.code == 2
        assert "holds the findings of whole libraries" in refused.err
    assert Path(FILE).read_text("utf-8") == before
