"""What stands in place of YAML front matter: TOML, JSON, a code block, or a link git wrote as text.

None of it is read as fields. Where its YAML is certain, the fix writes it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from skilltool.frontmatter.block import KNOWN_KEY, MAX_CHARACTERS, Block, line_end_of
from skilltool.frontmatter.lines import after_line_end
from skilltool.frontmatter.quoting import quote
from skilltool.model import Edit, Fault, Fix

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLUSES = re.compile(r"\+{3}[ \t]*(?:\r\n|\r|\n)")
_PLUSES_BELOW = re.compile(r"(?<![^\r\n])\+{3}[ \t]*(?=\r|\n|\Z)")
_TOML_KEY = re.compile(
    r"""(?:\s*+#[^\r\n]*+)*+\s*+(?:\[[\w.-]+\]\s*+)?["']?[\w-]++["']?[ \t]*+=[ \t]*+\S"""
)
_TOML_COMMENT = re.compile(r"(?<!\S)#")
_SEMICOLONS = re.compile(r";{3}[ \t]*(?:\r\n|\r|\n)")
_AFTER_JSON = re.compile(r"\s*;{3}(?=\s|\Z)|[ \t]*(?=\r|\n|\Z)")
_CODE = re.compile(r"(`{3,}|~{3,})[ \t]*(?:ya?ml)?[ \t]*(?:\r\n|\r|\n)")
_PATH = re.compile(r"""(?:[^\s/:*?"<>|]+/)+[^\s/:*?"<>|]+\.md""", re.IGNORECASE)
_LONGEST_PATH = 512


def find_foreign(text: str, first: int) -> tuple[Fault, Block] | None:
    """What the file starts with instead of `---`, and where the body begins after it."""
    finders = (_toml, _json, _code_block, _link)
    return next(filter(None, (find(text, first) for find in finders)), None)


def find_toml(text: str, start: int, end: int) -> Fault | None:
    """TOML between the fences of YAML."""
    if not _TOML_KEY.match(text, start, end):
        return None
    data = _read_toml(text[start:end])
    return _foreign(text, "TOML", start, end, Edit(start, end, ""), data) if data else None


def _toml(text: str, first: int) -> tuple[Fault, Block] | None:
    opening = _PLUSES.match(text, first)
    if not opening or not _TOML_KEY.match(text, opening.end()):
        return None
    closing = _PLUSES_BELOW.search(text, opening.end(), opening.end() + MAX_CHARACTERS)
    if not closing:
        return None
    data = _read_toml(text[opening.end() : closing.start()])
    body = after_line_end(text, closing.end())
    return _fenced(text, "TOML", first, closing.end(), data), Block(0, 0, body)


def _read_toml(text: str) -> dict[str, Any]:
    """The data of a TOML text; empty where it is none."""
    import tomllib

    try:
        return tomllib.loads(re.sub(r"\r\n?", "\n", text))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _json(text: str, first: int) -> tuple[Fault, Block] | None:
    fence = _SEMICOLONS.match(text, first)
    start = fence.end() if fence else first
    if not text.startswith("{", start) or '"' not in text[start : start + 80]:
        return None
    import json

    try:
        data, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    after = _AFTER_JSON.match(text, end)
    if not {"name", "description"} & data.keys() or not after:
        return None
    body = after_line_end(text, after.end())
    data = data if end - start < MAX_CHARACTERS else {}
    return _fenced(text, "JSON", first, after.end(), data), Block(0, 0, body)


def _code_block(text: str, first: int) -> tuple[Fault, Block] | None:
    """YAML in a Markdown code block: its fences are those of code, its fields are read."""
    opening = _CODE.match(text, first)
    if not opening or not KNOWN_KEY.match(text, opening.end()):
        return None
    closing = re.compile(rf"(?<![^\r\n]){opening[1]}[ \t]*(?=\r|\n|\Z)").search(text, opening.end())
    if not closing:
        return None
    opened = first + len(text[first : opening.end()].rstrip())
    message = "the front matter stands in a code block; its fences must be lines of exactly `---`"
    edits = (Edit(first, opened, "---"), Edit(closing.start(), closing.end(), "---"))
    fault = Fault("misspelt-fence", first, opened, message, Fix("write `---`", edits, safe=False))
    return fault, Block(opening.end(), closing.start(), after_line_end(text, closing.end()))


def _link(text: str, first: int) -> tuple[Fault, Block] | None:
    """A file that holds a path alone."""
    path = text[first : first + _LONGEST_PATH].strip()
    if len(text) > _LONGEST_PATH or not _PATH.fullmatch(path):
        return None
    fault = Fault("missing-front-matter", first, first + len(path), link_message(path))
    return fault, Block(0, 0, len(text))


def link_message(path: str) -> str:
    """What to say of a file that holds the target of a symbolic link."""
    return (
        f"this file holds nothing but the path `{path}`: git wrote a symbolic link as text, as it "
        "does where `core.symlinks` is false. Run `git config core.symlinks true` and check the "
        "file out again, or put a copy in its place"
    )


def _fenced(text: str, form: str, first: int, end: int, data: dict[str, Any]) -> Fault:
    return _foreign(text, form, first, end, Edit(first, end, "---"), data)


def _foreign(text: str, form: str, start: int, end: int, edit: Edit, data: dict[str, Any]) -> Fault:
    """`edit` replaces all of it; its text is the fence before and after the lines, or empty."""
    has_comment = form == "TOML" and _TOML_COMMENT.search(text, start, end)
    lines = None if has_comment else _yaml_lines(data)
    fix = None
    if lines:
        break_ = line_end_of(text)
        fence = [edit.text] if edit.text else []
        written = break_.join([*fence, *lines, *(fence or [""])])
        fix = Fix("write it as YAML", (edit._replace(text=written),), safe=False)
    line = re.split(r"[\r\n]", text[start : min(end, start + 200)], maxsplit=1)[0]
    message = f"the front matter is {form}; clients read YAML alone, lines of `key: value` " + (
        "between two lines `---`"
    )
    return Fault("missing-front-matter", start, start + len(line.rstrip()), message, fix)


def _yaml_lines(data: Mapping[str, Any], indent: str = "") -> list[str] | None:
    """The lines of texts, lists of texts and mappings of them; None where anything else is held."""
    lines: list[str] = []
    for key, value in data.items():
        head = f"{indent}{quote(key)}:"
        if isinstance(value, str):
            lines.append(f"{head} {quote(value)}")
        elif isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            lines += [head, *(f"{indent}  - {quote(item)}" for item in value)]
        elif isinstance(value, dict) and not indent and (below := _yaml_lines(value, "  ")):
            lines += [head, *below]
        else:
            return None
    return lines
