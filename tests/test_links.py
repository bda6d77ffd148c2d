"""Where references lead, what is missing, and which files nothing reaches."""

from pathlib import Path

import pytest

from skilltool.links import (
    LibraryTree,
    SkillLinks,
    depths,
    find_orphans,
    find_references,
    path_edit,
)
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
        ("# Top\n\n[a](#tops)", ("anchor-missing", "SKILL.md", "top")),
        ("# 2. New rates\n\n[a](#new-rate)", ("anchor-missing", "SKILL.md", "2-new-rates")),
        (
            "# Old-rate rules\n\n[a](#gold-rate-rules)",
            ("anchor-missing", "SKILL.md", "old-rate-rules"),
        ),
        ("# Air rate rules\n\n[a](#sea-rate-rules)", ("anchor-missing", "SKILL.md", "")),
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
        ("[a](#/route/x)", ("placeholder", None, "")),
        ("[a](%PATH%/x.md)", ("placeholder", None, "")),
        ("[a](${CLAUDE_SKILL_DIR}/references/gone.md)", ("missing", None, "")),
        ("[a](${CLAUDE_SKILL_DIR}/references/rates.md)", ("placeholder", None, "")),
        ("[a](@/docs/x.md)", ("placeholder", None, "")),
        ("[a](image.png)", ("placeholder", None, "")),
        ("[a](#top)", ("ok", "SKILL.md", "")),
        ("[a](references/rate.md)", ("missing", None, "references/rates.md")),
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
        "```bash\nbash scripts/deploy.sh # in the user's repository\n```",
        "In the user's project:\n\n```bash\nbash scripts/deploy.sh\n```",
        "```bash\ndocker-compose up -d\npython data/deploy.py\n```",
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
        ("```bash\ncd x && bash scripts/gone.py\n```", False),
        ("```bash\ncd ~/.agent/skills/one && bash scripts/gone.py\n```", True),
        ("```bash\nnpm create app && cd app\nnode scripts/gone.js\n```", False),
        ("```console\n$ ./scripts/gone.py\n```", True),
        ("```bash\ntouch scripts/gone.py\n```", False),
        ("`cp a scripts/gone.py`", False),
        ("`assets/gone.txt`", True),
        ("`bash scripts/gone`", True),
        ("`uv run --with httpx scripts/gone.py`", True),
        ("`Rscript scripts/gone.R`", True),
        ("```sh\nenv LEVEL=1 ./scripts/gone.sh\n```", True),
        ("```\npython scripts/gone.py\n```", True),
        ("```\nTraceback: scripts/gone.py\n```", False),
        ("Create documents → `references/gone.md`", True),
        ("Generate the report with `scripts/gone.py`", True),
        ("For examples see `references/gone.md`.", True),
        ("Write the summary to `references/gone.md`.", False),
        ("Save it as `references/gone.md`, then stop.", False),
        ("Generate `scripts/gone.sh` with the template.", False),
        ("Output: `references/gone.json`", False),
        ("| `references/gone.md` | created by step 2 |", False),
        ("If the project has `scripts/gone.sh`, run it.", False),
        ("Look for `scripts/gone.sh` in the user's repository.", False),
        ("It may already contain `references/gone.md`.", False),
        ("A file of each kind, for example `references/gone.md`.", False),
        ("E.g. `references/gone.md`.", False),
        ("Never name a file `references/gone.md`.", False),
        ("`scripts/gone.py` was replaced by `scripts/run.sh`.", False),
        ("`references/gone.md` in the `billing` skill has prices.", False),
        ("In https://example.org/a see `scripts/gone.py`.", False),
        ("Schreib das Ergebnis nach `references/gone.md`.", False),
        ("把结果保存到 `references/gone.md`", False),
        ("Long examples → `scripts/gone.py`", True),
        ("Move long parts there:\n- examples → `scripts/gone.py`", False),
        ("Move on. See `scripts/gone.py`", True),
        ("```sh\n# ❌ WRONG:\npython scripts/gone.py\n```", False),
        ("```sh\n# Bad, fails\ncd x\npython scripts/gone.py\n```", False),
        ("```sh\npython scripts/gone.py  # Wrong!\n```", False),
        ("```sh\n# ❌ Wrong:\nsh scripts/run.sh\n\n# ✅ Right:\npython scripts/gone.py\n```", True),
        ("```sh\n# Mend what is wrong in a rate\npython scripts/gone.py\n```", True),
        ("```sh\n# Do not forget to count\npython scripts/gone.py\n```", True),
        ("### ❌ Never\n\n```sh\npython scripts/gone.py\n```", False),
        ("Wrong: `python scripts/gone.py`.", False),
    ],
)
def test_a_path_in_code_is_missing_where_the_text_leads_to_its_neighbours(body, missing):
    found = find_references(skill(f"`scripts/run.sh`\n\n{body}", FILES))
    statuses = [item.status.value for item in found if item.target != "scripts/run.sh"]
    assert statuses == ["missing"] * missing


