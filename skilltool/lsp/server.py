"""One editor: the documents that it has open, and what it is told of them without asking."""

from __future__ import annotations

import asyncio
import gc
import sys
import traceback
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from skilltool import __version__
from skilltool.lsp.desk import Desk, real
from skilltool.lsp.judging import Compared, carry_over, compare, judge
from skilltool.lsp.positions import Positions
from skilltool.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from skilltool.lsp.desk import Load
    from skilltool.model import Diagnostic, Source

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


class Shown(NamedTuple):
    """A finding, and the form in which the editor has it."""

    found: Diagnostic
    sent: types.Diagnostic


class Document(NamedTuple):
    """An open document as the editor names it."""

    uri: str
    version: int | None


class Server(LanguageServer):
    """One editor's server: its folders and documents, and the desk that they are judged on."""

    def __init__(self, load: Load) -> None:
        # Whole texts are sent: pygls counts more characters as line ends than the protocol does,
        # and would apply a change at the wrong place of a text that holds one.
        sync = types.TextDocumentSyncKind.Full
        super().__init__("skilltool", __version__, text_document_sync_kind=sync)
        self.load = load
        self.folders: list[Path] = []
        self.was_shut_down = self.has_left = False
        self.desk = Desk(load, (), {})
        self._documents: dict[str, Document] = {}
        self._judged: dict[str, tuple[Diagnostic, ...]] = {}
        self._compared: dict[str, Compared] = {}
        self._shown: dict[str, list[Shown]] = {}
        self._told: tuple[str, ...] = ()
        self._reads = self._is_stale = False
        self._timer: asyncio.TimerHandle | None = None
        self._work: asyncio.Future[None] | None = None

    def put(self, document: Document, text: str) -> None:
        """Take the text of an open document, and answer with what stands in it."""
        file = file_of(document.uri)
        self._documents[file] = document
        self.desk.put(file, text)
        self.judge(file)

    def judge(self, file: str) -> None:
        """Send what is found in an open file and in the others of its skill."""
        view = self.desk.view(file)
        if view is not None:
            self._judged.update(judge(view, dict(self.desk.views())))
            for each, other in self.desk.views():
                if other.skill is view.skill:
                    self._show(each)

    def _show(self, file: str) -> None:
        source, document = self.desk.open[file], self._documents[file]
        compared = self._compared.get(file)
        every = [*self._judged.get(file, ()), *(carry_over(compared, source) if compared else ())]
        every.sort(key=lambda item: item.sort_key)
        positions = self.positions(source)
        self._shown[file] = [Shown(item, _sent(item, positions)) for item in every]
        self._publish(document, [item.sent for item in self._shown[file]])

    def _publish(self, document: Document, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(document.uri, diagnostics, document.version)
        )

    def take(self, uri: str) -> None:
        """Forget a document that was closed."""
        file = file_of(uri)
        for known in (self._documents, self._judged, self._compared, self._shown):
            known.pop(file, None)
        self.desk.take(file)
        self._publish(Document(uri, None), [])

    def uri_of(self, file: str) -> str:
        """The name that the editor has for an open file, else an empty text."""
        return self._documents[file].uri if file in self._documents else ""

    def positions(self, source: Source) -> Positions:
        """Converts places of a text to those of this editor and back."""
        return Positions(source, self.workspace.position_codec)

    def shown_at(self, file: str, area: types.Range) -> Iterator[Shown]:
        """What was last sent for a file and touches an area of it."""
        for item in self._shown.get(file, ()):
            if _touch(item.sent.range, area):
                yield item

    def schedule(self, *, reads: bool, after: float = 0.0) -> None:
        """Compare skills `after` so many seconds, unless more is asked for until then.

        With `reads` the disk is read anew before.
        """
        self._reads = self._reads or reads
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(after, self._begin)

    def _begin(self) -> None:
        if self._work is None or self._work.done():
            self._work = asyncio.ensure_future(self._compare())
            self._work.add_done_callback(self._finish)
        else:
            self._is_stale = True

    def _finish(self, work: asyncio.Future[None]) -> None:
        """Begin anew where more was asked for meanwhile; a failure is a bug, and is told."""
        if work.cancelled() or self.has_left:
            return
        if (error := work.exception()) is not None:
            traceback.print_exception(error, file=sys.stderr)
            self._say(f"this is a bug of skilltool: {error!r}")
        if self._is_stale:
            self._is_stale = False
            self._begin()

    async def _compare(self) -> None:
        """Compare the skills in a thread, on texts as they are now, and send what that finds."""
        if self._reads:
            self._reads = False
            self._install(await asyncio.to_thread(self._read, self._texts))
        compared = await asyncio.to_thread(compare, dict(self.desk.views()))
        self._compared = {file: compared[file] for file in self._documents if file in compared}
        for file in self._documents:
            self._show(file)

    @property
    def _texts(self) -> dict[str, str]:
        return {file: source.text for file, source in self.desk.open.items()}

    def _read(self, texts: dict[str, str]) -> Desk:
        desk = Desk(self.load, tuple(self.folders), texts)
        # A library makes no cycles, and to look for them in a large one takes a tenth of a second.
        gc.freeze()
        return desk

    def _install(self, desk: Desk) -> None:
        """Work on a new desk, on which the texts lie as they are by now."""
        now = self._texts
        for file in [file for file in desk.open if file not in now]:
            desk.take(file)
        for file, text in now.items():
            if file not in desk.open or desk.open[file].text != text:
                desk.put(file, text)
        self.desk = desk
        self._judged = {}
        for file in now:
            self.judge(file)
        self._tell(tuple(desk.mistakes))

    def _tell(self, mistakes: tuple[str, ...]) -> None:
        """Show what is wrong with the configuration, once as long as it stays the same."""
        if mistakes and mistakes != self._told:
            self._say("\n".join(mistakes))
        self._told = mistakes

    def _say(self, text: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, text))


def file_of(uri: str) -> str:
    """The real path of a document; its name itself where it is no file."""
    path = uris.to_fs_path(uri)
    return real(path) if path and uri.startswith("file:") else uri


def _sent(item: Diagnostic, positions: Positions) -> types.Diagnostic:
    return types.Diagnostic(
        positions.range_of(item.problem.location),
        "\n".join((item.problem.message, *item.problem.notes)),
        severity=_SEVERITIES[item.severity],
        code=item.rule,
        source="skilltool",
    )


def _touch(first: types.Range, second: types.Range) -> bool:
    return first.start <= second.end and second.start <= first.end
