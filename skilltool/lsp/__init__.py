"""Findings, manuals, fixes and completion in an editor as one types. The only door to pygls."""

from __future__ import annotations

from skilltool.lsp.handlers import serve

__all__ = ["serve"]
