"""What `skills clients` says of a fault and how much the rules make of it do not contradict."""

from __future__ import annotations

import pytest
from building import load, write_library

from skilltool import linter
from skilltool.config import Config
from skilltool.model import Severity
from skilltool.portability import Outcome, portability
from skilltool.profiles import load_profile, profile_names
from skilltool.rules import Selection

HEAD = "---\nname: unit-convert\n"
DESCRIPTION = "description: Converts lengths. Use when a text mixes units.\n"
REST = "---\n\nMultiply.\n"
CLEAN = f"{HEAD}{DESCRIPTION}{REST}"

# One file for each kind of fault, and its path where that is the fault.
FILE = "unit-convert/SKILL.md"
SAMPLES = {
    "missing-front-matter": ("# Units\n\nMultiply.\n", FILE),
    "unseen-fields": (f"{HEAD}{DESCRIPTION}...\n\nMultiply.\n", FILE),
    "invalid-front-matter": (f"{HEAD}description: @Converts lengths.\n{REST}", FILE),
    "unquoted-colon": (f"{HEAD}description: Converts: lengths.\n{REST}", FILE),
    "no-newline-after-fence": (f"{HEAD}{DESCRIPTION}---", FILE),
    "missing-name": (f"---\n{DESCRIPTION}{REST}", FILE),
    "missing-description": (f"{HEAD}{REST}", FILE),
    "typed-text": (f"{HEAD}description: 2026-01-15\n{REST}", FILE),
    "list-for-text": (f"{HEAD}description:\n- Converts\n{REST}", FILE),
    "name-differs-from-folder": (CLEAN, "convert/SKILL.md"),
    "invalid-name": (CLEAN.replace("unit-", "unit_"), "unit_convert/SKILL.md"),
    "name-too-long": (CLEAN.replace("unit-", "u" * 60), f"{'u' * 60}convert/SKILL.md"),
    "reserved-word-in-name": (CLEAN.replace("unit", "claude"), "claude-convert/SKILL.md"),
    "description-too-long": (f"{HEAD}description: {'Converts. ' * 160}x\n{REST}", FILE),
    "compatibility-too-long": (f"{HEAD}{DESCRIPTION}compatibility: {'x' * 501}\n{REST}", FILE),
    "xml-tag-in-routing-text": (f"{HEAD}description: Converts <units>.\n{REST}", FILE),
    "unknown-field": (f"{HEAD}{DESCRIPTION}colour: red\n{REST}", FILE),
    "invalid-value": (f"{HEAD}{DESCRIPTION}license:\n- MIT\n{REST}", FILE),
    "byte-order-mark": (f"\ufeff{CLEAN}", FILE),
    "flow-style": (f"{HEAD}{DESCRIPTION}allowed-tools: [Read]\n{REST}", FILE),
    "duplicate-key": (f"{HEAD}{DESCRIPTION}license: MIT\nlicense: ISC\n{REST}", FILE),
    "misnamed-skill-file": (CLEAN, "unit-convert/skill.md"),
}
# What these two ask for is more than any client does: that a skill works everywhere.
NO_CLIENTS = {"default", "portable"}
_NORMATIVE = (
    "the specification forbids it; its validator, which is for demonstration, does not look"
)
EXCEPTIONS = {
    ("agent-skills", "misnamed-skill-file"): "the validator finds `skill.md`, no client does",
    ("agent-skills", "typed-text"): _NORMATIVE,
    ("agent-skills", "invalid-value"): _NORMATIVE,
}
LEFT_OUT = {Outcome.REFUSED, Outcome.DROPPED}
CLIENTS = [name for name in profile_names() if name not in NO_CLIENTS]
GROUPS = ("frontmatter", "schema", "naming", "security", "tokens")


def judge(tmp_path, text: str, path: str, client: str) -> tuple[Outcome, Severity]:
    """What the client makes of the file, and the worst finding in it (INFO for none)."""
    library = load(write_library(tmp_path, {f"skills/{path}": text}) / "skills", client)
    [skill] = library.skills
    profile = load_profile(client)
    report = linter.check([library], Config(), [profile], Selection(groups=GROUPS))
    return portability(skill, [profile])[0].outcome, report.worst or Severity.INFO


def test_there_is_a_sample_for_every_kind_of_fault():
    assert set(SAMPLES) == set(load_profile("default").behaviour)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_clean_skill_loads_and_nothing_is_found(tmp_path, client):
    assert judge(tmp_path, CLEAN, FILE, client) == (Outcome.LOADS, Severity.INFO)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("kind", SAMPLES)
def test_what_a_client_leaves_out_or_cuts_is_found_and_what_it_loads_is_no_error(
    tmp_path, kind, client
):
    outcome, severity = judge(tmp_path, *SAMPLES[kind], client)
    behaviour = load_profile(client).behaviour[kind]
    assert (outcome in LEFT_OUT) == (behaviour in ("refuses", "skips silently"))
    if (client, kind) in EXCEPTIONS:
        assert (outcome, severity) == (Outcome.LOADS, Severity.ERROR)
    elif outcome is Outcome.LOADS:
        assert severity < Severity.ERROR
    elif outcome is not Outcome.UNKNOWN:
        assert severity > Severity.INFO
