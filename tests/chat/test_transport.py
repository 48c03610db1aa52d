"""What happens between here and an endpoint."""

from __future__ import annotations

import asyncio
import json
import shutil
import ssl
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from chat.wire import ASK, KEY, QUICK, Answer, Server, completion, target
from heartbench.chat import ChatClient, ClientLimits
from heartbench.chat.transport import LARGEST_BODY
from heartbench.records import CallFailure, CallOutcome, Endpoint, FailureKind, ModelTarget, Reply

GOOD = completion("好")
ONCE = replace(QUICK, attempts=1, few=1)


async def ask(where: ModelTarget, limits: ClientLimits = QUICK) -> CallOutcome:
    async with ChatClient(limits) as client:
        return await client.ask(where, ASK)


async def test_netrc_is_never_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password from-netrc\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))
    async with Server([GOOD]) as server:
        await ask(ModelTarget(Endpoint("test", server.url), "m"))
    assert "Authorization" not in server.seen[0].headers


async def test_credentials_in_the_url_are_sent_and_masked() -> None:
    async with Server([Answer('{"error":{"message":"no, s3cret-word"}}', 401)]) as server:
        url = server.url.replace("http://", "http://me:s3cret-word@")
        outcome = await ask(ModelTarget(Endpoint("test", url), "m"))
    assert server.seen[0].headers["Authorization"] == "Basic bWU6czNjcmV0LXdvcmQ="
    assert isinstance(outcome, CallFailure)
    assert "s3cret-word" not in outcome.message + outcome.raw
    assert "***" in outcome.message


async def test_a_proxy_is_used_and_its_password_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Server([GOOD]) as proxy:
        monkeypatch.setenv("http_proxy", f"http://u:p@127.0.0.1:{proxy.port}")
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        outcome = await ask(target("http://models.invalid/v1"))
    assert isinstance(outcome, Reply)
    assert proxy.seen[0].headers["Host"] == "models.invalid"
    assert proxy.seen[0].headers["Proxy-Authorization"] == "Basic dTpw"


async def test_a_socks_proxy_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    monkeypatch.delenv("all_proxy", raising=False)
    outcome = await ask(target("http://models.invalid/v1"))
    assert isinstance(outcome, CallFailure)
    assert (outcome.stops, "HTTPS_PROXY" in outcome.message) == ("endpoint", True)


async def test_a_wrong_address_stops_at_once() -> None:
    where = target("localhost:8000")
    async with ChatClient(QUICK) as client:
        outcome = await client.ask(where, ASK)
        assert await client.ask(where, ASK) is outcome
        assert client.lane_state(where).stopped is outcome
    assert isinstance(outcome, CallFailure)
    assert outcome.stops == "endpoint"
    assert KEY not in repr(outcome)


async def test_an_unknown_host_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    started = time.monotonic()
    outcome = await ask(target("http://nobody.invalid/v1", connect_timeout=1.0))
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.stops) == (FailureKind.TRANSPORT, "lane")
    assert time.monotonic() - started < 30


async def test_https_to_a_plain_server_is_named() -> None:
    async with Server([GOOD]) as server:
        outcome = await ask(target(server.url.replace("http:", "https:")))
    assert isinstance(outcome, CallFailure)
    assert outcome.kind is FailureKind.TRANSPORT
    assert "http instead of https" in outcome.message


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the program openssl to make a certificate")
async def test_ssl_cert_file_is_honoured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=x -addext subjectAltName=IP:127.0.0.1"
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*make.split(), *files], check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    async with Server([GOOD], context) as server:
        refused = await ask(target(server))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert isinstance(await ask(target(server)), Reply)
    assert isinstance(refused, CallFailure)
    assert (refused.stops, "SSL_CERT_FILE" in refused.message) == ("endpoint", True)


async def test_no_reply_in_time() -> None:
    async def script(_number: int, _seen: object) -> Answer:
        await asyncio.sleep(5)
        return GOOD

    async with Server(script) as server:
        outcome = await ask(target(server, total_timeout=0.2), ONCE)
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.stops) == (FailureKind.TRANSPORT, "call")
    assert 0.1 < outcome.latency < 2


async def test_a_body_without_bound_is_not_read_to_its_end() -> None:
    endless = Answer(b"x" * (LARGEST_BODY + 1024 * 1024))
    async with Server([endless]) as server:
        outcome = await ask(target(server), ONCE)
    assert isinstance(outcome, CallFailure)
    assert (outcome.kind, outcome.raw) == (FailureKind.TRANSPORT, "")


async def test_a_large_reply_is_read_whole() -> None:
    text = "很长。" * 500_000
    async with Server([completion(text)]) as server:
        outcome = await ask(target(server))
    assert isinstance(outcome, Reply)
    assert outcome.text == text


async def test_a_connection_kept_alive_and_closed_meanwhile() -> None:
    async with Server([GOOD]) as server, ChatClient(QUICK) as client:
        where, port = target(server), server.port
        assert isinstance(await client.ask(where, ASK), Reply)
        await server.unlisten()
        await server.listen(port)
        assert isinstance(await client.ask(where, ASK), Reply)


async def test_no_secret_leaves_through_a_failure() -> None:
    echo = json.dumps({"error": {"message": f"bad key {KEY}", "echo": KEY}})
    for status in (400, 401, 404, 429, 500, 200):
        async with Server([Answer(echo, status)]) as server:
            outcome = await ask(target(server))
        assert KEY not in repr(outcome)