@pytest.mark.parametrize(
    "body",
    [
        "Create `scripts/gone.py` with this content.\n\nThen run `python scripts/gone.py`.",
        "```sh\ncat > scripts/gone.py <<X\nX\npython scripts/gone.py\n```",
        "```sh\nmake > references/gone.md\n```\n\nRead `references/gone.md`.",
    ],
)
def test_a_file_that_a_text_makes_is_not_missing_afterwards(body):
    assert find_references(skill(body, FILES)) == ()


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("- `scripts/gone.py` counts. Run: `python scripts/gone.py`", ["scripts/gone.py"] * 2),
        (
            "- Run `python scripts/gone.py`.\n- `./scripts/gone.py`",
            ["scripts/gone.py", "./scripts/gone.py"],
        ),
        ("Read `references/gone.md`.\n\n`cat references/gone.md`", ["references/gone.md"] * 2),
        (
            "```sh\npython scripts/gone.py --url https://example.org\npython scripts/gone.py\n```",
            ["scripts/gone.py"] * 2,
        ),
        (
            "```sh\npython scripts/gone.py\n```\n\n```python\n# More\npython scripts/gone.py\n```",
            ["scripts/gone.py"] * 2,
        ),
        (
            "Read `references/gone.md` and `references/far.md`.",
            ["references/gone.md", "references/far.md"],
        ),
        ("Read `references/gone.md`, run `scripts/far.py`.", ["references/gone.md"]),
    ],
)
def test_a_path_that_a_text_misses_is_missing_wherever_the_text_names_it(body, missing):
    assert [item.destination for item in find_references(skill(body))] == missing


def test_a_path_is_not_missing_in_a_text_because_another_text_misses_it():
    files = {"docs/a.md": "`references/gone.md`", "docs/b.md": "Read `references/gone.md`."}
    assert [item.origin for item in find_references(skill("", files))] == ["docs/b.md"]


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("For examples, open `resources/guide.md`.", True),
        ("If examples are required, read `./resources/guide.md`.", True),
        ("`resources/guide.md`", False),
        ("See `resources/views/page.php`.", False),
        ("See `resources/example.md`.", False),
        ("In your project, see `resources/guide.md`.", False),
        ("For what `two` does, see `resources/guide.md`.", False),
    ],
)
def test_a_guide_that_another_skill_has_is_missing_where_a_reader_is_sent_to_it(body, missing):
    one, two = skill(body), skill("", {"resources/guide.md": ""}, folder="two")
    found = find_references(one, tree(one, two))
    assert [item.status.value for item in found if not item.target] == ["missing"] * missing


def test_a_part_of_a_word_is_not_the_name_of_another_skill():
    one = skill("In the network read `references/b.md`.")
    two = skill("", {"references/b.md": ""}, folder="two")
    assert [item.status.value for item in find_references(one, tree(one, two))] == ["missing"]


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("Read `references/gone.md` first.", True),
        ("Run `python scripts/gone.py`.", True),
        ("```sh\npython scripts/gone.py\n```", True),
        ("```sh\npnpm build\npython scripts/gone.py\n```", False),
        ("`references/gone.md`", False),
        ("`scripts/gone.py`", False),
    ],
)
def test_a_reader_who_is_sent_to_a_file_needs_it_in_the_skill(body, missing):
    found = find_references(skill(body))
    assert [item.status.value for item in found] == ["missing"] * missing


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("@references/gone.md", ["references/gone.md"]),
        ("- @references/gone.md: more", ["references/gone.md"]),
        ('<img src="assets/gone.png" alt="">', ["assets/gone.png"]),
        ("<a class='x' href='references/gone.md'>more</a>", ["references/gone.md"]),
        ("me@references/gone.md", []),
        ('<!-- <img src="assets/gone.png"> -->', []),
        ('```html\n<img src="assets/gone.png">\n```', []),
        ('`<img src="assets/gone.png">`', []),
    ],
)
def test_a_path_outside_of_code_may_be_read_though_it_is_no_link(body, missing):
    assert [item.destination for item in find_references(skill(body, FILES))] == missing


