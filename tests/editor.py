"""An editor that talks to `skills lsp` as real ones do: bytes over stdin and stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import skilltool

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 30.0
"""Seconds after which the server is taken for dead."""

Range = dict[str, dict[str, int]]


class Editor:
    """A running server in a folder that is open, with what it has said so far."""

    def __init__(self, *folders: Path, encodings: tuple[str, ...] = ()) -> None:
        paths = os.pathsep.join([str(Path(skilltool.__file__).parent.parent), *sys.path])
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "skilltool", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
            cwd="/",
        )
        self.texts: dict[Path, str] = {}
        self.messages: list[str] = []
        self._versions: dict[Path, int] = {}
        self._published: dict[str, dict[str, Any]] = {}
        self._counts: Counter[str] = Counter()
        self._answers: dict[int, dict[str, Any]] = {}
        self._number = 0
        self._heard = threading.Condition()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        opened = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        general = {"positionEncodings": list(encodings)} if encodings else {}
        self.capabilities = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": None,
                "workspaceFolders": opened,
                "capabilities": {"general": general},
            },
        )["capabilities"]
        self.tell("initialized", {})

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self, *, politely: bool = True) -> int:
        """Say goodbye, and give the exit code of the server."""
        if self.process.poll() is None:
            if politely:
                self.ask("shutdown", None)
            self.tell("exit", None)
        code = self.process.wait(PATIENCE)
        self._listener.join(PATIENCE)
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        return code

    # -- the wire --

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream
        while line := stream.readline():
            length = int(line.removeprefix(b"Content-Length:"))
            while stream.readline().strip():
                pass
            self._hear(json.loads(stream.read(length)))

    def _hear(self, message: dict[str, Any]) -> None:
        with self._heard:
            method, params = message.get("method"), message.get("params", {})
            if method == "textDocument/publishDiagnostics":
                self._published[params["uri"]] = params
                self._counts[params["uri"]] += 1
            elif method == "window/showMessage":
                self.messages.append(params["message"])
            elif method is None:
                self._answers[message["id"]] = message
            self._heard.notify_all()

    def wait(self, condition: Callable[[], Any]) -> Any:
        """What the condition gives as soon as that is true."""
        with self._heard:
            assert self._heard.wait_for(condition, PATIENCE), "the server is silent"
            return condition()

    def _send(self, message: dict[str, Any]) -> None:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """Send a request, and give the result."""
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        answer = self.wait(lambda: self._answers.get(number))
        assert "error" not in answer, answer["error"]
        return answer["result"]

    # -- documents --

    def open(self, file: Path, text: str | None = None) -> None:
        """Open a file, or a text that stands in its place."""
        self.texts[file] = file.read_bytes().decode() if text is None else text
        self._versions[file] = 1
        document = {"uri": file.as_uri(), "languageId": "markdown", "version": 1}
        self.tell("textDocument/didOpen", {"textDocument": {**document, "text": self.texts[file]}})

    def change(self, file: Path, text: str) -> None:
        """Have another text in an open file."""
        self.texts[file] = text
        self._versions[file] += 1
        document = {"uri": file.as_uri(), "version": self._versions[file]}
        changes = [{"text": text}]
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def save(self, file: Path) -> None:
        """Write an open file to disk."""
        file.write_bytes(self.texts[file].encode())
        self.tell("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})

    def close(self, file: Path) -> None:
        """Close a file, and wait until its findings are gone."""
        del self.texts[file]
        self.tell("textDocument/didClose", {"textDocument": {"uri": file.as_uri()}})
        self.wait(lambda: self._published.get(file.as_uri(), {}).get("diagnostics") == [])

    def ask_at(self, method: str, file: Path, position: dict[str, int], **more: Any) -> Any:
        """Send a request about a place in an open file."""
        document = {"uri": file.as_uri()}
        return self.ask(
            f"textDocument/{method}", {"textDocument": document, "position": position, **more}
        )

    # -- findings --

    def found(self, file: Path) -> list[dict[str, Any]] | None:
        """What the server says of the text as it is now; None until it has spoken."""
        said = self._published.get(file.as_uri())
        if said is None or said.get("version") != self._versions[file]:
            return None
        return said["diagnostics"]

    def count(self, file: Path) -> int:
        """How often the server has spoken of a file."""
        return self._counts[file.as_uri()]

    def rules(self, file: Path) -> list[str] | None:
        """The rules of those findings."""
        found = self.found(file)
        return None if found is None else [item["code"] for item in found]

    def wait_for_rule(self, file: Path, rule: str) -> dict[str, Any]:
        """The finding of a rule in a file, as soon as it is there."""
        self.wait(lambda: rule in (self.rules(file) or ()))
        return next(item for item in self.found(file) or () if item["code"] == rule)

    def wait_until_gone(self, file: Path, rule: str) -> None:
        """Wait for findings in the text as it is now among which a rule has none."""
        self.wait(lambda: (rules := self.rules(file)) is not None and rule not in rules)

    def time_change(self, file: Path, text: str) -> float:
        """Seconds from a change of a text to what the server says of it."""
        start = time.perf_counter()
        self.change(file, text)
        self.wait(lambda: self.found(file) is not None)
        return time.perf_counter() - start


def place_of(text: str, words: str, past: int = 0) -> dict[str, int]:
    """Where words stand in a text, `past` code points further, as the protocol counts: UTF-16."""
    before = text[: text.index(words) + past]
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}


def text_in(text: str, area: Range) -> str:
    """The part of a text in a range that counts in UTF-16."""
    return text[_offset(text, area["start"]) : _offset(text, area["end"])]


def apply_edits(text: str, edits: list[dict[str, Any]]) -> str:
    """A text after edits whose ranges count in UTF-16."""
    places = [
        (_offset(text, edit["range"]["start"]), _offset(text, edit["range"]["end"]), edit)
        for edit in edits
    ]
    for start, end, edit in sorted(places, key=lambda place: place[:2], reverse=True):
        text = text[:start] + edit["newText"] + text[end:]
    return text


def _offset(text: str, position: dict[str, int]) -> int:
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[: position["line"]])
    units = lines[position["line"]].encode("utf-16-le")[: position["character"] * 2]
    return before + len(units.decode("utf-16-le"))
