"""Where each value of a valid JSON text stands."""

from __future__ import annotations

import json
import re

Place = tuple[str | int, ...]
"""The keys and numbers that lead to a value."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def find_spans(text: str) -> dict[Place, tuple[int, int]]:
    """Start and end of every value by its place, quotes and brackets included; `()` is the whole.

    Of a key that is given twice the last counts, as for a reader of JSON. Undefined for a text
    that is not valid.
    """
    spans: dict[Place, tuple[int, int]] = {}
    path: list[str | int] = []
    starts: list[int] = []
    expects_key = False
    for match in _TOKEN.finditer(text):
        word = match.group()
        if word in "{[":
            starts.append(match.start())
            path.append("" if word == "{" else 0)
            expects_key = word == "{"
        elif word in "}]":
            path.pop()
            spans[tuple(path)] = (starts.pop(), match.end())
            expects_key = False
        elif word == ",":
            last = path[-1]
            expects_key = isinstance(last, str)
            path[-1] = last if isinstance(last, str) else last + 1
        elif expects_key and word != ":":
            path[-1] = json.loads(word)
            expects_key = False
        elif word != ":":
            spans[tuple(path)] = match.span()
    return spans
