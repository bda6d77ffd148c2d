"""Whether a line hands over to another skill by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skilltool.analyzer import find_hand_offs

if TYPE_CHECKING:
    from skilltool.line import Line

_NEXT_SENTENCE = re.compile(r"[.!?;)。！？；\s]+[^.!?;。！？；]*")
# What sends a reader to the name that follows.
_POINTER = re.compile(
    r"""(?:
        \b(?:see|use|prefer|load|invoke|siehe|nutze|verwende|voir|utiliser|usa|usar|vedi|véase|ver)\s
        | \b(?:go|goes|switch|defer|defers|belong|belongs|handed|delegated?)\s+to\s
        | \b(?:leave|route|send|hand|delegate|redirect)s?\s[^.;:!?]{0,40}?\bto\s
        | \b(?:handled|covered|done|owned)\s+by\s
        | → | ⇒ | -> | => | 请用 | 请使用 | 改用 | 请见 | 参见
    )\s*(?:the\s+)?[`"'*(\[/]*\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_POINTER = 80
# What says that the work belongs to the name before it.
_OWNS = re.compile(r"""[`"'*)\]]*\s+(?:skill\s+)?(?:covers|handles|owns|does)\b""", re.IGNORECASE)


def is_handed_off(a: Line, b: Line) -> bool:
    """Whether one of two lines leaves something to the other by name."""
    return _hands_off(a, b.name) or _hands_off(b, a.name)


def _hands_off(line: Line, name: str) -> bool:
    """Whether a line names another skill in, or one sentence after, a clause that refuses.

    Or sends its reader there: "For sent mail, see mail-out". A name of one word may be a word.
    """
    text = line.routing
    mentions = _find_mentions(text, name)
    if not mentions:
        return False
    if "-" in name and any(_points_to(text, *match.span()) for match in mentions):
        return True
    for start, end in find_hand_offs(text, line.language):
        after = _NEXT_SENTENCE.match(text, end)
        stop = after.end() if after else end
        if any(start <= match.start() < stop for match in mentions):
            return True
    return False


def _find_mentions(text: str, name: str) -> list[re.Match[str]]:
    """The places of a name, in any case. A script without blanks writes it without them, too."""
    lowered = text.lower()
    if not name or name.lower() not in lowered:
        return []
    # Lower case of the Turkish dotted I is longer; such a text is read as it is.
    searched = lowered if len(lowered) == len(text) else text
    exact = rf"(?<![a-z0-9_-]){re.escape(name.lower())}(?![a-z0-9_-])"
    return list(re.finditer(exact, searched))


def _points_to(text: str, start: int, end: int) -> bool:
    """Whether the name between two offsets is where a reader is sent, or who does the work."""
    before = _POINTER.search(text, max(start - _LONGEST_POINTER, 0), start)
    return bool(before or _OWNS.match(text, end))
