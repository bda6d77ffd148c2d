"""Orders to an agent to set instructions aside, to deceive its user, or to send data away."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from skilltool.analyzer import fold_words

if TYPE_CHECKING:
    from collections.abc import Iterator

_EARLIER = r"(?:previous|prior|earlier|preceding|above|foregoing|system)"
_RULES = r"(?:instructions?|prompts?|rules|guidelines|directives|messages)"
_PERSON = r"(?:users?|person|human|people|anyone|anybody|them)"
_NEVER = r"(?:do\s+not|don['’]t|never)"
_SEND = r"(?:send|upload|post|forward|transmit|exfiltrate|leak)"
_SECRET = r"(?:\.env\b|credentials?|api[- ]keys?|passwords?|secrets|private\s+keys?|id_rsa)"  # noqa: S105 - what is stolen
_ALL = r"(?:(?:all|any|of|the|your|every|those|these)\s+)*"
# Each begins with the verb of the order.
_ORDERS = (
    # Set aside what others said.
    rf"(?:ignore|disregard|forget|override|bypass)\s+{_ALL}{_EARLIER}\s+(?:\w+\s+)?{_RULES}",
    r"(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:you\s+were\s+told|above|before)",
    r"(?:ignor[ea]|esque[cç]a|desconsidere|olvida)\s+(?:todas\s+)?(?:as|las)\s+"
    r"(?:instruções|instrucciones|regras|reglas)\s+(?:anteriores|previas|prévias)",
    r"(?:ignore|ignorez|oublie|oubliez)\s+(?:toutes\s+)?les\s+(?:instructions|règles|consignes)\s+"
    r"précédentes",
    r"(?:ignoriere?|vergiss)\s+(?:alle\s+)?(?:die\s+)?(?:vorherigen|bisherigen|früheren)\s+"
    r"(?:anweisungen|regeln)",
    r"(?:игнорируй|игнорируйте|забудь|забудьте)\s+(?:все\s+)?(?:предыдущие|прежние)\s+"
    r"(?:инструкции|указания|правила)",
    r"(?:follow|obey)\b[^.!?\n]{0,40}\binstead\s+of\s+(?:the\s+)?(?:user|system|developer)",
    r"you\s+are\s+(?:now\s+)?(?:an?\s+)?(?:unrestricted|unfiltered|jailbroken|uncensored|dan\b"
    r"|in\s+developer\s+mode)",
    r"(?:disregard|ignore|override)\s+(?:your|the|all|any)\s+(?:system\s+prompt|safety\s+rules)",
    # Keep something from the user.
    rf"{_NEVER}\s+(?:mention|reveal|disclose|admit|show)\b[^.!?\n]{{0,40}}\bto\s+"
    r"(?:the\s+(?:user|person|human)|them|any(?:one|body))",
    rf"{_NEVER}\s+(?:mention|reveal|disclose|admit)\s+(?:that\b[^.!?\n]{{0,40}}|this\s+(?:skill|instruction))",
    rf"{_NEVER}\s+(?:tell|inform)\s+(?:the\s+)?{_PERSON}\b",
    rf"(?:hide|conceal)\s+(?:this|it|these\s+\w+)\s+from\s+(?:the\s+)?{_PERSON}\b",
    r"(?:não|no|nunca)\s+(?:mencion|cont|dig|revel|inform)\w+\b[^.!?\n]{0,30}\b(?:ao|al)\s+"
    r"(?:usuário|usuario|utilizador)",
    r"ne\s+(?:mentionne|dis|dites|révèle|parle)\w*\s+(?:pas|jamais|rien)\b[^.!?\n]{0,30}"
    r"l['’]utilisateur",
    r"(?:erwähne|sage?|verrate)\b[^.!?\n]{0,30}\b(?:benutzer|nutzer)\s+(?:nichts?|niemals)",
    r"не\s+(?:говори|сообщай|показывай)\w*\b[^.!?\n]{0,30}\bпользовател",
    rf"{_NEVER}\s+(?:ask|wait)\s+(?:the\s+user\s+)?for\s+(?:confirmation|approval|permission)",
    # Send away what is secret.
    rf"(?:read|take|copy|collect|find)\b[^.!?\n]{{0,40}}{_SECRET}[^!?\n]{{0,40}}\b{_SEND}\b",
    rf"{_SEND}\b[^.!?\n]{{0,40}}{_SECRET}[^!?\n]{{0,40}}\bto\s+https?://",
)
# Scripts without blanks between words, and phrases that are orders wherever they stand.
_ANYWHERE = (
    rf"\bwithout\s+(?:telling|informing|notifying)\s+(?:the\s+)?{_PERSON}\b",
    r"(?:忽略|无视|忽視|無視)(?:掉)?(?:所有|一切)?(?:之前|以上|先前|此前|前面)的?(?:所有|一切)?"
    r"(?:指令|指示|提示|规则|規則|说明)",
    r"(?:不要|别|切勿)(?:告诉|告知|告訴)用[户戶]",
    r"(?:以前|これまで|前)の(?:指示|命令|ルール)を(?:すべて)?無視",
    r"ユーザーに(?:は)?(?:言わ|伝え|知らせ|教え)ない",
    r"이전\s*(?:지시|명령|규칙)(?:사항)?(?:을|를)?\s*(?:모두\s*)?무시",
)
# What may stand before the verb of an order in its sentence.
_LEADS = frozenset(
    {
        *("and", "but", "then", "please", "must", "should", "always", "also", "first", "you"),
        *("e", "y", "et", "und", "mas", "pero", "и"),
    }
)

# In a passage that no reader sees, more is an order.
_AGENT = r"(?:ai|agents?|assistant|claude|codex|copilot|gemini|cursor|llm|model|system)"
_HIDDEN = (
    rf"\A\W*(?:note\s+to\s+)?{_AGENT}\s*[:,]\s*(?!keep\b|see\b|generated\b|only\b)\w+",
    rf"\b{_SEND}\b[^.!?\n]{{0,60}}(?:https?://|{_SECRET})",
    rf"\b{_SEND}\s+(?:the\s+)?(?:conversation|chat|prompt|environment|context|files?)\b",
    rf"\b(?:add|include|put|read|print)\b[^.!?\n]{{0,30}}{_SECRET}",
    r"\b(?:curl|wget)\b[^\n|]{0,120}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b",
    r"\buser\s+(?:must|should|may|can)\s*(?:not|never)\s+(?:know|see|notice|learn)\b",
    rf"\b{_NEVER}\s+let\s+(?:the\s+)?{_PERSON}\s+(?:know|see|notice)\b",
    r"\balways\s+(?:approve|merge|accept|allow)\b",
)
# One of these words is in every order of ASCII letters.
_CUES = frozenset(
    {
        *("ignore", "ignora", "ignoriere", "ignorier", "disregard", "forget", "override", "bypass"),
        *(
            "desconsidere",
            "olvida",
            "esquece",
            "esqueca",
            "ignorez",
            "oublie",
            "oubliez",
            "vergiss",
        ),
        *("instead", "unrestricted", "unfiltered", "jailbroken", "uncensored", "dan", "developer"),
        *("mention", "reveal", "disclose", "admit", "show", "tell", "inform", "hide", "conceal"),
        *("confirmation", "approval", "permission", "telling", "informing", "notifying"),
        *("send", "upload", "post", "forward", "transmit", "exfiltrate", "leak"),
        *("usuario", "utilizador", "utilisateur", "benutzer", "nutzer"),
    }
)
_HIDDEN_CUES = frozenset(
    {
        *("ai", "agent", "agents", "assistant", "claude", "codex", "copilot", "gemini", "cursor"),
        *(
            "llm",
            "model",
            "system",
            "env",
            "credential",
            "credentials",
            "api",
            "password",
            "passwords",
        ),
        *("secrets", "private", "curl", "wget", "user", "approve", "merge", "accept", "allow"),
        *("users", "person", "people", "human", "anyone", "anybody", "them"),
    }
)

_ABOUT_ATTACKS = re.compile(
    r"inject|jailbreak|attack|advers|malicious|hostile|untrusted|detect|red[- ]team|inje[cç]|ataque"
    r"|attaque|angriff",
    re.IGNORECASE,
)
_QUOTES = "\"'`“”‘’„«»"


def find_order(text: str) -> re.Match[str] | None:
    """The first order to set aside instructions or to deceive the user, or None."""
    return next(find_orders(text), None)


def find_orders(text: str) -> Iterator[re.Match[str]]:
    """The orders to set aside instructions or to deceive the user.

    An order in quotes, or in a sentence that speaks of attacks, is an example of one; what others
    do ("logs that never reveal") is none.
    """
    small = _small(text)
    if small.isascii() and _CUES.isdisjoint(fold_words(small)):
        return
    yield from (match for match in _order().finditer(small) if _is_meant(small, match))


def find_hidden_order(text: str) -> re.Match[str] | None:
    """The first order in a text that a reader of the page does not see, or None."""
    small = _small(text)
    if small.isascii() and (_CUES | _HIDDEN_CUES).isdisjoint(fold_words(small)):
        return None
    return find_order(text) or _hidden_order().search(small)


@cache
def _order() -> re.Pattern[str]:
    return re.compile(rf"(?P<verb>\b(?:{'|'.join(_ORDERS)}))|{'|'.join(_ANYWHERE)}")


@cache
def _hidden_order() -> re.Pattern[str]:
    return re.compile("|".join(_HIDDEN))


def _small(text: str) -> str:
    """Small letters, for a plain pattern is several times as fast as IGNORECASE."""
    small = text.lower()
    return small if len(small) == len(text) else text


def _is_meant(text: str, match: re.Match[str]) -> bool:
    start = max(text.rfind(mark, 0, match.start()) for mark in (". ", "! ", "? ", "\n")) + 1
    before = text[start : match.start()]
    if match["verb"] and not _begins_clause(before):
        return False
    quoted = any(mark in before for mark in _QUOTES) and any(
        mark in text[match.end() :] for mark in _QUOTES
    )
    return not quoted and _ABOUT_ATTACKS.search(before) is None


def _begins_clause(before: str) -> bool:
    """Whether an order may begin behind these words of its sentence."""
    words = before.split()
    return not words or not words[-1][-1].isalnum() or words[-1] in _LEADS
