"""Text that somebody else wrote, made harmless and visible before it is shown."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_EMOJI_STYLE = "\ufe0f"
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MARKUP = re.compile(r"([\\`*_\[\]~|$])")
_CODE_SPAN = re.compile("`([^`]+)`")
_MENTION = re.compile(r"@(?=\w)")


def visible(text: str) -> str:
    """The text in one line, with a name such as `<U+200B>` for each character that shows nothing.

    Control characters could steer a terminal and invisible ones hide a text from its reader.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(visible_character, text))


@cache
def visible_character(character: str) -> str:
    """The character, or its code point where it is a control or invisible character."""
    if character == _EMOJI_STYLE:
        return ""  # it only colours the emoji before it, and terminals disagree about its width
    category = unicodedata.category(character)
    hidden = category[0] == "C" or category in ("Zl", "Zp") or _SELECTORS.match(character)
    return f"<U+{ord(character):04X}>" if hidden else character


def markdown_text(text: str) -> str:
    """Plain text for a Markdown paragraph, list or table cell: nothing in it is markup."""
    from html import escape

    escaped = _MARKUP.sub(r"\\\1", escape(visible(text), quote=False))
    return _MENTION.sub("<span>@</span>", escaped)


def markdown_prose(text: str) -> str:
    """As `markdown_text`, but code spans stay code spans; not for table cells."""
    parts = _CODE_SPAN.split(visible(text))
    return "".join(f"`{part}`" if i % 2 else markdown_text(part) for i, part in enumerate(parts))
