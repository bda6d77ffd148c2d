"""Lines of front matter that are no entry and continue none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.frontmatter.characters import ODD_BLANKS
from skilltool.frontmatter.finding import Finding, finding, named
from skilltool.frontmatter.lines import SPEC_FIELDS, Line, Outline, Stray, after_line_end
from skilltool.model import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

_SQUEEZED = re.compile(r"[a-z_][\w-]*:(?=[^\s:/])")
_OTHER_SEPARATOR = re.compile(
    rf"([\w-]+)([ \t]*(?:=|：)[ \t]*|:[{ODD_BLANKS}]+|[ \t]+(?:--?|[–—])[ \t]+)"
)
_WITHOUT_COLON = re.compile(r"(name|description|license|compatibility)[ \t]+(?=\w)")
_OPEN_KEY = re.compile(r"""(["'])(?:(?!\1)[^\r\n])*:(?:(?!\1)[^\r\n])*(?=[\r\n]|\Z)""")


def find_stray_faults(text: str, found: Outline, stray: Stray) -> Iterator[Finding]:
    """The faults of lines that are no entry: first those that were meant as one."""
    rest: list[Line] = []
    column: int | None = None
    for line in stray.lines:
        if meant := _meant_as_entry(text, found, line):
            column = line.indent
            yield meant
        elif column is None or line.indent <= column:
            rest.append(line)
    if rest:
        yield _continuation(text, rest, stray) or _neither(text, rest, stray)


def _meant_as_entry(text: str, found: Outline, line: Line) -> Finding | None:
    start, words = line.text_start, text[line.text_start : line.end]
    if squeezed := _SQUEEZED.match(words):
        place = start + squeezed.end()
        message = f"`{squeezed.group()}` needs a space after the colon to be a key"
        edits = (Edit(place, place, " "),)
        is_comment = text.startswith("#", place)
        fix = Fix("put a space after the colon", edits, safe=not is_comment)
        return finding(start, place, message, fix)
    other = _OTHER_SEPARATOR.match(words)
    if other and _separates(found, other[1], other[2].strip()):
        sign = other[2].strip(" \t")
        place = start + words.index(sign)
        message = (
            f"after the key `{other[1]}` stands {named(sign)}; YAML asks for a colon and a space"
        )
        edits = (Edit(start + other.start(2), start + other.end(2), ": "),)
        return finding(place, place + len(sign), message, Fix("write `: `", edits))
    bare = _WITHOUT_COLON.match(words)
    if bare and not _is_given(found, bare[1]):
        place = start + bare.end(1)
        message = f"the key `{bare[1]}` needs a colon"
        return finding(start, place, message, Fix("put a colon", (Edit(place, place, ":"),)))
    return None


def _separates(found: Outline, key: str, sign: str) -> bool:
    """Whether the sign was meant as a colon; a dash may stand in any sentence."""
    if sign.startswith("="):
        return key in SPEC_FIELDS
    return sign[:1] not in ("-", "–", "—") or (key in SPEC_FIELDS and not _is_given(found, key))


def _is_given(found: Outline, key: str) -> bool:
    return any(entry.line.key == key for entry in found.entries)


def _continuation(text: str, lines: list[Line], stray: Stray) -> Finding | None:
    """Lines that go on with the value above them, unless it is a name, but are not indented."""
    above = stray.above
    if above is None or stray.after_blank or above.start == above.end or above.path == "name":
        return None
    starts = (":", "%", "---", "...", "```")
    if text[above.start] in "\"'[{" or text.startswith(starts, lines[0].start):
        return None
    if _OPEN_KEY.match(text, lines[0].start):
        return None
    indent = " " * (above.line.indent + 2)
    edits = tuple(Edit(line.start, line.text_start, indent) for line in lines)
    message = f"this line goes on with the value of {above.path} but is not indented below it"
    return finding(lines[0].text_start, lines[0].end, message, Fix("indent it", edits))


def _neither(text: str, lines: list[Line], stray: Stray) -> Finding:
    words = text[lines[0].text_start : lines[-1].end]
    first, last = lines[0], lines[-1]
    removed = (Edit(first.start, after_line_end(text, last.end), ""),)
    message = "this line is neither `key: value` nor indented as part of the value above it"
    fix = None
    if words.startswith("%"):
        message = "a line that starts with `%` is a directive in YAML; front matter has none"
        fix = Fix("remove the line", (Edit(first.start, after_line_end(text, first.end), ""),))
    elif words.startswith(("---", "...")):
        message = f"a line that starts with `{words[:3]}` ends the YAML text; quote or indent it"
    elif words[:1] in ("'", '"'):
        message = f"this line opens a key with `{words[0]}` and never closes it"
    elif stray.after_blank:
        message += "; is the closing `---` missing before it?"
    return finding(first.text_start, first.end, message, fix, removed)
