"""Text of a SKILL.md to front matter: fields with their places, faults, and where the body begins.

The door to PyYAML. Parsing never raises: what cannot be read becomes a Fault, and what one fault
hides is read all the same wherever the author's meaning is plain.
"""

from __future__ import annotations

from skilltool.frontmatter.fences import MAX_CHARACTERS, find_block
from skilltool.frontmatter.fields import read_fields
from skilltool.frontmatter.quoting import needs_quotes, quote
from skilltool.model import Fault, FrontMatter

__all__ = ["MAX_CHARACTERS", "needs_quotes", "parse", "quote"]


def parse(text: str) -> FrontMatter:
    """The front matter of `text`, the whole content of a file with its line ends kept.

    Fences are whole lines, as in the specification's examples: `---` inside a value ends nothing.
    """
    block, faults = find_block(text)
    if block is None:
        return FrontMatter({}, tuple(faults), 0, 0, len(text) - len(text.lstrip("\ufeff")))
    if block.end - block.start > MAX_CHARACTERS:
        field_faults = [_too_large(block.start, block.end)]
        return FrontMatter({}, (*faults, *field_faults), block.start, block.end, block.body)
    fields, field_faults = read_fields(text, block.start, block.end)
    return FrontMatter(fields, (*faults, *field_faults), block.start, block.end, block.body)


def _too_large(start: int, end: int) -> Fault:
    return Fault(
        "invalid-front-matter",
        start,
        start,
        f"the front matter has {end - start:,} characters; more than {MAX_CHARACTERS:,} are not "
        "read. Move everything but the fields into the body, below a closing `---`",
    )
