"""The faults of a skill that clients take differently, each with its kind and its words. Pure.

The kinds are the keys of the `[behaviour]` table of a profile.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from skilltool import schema
from skilltool.config import rule_setting
from skilltool.model import Style

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skilltool.model import Fault, Field, FrontMatter, Profile, Skill
    from skilltool.schema import SchemaError

    Found = Iterator[tuple[str, str]]

FRONT_MATTER = frozenset(
    {"missing-front-matter", "unseen-fields", "invalid-front-matter", "unquoted-colon"}
)
"""The kinds for which a client may load a skill and read none of its fields."""
_NO_MAPPING = "it holds "  # how the parser ends its words on a list or a text
_PARSED = {
    "missing-front-matter": ("missing-front-matter", "there is no front matter"),
    "text-before-front-matter": ("unseen-fields", "text stands before the front matter"),
    "misspelt-fence": ("unseen-fields", "a fence of the front matter is not `---`"),
    "unclosed-front-matter": ("unseen-fields", "the front matter is not closed"),
    "invalid-front-matter": ("invalid-front-matter", "the front matter is not plain valid YAML"),
    "merge-conflict": ("invalid-front-matter", "the front matter holds a merge conflict"),
    "byte-order-mark": ("byte-order-mark", "the file starts with a byte order mark"),
    "duplicate-key": ("duplicate-key", "a key is given twice"),
    "misnamed-skill-file": ("misnamed-skill-file", "the file is not named SKILL.md"),
}
_RESERVED = ("anthropic", "claude")
TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ASCII_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
TEXTS = ("name", "description")
"""The fields that every client reads as texts."""
_TYPES = {"int": "a number", "float": "a number", "timestamp": "a date", "bool": "a truth value"}
# Violations with kinds of their own.
_OTHER_KEYWORDS = {"required", "additionalProperties", "anyOf", "minLength", "maxLength"}


def find_faults(skill: Skill, client: Profile) -> Found:
    """Each fault that profiles have an entry for, with its words."""
    front = skill.front_matter
    yield from (_parsed(skill.source.text, each) for each in front.faults if each.kind in _PARSED)
    if _ends_at_fence(skill):
        yield "no-newline-after-fence", "no line end follows the closing `---`"
    if any(_is_flow(field) for field in front.fields.values()):
        yield "flow-style", "a value is written in `[...]` or `{...}`"
    for key in TEXTS:
        yield from _text_faults(front, key, client)
    yield from _name_faults(skill, client)
    yield from _description_faults(skill, client)
    yield from _length_fault("compatibility", raw_text(front, "compatibility"), client)
    yield from _value_faults(front, client)


def _parsed(text: str, fault: Fault) -> tuple[str, str]:
    kind, words = _PARSED[fault.kind]
    if kind == "invalid-front-matter" and text[fault.start : fault.end] == ":":
        return "unquoted-colon", "a value with `: ` in it is not quoted"
    if kind == "invalid-front-matter" and _NO_MAPPING in fault.message:
        found = fault.message.rpartition(_NO_MAPPING)[2]
        return "unseen-fields", f"the front matter is {found}, not lines of `key: value`"
    return kind, words


def _ends_at_fence(skill: Skill) -> bool:
    text, front = skill.source.text, skill.front_matter
    ends = front.end < front.body_start == len(text)
    return ends and not text.endswith(("\n", "\r"))


def _is_flow(field: Field) -> bool:
    return field.style is Style.FLOW or any(_is_flow(child) for child in field.children.values())


# ---- name and description ----------------------------------------------------------------------


def raw_text(front: FrontMatter, key: str) -> str:
    """The text of a field as it stands in the YAML value; empty where it has none."""
    field = front.fields.get(key)
    return (field.text or "") if field else ""


def _text_faults(front: FrontMatter, key: str, client: Profile) -> Found:
    """A text that is missing or that YAML reads as something else."""
    field = front.fields.get(key)
    if field is None or (field.text is not None and not field.text.strip()):
        if front.is_complete:
            yield f"missing-{key}", f"there is no {key}"
    elif field.text is None:
        yield "list-for-text", f"the {key} is {schema.describe(field.value)}"
    elif field.type == "null":
        yield f"missing-{key}", f"there is no {key}"
    elif field.type in _TYPES and not (
        _accepts(client, key, field.type) or is_read_two_ways(field)
    ):
        yield "typed-text", f"YAML reads the {key} as {_TYPES[field.type]}"


def is_read_two_ways(field: Field) -> bool:
    """Whether the text is a truth value in YAML 1.1 and a text in YAML 1.2."""
    return field.type == "bool" and (field.text or "").lower() in {"yes", "no", "on", "off"}


def _accepts(client: Profile, key: str, kind: str) -> bool:
    """Whether the client is documented to read a number as a text."""
    return kind in ("int", "float") and "number" in client.schema["properties"][key]["type"]


def _name_faults(skill: Skill, client: Profile) -> Found:
    name = unicodedata.normalize("NFKC", raw_text(skill.front_matter, "name").strip())
    folder = skill.folder.name
    if not name:
        return
    if name != unicodedata.normalize("NFKC", folder):
        yield "name-differs-from-folder", f"the name differs from the folder `{folder}`"
    if not _is_legal(name, client.rules):
        yield "invalid-name", f"the name `{name}` is not of the form asked for"
    prefix = f"{skill.plugin}:" if skill.plugin and client.listing.get("plugin-prefix") else ""
    yield from _length_fault("name", f"{prefix}{name}", client)
    if word := next((word for word in _RESERVED if word in name.lower()), ""):
        yield "reserved-word-in-name", f"the name contains `{word}`"


def _is_legal(name: str, rules: Mapping[str, object]) -> bool:
    """Whether the name has the form that the profile asks of it; any has where it asks for none."""
    setting = rule_setting(rules["invalid-name"])  # type: ignore[arg-type]
    if setting.severity is None:
        return True
    if setting.options["charset"] == "ascii":
        return _ASCII_NAME.fullmatch(name) is not None
    words = name.split("-")
    return name == name.lower() and all(word.isalnum() for word in words)


def _description_faults(skill: Skill, client: Profile) -> Found:
    text = raw_text(skill.front_matter, "description")
    if client.behaviour["description-too-long"] != "cuts":
        trims = rule_setting(client.rules.get("schema-violation", {})).options.get("trimmed", ())
        measured = text.strip() if "description" in trims else text
        yield from _length_fault("description", measured, client)
    if tag := TAG.search(text):
        yield "xml-tag-in-routing-text", f"the description contains the tag `{tag.group()}`"


def _length_fault(key: str, text: str, client: Profile) -> Found:
    limit = client.schema["properties"][key].get("maxLength")
    if limit is not None and len(text) > limit:
        yield f"{key}-too-long", f"the {key} has {len(text):,} characters, the limit is {limit:,}"


# ---- values of other fields --------------------------------------------------------------------


def _value_faults(front: FrontMatter, client: Profile) -> Found:
    """Values of another type or form than the client documents; of blank ones nothing is said."""
    for error in schema.check(front.data, client.schema):
        field = front.find(".".join(error.path))
        if field is None or error.keyword in _OTHER_KEYWORDS or _is_told(error, field):
            continue
        yield (
            "invalid-value",
            f"the value of `{'.'.join(error.path)}` is not of the form documented",
        )


def _is_told(error: SchemaError, field: Field) -> bool:
    """Whether other kinds say it, or no client minds: a number or a date below `metadata`."""
    blank = field.type == "null" or (field.text is not None and not field.text.strip())
    typed = error.keyword == "type" and error.path[0] == "metadata" and len(error.path) > 1
    return blank or typed or error.path[0] in TEXTS
