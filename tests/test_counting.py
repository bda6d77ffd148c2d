"""Counts of Anthropic's endpoint, asked of a server on this machine that behaves as it does."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from building import run, skill_text, write_library

from skilltool.errors import SkilltoolError
from skilltool.tokens import counting
from skilltool.tokens.counting import AnthropicCounter, open_counter

FRAME = 7


class Endpoint(ThreadingHTTPServer):
    """Counts words as tokens and adds a frame; answers with what `failures` hold as long as any."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[dict] = []
        self.headers_seen: list[dict] = []
        self.failures: list[tuple[int, str, dict[str, str]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def texts(self) -> list[str]:
        return [body["messages"][0]["content"] for body in self.seen]


class Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.headers_seen.append(dict(self.headers.items()))
        if self.server.failures:
            self.answer(*self.server.failures.pop(0))
            return
        self.server.seen.append({**body, "path": self.path})
        words = len(body["messages"][0]["content"].split())
        self.answer(200, json.dumps({"input_tokens": FRAME + words}), {})

    def answer(self, code: int, text: str, headers: dict[str, str]) -> None:
        self.send_response(code)
        for name, value in {**headers, "content-length": str(len(text.encode()))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def endpoint():
    server = Endpoint()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def _environment(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_BASE_URL", raising=False)
    monkeypatch.setattr(counting.time, "sleep", lambda _seconds: None)


@pytest.fixture
def counter(endpoint, tmp_path):
    return AnthropicCounter("key", "some-model", endpoint.url, tmp_path / "counts.json")


def test_a_text_is_counted_without_the_frame_of_its_message(counter, endpoint):
    assert counter("one two three") == 3
    assert endpoint.texts == ["one two three", "a"]


def test_the_request_has_the_path_and_headers_that_the_endpoint_asks_for(counter, endpoint):
    counter("one")
    headers = {name.lower(): value for name, value in endpoint.headers_seen[0].items()}
    assert endpoint.seen[0]["path"] == "/v1/messages/count_tokens"
    assert endpoint.seen[0]["model"] == "some-model"
    assert headers["x-api-key"] == "key"
    assert headers["anthropic-version"] == "2023-06-01"
    assert headers["content-type"] == "application/json"


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_blank_text_has_no_tokens_and_is_not_sent(counter, endpoint, text):
    assert counter(text) == 0
    assert endpoint.texts == []


def test_many_texts_are_counted_once_each_and_kept(counter, endpoint):
    texts = ["one two", "three", "one two", " "]
    assert sorted(counter.count_all(texts)) == ["one two", "three"]
    assert sorted(endpoint.texts) == ["a", "one two", "three"]
    again = AnthropicCounter("key", "some-model", endpoint.url, counter.cache)
    assert list(again.count_all(texts)) == []
    assert again("one two") == 2
    assert len(endpoint.texts) == 3


def test_another_model_has_counts_of_its_own(counter, endpoint):
    list(counter.count_all(["one"]))
    other = AnthropicCounter("key", "other-model", endpoint.url, counter.cache)
    assert other.missing(["one"]) == ["one"]


def test_a_cache_that_is_damaged_is_empty(endpoint, tmp_path):
    (tmp_path / "counts.json").write_text("[1,")
    counter = AnthropicCounter("key", "m", endpoint.url, tmp_path / "counts.json")
    assert list(counter.count_all(["one"])) == ["one"]
    assert json.loads((tmp_path / "counts.json").read_text())


def test_a_busy_endpoint_is_asked_again(counter, endpoint):
    endpoint.failures = [(429, "{}", {"retry-after": "3"}), (529, "{}", {})]
    assert counter("one two") == 2


def test_an_endpoint_that_stays_busy_is_an_error_and_what_was_counted_is_kept(counter, endpoint):
    assert list(counter.count_all(["one"])) == ["one"]
    endpoint.failures = [(429, "{}", {})] * 9
    with pytest.raises(SkilltoolError, match="too many requests"):
        list(counter.count_all(["two"]))
    endpoint.failures = []
    assert AnthropicCounter("key", "some-model", endpoint.url, counter.cache).missing(["one"]) == []


@pytest.mark.parametrize(
    ("code", "answer", "words"),
    [
        (401, "{}", "the key in ANTHROPIC_API_KEY is not valid"),
        (404, "{}", "there is no model `some-model`; name another with --model"),
        (400, '{"error": {"message": "prompt is too long"}}', "prompt is too long"),
        (500, "<html>", "Internal Server Error"),
        (200, "{}", "gave no `input_tokens`"),
        (200, "not json", "gave no `input_tokens`"),
    ],
)
def test_a_refusal_is_an_error_in_plain_words(counter, endpoint, code, answer, words):
    endpoint.failures = [(code, answer, {})]
    with pytest.raises(SkilltoolError, match="count endpoint") as raised:
        counter("one")
    assert words in str(raised.value)
    assert "key" not in str(raised.value).replace("the key in ANTHROPIC_API_KEY", "")


def test_a_network_that_does_not_answer_is_an_error_that_names_the_estimate(tmp_path):
    counter = AnthropicCounter("key", "m", "http://127.0.0.1:9", tmp_path / "counts.json")
    with pytest.raises(SkilltoolError, match=r"does not answer .*--tokenizer claude"):
        counter("one")


def test_without_a_key_the_error_says_how_to_give_one():
    with pytest.raises(SkilltoolError, match=r"set ANTHROPIC_API_KEY, or use `--tokenizer claude`"):
        open_counter()


def test_an_address_that_is_none_of_the_web_is_refused(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "file:///etc")
    with pytest.raises(SkilltoolError, match="no web address: `file:///etc`"):
        open_counter()


# ---- the command ------------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path, monkeypatch):
    files = {
        "skills/a/SKILL.md": skill_text("a", "One two.", "Do this now.\n"),
        "skills/a/references/r.md": "Just three words\n",
    }
    monkeypatch.chdir(write_library(tmp_path, files))
    return tmp_path


def test_the_command_counts_with_the_endpoint_of_the_environment(library, endpoint, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
    document = json.loads(run("tokens", "--tokenizer", "anthropic", "--json").out)
    row = document["skills"][0]
    assert document["tokenizer"] == "anthropic"
    assert (row["index"], row["instructions"], row["references"]) == (4, 3, 3)
    asked = len(endpoint.texts)
    assert run("tokens", "--tokenizer", "anthropic", "--account").code == 0
    assert len(endpoint.texts) == asked


def test_the_command_without_a_key_exits_2_and_sends_nothing(library, endpoint, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
    found = run("tokens", "--tokenizer", "anthropic")
    assert (found.code, found.out) == (2, "")
    assert "ANTHROPIC_API_KEY" in found.err
    assert endpoint.texts == []
