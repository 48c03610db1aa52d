"""A canary key goes through every command and failure; then all bytes that are left are searched for it."""

from __future__ import annotations

import html
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

from cli.conftest import write_rows
from end_to_end.surroundings import Desk, archive_server, serving
from heartbench.chat.fake import FakeCall, FakeEndpoint, FakeSettings, Wire
from heartbench.cli.seed import main as seed_main

KEY = "sk-canary-0+12/34==<56>&7'89abcdef"
OTHER = "sk-canary-another-9876543210"


def said(call: FakeCall) -> str:
    """The header that brought the key, as a careless server would print it."""
    return call.headers.get("authorization") or call.headers.get("x-api-key", "")


def body(status: int, message: str, **more: object) -> Wire:
    return Wire(status, json.dumps({"error": {"message": message, **more}}).encode())


def page(status: int, text: str) -> Wire:
    return Wire(status, f"<!DOCTYPE html><html><title>{text}</title><pre>{text}</pre>".encode(), "text/html")


def moved(place: str) -> Wire:
    return Wire(307, b"", headers=(("Location", place),))


ECHOES: Mapping[str, Callable[[FakeCall], Wire | str]] = {
    "401": lambda call: body(401, f"Incorrect API key provided: {said(call)}."),
    "401-page": lambda call: page(401, html.escape(said(call))),
    "401-escaped": lambda call: Wire(401, json.dumps({"error": {"message": said(call)}})
        .replace("=", "\\u003d").replace("<", "\\u003c").replace(">", "\\u003e")
        .replace("&", "\\u0026").replace("'", "\\u0027").encode()),
    "403-plain": lambda call: Wire(403, said(call).encode(), "text/plain"),
    "404": lambda call: body(404, f"no model for {said(call)}"),
    "400-parameter": lambda call: body(400, f"temperature is not for {said(call)}", param="temperature"),
    "400-filter": lambda call: body(400, f"content filter, {said(call)}", code="content_filter"),
    "400-length": lambda call: body(400, f"maximum context length of {said(call)}"),
    "429": lambda call: body(429, f"too many calls by {said(call)}"),
    "500": lambda call: body(500, f"failed for {said(call)}"),
    "500-page": lambda call: page(500, html.escape(said(call)).replace("+", "&#43;")),
    "502": lambda call: page(502, said(call)),
    "200-page": lambda call: page(200, said(call)),
    "200-error": lambda call: Wire(200, json.dumps({"error": {"message": said(call), "code": 401}}).encode()),
    "200-odd": lambda call: Wire(200, json.dumps({"choices": [], "debug": said(call)}).encode()),
    "200-cut": lambda call: Wire(200, b'{"choices": [{"debug": "' + said(call).encode()),
    "200-reply": lambda call: f"你的密钥是 {said(call)}，对吗？",
    "moved": lambda call: moved(f"http://127.0.0.1:9/v1?key={said(call)}"),
    "moved-quoted": lambda call: moved(f"http://127.0.0.1:9/v1?key={quote(said(call), safe='')}"),
    "moved-with-user": lambda call: moved(f"http://x:{quote(said(call)[7:], safe='')}@127.0.0.1:9/v1"),
}  # fmt: skip
"""What careless servers send back. The first word is the status."""

SIDES = ("candidate", "judge")


@contextmanager
def careless(echo: Callable[[FakeCall], Wire | str], side: str) -> Iterator[FakeEndpoint]:
    """An endpoint that echoes the key to one side and serves the other."""

    def reply(call: FakeCall) -> Wire | str | None:
        return echo(call) if call.model == side else None

    endpoint = FakeEndpoint(FakeSettings(keep_calls=True), replies=reply)
    with serving(endpoint):
        yield endpoint
        assert any(KEY in said(call) for call in endpoint.calls if call.model == side), "the key was sent"


RUN = ("run", "-m", "candidate", "--judge", "judge", "--dataset", "questions.jsonl", "--name", "r")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("echo", ECHOES)
def test_what_servers_echo_is_nowhere(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, echo: str, side: str
) -> None:
    monkeypatch.setenv("HEARTBENCH_API_KEY", KEY)
    (desk.folder / "heartbench.toml").write_text(
        "[models.candidate]\nparameters = {temperature = 0.5}\n"
        "[models.judge]\nextra_body = {temperature = 1}\n"
    )
    with careless(ECHOES[echo], side) as fake:
        ended = desk(*RUN, "--base-url", fake.url)
        assert ended.code == (0 if echo == "200-reply" and side == "candidate" else 3)
        checks = [
            desk("models", "check", "-m", "candidate", "--judge", "judge", "--base-url", fake.url),
            desk("models", "check", "-m", side, "--base-url", fake.url, "--json", "--lang", "zh"),
        ]
        assert all(check.code == (0 if echo == "200-reply" else 3) for check in checks)
    desk.after_all()


