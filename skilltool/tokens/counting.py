"""Exact token counts of Claude models, asked of Anthropic's count endpoint; needs a key, a network.

The only module that opens a connection. Every count is kept on disk by the hash of its text.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skilltool.errors import SkilltoolError
from skilltool.files import write_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from urllib.error import HTTPError
    from urllib.request import Request

DEFAULT_MODEL = "claude-opus-5-5"
_API = "https://api.anthropic.com"
_VERSION = "2023-06-01"
_SECONDS = 60
_ATTEMPTS = 5
_AT_ONCE = 4
_BUSY = (429, 529)


@dataclass
class AnthropicCounter:
    """Counts texts as a Claude model does. Called with a text, it gives the tokens of it alone.

    The endpoint counts a whole message; what it adds to the text is measured once and taken off.
    `cache` is a JSON file of the counts that are known: hash of the text -> tokens.
    """

    key: str
    model: str = DEFAULT_MODEL
    base_url: str = _API
    cache: Path = field(default_factory=lambda: cache_folder() / "token-counts.json")
    _known: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not self.base_url.startswith(("https://", "http://")):
            raise SkilltoolError(f"ANTHROPIC_BASE_URL is no web address: `{self.base_url}`")
        self._known = _read_cache(self.cache)

    def __call__(self, text: str) -> int:
        """The tokens of a text; 0 for one of blanks alone, which the endpoint refuses."""
        if not text.strip():
            return 0
        name = self._name(text)
        if name not in self._known:
            self._known[name] = max(0, self._ask(text) - self._frame)
        return self._known[name]

    @property
    def _frame(self) -> int:
        """What the endpoint adds: a message of one letter is one token and the frame."""
        name = self._name("frame")
        if name not in self._known:
            self._known[name] = self._ask("a") - 1
        return self._known[name]

    def _name(self, text: str) -> str:
        given = f"{self.model}\0{text}".encode("utf-8", "surrogatepass")
        return hashlib.sha256(given).hexdigest()

    def missing(self, texts: Iterable[str]) -> list[str]:
        """The texts that are not in the cache, each once."""
        return [
            text
            for text in dict.fromkeys(texts)
            if text.strip() and self._name(text) not in self._known
        ]

    def count_all(self, texts: Iterable[str]) -> Iterator[str]:
        """Count several texts at once and yield each when it is done; the cache is kept at the end.

        Raises SkilltoolError for a key that is refused and for a network that does not answer;
        what was counted before that is kept.
        """
        from concurrent.futures import ThreadPoolExecutor

        missing = self.missing(texts)
        if not missing:
            return
        try:
            _ = self._frame
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                for text, _tokens in zip(missing, pool.map(self, missing), strict=True):
                    yield text
        finally:
            write_text(self.cache, json.dumps(self._known, sort_keys=True) + "\n")

    def _ask(self, text: str) -> int:
        from urllib.request import Request

        body = {"model": self.model, "messages": [{"role": "user", "content": text}]}
        request = Request(  # noqa: S310 - the scheme is checked above
            f"{self.base_url.rstrip('/')}/v1/messages/count_tokens",
            data=json.dumps(body).encode(),
            headers={
                "content-type": "application/json",
                "x-api-key": self.key,
                "anthropic-version": _VERSION,
            },
        )
        return _tokens(self._send(request))

    def _send(self, request: Request) -> bytes:
        from urllib.error import HTTPError
        from urllib.request import urlopen

        for attempt in range(_ATTEMPTS):
            try:
                with urlopen(request, timeout=_SECONDS) as response:  # noqa: S310
                    data: bytes = response.read()
                    return data
            except HTTPError as error:
                with error:
                    if error.code not in _BUSY or attempt == _ATTEMPTS - 1:
                        raise _refused(error, self.model) from error
                time.sleep(_pause(error, attempt))
            except OSError as error:
                reason = getattr(error, "reason", error)
                raise SkilltoolError(
                    f"{self.base_url} does not answer ({reason}); counting with Anthropic's "
                    "tokenizer needs a network, `--tokenizer claude` estimates without one"
                ) from error
        raise AssertionError("the last attempt returns or raises")


def open_counter(model: str = DEFAULT_MODEL) -> AnthropicCounter:
    """A counter with the key and the address of the environment.

    ANTHROPIC_API_KEY holds the key, ANTHROPIC_BASE_URL another address. Raises SkilltoolError
    where there is no key.
    """
    key = os.environ.get("ANTHROPIC_API_KEY", "")
    if not key:
        raise SkilltoolError(
            "counting with Anthropic's tokenizer needs a key: set ANTHROPIC_API_KEY, or use "
            "`--tokenizer claude` for an estimate without one"
        )
    return AnthropicCounter(key, model, os.environ.get("ANTHROPIC_BASE_URL") or _API)


def cache_folder() -> Path:
    """Where counts are kept: `skilltool` in XDG_CACHE_HOME, else in ~/.cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "skilltool"


def _read_cache(file: Path) -> dict[str, int]:
    """The counts in the file; a cache that cannot be read is empty."""
    try:
        data = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _tokens(answer: bytes) -> int:
    try:
        count: Any = json.loads(answer)["input_tokens"]
    except (ValueError, KeyError, TypeError) as error:
        raise SkilltoolError("the count endpoint gave no `input_tokens`") from error
    return int(count)


def _pause(error: HTTPError, attempt: int) -> float:
    """Seconds to wait before the next attempt: what the answer asks for, else 1, 2, 4, ..."""
    asked = error.headers.get("retry-after", "")
    return min(float(asked), _SECONDS) if asked.isdigit() else float(2**attempt)


def _refused(error: HTTPError, model: str) -> SkilltoolError:
    words = {
        401: "the key in ANTHROPIC_API_KEY is not valid",
        403: "the key in ANTHROPIC_API_KEY may not count tokens",
        404: f"there is no model `{model}`; name another with --model",
        429: "too many requests; try again later, what was counted is kept",
    }
    said = words.get(error.code) or _said(error) or error.reason
    return SkilltoolError(f"the count endpoint refused ({error.code}): {said}")


def _said(error: HTTPError) -> str:
    """The message in the body of the answer, empty where there is none."""
    try:
        return str(json.loads(error.read())["error"]["message"])
    except (ValueError, KeyError, TypeError, OSError):
        return ""