def test_a_path_into_another_folder_of_the_skill_is_missing_where_a_text_leads_to_it():
    files = {"rules/a.md": "", "drafts/a.md": ""}
    found = find_references(skill("`rules/a.md`, `rules/b.md`, `drafts/b.md`", files))
    assert verdicts(found)[1:] == [("rules/b.md", "missing", None, "")]


@pytest.mark.parametrize(
    ("path", "missing"),
    [
        ("../two/references/gone.md", True),
        ("../gone/SKILL.md", True),
        ("../two/SKILL.md", False),
        ("../other-skill/SKILL.md", False),
        ("../../docs/a.md", False),
        ("../src/a.md", False),
    ],
)
def test_a_path_in_code_to_another_skill_is_looked_up_in_the_library(path, missing):
    one, two = skill(f"Read `{path}`.", FILES), skill("", folder="two")
    found = find_references(one, tree(one, two))
    assert [item.status.value for item in found] == ["missing"] * missing


@pytest.mark.parametrize("origin", ["CHANGELOG.md", "README.md", "docs/install.md"])
def test_a_document_for_people_may_name_files_that_are_no_more(origin):
    assert find_references(skill("", {origin: "`references/gone.md`", "references/a.md": ""})) == ()


def test_a_path_in_code_may_name_a_file_beside_the_library_or_one_of_another_skill():
    files = {"docs/a.md": "", "scripts/a.py": "", "references/a.md": ""}
    one = skill("Run `python scripts/b.py`, then `scripts/c.py`.", files)
    two = skill("", {"scripts/c.py": ""}, folder="two")
    assert find_references(one, tree(one, two, beside=("../scripts/b.py",))) == ()
    assert len(find_references(one, tree(one))) == 2


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("${CLAUDE_SKILL_DIR}/scripts/runs.sh", "${CLAUDE_SKILL_DIR}/scripts/run.sh"),
        ("${CLAUDE_SKILL_DIR:-.}/scripts/gone.sh", ""),
        ("$SKILL_DIR/scripts/gone.sh", ""),
        ("{baseDir}/scripts/gone.sh", ""),
        ("<skill-dir>/scripts/gone.sh", ""),
        ("~/.agent/skills/one/scripts/gone.sh", ""),
        ("${CLAUDE_PLUGIN_ROOT}/skills/one/scripts/gone.sh", ""),
        ("skills/one/references/rate.md", "skills/one/references/rates.md"),
    ],
)
def test_a_path_behind_the_folder_of_the_skill_is_looked_up_in_it(written, hint):
    for body in (f"Run `{written}`.", f'```sh\nbash "{written}"\n```'):
        assert verdicts(find_references(skill(body, FILES))) == [(written, "missing", None, hint)]


@pytest.mark.parametrize(
    "path",
    ["$OTHER_DIR/scripts/gone.sh", "skills/two/scripts/gone.sh", "${SKILL_DIR}/data/gone.md"],
)
def test_a_path_behind_another_folder_is_not_looked_up(path):
    found = find_references(skill(f"`{path}`", FILES))
    assert {item.status.value for item in found} <= {"placeholder"}


@pytest.mark.parametrize(
    "name",
    [
        "[name].md",
        "YYYY-MM-DD.md",
        "NNN-title.md",
        "xxx.md",
        "foo.md",
        "SCHEMA_NAME.md",
        "example.md",
    ],
)
def test_a_name_that_stands_for_any_file_is_not_missing(name):
    (found, _own) = find_references(skill(f"[a](references/{name}) `scripts/run.sh`", FILES))
    assert found.status.value == "placeholder"
    assert len(find_references(skill(f"`references/{name}` `references/rates.md`", FILES))) == 1


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


@pytest.mark.parametrize("folder", ["assets", "tests/fixtures", "evals"])
def test_links_in_templates_and_tests_belong_to_another_place(folder):
    assert find_references(skill("", {f"{folder}/page.md": "[a](gone.md)"})) == ()