@pytest.mark.parametrize("length", range(190, 250, 6))
def test_no_half_of_a_key_stays_where_a_message_is_shortened(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    monkeypatch.setenv("HEARTBENCH_API_KEY", KEY)
    with careless(lambda call: body(401, "x" * length + said(call)), "candidate") as fake:
        assert desk(*RUN, "--base-url", fake.url).code == 3
    desk.after_all()


SOURCES: Mapping[str, tuple[Mapping[str, str], tuple[str, ...], str]] = {
    "option": ({"HEARTBENCH_API_KEY": KEY}, ("--base-url", "{url}"), ""),
    "named": ({"MY_VARIABLE": KEY}, ("--base-url", "{url}", "--api-key-env", "MY_VARIABLE"), ""),
    "own": ({"HEARTBENCH_API_KEY": KEY, "HEARTBENCH_BASE_URL": "{url}"}, (), ""),
    "openai": ({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "{url}"}, (), ""),
    "seed": ({"API_KEY": KEY, "BASE_URL": "{url}"}, (), ""),
    "toml": (
        {"MY_VARIABLE": KEY},
        ("-m", "here/candidate", "--judge", "here/judge"),
        '[endpoints.here]\nbase_url = "{url}"\napi_key_env = "MY_VARIABLE"\n',
    ),
}


@pytest.mark.parametrize("source", SOURCES)
def test_wherever_a_key_comes_from(desk: Desk, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    environ, options, toml = SOURCES[source]
    with careless(ECHOES["401"], "judge") as fake:
        for name, value in environ.items():
            monkeypatch.setenv(name, value.replace("{url}", fake.url))
        (desk.folder / "heartbench.toml").write_text(toml.replace("{url}", fake.url))
        given = [option.replace("{url}", fake.url) for option in options]
        command = ("run", *RUN[5:]) if source == "toml" else RUN
        assert desk(*command, *given).code == 3
    desk.after_all()


def test_the_key_of_the_original_command_line(desk: Desk) -> None:
    arguments = ("--model", "candidate", "--input_file", "questions.jsonl", "--api_key", KEY)
    with careless(ECHOES["401-page"], "candidate") as fake:
        assert desk(*arguments, "--base_url", fake.url, command=seed_main).code == 3
    desk.after_all()


def test_answers_of_a_file_are_scored_with_a_key(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTBENCH_JUDGE_API_KEY", KEY)
    rows: list[dict[str, object]] = [{"question_id": f"q{n}", "response": "抱抱你"} for n in (1, 2)]
    write_rows(desk.folder / "answers.jsonl", rows)
    with careless(ECHOES["500"], "judge") as fake:
        arguments = ("--dataset", "questions.jsonl", "--judge", "judge", "--judge-base-url", fake.url)
        assert desk("score", "answers.jsonl", *arguments).code == 3
    desk.after_all()


CALLABLE = """
import os
KEY = os.environ["MY_SERVICE_API_KEY"]

def raises(request):
    raise RuntimeError(f"401 for {KEY}")

def raises_long(request):
    raise RuntimeError("x" * 215 + KEY)

def raises_from(request):
    try:
        raise KeyError(KEY)
    except KeyError as error:
        raise ValueError("no answer") from error

async def raises_async(request):
    raise OSError(f"https://service/?key={KEY}")

def leaves(request):
    raise SystemExit(f"bye {KEY}")

def returns(request):
    return f"service error for {KEY}"

def returns_type(request):
    return {"error": KEY}
"""


@pytest.mark.parametrize(
    "name", ["raises", "raises_long", "raises_from", "raises_async", "leaves", "returns", "returns_type"]
)
def test_a_callable_that_tells_its_key(desk: Desk, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("MY_SERVICE_API_KEY", KEY)
    (desk.folder / f"telling_{name}.py").write_text(CALLABLE)
    arguments = ("--judge", "offline:rules", "--dataset", "questions.jsonl")
    ended = desk("run", "-m", f"me=python:telling_{name}:{name}", *arguments)
    assert ended.code == (0 if name == "returns" else 3)
    desk.after_all()


def test_a_module_that_tells_its_key_when_it_is_imported(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_SERVICE_TOKEN", KEY)
    source = "import os\nraise ValueError('bad key ' + os.environ['MY_SERVICE_TOKEN'])\n"
    (desk.folder / "telling_import.py").write_text(source)
    ended = desk("run", "-m", "python:telling_import:answer", "--judge", "offline:rules")
    assert ended.code == 2 and "bad key ***" in ended.err
    desk.after_all()


def test_a_defect_tells_no_key_with_or_without_its_traceback(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTBENCH_API_KEY", KEY)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(f"defect with {KEY}")

    monkeypatch.setattr("heartbench.store.Store.open", broken)
    for debug in ("", "1"):
        monkeypatch.setenv("HEARTBENCH_DEBUG", debug)
        ended = desk("runs")
        assert ended.code == 70 and "defect with ***" in ended.err
        assert ("Traceback" in ended.err) == bool(debug)
    desk.search()


SLIPS = (
    ("run", "-m", "m", "--base-url", "http://127.0.0.1:9", "--api-key-env", KEY),
    ("run", "-m", "m", "--base-url", f"http://user:{quote(KEY)}@127.0.0.1:9/v1"),
    ("run", "-m", "m", "--base-url", f"http://{OTHER}@127.0.0.1:9/v1"),
    ("run", "-m", "m", "--base-url", f"http://127.0.0.1:9/v1?api_key={quote(KEY)}"),
    ("run", "-m", "m", "--base-url", f"ftp://user:{OTHER}@127.0.0.1"),
    ("run", "-m", f"https://user:{OTHER}@127.0.0.1:9/v1", "--judge", "offline:rules"),
    ("run", "-m", f"label=https://127.0.0.1:9/v1?api_key={OTHER}", "--judge", "offline:rules"),
    ("run", "-m", "m", f"--api-key={KEY}"),
    ("models", "check", "-m", "m", "--judge-base-url", f"http://user:{OTHER}@127.0.0.1:9"),
    ("data", "pull", "--address", f"ftp://user:{OTHER}@127.0.0.1/x.zip"),
    ("data", "pull", "--address", f"http://user:{OTHER}@127.0.0.1:9/x.zip"),
    ("data", "pull", "--address", f"http://127.0.0.1:9/x.zip?sig={OTHER}&code={OTHER}"),
    ("data", "pull", "--address", f"http://user:{OTHER}@127.0.0.1:bad/x.zip"),
)


@pytest.mark.parametrize("arguments", SLIPS, ids=lambda arguments: arguments[-1][:24])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_key_in_the_wrong_place_is_not_repeated(
    desk: Desk, arguments: tuple[str, ...], language: str
) -> None:
    ended = desk(*arguments, "--lang", language)
    assert ended.code == 2 and ended.err
    desk.after_all()


@pytest.mark.parametrize(
    "toml",
    [
        f'[endpoints.a]\nbase_url = "http://127.0.0.1:9"\napi_key = "{KEY}"\n',
        f'[endpoints.a]\nbase_url = "http://127.0.0.1:9"\napi_key_env = "{KEY}"\n',
        f'[endpoints.a]\nbase_url = "http://u:{OTHER}@127.0.0.1:9"\n',
        f'[endpoints.a]\nbase_url = "http://127.0.0.1:9?token={OTHER}"\n',
        f'[run]\nconcurrency = "{KEY}"\n',
        f'[endpoints]\na = "{KEY}"\n',
        f'api_key = "{KEY}\n',
    ],
)
def test_a_key_in_the_wrong_place_of_the_file_is_not_repeated(desk: Desk, toml: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(toml)
    ended = desk("run", "-m", "a/m", "--judge", "offline:rules", "--config", str(path))
    assert ended.code == 2 and ended.err
    desk.after_all()


@pytest.mark.parametrize("proxy", ["http://user:{key}@127.0.0.1:9", "socks5://user:{key}@127.0.0.1:9"])
def test_the_password_of_a_proxy(desk: Desk, monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name in ("ALL_PROXY", "HTTP_PROXY"):
        monkeypatch.setenv(name, proxy.replace("{key}", quote(KEY, safe="")))
    monkeypatch.setenv("HEARTBENCH_API_KEY", KEY)
    assert desk(*RUN, "--base-url", "http://models.example/v1").code == 3
    assert desk("data", "pull", "--address", "http://models.example/x.zip").code == 2
    desk.after_all()


def test_each_address_gets_its_own_key_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = FakeSettings(keep_calls=True)
    candidates, judges = FakeEndpoint(settings), FakeEndpoint(settings)
    with serving(candidates, judges):
        monkeypatch.setenv("HEARTBENCH_BASE_URL", candidates.url)
        monkeypatch.setenv("HEARTBENCH_API_KEY", KEY)
        monkeypatch.setenv("HEARTBENCH_JUDGE_BASE_URL", judges.url)
        monkeypatch.setenv("HEARTBENCH_JUDGE_API_KEY", OTHER)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-of-nobody")
        assert desk(*RUN).code == 0
    assert {said(call) for call in candidates.calls} == {f"Bearer {KEY}"}
    assert {said(call) for call in judges.calls} == {f"Bearer {OTHER}"}
    desk.after_all()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_takes_no_key_along(desk: Desk, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    target = FakeEndpoint(FakeSettings(keep_calls=True))

    def reply(call: FakeCall) -> Wire:
        return Wire(status, b"", headers=(("Location", f"{target.url}/v1/chat/completions"),))

    with serving(target, door := FakeEndpoint(replies=reply)):
        monkeypatch.setenv("HEARTBENCH_API_KEY", KEY)
        ended = desk(*RUN, "--base-url", door.url)
        assert ended.code == 3 and f"redirects to {target.url}" in ended.err
    assert not target.calls and not target.stats.by_path
    desk.after_all()


class _Seen:
    def __init__(self) -> None:
        self.headers: list[dict[str, str]] = []
        self.location = ""


@contextmanager
def plain_server(seen: _Seen) -> Iterator[str]:
    """Answers every GET with a redirect where there is a location, else with a page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.headers.append(dict(self.headers.items()))
            self.send_response(302 if seen.location else 200)
            if seen.location:
                self.send_header("Location", seen.location)
            self.end_headers()
            self.wfile.write(f"no archive, but {self.headers.get('Authorization')}".encode())

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_download_that_moves_elsewhere_takes_no_password_along(desk: Desk) -> None:
    near, far = _Seen(), _Seen()
    with plain_server(near) as door, plain_server(far) as elsewhere:
        near.location = f"http://{elsewhere}/x.zip?sig={OTHER}"
        ended = desk("data", "pull", "--address", f"http://user:{OTHER}@{door}/x.zip")
    assert ended.code == 2
    assert "Authorization" in near.headers[0]
    assert far.headers and "Authorization" not in far.headers[0]
    desk.after_all()


def test_the_password_of_a_download_is_not_kept(desk: Desk, shared: Path) -> None:
    """An archive that is taken: its origin is kept and shown without the password."""
    import io
    import zipfile

    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("question_all.jsonl", "question_hard.jsonl", "question_normal.jsonl"):
            packed.writestr(f"top/data/{name}", (shared / "upstream" / name).read_bytes())
        for name in ("generate_answers.py", "score_answers.py"):
            text = 'PROMPT_TEMPLATE = """{dialogue}{rubric}{response}"""\n'
            packed.writestr(f"top/heartbench/{name}", text)

    with archive_server(archive.getvalue()) as url:
        address = f"http://user:{OTHER}@{url.removeprefix('http://')}/x.zip?sig={OTHER}"
        ended = desk("data", "pull", "--address", address)
    assert ended.code == 0 and "***@127.0.0.1" in ended.out
    desk.after_all()


def test_no_other_command_tells_a_key(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEARTBENCH_API_KEY", "HEARTBENCH_JUDGE_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.setenv("API_KEY", KEY)
    desk("--version")
    desk("--help")
    desk("demo", "--json")
    for command in ("check", "stats", "export"):
        desk("data", command, "questions.jsonl")
    desk("data", "import", str(desk.folder))
    desk("run", "-m", "m")
    desk("run", "-m", "claude-x", "--judge", "offline:rules", "--dataset", "missing.jsonl")
    desk("score", "missing.jsonl")
    desk("models", "check")
    desk.after_all()
