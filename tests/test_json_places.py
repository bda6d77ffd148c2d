"""The place of each value of a JSON text."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from skilltool.json_places import Place, find_spans

_TEXTS = st.text(st.sampled_from('ab"\\[]{},: é\n'), max_size=6)
_TREES = st.recursive(
    _TEXTS | st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False, width=16),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXTS, inner, max_size=4),
    max_leaves=12,
)


def _places(value: Any, place: Place = ()) -> list[Place]:
    below = value if isinstance(value, dict) else dict(enumerate(value if _is_list(value) else ()))
    found = (inner for key, item in below.items() for inner in _places(item, (*place, key)))
    return [place, *found]


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _value_at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value


@given(_TREES, st.sampled_from([None, 2]))
def test_each_value_stands_where_its_span_says(tree: Any, indent: int | None) -> None:
    text = json.dumps(tree, indent=indent, ensure_ascii=False)
    spans = find_spans(text)
    assert set(spans) == set(_places(tree))
    for place, (start, end) in spans.items():
        assert json.loads(text[start:end]) == _value_at(tree, place)
