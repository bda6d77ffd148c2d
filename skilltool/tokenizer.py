"""Text to token count, offline: tiktoken's encodings built from ranks that ship with the package.

The only module that imports tiktoken. It counts what OpenAI's models count; for Claude, whose
tokenizer is not public, there is an estimate.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from skilltool.errors import SkilltoolError
from skilltool.package_data import data_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiktoken import Encoding

ENCODINGS: tuple[str, ...] = ("o200k_base", "cl100k_base")
DEFAULT_ENCODING = "o200k_base"

# Characters. tiktoken's regular expressions overflow their stack on a run of about a million
# spaces (openai/tiktoken#15), merging takes longer a character the longer the run, and a list of
# tokens takes 36 bytes for each: chunks keep all three small.
_CHUNK = 8_192
# No piece of either encoding's pattern goes on from a letter or digit to one of these characters,
# and neither pattern looks behind, so text cut here has exactly as many tokens as the whole.
_EXACT_CUT = re.compile(r"[^\W_](?=[\s,.，。])")

# o200k tokens to Claude tokens; see claude_range.
_CLAUDE_LOW = 1.1
_CLAUDE_HIGH = 1.8


def count_tokens(text: str, encoding: str = DEFAULT_ENCODING) -> int:
    """Count the tokens of a text; what looks like a special token counts as the text it is.

    The count is tiktoken's own for every text up to 16,384 characters, and for longer ones in which
    a letter or digit before white space, a comma or a full stop comes at least every 8,192
    characters. A longer unbroken run is cut every 16,384 characters, where each cut may add or
    save a token or two. A lone surrogate counts as U+FFFD. Time grows with the length alone, and
    no text has more tokens than bytes in UTF-8.

    Raises SkilltoolError if the encoding is not in ENCODINGS, and nothing on any text.
    """
    encode = _load_encoding(encoding).encode_ordinary
    return sum(len(encode(chunk)) for chunk in _chunks(text))


def claude_range(tokens: int) -> tuple[int, int]:
    """Estimate how many Claude tokens a count of o200k_base tokens stands for: low and high.

    The low end is for models up to Claude 4.6, the high end for 4.7 and later, whose tokenizer
    makes 30 to 45 % more of the same text. An estimate for English text with Markdown and code;
    only Anthropic's token counting endpoint is exact.

    Source: 145 SKILL.md files of four public libraries, counted with ctok 1.3.0 (an unofficial
    reconstruction of Claude's tokenizers) and o200k_base on 2026-12-01. Files differ from 1.05 to
    1.31 times (up to 4.6, libraries 1.12 to 1.18) and from 1.43 to 1.93 times (4.7 and later,
    libraries 1.59 to 1.68). Anthropic's token counting documentation says 30 % more.
    """
    return round(tokens * _CLAUDE_LOW), round(tokens * _CLAUDE_HIGH)


def _chunks(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > 2 * _CHUNK:
        cut = _EXACT_CUT.search(text, start + _CHUNK, start + 2 * _CHUNK)
        end = cut.end() if cut else start + 2 * _CHUNK
        yield text[start:end]
        start = end
    yield text[start:]


@functools.cache
def _load_encoding(name: str) -> Encoding:
    if name not in ENCODINGS:
        raise SkilltoolError(f"unknown encoding {name!r}: choose one of {', '.join(ENCODINGS)}")
    import json

    from tiktoken import Encoding

    definition = json.loads(data_file(f"{name}.json").read_text(encoding="utf-8"))
    return Encoding(mergeable_ranks=_load_ranks(name), **definition)


def _load_ranks(name: str) -> dict[bytes, int]:
    """Read `<name>.ranks.gz`: the number of tokens (4 bytes), one length each, then the tokens.

    The rank of a token is its position.
    """
    import gzip
    from io import BytesIO

    unpacked = BytesIO(gzip.decompress(data_file(f"{name}.ranks.gz").read_bytes()))
    size = int.from_bytes(unpacked.read(4), "big")
    lengths = unpacked.read(size)
    return dict(zip(map(unpacked.read, lengths), range(size), strict=True))
