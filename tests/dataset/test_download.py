"""Fetching the repository's archive from a local server, and archives that mean harm."""

from __future__ import annotations

import asyncio
import hashlib
import io
import stat
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from heartbench.dataset import PINNED_COMMIT, load_official, pull
from heartbench.dataset import download as module
from heartbench.dataset.download import archive_url, files_of
from heartbench.errors import DataError
from heartbench.language import Phrase, describe

from .checkouts import ANSWERING, archive, files

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def server(handler: Handler) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_get("/{path:.*}", handler)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"http://{host}:{port}/owner/repo"
    finally:
        await runner.cleanup()


def serving(body: bytes, status: int = 200) -> Handler:
    async def handler(_: web.Request) -> web.Response:
        return web.Response(body=body, status=status)

    return handler


async def refused(handler: Handler, home: Path, commit: str = "main") -> DataError:
    async with server(handler) as address:
        with pytest.raises(DataError) as caught:
            await pull(address, commit, home)
    assert describe(caught.value, "zh") and describe(caught.value, "en")
    assert not home.exists()
    return caught.value


def pin(monkeypatch: pytest.MonkeyPatch, content: dict[str, bytes]) -> None:
    hashes = {
        name.removeprefix("data/"): hashlib.sha256(data).hexdigest()
        for name, data in content.items()
        if name.startswith("data/")
    }
    monkeypatch.setattr(module, "PINNED_HASHES", hashes)


async def test_the_pinned_commit_is_fetched_checked_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin(monkeypatch, files())
    asked: list[str] = []

    async def handler(request: web.Request) -> web.Response:
        asked.append(request.path)
        if "/archive/" in request.path:
            raise web.HTTPFound("/moved/here")
        return web.Response(body=archive())

    async with server(handler) as address:
        kept = await pull(address + "/", user_dir=tmp_path / "home")
    assert asked == [f"/owner/repo/archive/{PINNED_COMMIT}.zip", "/moved/here"]
    assert kept.prompts.answering == ANSWERING
    assert (kept.commit, kept.origin) == (PINNED_COMMIT, f"{address}/archive/{PINNED_COMMIT}.zip")
    assert load_official(tmp_path / "home") == kept


async def test_a_changed_data_file_is_refused_at_the_pinned_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin(monkeypatch, files() | {"data/question_hard.jsonl": b"another"})
    error = await refused(serving(archive()), tmp_path / "home", PINNED_COMMIT)
    assert (error.code, error.fields["file"]) == ("dataset.hash_differs", "question_hard.jsonl")


async def test_another_commit_is_kept_with_a_finding(tmp_path: Path) -> None:
    async with server(serving(archive())) as address:
        kept = await pull(address, "main", tmp_path / "home")
    assert {finding.rule for finding in kept.findings} == {"other_version"}


async def test_a_page_in_place_of_an_archive(tmp_path: Path) -> None:
    assert (await refused(serving(b"<html>"), tmp_path / "home")).code == "dataset.no_archive"


async def test_an_error_status_is_said(tmp_path: Path) -> None:
    error = await refused(serving(b"", 404), tmp_path / "home")
    assert (error.code, error.fields["reason"]) == ("dataset.download_failed", "HTTP 404")


async def test_a_download_beyond_its_bound_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_ARCHIVE_BYTES", 1_000_000)
    sent = 0

    async def endless(request: web.Request) -> web.StreamResponse:
        nonlocal sent
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * 65_536)
            sent += 65_536

    assert (await refused(endless, tmp_path / "home")).code == "dataset.archive_too_large"
    assert sent < 50_000_000


async def test_a_connection_that_breaks_off(tmp_path: Path) -> None:
    async def cut(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "1000"})
        await response.prepare(request)
        await response.write(b"PK")
        assert request.transport is not None
        request.transport.close()
        return response

    assert (await refused(cut, tmp_path / "home")).code == "dataset.download_failed"


async def test_an_address_where_nobody_listens(tmp_path: Path) -> None:
    async with server(serving(b"")) as address:
        pass
    with pytest.raises(DataError) as caught:
        await pull(address, "main", tmp_path)
    assert caught.value.code == "dataset.download_failed"


