"""Where references lead, what is missing, and which files nothing reaches."""

from pathlib import Path

import pytest

from skilltool.links import LibraryTree, SkillLinks, depths, find_orphans, find_references
from skilltool.model import FrontMatter, Library, Profile, Resource, Skill, Source

ROOT = Path("library")
PROFILE = Profile("test", "", "", "", (), {})
KINDS = {"references": "reference", "scripts": "script", "assets": "asset"}
HEAD = "---\nname: x\n---\n"


def resource(path, text):
    kind = KINDS.get(path.partition("/")[0], "other")
    return Resource(path, kind, len(text), False, False, lambda: Source(path, text))


def skill(body, files=None, folder="one"):
    front_matter = FrontMatter({}, (), 4, 12, len(HEAD))
    resources = tuple(resource(*item) for item in sorted((files or {}).items()))
    source = Source(f"{folder}/SKILL.md", HEAD + body)
    return Skill(ROOT / folder, source, front_matter, PROFILE, resources)


def tree(*skills, beside=()):
    return LibraryTree(Library(ROOT, "library", skills, beside=beside))


def verdicts(references):
    return [(item.destination, item.status.value, item.target, item.hint) for item in references]


BESIDE = ("../references/list.md", "docs/list.md")
FILES = {
    "references/rates.md": "# Rates\n\n## Old rates\n",
    "references/my file.md": "",
    "references/deep/more.md": "",
    "scripts/run.sh": "",
    "assets/logo.txt": "",
    "forms.md": "",
}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("[a](references/rates.md)", ("ok", "references/rates.md", "")),
        ("[a](./references/rates.md)", ("ok", "references/rates.md", "")),
        ("![a](assets/logo.txt)", ("ok", "assets/logo.txt", "")),
        ("[a]: references/rates.md", ("ok", "references/rates.md", "")),
        ("[a](references/my%20file.md)", ("ok", "references/my file.md", "")),
        ("[a](<references/my file.md>)", ("ok", "references/my file.md", "")),
        ("[a](forms.md?plain=1)", ("ok", "forms.md", "")),
        ("[a](references/)", ("ok", "references", "")),
        ("[a](SKILL.md)", ("ok", "SKILL.md", "")),
        ("[a](references/rates.md#old-rates)", ("ok", "references/rates.md", "")),
        ("[a](scripts/run.sh#L3)", ("ok", "scripts/run.sh", "")),
        (
            "[a](references/rates.md#old-rate)",
            ("anchor-missing", "references/rates.md", "old-rates"),
        ),
        ("# Top\n\n[a](#top)", ("ok", "SKILL.md", "")),
        ("# Top\n\n[a](#tip)", ("anchor-missing", "SKILL.md", "top")),
        ("[a](FORMS.md)", ("wrong-case", "forms.md", "forms.md")),
        (
            "[a](References/Rates.md)",
            ("wrong-case", "references/rates.md", "references/rates.md"),
        ),
        ("[a](references/gone.md)", ("missing", None, "")),
        ("[a](rates.md)", ("missing", None, "references/rates.md")),
        (
            "[a](references\\rates.md)",
            ("backslash", "references/rates.md", "references/rates.md"),
        ),
        ("[a](references\\gone.md)", ("backslash", None, "references/gone.md")),
        ("[a](/forms.md)", ("outside", None, "forms.md")),
        ("[a](file:///etc/x.md)", ("outside", None, "")),
        ("[a](C:/x.md)", ("outside", None, "")),
        ("[a](~/x.md)", ("outside", None, "")),
        ("[a](../two/SKILL.md)", ("outside", None, "")),
        (
            "[a](../references/rates.md)",
            ("other-base", "references/rates.md", "references/rates.md"),
        ),
        ("[a](one/forms.md)", ("other-base", "forms.md", "forms.md")),
        ("[a](path/to/file.md)", ("placeholder", None, "")),
        ("[a](references/{name}.md)", ("placeholder", None, "")),
        ("[a](url)", ("placeholder", None, "")),
        ("[a](./code-file-1.md)", ("placeholder", None, "")),
        ("[a](component-name.md)", ("placeholder", None, "")),
        ("[a](#)", ("placeholder", None, "")),
        ("[a](...)", ("placeholder", None, "")),
    ],
)
def test_a_link_is_looked_up_in_the_listing_of_the_skill(body, expected):
    (found,) = verdicts(find_references(skill(body, FILES)))
    assert found[1:] == expected


