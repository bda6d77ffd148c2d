"""What an editor shows about a place: manuals of rules, what a field means, what a level costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skilltool.lsp.fields import describe_field
from skilltool.lsp.positions import word_at
from skilltool.rules import all_rules, manual
from skilltool.tokenizer import count_tokens
from skilltool.tokens import count_instruction_lines, index_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skilltool.lsp.desk import View


def render_hover(view: View, offset: int, rules: Iterable[str]) -> str:
    """Markdown for the character at `offset`, where findings of `rules` are; empty for nothing."""
    parts = [_page(name) for name in dict.fromkeys((*rules, _suppressed(view, offset)))]
    parts += [describe_field(view, offset), _size(view, offset)]
    return "\n\n---\n\n".join(part for part in parts if part)


def _page(name: str) -> str:
    rule = all_rules().get(name)
    return f"### {name}\n\n{manual(rule)}" if rule is not None else ""


def _suppressed(view: View, offset: int) -> str:
    """The word at a place whose line holds a suppression, which names rules; else empty."""
    line = view.source.line_text(view.source.position(offset)[0])
    return word_at(view.source, offset) if "skills-ignore:" in line else ""


def _size(view: View, offset: int) -> str:
    """The tokens of the level that the place belongs to, and when they are paid."""
    skill, encoding = view.skill, view.project.config.encoding
    if skill is None:
        return ""
    if view.source.path != skill.path:
        tokens = count_tokens(view.source.text, encoding)
        return f"**Resource**: {tokens:,} tokens ({encoding}), when it is read"
    if offset < skill.front_matter.body_start:
        tokens = count_tokens(index_line(skill), encoding)
        return f"**Index line**: {tokens:,} tokens ({encoding}), on every turn"
    tokens, lines = count_tokens(skill.body, encoding), count_instruction_lines(skill)
    return (
        f"**Instructions**: {tokens:,} tokens ({encoding}), {lines:,} lines, when they are loaded"
    )
