"""Text that stands where an author has still to write: what templates leave in a skill. Pure."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

from skilltool.markdown import parse_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skilltool.model import Skill, Source

# --- In a routing text ---------------------------------------------------------------------------

_MARKER = r"(?-i:TODO|TBD|FIXME|XXX)"
_END = r"\s*(?:[.(\[\])}>\"'\n]|\Z)"
_SLOT = r"(?:\[[^\[\]\n]{1,200}\]|<[^<>\n]{1,200}>|\$?\{{1,2}[^{}\n]{1,200}\}{1,2})"
_TOLD_SLOT = (
    r"(?=[\[<{$]{1,3}[^\]>}\n]{0,200}?\b(?:what (?:it|this|the|your)|describe|descriptions?|insert"
    rf"|your|triggers?|triggering|conditions?|scenarios?|keywords?|use cases?)\b){_SLOT}"
)
_USE = (
    r"(?:use|invoke|apply|trigger|activate)d?\s+(?:(?:this|the)\s+skill\s+|it\s+)?"
    r"(?:when(?:ever)?|if|for|to):?\s{1,3}"
)
_ASKED = r"(?:(?:the |a )?users? (?:asks?|wants?|needs?|says?|mentions?) (?:to |for |about )?)?\"?"
_SKILL = r"(?:this|the|your|my) (?:agent )?skill"
_DOES = rf"what {_SKILL} (?:does|is for|can do|enables)\b"
# "... and when to use it", to the end of the sentence.
_AND_WHEN = rf"(?: here|,? and (?:when|how|why)\b[^.(\n]*)?{_END}"
_TEXT = r"(?:descriptions?|explanation|summary|overview|sentences?|statement)"
_NEW = r"(?:short|brief|skill|own|clear|concise|meaningful|good|better|one-line)"

_SHORT = 60
_WHOLE = (
    rf"\W*{_MARKER}\W*",
    r"\s*(?:\$?\{{1,2}[^{}\n]+\}{1,2}|__\w+__|%\w+%|[\[<][\w-]+(?: [\w-]+){0,3}[\]>])[\s.]*",
    rf"\W*(?:enter|add|insert|write|provide) (?:(?:a|an|the|your) )?(?:{_NEW} )*description\W*",
    r"\W*(?:(?:skill |placeholder |no )?description|placeholder(?: text)?|change[ _-]?me|n/a"
    r"|none|null|tba|to be (?:defined|added|determined|written|done|completed)"
    r"|coming soon|work in progress)\W*",
    r"[\s.…?_-]+",
    r"\W*(?:ここに.{0,12}(?:説明|記入|入力)|説明を(?:ここに)?(?:記入|入力|追加)|在(?:此处|此處|这里|這裡)"
    r"(?:填写|填寫|输入|輸入|添加|插入)|(?:填写|输入)(?:技能)?(?:描述|说明)).{0,12}",
    r"\W*(?:\w+ ){0,3}(?:beschreibung|descripci[oó]n|descri[cç][aã]o|descrizione)"
    r"(?: \w+){0,3} (?:hier|aqu[ií]|qui)(?: \w+)?\W*",
)
"""What a text of nothing but a placeholder is."""
_OPENINGS = (rf"\s*{_TOLD_SLOT}(?:\.|\s*\Z)", rf"\W*what it does{_AND_WHEN}")
"""How a text begins that a template left."""
_SENTENCES = (
    # TODO before what is to be written, but not as the subject of a sentence.
    rf"{_MARKER}(?::(?=\s|\Z)(?!\W*(?:{_MARKER}|HACK|BUG|NOTE)\b)|\s+[-–—]\s)",
    rf"{_MARKER}\s+(?:add|write|describe|explain|fill|complete|replace|define)\s",
    rf"(?:\[?{_MARKER}\]|(?:<!--)?\s*{_MARKER}\s*-->)(?=\s*(?:\Z|(?-i:[A-Z])))",
    # An occasion that is left open.
    rf"{_USE}(?:(?:\.\.\.|…)\s{{0,3}})?[\[({{<]{{0,3}}(?:{_MARKER}|\.\.\.|…)\W*\Z",
    rf"{_USE}(?<=when |ever ){_SLOT}\W*\Z",
    rf"{_USE}{_ASKED}{_TOLD_SLOT}",
    r"[\[<{]{0,3}(?:describe|explain|specify|insert)\s(?=[^\]>}]{0,200}\b(?:here|skill|when)\b)"
    r"[^.\[\]<>{}\n]{1,200}[\]>}]",
    # A description of the description.
    rf"(?:(?:an?|the|your|one|1-2)\s+)?(?:[a-z0-9-]+(?<!s),?\s+){{0,4}}{_TEXT}\s+"
    rf"(?:of|describing|explaining|saying|on|about|for|that (?:says|describes|explains))\s+"
    rf"(?:{_DOES}{_AND_WHEN}|{_SKILL}(?: and when\b[^.(\n]*)?{_END})",
    rf"{_DOES}{_AND_WHEN}",
    rf"(?:please |briefly |clearly )*(?:describe|explain|say|state|summari[sz]e|tell) "
    rf"(?:here |briefly )*{_DOES}{_AND_WHEN}",
    rf"replace (?:this )?with (?:a |the |your )?(?:{_NEW} )*(?:descriptions?\b|what {_SKILL})",
    rf"(?:(?:a|the|your|add|insert|enter|write|put|provide|{_NEW})[ _])*{_TEXT}[ _]"
    r"(?:goes |comes )?here\b",
    rf"fill in (?:a|the|your) (?:{_NEW} )*description{_END}",
    r"lorem ipsum(?:\W*\Z|[.,…]| dolor\b)",
)
"""How a sentence begins that a template left."""
_ANYWHERE = (
    r"[\"'“]\[?(?:(?:specific|trigger|example|exact) )?(?:phrase|keyword) ?1\b",
    r"\bkeyword ?1, keyword ?2\b",
)
_WORDS = (
    *(
        "todo",
        "tbd",
        "fixme",
        "xxx",
        "lorem ipsum",
        "description",
        "[",
        "{",
        "<",
        "...",
        "…",
    ),
    *("what this skill", "what the skill", "what your skill", "what my skill", "what it does"),
    *("phrase 1", "phrase1", "keyword 1", "keyword1", "my skill", "your skill", "this skill"),
)
"""One of these is in every text of more than 60 characters that the patterns find."""


def find_in_line(text: str) -> re.Match[str] | None:
    """The first placeholder in a routing text, or None.

    A marker such as TODO counts where it stands for text, not where a sentence speaks of it.
    """
    small = text.lower()
    # Looking for words first takes a tenth of the time of the patterns.
    if len(text) > _SHORT and not any(word in small for word in _WORDS):
        return None
    return _line_pattern().search(text)


@cache
def _line_pattern() -> re.Pattern[str]:
    whole, openings = "|".join(_WHOLE), "|".join(_OPENINGS)
    sentences = "|".join(_SENTENCES)
    start = r"(?:\A[\W_]*|(?<=[.!?;]\s)[(\[<{]*|(?<=\n)[ \t(\[<{]*)"
    patterns = (rf"\A(?:(?:{whole})\Z|{openings})", f"{start}(?:{sentences})", *_ANYWHERE)
    return re.compile("|".join(patterns), re.IGNORECASE)


# --- In instructions -----------------------------------------------------------------------------

# Lines of the scaffolds in Claude's documentation, in Anthropic's template-skill and skill-creator
# and in Codex's skill-creator, without the marks around them.
_SCAFFOLDS = (
    "insert instructions below",
    "provide clear, step-by-step guidance for claude",
    "clear, step-by-step guidance for claude to follow",
    "concrete examples of using this skill",
    "show concrete examples of using this skill",
    "any unneeded directories can be deleted.** not every skill requires all three types of "
    "resources",
    "not every skill requires all three types of resources",
)
_EXAMPLES = {
    "scripts/example": "This is a placeholder script that can be executed directly",
    "references/api_reference": "This is a placeholder for detailed reference documentation",
    "references/details": "TODO: put here the tables, codes or rules that only some runs need",
    "assets/example_asset": "This placeholder represents where asset files would be stored",
}
"""What an untouched example file of a scaffold says, by its path without the ending."""

_MARGIN = r"^[ \t]*(?:>[ \t]*)*"
_ITEM = r"(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?"
_HASHES = r"(?:\#{1,6}[ \t]+)?"
_REST = r"[.…!\])>*_]*[ \t\r]*$"
_PLACED = (
    r"[\[<(*_]{0,3}(?:your|(?:please )?(?:add|insert|write|put|enter|fill in|provide))"
    r"(?: \w+){0,3} (?:instructions|content|steps)"
    r"(?: goes| go)? here"
)
_LATER = r"[*_(]{0,3}(?:tbd|todo|fixme|coming soon)"
_LINES = (
    rf"{_ITEM}((?-i:TODO|TBD|FIXME):)(?=\s|$)",
    rf"{_HASHES}{_ITEM}((?-i:\[(?:TODO|TBD|FIXME)(?:\](?=\s*$)|[: ])))",
    rf"{_HASHES}([\[(<*_]{{0,3}}(?:{'|'.join(map(re.escape, _SCAFFOLDS))}){_REST})",
    rf"{_ITEM}({_PLACED}{_REST})",
    rf"({_LATER}{_REST})",
    r"(\#[ \t]+(?:[\[<{]*your |[\[<{]+)skill name[\]>}]*[ \t\r]*$)",
    r"(lorem ipsum dolor)\b",
)
_HINTS = ("TODO", "TBD", "types of resources")
_HEAD = 2000
_HEAD_HINTS = (
    *("FIXME", "oming soon", "ons here", "tent here", "teps here", "kill Name", "orem ipsum"),
    *("nsert instructions below", "step guidance for Claude", "oncrete examples of using"),
)
"""What is looked for in the first characters alone, where an unwritten body has it."""
_LISTED = re.compile(r"^\W*(TODO|FIXME|HACK|XXX|BUG)\b")


def find_in_body(body: str) -> list[tuple[int, int]]:
    """Where the lines of a template stand in instructions: start and end, in characters.

    Code and comments hold none, nor do lists that explain markers, one a line.
    """
    starts = sorted({*_lines_with(body, _HINTS), *_lines_with(body[:_HEAD], _HEAD_HINTS)})
    matches = [match for start in starts if (match := _body_pattern().match(body, start))]
    found = [match.span(match.lastindex or 0) for match in matches]
    found = [span for span in found if not _explains(body, span[0])]
    if not found:
        return []
    hidden = _hidden(body, [start for start, _ in found])
    return [span for span in found if not _is_within(hidden, span[0])]


def _lines_with(text: str, hints: tuple[str, ...]) -> Iterator[int]:
    """Where the lines begin that hold one of the hints."""
    for hint in hints:
        at = text.find(hint)
        while at >= 0:
            yield text.rfind("\n", 0, at) + 1
            at = text.find(hint, at + 1)


@cache
def _body_pattern() -> re.Pattern[str]:
    return re.compile("|".join(_MARGIN + line for line in _LINES), re.IGNORECASE | re.MULTILINE)


def _hidden(body: str, offsets: list[int]) -> list[tuple[int, int]]:
    """Code and comments, in order."""
    document = parse_markdown(body)
    fences = [(fence.start, fence.end) for fence in document.fences]
    comments = [(comment.start, comment.end) for comment in document.comments]
    return sorted([*fences, *comments, *document.code_near(offsets)])


def _is_within(spans: list[tuple[int, int]], offset: int) -> bool:
    index = bisect_right(spans, (offset, sys.maxsize)) - 1
    return index >= 0 and offset < spans[index][1]


def _explains(body: str, start: int) -> bool:
    """Whether a line stands in a list of different markers."""
    before = body[max(0, start - 400) : start].rsplit("\n", 2)
    after = body[start : start + 400].split("\n", 2)
    lines = (*before[-2:-1], before[-1] + after[0], *after[1:2])
    return len({listed[1] for line in lines if (listed := _LISTED.match(line))}) > 1


def find_example_files(skill: Skill) -> Iterator[tuple[Source, int, int]]:
    """The example files of a scaffold that nobody has touched, and where each one says so."""
    for resource in skill.resources:
        sentence = _EXAMPLES.get(resource.path.rpartition(".")[0])
        if sentence and resource.source and sentence in resource.source.text:
            start = resource.source.text.index(sentence)
            yield resource.source, start, start + len(sentence)
