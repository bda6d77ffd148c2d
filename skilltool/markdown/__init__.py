"""Markdown text -> headings, links, code fences, code spans and comments with their offsets.

The block structure and the inline rules follow CommonMark 0.31; tables are read as paragraphs.
Every pass is linear in the text, whatever it holds. What reads a part is imported with it.
"""

from __future__ import annotations

from skilltool.markdown.document import Document, parse_markdown
from skilltool.markdown.parts import CodeSpan, Comment, Fence, Heading, Link, LinkKind

__all__ = [
    "CodeSpan",
    "Comment",
    "Document",
    "Fence",
    "Heading",
    "Link",
    "LinkKind",
    "parse_markdown",
]
