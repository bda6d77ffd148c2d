"""Data against JSON Schema, with every error in an author's words. The door to jsonschema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from skilltool.model import Profile

DRAFT = "http://json-schema.org/draft-07/schema#"
"""What the documents for editors declare: the newest draft that YAML editors support in full. The
keywords in use mean the same in it and in the draft that `check` applies."""
_TYPES = {
    "string": "a text",
    "object": "a mapping",
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "null": "empty",
}
_SENTENCES = {
    "maxLength": "has {length:,} characters, the limit is {limit:,}",
    "minLength": "needs at least {limit} characters",
    "minItems": "needs at least {limit} entries",
    "enum": "must be one of {limit}; it is {value}",
    "minimum": "must be at least {limit}; it is {value}",
    "maximum": "must be at most {limit}; it is {value}",
    "pattern": "must match `{limit}`; it is {value}",
}
_ANNOTATIONS = frozenset(
    {"$schema", "title", "description", "default", "enumDescriptions", "x-clients"}
)
_validators: dict[int, Any] = {}


class SchemaError(NamedTuple):
    """One violation: the path of keys to the value, the keyword of the schema, and the words."""

    path: tuple[str, ...]
    keyword: str
    message: str


def skill_schema(profile: Profile) -> dict[str, Any]:
    """The JSON Schema of a profile's front matter as a document of its own, for editors."""
    head = {
        "$schema": DRAFT,
        "title": f"Front matter of a SKILL.md: {profile.title}",
        "description": f"From {profile.source}, verified {profile.verified}.",
    }
    return {**head, **profile.schema}


def check(data: object, schema: Mapping[str, Any]) -> list[SchemaError]:
    """Every violation of `schema` by `data`, sorted by path, keyword and words."""
    # Most data is valid, and importing jsonschema takes longer than all else a small library asks.
    if plainly_valid(data, schema):
        return []
    errors = _validator(schema).iter_errors(data)
    return sorted((found for error in errors for found in _words(error)), key=_order)


def plainly_valid(data: object, schema: object) -> bool:
    """True only where `data` is certainly valid; False where it is not, or where that is unclear.

    Knows the keywords that the shipped schemas use. All words come from jsonschema.
    """
    if not isinstance(schema, dict):
        return schema is True
    return all(
        keyword in _ANNOTATIONS or (keyword in _TESTS and _TESTS[keyword](data, value, schema))
        for keyword, value in schema.items()
    )


def _has_type(data: object, wanted: Any, _: Any) -> bool:
    kinds = [wanted] if isinstance(wanted, str) else wanted
    return any(type(data) in _PYTHON_TYPES.get(kind, ()) for kind in kinds)


def _has_valid_values(data: object, properties: Any, _: Any) -> bool:
    return not isinstance(data, dict) or all(
        plainly_valid(data[key], value) for key, value in properties.items() if key in data
    )


def _has_valid_others(data: object, other: Any, schema: Any) -> bool:
    known = schema.get("properties", {})
    return not isinstance(data, dict) or all(
        plainly_valid(value, other) for key, value in data.items() if key not in known
    )


_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "object": (dict,),
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}
_TESTS: dict[str, Callable[[Any, Any, Any], bool]] = {
    "type": _has_type,
    "enum": lambda data, values, _: isinstance(data, str) and data in values,
    "minLength": lambda data, limit, _: not isinstance(data, str) or len(data) >= limit,
    "maxLength": lambda data, limit, _: not isinstance(data, str) or len(data) <= limit,
    "pattern": lambda data, form, _: not isinstance(data, str) or bool(re.search(form, data)),
    "minimum": lambda data, limit, _: type(data) not in (int, float) or data >= limit,
    "maximum": lambda data, limit, _: type(data) not in (int, float) or data <= limit,
    "minItems": lambda data, limit, _: not isinstance(data, list) or len(data) >= limit,
    "items": lambda data, item, _: (
        not isinstance(data, list) or all(plainly_valid(value, item) for value in data)
    ),
    "required": lambda data, keys, _: not isinstance(data, dict) or all(k in data for k in keys),
    "properties": _has_valid_values,
    "additionalProperties": _has_valid_others,
    "anyOf": lambda data, choices, _: any(plainly_valid(data, choice) for choice in choices),
}


def _order(error: SchemaError) -> tuple[tuple[str, ...], str, str]:
    return error.path, error.keyword, error.message


def _validator(schema: Mapping[str, Any]) -> Any:
    """One validator for each schema object; building one costs more than a hundred checks."""
    if id(schema) not in _validators:
        from jsonschema import Draft202012Validator

        _validators[id(schema)] = (Draft202012Validator(schema), schema)
    return _validators[id(schema)][0]


def _words(error: Any) -> Iterator[SchemaError]:
    path = tuple(str(part) for part in error.absolute_path)
    keyword = str(error.validator)
    if keyword == "additionalProperties" and isinstance(error.instance, dict):
        known = error.schema.get("properties", {})
        for key in error.instance:
            if key not in known:
                yield SchemaError((*path, key), keyword, "the key is not known here")
        return
    if keyword == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        named = next(key for key in missing if error.message.startswith(repr(key)))
        yield SchemaError((*path, named), keyword, "is missing")
        return
    yield SchemaError(path, keyword, _sentence(error, keyword))


def _sentence(error: Any, keyword: str) -> str:
    limit, value = error.validator_value, error.instance
    if keyword == "type":
        wanted = [limit] if isinstance(limit, str) else limit
        return f"must be {' or '.join(_TYPES[kind] for kind in wanted)}, it is {describe(value)}"
    if keyword == "enum":
        limit = ", ".join(map(str, limit))
    if keyword == "minLength" and not value:
        return "is empty"
    length = len(value) if isinstance(value, (str, list)) else 0
    words: str = _SENTENCES.get(keyword, error.message.replace("{", "{{").replace("}", "}}"))
    return words.format(limit=limit, value=describe(value), length=length)


def describe(value: object) -> str:
    """What a value is, in words: a list, a mapping, empty, true, the number 3 or `a text`."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    return f"`{value}`"
