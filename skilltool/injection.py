"""What a text may do to an agent behind its user's back: patterns, and where to look for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill, Source


def agent_texts(skill: Skill) -> Iterator[Source]:
    """The texts of a skill that an agent reads: SKILL.md and the Markdown files beside it."""
    yield skill.source
    for resource in skill.resources:
        if resource.path.lower().endswith(".md") and resource.source is not None:
            yield resource.source


# ---- orders -----------------------------------------------------------------------------------

_EARLIER = r"(?:previous|prior|earlier|preceding|above|foregoing|system)"
_RULES = r"(?:instructions?|prompts?|rules|guidelines|directives|messages)"
_PERSON = r"(?:users?|person|human|people|anyone|anybody|them)"
_ORDERS = (
    # Set aside what others said.
    r"(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|of|the|your|every|those)\s+)*"
    rf"{_EARLIER}\s+(?:\w+\s+)?{_RULES}",
    r"(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:you\s+were\s+told|above|before)",
    r"(?:ignor[ea]|esque[cç]a|desconsidere|olvida)\s+(?:todas\s+)?(?:as|las)\s+"
    r"(?:instruções|instrucciones|regras|reglas)\s+(?:anteriores|previas|prévias)",
    r"(?:ignore|ignorez|oublie|oubliez)\s+(?:toutes\s+)?les\s+(?:instructions|règles|consignes)\s+"
    r"précédentes",
    r"(?:ignoriere?|vergiss)\s+(?:alle\s+)?(?:die\s+)?(?:vorherigen|bisherigen|früheren)\s+"
    r"(?:anweisungen|regeln)",
    # Keep something from the user.
    rf"(?:do\s+not|don['’]t|never)\s+(?:mention|reveal|disclose|tell|inform|admit)\b[^.!?\n]{{0,40}}"
    rf"\b(?:{_PERSON}|this\s+skill|this\s+instruction)\b",
    rf"without\s+(?:telling|informing|notifying)\s+(?:the\s+)?{_PERSON}\b",
    rf"(?:hide|conceal)\s+(?:this|it|these\s+\w+)\s+from\s+(?:the\s+)?{_PERSON}\b",
    r"(?:não|no|nunca)\s+(?:mencion|cont|dig|revel|inform)\w+\b[^.!?\n]{0,30}\b(?:ao|al)\s+"
    r"(?:usuário|usuario|utilizador)",
    r"ne\s+(?:mentionne|dis|dites|révèle|parle)\w*\s+(?:pas|jamais|rien)\b[^.!?\n]{0,30}"
    r"l['’]utilisateur",
    r"(?:erwähne|sage?|verrate)\b[^.!?\n]{0,30}\b(?:benutzer|nutzer)\s+(?:nichts?|niemals)",
)
_ORDER = re.compile(rf"\b(?:{'|'.join(_ORDERS)})")
_ABOUT_ATTACKS = re.compile(
    r"inject|jailbreak|attack|advers|malicious|hostile|untrusted|detect|red[- ]team|inje[cç]|ataque"
    r"|attaque|angriff",
    re.IGNORECASE,
)
_QUOTES = "\"'`“”‘’„«»"


def find_order(text: str) -> re.Match[str] | None:
    """The first order to set aside instructions or to keep something from the user, or None.

    An order in quotes, or in a sentence that speaks of attacks, is an example of one.
    """
    # Small letters against a plain pattern are several times as fast as IGNORECASE.
    small = text.lower()
    small = small if len(small) == len(text) else text
    return next((match for match in _ORDER.finditer(small) if not _is_example(small, match)), None)


def _is_example(text: str, match: re.Match[str]) -> bool:
    start = max(text.rfind(mark, 0, match.start()) for mark in (". ", "! ", "? ", "\n")) + 1
    before = text[start : match.start()]
    quoted = any(mark in before for mark in _QUOTES) and any(
        mark in text[match.end() :] for mark in _QUOTES
    )
    return quoted or _ABOUT_ATTACKS.search(before) is not None


# ---- hidden text ------------------------------------------------------------------------------

_TAG_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
_HIDDEN = re.compile(
    f"{_TAG_FLAG}|(?P<tags>[\U000e0000-\U000e007f]+)"
    "|(?P<selectors>[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,})"
    "|(?P<blanks>[\u200b-\u200d\u2060-\u2064\ufeff]{6,})"
    "|(?P<overrides>[\u202d\u202e])|(?P<turns>[\u202a\u202b\u2066-\u2068])"
)
_MAY_HIDE = re.compile(
    "[\U000e0000-\U000e01ef\u200b-\u200d\u2060-\u2064\ufeff\u202a\u202b\u202d\u202e\u2066-\u2068]"
    "|[\ufe00-\ufe0f]{3}"
)
_ASCII = bytes(range(128))
_LETTER = "A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f"
_INSIDE_WORD = re.compile(
    f"(?<=[{_LETTER}])[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+(?=[{_LETTER}])"
)
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


class Hidden(NamedTuple):
    """Characters that nobody sees, from `start` up to `end`. `text` is what they say, if known."""

    kind: str
    start: int
    end: int
    text: str = ""


def find_hidden(text: str) -> Iterator[Hidden]:
    """Passages of invisible characters that carry text or turn the order of what is read.

    Flags and families of emoji are none; embedded directions are none in a text with letters
    that run from right to left.
    """
    if text.isascii() or not _may_hide(text):
        return
    for match in _HIDDEN.finditer(text):
        kind = match.lastgroup
        if kind is None or (kind == "turns" and _RIGHT_TO_LEFT.search(text)):
            continue
        yield Hidden(kind, match.start(), match.end(), _decoded(kind, match.group()))


def _may_hide(text: str) -> bool:
    """A look at the characters beyond ASCII alone, which is fast because they are few."""
    data = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return _MAY_HIDE.search(data.decode("utf-8", "surrogatepass")) is not None


def find_inside_words(text: str) -> Iterator[Hidden]:
    """Invisible characters between two letters of a script that has no use for them there.

    What `find_hidden` finds is left out.
    """
    if text.isascii():
        return
    hidden = [found.start for found in find_hidden(text)]
    for match in _INSIDE_WORD.finditer(text):
        if not any(match.start() <= start < match.end() for start in hidden):
            yield Hidden("inside-word", match.start(), match.end())


def _decoded(kind: str, passage: str) -> str:
    """What tag characters or variation selectors spell: a code point or a byte each."""
    if kind == "tags":
        letters = "".join(chr(ord(char) - 0xE0000) for char in passage)
        return "".join(filter(str.isprintable, letters))
    if kind == "selectors":
        data = bytes(_selector_number(char) for char in passage)
        return "".join(filter(str.isprintable, data.decode("utf-8", "replace")))
    return ""


def _selector_number(char: str) -> int:
    code = ord(char)
    return code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16
