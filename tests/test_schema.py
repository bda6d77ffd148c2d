"""Data against JSON Schema in an author's words, and the schemas that are shipped for editors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skilltool.profiles import load_profile, profile_names
from skilltool.schema import SchemaError, check, describe, plainly_valid, skill_schema

SCHEMAS = Path(__file__).parent.parent / "schemas"

# value, schema, keyword, words
WORDS = {
    "text wanted": (3, {"type": "string"}, "type", "must be a text, it is the number 3"),
    "one of two types": (
        None,
        {"type": ["string", "array"]},
        "type",
        "must be a text or a list, it is empty",
    ),
    "mapping wanted": ("a", {"type": "object"}, "type", "must be a mapping, it is `a`"),
    "boolean wanted": ([], {"type": "boolean"}, "type", "must be true or false, it is a list"),
    "integer wanted": (
        1.5,
        {"type": "integer"},
        "type",
        "must be a whole number, it is the number 1.5",
    ),
    "number wanted": ({}, {"type": "number"}, "type", "must be a number, it is a mapping"),
    "null wanted": (True, {"type": "null"}, "type", "must be empty, it is true"),
    "too long": (
        "x" * 1025,
        {"maxLength": 1024},
        "maxLength",
        "has 1,025 characters, the limit is 1,024",
    ),
    "too short": ("ab", {"minLength": 3}, "minLength", "needs at least 3 characters"),
    "empty text": ("", {"minLength": 1}, "minLength", "is empty"),
    "too few entries": ([1], {"minItems": 2}, "minItems", "needs at least 2 entries"),
    "none of a set": (
        "mid",
        {"enum": ["low", "high"]},
        "enum",
        "must be one of low, high; it is `mid`",
    ),
    "too small": (0, {"minimum": 1}, "minimum", "must be at least 1; it is the number 0"),
    "too great": (2, {"maximum": 1}, "maximum", "must be at most 1; it is the number 2"),
    "another form": (
        "A",
        {"pattern": "^[a-z]{1,3}$"},
        "pattern",
        "must match `^[a-z]{1,3}$`; it is `A`",
    ),
}


@pytest.mark.parametrize(("value", "schema", "keyword", "words"), WORDS.values(), ids=WORDS)
def test_a_violation_is_said_in_an_authors_words(value, schema, keyword, words):
    assert check({"field": value}, {"properties": {"field": schema}}) == [
        SchemaError(("field",), keyword, words)
    ]


def test_braces_in_the_words_of_an_unusual_keyword_are_kept():
    [error] = check({"a": {"b": 1}}, {"properties": {"a": {"const": {"b": 2}}}})
    assert error.keyword == "const"
    assert "{'b': 2} was expected" in error.message


def test_lengths_count_code_points():
    schema = {"maxLength": 2}
    assert check("\U0001f600\U0001f600", schema) == []
    assert [error.message for error in check("技能集", schema)] == [
        "has 3 characters, the limit is 2"
    ]


def test_each_missing_key_is_an_error_at_its_own_path():
    schema = {"properties": {"a": {"required": ["x", "xy", "z"]}}}
    assert check({"a": {"z": 1}}, schema) == [
        SchemaError(("a", "x"), "required", "is missing"),
        SchemaError(("a", "xy"), "required", "is missing"),
    ]


def test_each_unknown_key_is_an_error_at_its_own_path():
    schema = {"properties": {"name": {}}, "additionalProperties": False}
    assert check({"name": "a", "tags": 1, "author": 2}, schema) == [
        SchemaError(("author",), "additionalProperties", "the key is not known here"),
        SchemaError(("tags",), "additionalProperties", "the key is not known here"),
    ]


def test_a_schema_for_unknown_keys_reports_the_value_and_not_the_key():
    schema = {"properties": {"metadata": {"additionalProperties": {"type": "string"}}}}
    assert check({"metadata": {"version": 1.1}}, schema) == [
        SchemaError(("metadata", "version"), "type", "must be a text, it is the number 1.1")
    ]


def test_the_path_leads_through_lists():
    schema = {"properties": {"a": {"items": {"type": "string"}}}}
    assert [error.path for error in check({"a": ["x", 1]}, schema)] == [("a", "1")]


def test_all_errors_come_at_once_and_in_stable_order():
    schema = {
        "required": ["name"],
        "properties": {"b": {"type": "string"}, "a": {"minLength": 2, "pattern": "^x"}},
    }
    found = [(error.path, error.keyword) for error in check({"b": 1, "a": "y"}, schema)]
    assert found == [
        (("a",), "minLength"),
        (("a",), "pattern"),
        (("b",), "type"),
        (("name",), "required"),
    ]


def test_schemas_that_come_and_go_are_not_mistaken_for_each_other():
    for limit in range(1, 200):
        schema = {"maxLength": limit}
        assert check("x" * limit, schema) == []
        assert check("x" * (limit + 1), schema)


VALUES = {
    "empty": (None, "empty"),
    "true": (True, "true"),
    "false": (False, "false"),
    "number": (3, "the number 3"),
    "fraction": (1.5, "the number 1.5"),
    "mapping": ({"a": 1}, "a mapping"),
    "list": ([1], "a list"),
    "text": ("hi", "`hi`"),
}


@pytest.mark.parametrize(("value", "words"), VALUES.values(), ids=VALUES)
def test_a_value_is_described_in_words(value, words):
    assert describe(value) == words


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("name", profile_names())
@settings(max_examples=40)
@given(data=st.dictionaries(st.sampled_from(["name", "description", "metadata", "x"]), JSON))
def test_any_data_get_the_verdict_of_the_reference_validator(name, data):
    schema = load_profile(name).schema
    assert bool(check(data, schema)) != jsonschema.Draft202012Validator(schema).is_valid(data)


SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text("ab", max_size=3)
ANY_DATA = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3)
    ),
    max_leaves=6,
)
KINDS = st.sampled_from(["string", "object", "array", "boolean", "integer", "number", "null"])
ANY_SCHEMA = st.recursive(
    st.booleans()
    | st.fixed_dictionaries(
        {},
        optional={
            "type": KINDS | st.lists(KINDS, min_size=1, max_size=2, unique=True),
            "enum": st.lists(SCALARS.filter(lambda value: value == value), max_size=3),
            "const": SCALARS,
            "minLength": st.integers(0, 2),
            "maxLength": st.integers(0, 2),
            "minimum": st.integers(-2, 2),
            "maximum": st.integers(-2, 2),
            "minItems": st.integers(0, 2),
            "required": st.lists(st.sampled_from(["a", "b"]), max_size=2, unique=True),
            "pattern": st.sampled_from(["^a", "b$"]),
            "title": st.just("A title"),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
            "patternProperties": st.dictionaries(st.just("^[ab]"), inner, max_size=1),
            "additionalProperties": inner,
            "items": inner,
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
        },
    ),
    max_leaves=4,
)


@settings(max_examples=400)
@given(data=ANY_DATA, schema=ANY_SCHEMA)
def test_what_is_called_plainly_valid_is_valid_to_the_reference_validator(data, schema):
    if plainly_valid(data, schema):
        assert jsonschema.Draft202012Validator(schema).is_valid(data)


PLAIN = {
    "name": "unit-convert",
    "description": "Converts units.",
    "license": "MIT",
    "compatibility": "Python 3",
    "allowed-tools": "Read",
    "metadata": {"version": "1"},
}


@pytest.mark.parametrize("name", profile_names())
def test_a_usual_front_matter_is_plainly_valid(name):
    assert plainly_valid(
        {key: PLAIN[key] for key in ("name", "description")}, load_profile(name).schema
    )


def test_valid_data_import_no_validator():
    code = (
        "import sys\nfrom skilltool.profiles import load_profile\n"
        "from skilltool.schema import check\n"
        f"check({PLAIN!r}, load_profile('default').schema); sys.exit('jsonschema' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", profile_names())
def test_a_shipped_schema_is_what_its_profile_says(name, request):
    file = SCHEMAS / f"skill.{name}.schema.json"
    text = json.dumps(skill_schema(load_profile(name)), indent=2, ensure_ascii=False) + "\n"
    if request.config.getoption("--update"):
        file.write_text(text, "utf-8", newline="\n")
    written = file.read_text("utf-8") if file.is_file() else ""
    assert written == text, "stale: run pytest with --update"


def test_every_shipped_schema_of_a_skill_has_a_profile():
    names = {file.name.split(".")[1] for file in SCHEMAS.glob("skill.*.schema.json")}
    assert names == set(profile_names())


IN_BOTH_DRAFTS = {
    *("$schema", "title", "description", "type", "required", "properties", "anyOf", "enum"),
    *("additionalProperties", "minLength", "maxLength", "minimum", "maximum", "pattern"),
    *("enumDescriptions", "x-clients"),  # annotations, which validators pass over
}


@pytest.mark.parametrize("name", profile_names())
def test_a_schema_means_the_same_in_the_draft_it_declares_and_in_the_one_that_is_applied(name):
    document = skill_schema(load_profile(name))
    assert document["$schema"] == "http://json-schema.org/draft-07/schema#"
    for draft in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
        draft.check_schema(document)
    assert keywords(document) <= IN_BOTH_DRAFTS


def keywords(schema: object) -> set[str]:
    """All keywords of a schema; the keys below `properties` are names and no keywords."""
    if isinstance(schema, list):
        return set().union(*map(keywords, schema))
    if not isinstance(schema, dict):
        return set()
    inner = [value for key, value in schema.items() if key not in ("properties", "required")]
    return set(schema).union(
        *map(keywords, inner), *map(keywords, schema.get("properties", {}).values())
    )


@pytest.mark.parametrize("name", profile_names())
def test_an_editor_can_explain_the_schema_each_field_and_each_value_of_a_set(name):
    document = skill_schema(load_profile(name))
    assert document["title"]
    assert document["description"]
    for field, schema in document["properties"].items():
        assert schema.get("description"), field
        assert len(schema.get("enumDescriptions", schema.get("enum", ()))) == len(
            schema.get("enum", ())
        ), field
