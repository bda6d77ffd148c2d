"""What the words around a path in code say of it: that it is made, the user's, or an example."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

# Characters on either side of a path within which its sentence is looked for.
_REACH = 300
_END = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!etc)[.!?](?=[\s)*_\"'])[\"')*_]*|[。！？]")
_BLOCK = re.compile(r"\n[ \t]*(?:\n|[-*+>|#]|\d+[.)][ \t]|```|~~~)")
_ITEM = re.compile(r"[ \t]*(?:[-*+][ \t]|[>|]|\d+[.)]|\Z)")

_WRITES = re.compile(
    r"\b(?:(?:writ(?:e|es|ten)|saves?|stores?|generates?|creates?|produces?|outputs?|exports?|emits?"
    r"|records?|appends?|puts?|dumps?|adds?|saved|copied|exported)\b|(?:schreib|speicher|erstell"
    r"|erzeug|escrib|guard|gener[ae]|cre[ae]|écri|enregistr|génér|crée|escrev|salv|cri[ae]|scriv"
    r"|запи[шс]|сохран|созда|сгенер)\w*)"
    r"(?:(?!\b(?:with|using|via|by|through|runs?|running|executes?|see|reads?|follow(?:s|ing)?|loads?"
    r"|per|from|according|based|uses?|described?|documented|defined|explained|listed|mit|con|avec"
    r"|com|из|с)\b|[:→—–]|->| - ).)*\Z"
    r"|\b(?:output|(?:write|save[sd]?)(?: \w+)? (?:to|as|in))[*_]*:[\s`\"*_]*\Z"
    r"|(?:写入|保存|生成|创建|输出|書き|作成|出力|저장|작성|생성)[^。:：]*\Z",
    re.DOTALL,
)
_IS_MADE = re.compile(
    r"\b(?:is|are|be|been|was|gets?)\s+(?:\w+\s+)?(?:created|generated|written|produced|saved)\b"
    r"|\b(?:created|generated|written|produced|saved)\s+(?:by|when|while|during|automatically)\b"
    r"|\A[`*_\s]*\((?:auto-?)?(?:created|generated|written|produced)\b",
)
_ADVICE = re.compile(r"\b(?:move|moving|split)\b")
_OTHERS = re.compile(
    r"\b(?:projects?|repo|repository|repositories|codebase|workspace|working (?:tree|copy))\b"
    r"|\buser(?:['’]s|s['’])"
    r"|\b(?:if|when|where)\b[^.]*\b(?:exists?|(?:is|are) (?:there|present|available|missing))\b"
    r"|\bif (?:it|they|one|there)\b[^.]*\b(?:has|have|is|are)\b"
    r"|\b(?:may|might) (?:already )?(?:contain|have|exist)\b|\boptional\b|https?://"
    r"|[`*\"'][\w:-]+[`*\"']+ (?:skill|plugin)\b",
)
_EXAMPLE = re.compile(
    r"\bfor (?:example|instance)\b|\be\.g\.|\bsuch as\b|\blike\b|\b(?:name|call) (?:it|them)\b"
    r"|\b(?:named|called)\b|\bexamples?[*_]*:|\b(?:bad|good|wrong|right|avoid)[*_]*:|❌|✅|✗|✓",
)
# What marks a counter-example: a sign, or words at either end of a comment or of a line.
_WRONG = re.compile(
    r"❌|✗|✘|🚫|\A\W*(?:wrong|bad|incorrect)\b|\b(?:wrong|bad|incorrect)\W*\Z"
    r"|\A\W*(?:avoid|never|do not|don['’]?t)(?:\W*\Z|[:!,]| (?:do|run|call|use|execute|invoke))"
)
_COMMENT = re.compile(r"[ \t]*#(?!!)")
_GONE = re.compile(
    r"\b(?:never|no longer|do(?:es)? not|don['’]t|there is no|there are no|instead of|not in)\b"
    r"|\b(?:removed|renamed|replaced|deleted|deprecated|obsolete|formerly|previously)\b",
)

_SHELL_WRITES = re.compile(
    r"(?:>|\btee(?:[ \t]+-a)?|\btouch|[ \t]--?o(?:ut(?:put)?)?(?:[-_]?(?:file|path|dir))?[= \t])"
    r"[ \t]*[\"']?\Z|\b(?:cp|mv|ln|mkdir|curl|wget|install)\b[^;&|\n]*[ \t][\"']?\Z"
)
_CD = re.compile(
    r"(?:^|[;&|(]|\$ )[ \t]*(?:cd|pushd)[ \t]+([\"']?)([^;&|\n]+?)\1[ \t]*(?=$|[;&|\n)])", re.M
)
# Tools that work on a project, which the commands after them mean.
_PROJECT_TOOL = re.compile(
    r"^[ \t]*(?:\$ )?(?:docker|docker-compose|npm|yarn|pnpm|make|cargo|mvn|gradle|rails|bundle"
    r"|pytest|git (?:clone|checkout|pull|switch))\b",
    re.MULTILINE,
)
_AT_HOME = re.compile(r"skill|base_?dir|\A(?:\.\.?/?|-)\Z")


class Sentence(NamedTuple):
    """The sentence that a path stands in, without the path, and what introduces its list.

    `comment` is the one above a command. All in small letters.
    """

    before: str
    after: str
    lead: str
    comment: str = ""

    @property
    def is_others(self) -> bool:
        """Whether it speaks of somebody else's files, or of what is no more or not to be done."""
        return self._is_wrong or any(words.search(self._text) for words in (_OTHERS, _GONE))

    @property
    def _is_wrong(self) -> bool:
        parts = (self.lead, self.comment, *self.before.split("#"))
        return any(_WRONG.search(part) for part in parts)

    @property
    def is_example(self) -> bool:
        """Whether it names the path as one of many."""
        return _EXAMPLE.search(self._text) is not None

    @property
    def _text(self) -> str:
        return f"{self.lead}\n{self.before} \n {self.after}"

    @property
    def makes(self) -> bool:
        """Whether it tells the reader, or says of the skill, to bring the file about."""
        before = self.before.rpartition("|")[2] if self.before.lstrip()[:1] == "|" else self.before
        return bool(
            _WRITES.search(before)
            or _IS_MADE.search(self.after)
            or _ADVICE.search(f"{self.lead} {before}")
        )


