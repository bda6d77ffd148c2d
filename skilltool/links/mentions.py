"""A word of code that may be a path, and what its line and its sentence make of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skilltool.links.surroundings import (
    is_elsewhere,
    is_in_project,
    is_written_by_command,
    line_of_commands,
    sentence_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

# Characters before a path within which its command and the name of another skill are looked for.
_CONTEXT = 200
# Characters before a path within which commands are looked for that change the folder.
_BLOCK = 1000
# A word of a command line; angle brackets stay, because `<skill-dir>/scripts/x` is one word.
_WORD = re.compile(r"[^\s\"'`;|&()@,=]+")
_RUNNER = re.compile(
    r"(?:(?<![\w./-])(?:bash|sh|zsh|source|\.|exec|python[\d.]*|py|node|bun|bun run|deno run"
    r"|npx tsx|tsx|ruby|perl|php|Rscript|go run|pwsh|chmod)(?:[ \t]+[-+][\w=.+-]*)*"
    r"|(?<![\w./-])uv run(?:[ \t]+-[-\w=.]+(?:[ \t]+[\w.=<>!]+(?=[ \t]))?)*"
    r"|(?:^|[;&|(])[ \t]*(?:env[ \t]+)?(?:\w+=[^\s;&|]*[ \t]+)*\w+=[^\s;&|]*)[ \t]+[\"']?\Z",
    re.MULTILINE,
)
_BEFORE_WORD = (" ", "\t", '"', "'")
# Text in front of a word by which it is an argument, not the program that a line runs.
_ARGUMENT = re.compile(r"[^\s$;&|(\"'][^;&|(\n]*\Z")

# What tells to read the file whose path follows.
_READ = re.compile(
    r"\b(?:see|read|load|open|consult|follow|refer to|check)(?: also| the)?[\s`*_\"'(]*\Z"
    r"|\b(?:href|src)=[\"']\Z",
    re.IGNORECASE,
)


class Mention(NamedTuple):
    """A word of code at `start` up to `end`, in the span or line that `frame` bounds.

    `block` is where the commands begin that run before it.
    """

    text: str
    start: int
    end: int
    frame: tuple[int, int]
    block: int
    inline: bool

    @property
    def path(self) -> str:
        """The word without the signs that end a sentence."""
        return self.text[self.start : self.end]

    @property
    def near(self) -> str:
        """What stands before the word in its span or line."""
        return self.text[max(self.frame[0], self.start - _CONTEXT) : self.start]

    @property
    def context(self) -> str:
        """What stands before the word."""
        return self.text[max(0, self.start - _CONTEXT) : self.start]

    @property
    def _commands(self) -> str:
        """What runs before the word in its block, as far as it is looked at."""
        return self.text[max(self.block, self.start - _BLOCK) : self.start]

    @property
    def has_runner(self) -> bool:
        """Whether a program stands before the word that runs what it names."""
        near = self.near
        return near[-1:] in _BEFORE_WORD and _RUNNER.search(near) is not None

    @property
    def runs(self) -> bool:
        """Whether the word names a program that is run: behind another one, or as the first."""
        return self.has_runner or not (self.inline or _ARGUMENT.search(self.near))

    @property
    def is_alone(self) -> bool:
        """Whether the word is all that a code span holds."""
        return self.inline and not self.near.strip("@") and self.end == self.frame[1]

    @property
    def is_told(self) -> bool:
        """Whether the reader is told to run or to read the file."""
        if self.is_alone:
            return _READ.search(self.context) is not None
        return self.has_runner and not is_in_project(self._commands)

    @property
    def is_written(self) -> bool:
        """Whether the command makes the file."""
        return is_written_by_command(self.near)

    @property
    def is_made(self) -> bool:
        """Whether the sentence says that the file comes into being here."""
        return sentence_at(self.text, *self.frame).makes

    @property
    def is_others(self) -> bool:
        """Whether the words around say that no file of this skill is meant."""
        if is_elsewhere(self._commands):
            return True
        if not self.inline:
            first, last = self.frame
            line = max(first, self.start - _CONTEXT), min(last, self.end + _CONTEXT)
            return line_of_commands(self.text, line, self.block).is_others
        sentence = sentence_at(self.text, *self.frame)
        return sentence.is_others or (not self.has_runner and sentence.is_example)


def mentions_in(
    text: str, frame: tuple[int, int], block: int, *, inline: bool
) -> Iterator[Mention]:
    """The words of a code span or of a line of commands that have the look of a path."""
    for word in _WORD.finditer(text, *frame):
        path = word[0].rstrip(".:")
        if "." in path or "/" in path:
            start = word.start()
            yield Mention(text, start, start + len(path), frame, block, inline)
