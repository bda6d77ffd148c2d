"""One line of any text in Markdown and back, with as few escapes as keep it what it is."""

from __future__ import annotations

import re

_PUNCTUATION = r"!-/:-@\[-`{-~"
_CONTROL = r"\x00-\x1f\x7f-\x9f"
# What a Markdown reader would take for an escape, a tag or comment, or a character reference.
_REFERENCE = "#[xX]?[0-9A-Fa-f]+;|[A-Za-z][A-Za-z0-9]+;"
_TEXT = rf"\\(?=[{_PUNCTUATION}{_CONTROL}])|<(?=[A-Za-z/!?])|&(?={_REFERENCE})"
_IN_TEXT = re.compile(rf"{_TEXT}|[{_CONTROL}]")
_IN_CELL = re.compile(rf"{_TEXT}|\||[{_CONTROL}]")
# A name also starts a list item, is bold or a link's text, and ends at the first colon and blank.
_IN_NAME = re.compile(rf"{_TEXT}|[\\`*\[\]|]|:(?= |$)|^[-+#>~]|(?<=[0-9])[.)](?= )|[{_CONTROL}]")
_ESCAPED = re.compile(rf"\\([{_PUNCTUATION}])|&#x([0-9a-f]+);")
_SURROGATE = re.compile("[\ud800-\udfff]")


def escape_text(text: str) -> str:
    """A text for the end of a line that something else begins."""
    return _IN_TEXT.sub(_escape, text)


def escape_cell(text: str) -> str:
    """A text for a cell of a table: no `|` of it ends the cell."""
    return _IN_CELL.sub(_escape, text)


def escape_name(name: str) -> str:
    """A name for the beginning of a list item, bold or not, or for the text of a link."""
    return _IN_NAME.sub(_escape, name)


def unescape(text: str) -> str:
    """The inverse of the three others."""
    return _ESCAPED.sub(lambda found: found[1] or chr(int(found[2], 16)), text)


def replace_surrogates(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, which UTF-8 has no form for.

    YAML can escape one, and a file name that is not UTF-8 holds some.
    """
    return _SURROGATE.sub("\ufffd", text)


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    return f"\\{char}" if " " < char < "\x7f" else f"&#x{ord(char):x};"
