"""`skills check --watch`: a real process, a real change, a real answer."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from building import run, skill_text, write_library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GOOD = skill_text("bread", "Bakes bread from rye flour.")
BAD = skill_text("cake", "Bakes bread from rye flour.")
WAIT = 30


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    write_library(tmp_path, {"skills/bread/SKILL.md": GOOD})
    command = [sys.executable, "-m", "skilltool", "check", "--watch", "--no-cache"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe) as process:
        yield process
        process.kill()


def _read_until(process: subprocess.Popen[bytes], words: str) -> str:
    """What the process prints until the words come; fails when they do not."""
    stream = process.stdout
    assert stream is not None
    text, end = "", time.monotonic() + WAIT
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while words not in text and time.monotonic() < end:
            if selector.select(0.2):
                text += os.read(stream.fileno(), 65536).decode()
    assert words in text
    return text


@pytest.mark.skipif(os.name == "nt", reason="reads a pipe with select")
def test_a_change_is_checked_and_an_interrupt_ends_well(
    watching: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    _read_until(watching, "all good")
    # The watch begins after the first answer; a change that comes too soon is made again.
    for _ in range(3):
        time.sleep(0.5)
        write_library(tmp_path, {"skills/bread/SKILL.md": BAD})
    assert "name-differs-from-folder" in _read_until(watching, "1 error")
    write_library(tmp_path, {"skills/bread/SKILL.md": GOOD})
    _read_until(watching, "all good")
    watching.send_signal(signal.SIGINT)
    assert watching.wait(WAIT) == 0


def test_without_watchfiles_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_library(tmp_path, {"skills/bread/SKILL.md": GOOD})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("skilltool.cli.watching.find_spec", lambda _: None)
    refused = run("check", "--watch")
    assert refused.code == 2
    assert "pip install 'skilltool[watch]'" in refused.err