def test_what_a_program_leaves_behind_is_no_orphan():
    names = (".DS_Store", ".gitkeep", "Thumbs.db", "rates.md~")
    files = {f"references/{name}": "" for name in names}
    assert find_orphans(skill("Nothing.", files)) == ()


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("../two/SKILL.md", ("ok", "../two/SKILL.md", "")),
        ("../two/skill.md", ("wrong-case", "../two/SKILL.md", "../two/SKILL.md")),
        ("../two/gone.md", ("missing", None, "")),
        ("../three/SKILL.md", ("missing", None, "")),
        ("../docs/unknown.md", ("missing", None, "")),
        ("../docs/list.md", ("outside", None, "")),
        ("../docs/more/unknown.md", ("outside", None, "")),
        ("../../references/unknown.md", ("missing", None, "")),
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


def test_a_link_that_climbs_too_few_steps_means_a_folder_above():
    one = skill("[a](../../other/) [b](../../gone/)", folder="plugin/skills/one")
    two = skill("", folder="other/skills/two")
    assert verdicts(find_references(one, tree(one, two))) == [
        ("../../other/", "other-base", "../../../other", "../../../other"),
        ("../../gone/", "outside", None, ""),
    ]


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


@pytest.mark.parametrize(
    ("files", "naming"),
    [
        ({"README.md": "See [rates](references/rates.md)."}, "README.md"),
        ({"README.md": "All of references/ is new."}, "README.md"),
        ({"references/old.md": "See rates.md."}, ""),
        ({"README.md": "Rates."}, ""),
    ],
)
def test_a_document_for_people_that_names_an_orphan_is_known(files, naming):
    links = SkillLinks(skill("Nothing.", {"references/rates.md": "# Rates.md", **files}))
    (orphan,) = (item for item in links.orphans if item.path == "references/rates.md")
    assert links.naming(orphan) == naming


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
        "```sh\n" + "bash scripts/gone.sh;" * 10_000 + "\n```",
        "```sh\n" + "cd x; bash scripts/gone.sh\n" * 5_000 + "\n```",
        "Write it to `scripts/gone.sh` " * 5_000,
        "- `references/gone.md`\n" * 5_000,
        "@references/gone.md <img src='assets/" * 5_000,
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


SPACED = {"references/my rates.md": "# Old\n", "references/a(b).md": "", "references/c.md": ""}


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        ("[r](references/My%20Rates.md)", "[r](references/my%20rates.md)"),
        ("[r](<references/My Rates.md>)", "[r](<references/my rates.md>)"),
        ("[r]: references/My%20Rates.md", "[r]: references/my%20rates.md"),
        ("[r](References/A\\(b\\).md)", "[r](references/a%28b%29.md)"),
        ("[r](<References/A(b).md>)", "[r](<references/a(b).md>)"),
        ("[r](References/c.md#x)", "[r](references/c.md#x)"),
        ("[r](References/c.md?plain=1#x)", "[r](references/c.md?plain=1#x)"),
        ("[r](references\\my%20rates.md#old)", "[r](references/my%20rates.md#old)"),
        ("[r](<references\\my rates.md>)", "[r](<references/my rates.md>)"),
        ("[r](references\\\\c.md?plain=1)", "[r](references/c.md?plain=1)"),
        ("[r](one/references/my%20rates.md#x)", "[r](references/my%20rates.md#x)"),
        ("[r](<../references/my rates.md#x>)", "[r](<references/my rates.md#x>)"),
        ("[r](my%20rates.md#old)", "[r](references/my%20rates.md#old)"),
        ("`References/C.md#x`", "`references/c.md#x`"),
    ],
)
def test_another_path_is_written_as_its_place_asks_for_and_keeps_what_follows(written, mended):
    (found,) = find_references(skill(written, SPACED))
    edit = path_edit(found, found.hint)
    text = found.source.text
    assert text[: edit.start] + edit.text + text[edit.end :] == HEAD + mended


def test_a_path_with_a_blank_is_not_written_into_a_command():
    (found,) = find_references(skill("`References/C.md`", SPACED))
    assert path_edit(found, "references/my rates.md") is None


@pytest.mark.parametrize("link", ["../../README.md", "../LICENSE", "../../forms.md"])
def test_a_file_above_the_skill_is_not_taken_for_one_of_the_same_name_in_it(link):
    files = {"README.md": "", "LICENSE": "", "forms.md": ""}
    one = skill(f"[a]({link})", files)
    for found in (find_references(one), find_references(one, tree(one))):
        assert verdicts(found) == [(link, "outside", None, "")]