async def test_a_server_that_never_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOTAL_SECONDS", 0.2)

    async def silent(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while request.transport is not None and not request.transport.is_closing():
            await response.write(b"x")
            await asyncio.sleep(0.05)
        return response

    assert (await refused(silent, tmp_path / "home")).fields["reason"] == Phrase("foreign.timed_out")


@pytest.mark.parametrize(
    ("address", "commit"),
    [("ftp://host/x", "main"), ("/a/path", "main"), ("http://host/x", "../../etc"), ("http://host/x", "")],
)
async def test_addresses_that_are_none(address: str, commit: str) -> None:
    with pytest.raises(DataError) as caught:
        await pull(address, commit)
    assert caught.value.code == "dataset.bad_address"


def test_addresses_of_archives() -> None:
    assert archive_url("https://host/o/r/", "c1") == "https://host/o/r/archive/c1.zip"
    assert archive_url("https://host/o/r.git", "c1") == "https://host/o/r/archive/c1.zip"
    assert archive_url("https://host/file.zip?x=1", "c1") == "https://host/file.zip?x=1"


def test_proxies_are_for_others_than_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    assert module._proxy_for("https://host/x") == "http://proxy:3128"
    for near in (
        "https://localhost/x",
        "https://127.0.0.1:1/x",
        "https://[::1]/x",
        "https://inside.example/",
    ):
        assert module._proxy_for(near) is None


async def test_the_download_goes_through_the_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def proxy(request: web.Request) -> web.Response:
        asked.append(request.raw_path)
        return web.Response(body=archive())

    async with server(proxy) as address:
        monkeypatch.setenv("http_proxy", address.removesuffix("/owner/repo"))
        monkeypatch.delenv("no_proxy", raising=False)
        await pull("http://repository.invalid/o/r", "main", tmp_path / "home")
    assert asked == ["http://repository.invalid/o/r/archive/main.zip"]


def code_of(data: bytes) -> str:
    with pytest.raises(DataError) as caught:
        files_of(data, "origin")
    assert describe(caught.value, "zh")
    return caught.value.code


@pytest.mark.parametrize("name", ["../evil", "a/../../evil", "/etc/evil", "C:/evil", "a\\..\\evil"])
def test_entries_that_would_leave_their_folder(name: str) -> None:
    buffer = io.BytesIO(archive())
    with zipfile.ZipFile(buffer, "a") as target:
        entry = zipfile.ZipInfo("placeholder")
        entry.filename = name
        target.writestr(entry, b"x")
    assert code_of(buffer.getvalue()) == "dataset.archive_unsafe"


def test_a_link_in_place_of_a_wanted_file() -> None:
    content = files()
    del content["data/question_all.jsonl"]
    buffer = io.BytesIO(archive(content))
    with zipfile.ZipFile(buffer, "a") as target:
        entry = zipfile.ZipInfo("HeartBench-1/data/question_all.jsonl")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        target.writestr(entry, "/etc/passwd")
    assert code_of(buffer.getvalue()) == "dataset.archive_unsafe"


def test_missing_and_doubled_files() -> None:
    content = files()
    del content["heartbench/score_answers.py"]
    assert code_of(archive(content)) == "dataset.not_in_archive"
    buffer = io.BytesIO(archive())
    with zipfile.ZipFile(buffer, "a") as target:
        target.writestr("other/heartbench/score_answers.py", b"PROMPT_TEMPLATE = ''")
    assert code_of(buffer.getvalue()) == "dataset.not_in_archive"


def test_what_unpacks_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = archive(files() | {"bomb": b"\x00" * 3_000_000})
    assert len(bomb) < 50_000
    monkeypatch.setattr(module, "MAX_UNPACKED_BYTES", 1_000_000)
    assert code_of(bomb) == "dataset.archive_too_large"
    monkeypatch.setattr(module, "MAX_UNPACKED_BYTES", 10_000_000)
    monkeypatch.setattr(module, "MAX_ENTRIES", 3)
    assert code_of(archive()) == "dataset.archive_too_large"


def test_a_wanted_file_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_FILE_BYTES", 100)
    assert code_of(archive()) == "dataset.file_too_large"


@pytest.mark.parametrize("cut", [1, 30, 200, 1_000])
def test_a_damaged_archive(cut: int) -> None:
    data = archive()
    assert code_of(data[:-cut]) == "dataset.no_archive"
    middle = bytearray(data)
    middle[60 : 60 + cut] = b"\xff" * cut
    assert code_of(bytes(middle)) in {"dataset.no_archive", "dataset.archive_unsafe"}
