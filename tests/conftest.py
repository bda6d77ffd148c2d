"""What all tests share: a clean environment, and snapshots of rendered text."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SNAPSHOTS = Path(__file__).parent / "snapshots"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="Rewrite the snapshots.")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees that it runs in CI, or what the terminal is like."""
    told = ("CI", "NO_COLOR", "FORCE_COLOR", "COLUMNS")
    for name in [*told, *(name for name in os.environ if name.startswith("GITHUB_"))]:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def snapshot(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of that name; `pytest --update` rewrites the file."""

    def compare(name: str, text: str) -> None:
        file = SNAPSHOTS / name
        if request.config.getoption("--update"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8"))
        assert file.is_file(), "no such snapshot yet: run pytest --update"
        assert text == file.read_bytes().decode("utf-8")

    return compare