def line_of_commands(text: str, line: tuple[int, int], block: int) -> Sentence:
    """A line of a code block that starts at `block`, and the lines that introduce both."""
    before = text[max(0, block - _REACH) : block].rpartition("\n")[0].rpartition("\n")[0].rstrip()
    lead = before.rpartition("\n")[2].lower()
    lead = lead if lead.rstrip("*_ ").endswith(":") or _WRONG.search(lead) else ""
    above = text[max(block, line[0] - _REACH) : line[0]].lower().splitlines()
    comment = next((each for each in reversed(above) if _COMMENT.match(each)), "")
    return Sentence(text[slice(*line)].lower(), "", lead, comment)


@lru_cache(maxsize=1)  # asked twice about one place
def sentence_at(text: str, start: int, end: int) -> Sentence:
    """The sentence around the characters from `start` up to but without `end`."""
    floor = max(0, start - 2 * _REACH)
    text, start, end = text[floor : end + _REACH].lower(), start - floor, end - floor
    floor = max(0, start - _REACH)
    block = max((found.start() for found in _BLOCK.finditer(text, floor, start)), default=floor)
    lead = _lead(text[max(0, block - _REACH) : block]) if block > floor else ""
    before = _END.split(text[block:start])[-1]
    stop = _BLOCK.search(text, end, end + _REACH)
    after = _END.split(text[end : stop.start() if stop else end + _REACH], maxsplit=1)[0]
    return Sentence(before, after, lead)


def _lead(before: str) -> str:
    """The line with a colon at its end that introduces the list in which a text ends."""
    lines = (line for line in reversed(before.splitlines()) if not _ITEM.match(line))
    last = next(lines, "").rstrip("*_ ")
    return last if last.endswith(":") else ""


def is_written_by_command(before: str) -> bool:
    """Whether a command line, up to a path, makes what is at the path."""
    return _SHELL_WRITES.search(before) is not None


def is_in_project(commands: str) -> bool:
    """Whether one of some commands works on the project in the working directory."""
    return _PROJECT_TOOL.search(commands) is not None


def is_elsewhere(commands: str) -> bool:
    """Whether the last of some commands that changed the folder went to none of a skill."""
    changes = _CD.findall(commands)
    return bool(changes) and not _AT_HOME.search(changes[-1][1].lower())
