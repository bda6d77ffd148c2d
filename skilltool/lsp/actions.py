"""The fixes of findings as the actions that an editor offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from skilltool.lsp.server import file_of

if TYPE_CHECKING:
    from skilltool.lsp.positions import Positions
    from skilltool.lsp.server import Server
    from skilltool.model import Fix


def find_actions(server: Server, uri: str, area: types.Range) -> list[types.CodeAction]:
    """The fixes of the findings in an area, those that keep the meaning first."""
    file = file_of(uri)
    if file not in server.desk.open:
        return []
    found = [(item.found.problem.fix, item.sent) for item in server.shown_at(file, area)]
    fixes = sorted(((fix, sent) for fix, sent in found if fix), key=lambda pair: not pair[0].safe)
    positions = server.positions(server.desk.open[file])
    return [_action(uri, positions, fix, sent) for fix, sent in fixes]


def _action(uri: str, positions: Positions, fix: Fix, sent: types.Diagnostic) -> types.CodeAction:
    edits = [types.TextEdit(positions.range(e.start, e.end), e.text) for e in fix.edits]
    return types.CodeAction(
        fix.message if fix.safe else f"{fix.message} (may change what it says)",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[sent],
        is_preferred=fix.safe,
        edit=types.WorkspaceEdit({uri: edits}),
    )
