"""Text of a SKILL.md to front matter: fields with their places, faults, and where the body begins.

The door to PyYAML. Parsing never raises: what cannot be read becomes a Fault, and what one fault
hides is read all the same wherever the author's meaning is plain.
"""

from __future__ import annotations

from skilltool.frontmatter.block import MAX_CHARACTERS
from skilltool.frontmatter.fences import FIELD_LINE, find_block
from skilltool.frontmatter.fields import read_fields
from skilltool.frontmatter.quoting import needs_quotes, quote
from skilltool.model import Fault, FrontMatter

__all__ = ["MAX_CHARACTERS", "needs_quotes", "parse", "quote"]


def parse(text: str) -> FrontMatter:
    """The front matter of `text`, the whole content of a file with its line ends kept.

    Fences are whole lines, as in the specification's examples: `---` inside a value ends nothing.
    """
    block, faults = find_block(text)
    start, end, body = block
    if not end:
        return FrontMatter({}, tuple(faults), 0, 0, body)
    if end - start > MAX_CHARACTERS:
        return FrontMatter({}, (*faults, _too_large(text[start:end], start)), start, end, body)
    fields, field_faults = read_fields(text, start, end)
    return FrontMatter(fields, (*faults, *field_faults), start, end, body)


def _too_large(yaml: str, start: int) -> Fault:
    """The fault of the longest field, where one alone is too long; else of the whole."""
    keys = list(FIELD_LINE.finditer(yaml))
    ends = [match.start() for match in keys[1:]] + [len(yaml)]
    sizes = ((end - at.start(), at.start(), at[1]) for at, end in zip(keys, ends, strict=False))
    size, at, key = max(sizes, default=(0, 0, ""))
    rest = f"more than {MAX_CHARACTERS:,} are not read. Move "
    if size > MAX_CHARACTERS:
        message = f"`{key}` has {size:,} characters; {rest}the detail into the body"
        return Fault("invalid-front-matter", start + at, start + at + len(key), message)
    message = (
        f"the front matter has {len(yaml):,} characters; {rest}everything but the fields into the "
        "body, below a closing `---`"
    )
    return Fault("invalid-front-matter", start, start, message)