@pytest.mark.parametrize(
    "body",
    ["[a](https://x.org/a.md)", "[a](mailto:a@x.org)", "[a](//x.org/a)", "```\n[a](gone.md)\n```"],
)
def test_links_to_the_web_and_links_in_code_are_no_references(body):
    assert find_references(skill(body + "\n\n[b](forms.md)", FILES))[0].target == "forms.md"
    assert find_references(skill(body)) == ()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("`references/rates.md`", ("inline-code", "ok", "references/rates.md")),
        ("`@references/rates.md`", ("inline-code", "ok", "references/rates.md")),
        ("`./scripts/run.sh`", ("inline-code", "ok", "scripts/run.sh")),
        ("`forms.md`", ("inline-code", "ok", "forms.md")),
        ("`python scripts/run.sh -v`", ("command", "ok", "scripts/run.sh")),
        ("`Scripts/Run.sh`", ("inline-code", "wrong-case", "scripts/run.sh")),
        ("`references\\rates.md`", ("inline-code", "backslash", "references/rates.md")),
        ("`references/{name}.md`", ("inline-code", "placeholder", None)),
        ("`${SKILL_DIR}/scripts/run.sh`", ("inline-code", "placeholder", "scripts/run.sh")),
        ("`skills/one/forms.md`", ("inline-code", "other-base", "forms.md")),
        ("`~/.agent/skills/one/forms.md`", ("inline-code", "outside", "forms.md")),
        ("```bash\nbash scripts/run.sh --all\n```", ("command", "ok", "scripts/run.sh")),
        ("```sh\n./scripts/run.sh\n```", ("command", "ok", "scripts/run.sh")),
        ("```sh\ncat assets/logo.txt\n```", ("command", "ok", "assets/logo.txt")),
    ],
)
def test_a_path_in_code_is_a_reference_where_it_means_the_skills_own_file(body, expected):
    (found,) = find_references(skill(body, FILES))
    assert (found.form.value, found.status.value, found.target) == expected


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("INSTALLATION.md", "ok"),
        ("docs/install.md", "ok"),
        ("CHANGELOG.md", "ok"),
        ("README.md", "ok"),
        ("references/setup.md", "outside"),
        ("references/readmes.md", "outside"),
    ],
)
def test_a_document_for_people_may_say_where_the_skill_is_put(origin, status):
    text = "```bash\ncurl -o ~/.agent/skills/one/forms.md https://example.com/forms.md\n```\n"
    found = find_references(skill("", {"forms.md": "", origin: text}))
    assert [(item.origin, item.status, item.target) for item in found] == [
        (origin, status, "forms.md")
    ]


@pytest.mark.parametrize(
    "body",
    [
        "`src/index.ts`, `README.md`, `package.json`, `.env`",
        "`scripts/deploy.sh` of your project",
        "```bash\nbash scripts/deploy.sh\n```",
        "```python\nscripts/run.sh\n```",
        "`mkdir -p scripts/new` and `scripts/`",
    ],
)
def test_a_path_in_code_that_may_be_the_users_file_is_no_reference(body):
    assert find_references(skill(body, FILES)) == ()


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("`scripts/gone.py`", True),
        ("`python3 -u scripts/gone.py`", True),
        ("```bash\ncd x && bash scripts/gone.py\n```", True),
        ("```console\n$ ./scripts/gone.py\n```", True),
        ("```bash\ntouch scripts/gone.py\n```", False),
        ("`cp a scripts/gone.py`", False),
        ("`assets/gone.txt`", False),
        ("Long examples → `scripts/gone.py`", True),
        ("Move long parts there:\n- examples → `scripts/gone.py`", False),
        ("Move on. See `scripts/gone.py`", True),
    ],
)
def test_a_path_in_code_is_missing_where_the_text_leads_to_its_neighbours(body, missing):
    found = find_references(skill(f"`scripts/run.sh`\n\n{body}", FILES))
    assert [item.status.value for item in found] == ["ok"] + ["missing"] * missing


def test_a_reference_knows_its_place_in_the_file():
    (found,) = find_references(skill("\nSee [a](forms.md).\n", FILES))
    place = found.location
    assert (place.path, place.line, place.column, place.end_column) == ("one/SKILL.md", 5, 9, 17)
    assert found.source.text[found.start : found.end] == found.destination == "forms.md"


