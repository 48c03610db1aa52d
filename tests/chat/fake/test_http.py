from __future__ import annotations

import asyncio
import json

from hypothesis import given
from hypothesis import strategies as st

from chat.fake.helpers import request
from heartbench.chat.fake import FakeEndpoint, FakeSettings
from heartbench.chat.fake.content import Wire
from heartbench.chat.fake.http import RawRequest, _take, render

HEAD = b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n"


def plain(body: bytes) -> bytes:
    return HEAD + b"content-LENGTH: %d\r\n\r\n" % len(body) + body


def chunked(pieces: list[bytes]) -> bytes:
    parts = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces if piece)
    return HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + parts + b"0\r\n\r\n"


@given(st.binary(max_size=200), st.binary(max_size=50))
def test_a_request_is_taken_whole_and_no_more(body: bytes, rest: bytes) -> None:
    whole = plain(body)
    taken = _take(bytearray(whole + rest))
    assert taken is not None
    assert (taken[0].body, taken[1]) == (body, len(whole))
    for cut in range(len(whole)):
        assert _take(bytearray(whole[:cut])) is None


@given(st.lists(st.binary(max_size=40), max_size=5), st.binary(max_size=20))
def test_chunked_bodies_are_joined(pieces: list[bytes], rest: bytes) -> None:
    whole = chunked(pieces)
    taken = _take(bytearray(whole + rest))
    assert taken is not None
    assert (taken[0].body, taken[1]) == (b"".join(pieces), len(whole))
    for cut in range(len(whole)):
        assert _take(bytearray(whole[:cut])) is None


def test_headers_are_read() -> None:
    assert RawRequest("GET", "/", b"GET / HTTP/1.1\r\nX-API-Key:  k \r\nA: b:c", b"").headers() == {
        "x-api-key": "k",
        "a": "b:c",
    }


def test_rendering() -> None:
    assert render(Wire(200, b"{}")).endswith(b"Content-Length: 2\r\n\r\n{}")
    assert render(Wire(529, b"")).startswith(b"HTTP/1.1 529 Overloaded\r\n")
    assert b"Connection: close" in render(Wire(200, b"", ending="close"))
    assert render(Wire(200, b"1\r\nx\r\n", chunked=True)).endswith(b"1\r\nx\r\n0\r\n\r\n")


async def test_requests_one_after_another_on_one_connection_are_answered_in_order() -> None:
    async with FakeEndpoint(FakeSettings(latency=0.02), replies=["一", "二"]) as fake:
        host, port = fake.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(plain(json.dumps(request("a")).encode()) + plain(json.dumps(request("b")).encode()))
        for expected in ("一", "二"):
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().split(b"content-length:")[1].split()[0])
            body = json.loads(await reader.readexactly(length))
            assert body["choices"][0]["message"]["content"] == expected
        writer.close()
