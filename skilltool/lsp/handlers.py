"""The protocol: what an editor says and asks, and what it is answered."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types
from pygls import uris

from skilltool.lsp.actions import find_actions
from skilltool.lsp.completion import complete
from skilltool.lsp.definition import find_target
from skilltool.lsp.hover import render_hover
from skilltool.lsp.server import Document, Server, file_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skilltool.lsp.desk import Load, View

_PAUSE = 0.4
"""Seconds without a keystroke after which the skills are compared."""
_SWITCH = 0.0005
"""Seconds after which a busy thread lets another one run."""
_WATCHED = ("**/SKILL.md", "**/skills.toml", "**/pyproject.toml")


def serve(load: Load) -> int:
    """Serve one editor over stdin and stdout until it says goodbye; the exit code of the protocol.

    0 when the editor asked to shut down before it left, else 1. What anything else prints goes to
    stderr.
    """
    server = create(load)
    # A keystroke passes between threads several times, and the one that compares skills is busy.
    sys.setswitchinterval(_SWITCH)
    # pygls closes what it writes to, and at the end of the program stdout is flushed.
    stdout = _Wire(io.FileIO(os.dup(sys.stdout.fileno()), "wb"))
    with stdout, contextlib.redirect_stdout(sys.stderr):
        server.start_io(sys.stdin.buffer, stdout)
    return 0 if server.was_shut_down else 1


class _Wire(io.BufferedWriter):
    """What the editor reads. After its goodbye nobody does, and work in flight ends in silence."""

    def write(self, data: Any, /) -> int:
        return len(data) if self.closed else super().write(data)

    def flush(self) -> None:
        if not self.closed:
            super().flush()


def create(load: Load) -> Server:
    """A server with an answer to everything that it says it can answer."""
    server = Server(load)
    _follow_documents(server)
    _follow_disk(server)
    _answer(server)
    return server


def _follow_documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.put(Document(document.uri, document.version), document.text)
        server.schedule(reads=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        text = server.workspace.get_text_document(uri).source
        server.put(Document(uri, params.text_document.version), text)
        server.schedule(reads=False, after=_PAUSE)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(_: types.DidSaveTextDocumentParams) -> None:
        server.schedule(reads=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.take(params.text_document.uri)
        server.schedule(reads=True)


def _follow_disk(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.folders = list(_folders(params))
        if server.folders:
            # Paths in messages are relative to where the program runs.
            os.chdir(server.folders[0])

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        _watch(server)
        server.schedule(reads=True)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(_: types.DidChangeWatchedFilesParams) -> None:
        server.schedule(reads=True)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def did_change_folders(_: types.DidChangeWorkspaceFoldersParams) -> None:
        open_folders = server.workspace.folders.values()
        server.folders = list(_paths(folder.uri for folder in open_folders))
        server.schedule(reads=True)

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.was_shut_down = True

    @server.feature(types.EXIT)
    def leave(_: None) -> None:
        # Nobody is there to be told that work in flight was broken off.
        server.has_left = True
        logging.disable(logging.CRITICAL)


def _folders(params: types.InitializeParams) -> Iterator[Path]:
    if params.workspace_folders:
        yield from _paths(folder.uri for folder in params.workspace_folders)
    elif params.root_uri:
        yield from _paths([params.root_uri])


def _paths(folder_uris: Iterable[str]) -> Iterator[Path]:
    for uri in folder_uris:
        path = uris.to_fs_path(uri)
        if path and Path(path).is_dir():
            yield Path(path)


def _watch(server: Server) -> None:
    """Ask an editor that can to say when files change behind its back."""
    workspace = server.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if watching and watching.dynamic_registration:
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        server.client_register_capability(
            types.RegistrationParams([types.Registration("watched", method, options)])
        )


def _answer(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        if (place := _place(server, params)) is None:
            return None
        area = types.Range(params.position, params.position)
        rules = [item.found.rule for item in server.shown_at(place.file, area)]
        text = render_hover(place.view, place.offset, rules)
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content) if text else None

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions([":", " "]))
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        if (place := _place(server, params)) is None:
            return []
        typed, items = complete(place.view, server.desk.skills, place.offset)
        area = server.positions(place.view.source).range(place.offset - typed, place.offset)
        for item in items:
            item.text_edit = types.TextEdit(area, item.insert_text or item.label)
        return items

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        if (place := _place(server, params)) is None:
            return None
        target = find_target(server.desk, place.view, place.offset)
        if target is None:
            return None
        area = server.positions(target.source).range(target.offset, target.offset)
        return types.Location(_uri(server, target.file), area)

    kinds = types.CodeActionOptions([types.CodeActionKind.QuickFix])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, only = params.text_document.uri, params.context.only
        if only and types.CodeActionKind.QuickFix not in only:
            return []
        return find_actions(server, uri, params.range)


class _Place(NamedTuple):
    file: str
    view: View
    offset: int


def _place(server: Server, params: Any) -> _Place | None:
    """What a request about a position asks about; None where no library is."""
    file = file_of(params.text_document.uri)
    view = server.desk.view(file)
    if view is None:
        return None
    return _Place(file, view, server.positions(view.source).offset(params.position))


def _uri(server: Server, file: str) -> str:
    return server.uri_of(file) or uris.from_fs_path(file) or file