def test_links_in_a_reference_file_start_from_its_own_folder():
    text = "[a](tables.md) [b](next.md) [c](references/next.md) [d](../SKILL.md) [e](Next.md)"
    files = {"references/deep.md": text, "references/next.md": ""}
    found = find_references(skill("[deep](references/deep.md)", files))
    assert {item.origin for item in found} == {"SKILL.md", "references/deep.md"}
    assert verdicts(found)[1:] == [
        ("tables.md", "missing", None, ""),
        ("next.md", "ok", "references/next.md", ""),
        ("references/next.md", "other-base", "references/next.md", "next.md"),
        ("../SKILL.md", "ok", "SKILL.md", ""),
        ("Next.md", "wrong-case", "references/next.md", "next.md"),
    ]


def test_links_in_templates_belong_to_another_place():
    assert find_references(skill("", {"assets/page.md": "[a](gone.md)"})) == ()


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("../two/SKILL.md", ("ok", "../two/SKILL.md", "")),
        ("../two/skill.md", ("wrong-case", "../two/SKILL.md", "../two/SKILL.md")),
        ("../two/gone.md", ("missing", None, "")),
        ("../three/SKILL.md", ("missing", None, "")),
        ("../docs/unknown.md", ("outside", None, "")),
        ("../../beyond.md", ("outside", None, "")),
        ("docs/list.md", ("missing", None, "../docs/list.md")),
        ("references/list.md", ("missing", None, "../../references/list.md")),
        ("two/SKILL.md", ("other-base", "../two/SKILL.md", "../two/SKILL.md")),
    ],
)
def test_links_that_leave_the_skill_are_looked_up_in_the_library(link, expected):
    one, two = skill(f"[a]({link})"), skill("", folder="two")
    (found,) = verdicts(find_references(one, tree(one, two, beside=BESIDE)))
    assert found[1:] == expected


def test_a_path_in_code_behind_another_skills_name_is_that_skills_file():
    one = skill("`references/a.md`; see `two` and its `references/b.md`", {"references/a.md": ""})
    two = skill("", {"references/b.md": ""}, folder="two")
    found = find_references(one, tree(one, two))
    assert [item.target for item in found] == ["references/a.md", "../two/references/b.md"]


@pytest.mark.parametrize(
    ("body", "orphans"),
    [
        ("Nothing.", ["references/old-rates.md", "references/rates.md"]),
        ("[a](references/rates.md)", ["references/old-rates.md"]),
        ("`references/rates.md`", ["references/old-rates.md"]),
        ("@references/rates.md", ["references/old-rates.md"]),
        ("Read rates.md.", ["references/old-rates.md"]),
        ("Read old-rates.md.", ["references/rates.md"]),
        ("See references/ for more.", []),
        ("See the `references` folder.", []),
        ("Pick `references/{name}.md`.", []),
    ],
)
def test_a_reference_file_that_nothing_names_is_an_orphan(body, orphans):
    files = {"references/rates.md": "", "references/old-rates.md": "", "assets/a.md": ""}
    assert [item.path for item in find_orphans(skill(body, files))] == orphans


def test_an_orphan_does_not_save_the_files_that_it_names():
    files = {"references/a.md": "[b](b.md)", "references/b.md": "[a](a.md)"}
    assert len(find_orphans(skill("Nothing.", files))) == 2


def test_depth_is_the_shortest_way_from_the_skill():
    files = {
        "references/a.md": "[b](b.md), `scripts/run.py`",
        "references/b.md": "[c](sub/c.md) [a](a.md)",
        "references/sub/c.md": "",
        "references/lost.md": "",
        "scripts/run.py": "",
    }
    found = depths(skill("[a](references/a.md)", files))
    assert found == {
        "references/a.md": 1,
        "references/b.md": 2,
        "scripts/run.py": 2,
        "references/sub/c.md": 3,
    }


@pytest.mark.parametrize(
    "body",
    [
        "`" + "scripts/a.b " * 50_000 + "`",
        "`scripts/" + "." * 200_000 + "`",
        "scripts/ " * 50_000,
        "```sh\n" + "scripts/run.sh;" * 30_000 + "\n```",
        "[a](#gone)\n\n" * 10_000 + "# x\n" * 3_000,
    ],
)
def test_hostile_text_costs_no_more_than_its_length(body):
    import time

    start = time.process_time()
    links = SkillLinks(skill(body, FILES))
    assert links.references is links.references
    assert links.orphans is links.orphans
    # A quadratic pass over these texts takes minutes.
    assert time.process_time() - start < 4
