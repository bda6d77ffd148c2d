"""A real Chromium for tests of pages: its DevTools protocol over a pair of pipes.

The protocol is JSON, each message ended by a zero byte; see
https://chromedevtools.github.io/devtools-protocol/. No package is needed for that.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--remote-debugging-pipe",
)  # fmt: skip
_SECONDS = 30.0


@dataclass
class Page:
    """One tab. `events` holds what the browser told, in order."""

    commands: int
    answers: int
    session: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    _buffer: bytes = b""
    _last: int = 0

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and give its result."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != self._last:
            self.events.append(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return dict(answer["result"])

    def wait(self, method: str) -> None:
        """Wait until an event comes that has not come yet."""
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self._read())

    def _read(self) -> dict[str, Any]:
        deadline = time.monotonic() + _SECONDS
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self.answers], [], [], deadline - time.monotonic())
            assert ready, "the browser does not answer"
            part = os.read(self.answers, 1 << 20)
            assert part, "the browser has ended"
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return dict(json.loads(message))

    def open(self, file: Path) -> None:
        """Load a file and wait until it has loaded; what was told before is forgotten."""
        self.events.clear()
        self.send("Page.navigate", url=file.resolve().as_uri())
        self.wait("Page.loadEventFired")

    def run(self, script: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        result = self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def emulate(self, *, scheme: str = "light", media: str = "screen", width: int = 1440) -> None:
        """Show the page as on a screen of that width, or in print; `scheme` is light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", media=media, features=features)
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.send("Emulation.setDeviceMetricsOverride", **size)
        self.send("Emulation.setScrollbarsHidden", hidden=True)

    def type_into(self, selector: str, text: str) -> None:
        """Type as a person does."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.send("Input.insertText", text=text)

    def press(self, key: str, code: int) -> None:
        """Press and let go a key that types no letter."""
        pressed = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        text = {"text": "\r"} if key == "Enter" else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", **pressed, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", **pressed)

    def picture(self, *, whole: bool = False) -> bytes:
        """The page as PNG: what is in the window, or all of it."""
        shot = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(shot["data"])

    @property
    def requests(self) -> list[str]:
        """The addresses that were asked for since the page was opened."""
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]

    @property
    def complaints(self) -> list[str]:
        """What the console holds: errors, warnings, refusals of the security policy."""
        names = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        return [json.dumps(it["params"]) for it in self.events if it.get("method") in names]


@contextlib.contextmanager
def open_browser(profile: Path) -> Iterator[Page]:
    """A tab of a new browser that keeps its files in the folder `profile`."""
    assert PROGRAM is not None
    process, page = _start(PROGRAM, profile)
    try:
        target = page.send("Target.createTarget", url="about:blank")["targetId"]
        attached = page.send("Target.attachToTarget", targetId=target, flatten=True)
        page.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.send(f"{domain}.enable")
        yield page
    finally:
        for end in (page.commands, page.answers):
            os.close(end)
        _stop(process)


def _start(program: str, profile: Path) -> tuple[int, Page]:
    """The browser's process, which reads commands from its file 3 and answers on its file 4."""
    their_commands, commands = os.pipe()
    answers, their_answers = os.pipe()
    nothing = [(os.POSIX_SPAWN_OPEN, each, os.devnull, os.O_RDWR, 0) for each in (0, 1, 2)]
    ends = [(os.POSIX_SPAWN_DUP2, their_commands, 3), (os.POSIX_SPAWN_DUP2, their_answers, 4)]
    words = [program, *_FLAGS, f"--user-data-dir={profile}"]
    process = os.posix_spawn(program, words, os.environ, file_actions=[*nothing, *ends])
    os.close(their_commands)
    os.close(their_answers)
    return process, Page(commands, answers)


def _stop(process: int) -> None:
    """The browser ends when its pipes are closed; where it does not, it is ended."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if os.waitpid(process, os.WNOHANG)[0]:
            return
        time.sleep(0.02)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
