"""Fetching the public repository as an archive, without trusting the archive."""

from __future__ import annotations

import hashlib
import io
import re
import stat
import urllib.request
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from heartbench.config import mask_address
from heartbench.config.secrets import mask_secrets
from heartbench.dataset.decoding import read_stream
from heartbench.dataset.official import (
    MAX_FILE_BYTES,
    PINNED_COMMIT,
    PINNED_HASHES,
    REPOSITORY,
    WANTED,
    OfficialSet,
    keep,
)
from heartbench.errors import DataError
from heartbench.language import Phrase, wire_reason

if TYPE_CHECKING:
    import aiohttp

MAX_ARCHIVE_BYTES = 64 * 1024 * 1024
MAX_UNPACKED_BYTES = 256 * 1024 * 1024
MAX_ENTRIES = 10_000
CONNECT_SECONDS = 10.0
TOTAL_SECONDS = 300.0

_PIECE = 64 * 1024
_COMMIT = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,99}")
_DRIVE = re.compile(r"[A-Za-z]:")


def archive_url(address: str, commit: str) -> str:
    """Address of the zip archive of a commit: ``address`` itself where it names a zip file."""
    if urlsplit(address).path.endswith(".zip"):
        return address
    return f"{address.rstrip('/').removesuffix('.git')}/archive/{commit}.zip"


async def pull(
    address: str = REPOSITORY, commit: str = PINNED_COMMIT, user_dir: Path | None = None
) -> OfficialSet:
    """Download the repository at a commit and keep its data and prompts as ``import_checkout`` does.

    ``address`` is the repository's web address or that of a zip archive. At the pinned commit the data
    files must have their known SHA-256. Nothing is unpacked to disk, and nothing is executed.
    Raises DataError where the address does not answer with a safe archive that holds the files.
    """
    if not _COMMIT.fullmatch(commit) or urlsplit(address).scheme not in ("http", "https"):
        raise DataError("dataset.bad_address", address=_shown(address), commit=commit)
    url = archive_url(address, commit)
    files = files_of(await _download(url), _shown(url))
    if commit == PINNED_COMMIT:
        _check_hashes(files, _shown(url))
    return keep(files, _shown(url), commit, user_dir)


def _shown(url: str) -> str:
    """The address as it may be shown and kept: without user, password and query."""
    return mask_address(url).partition("?")[0]


def _check_hashes(files: dict[str, bytes], url: str) -> None:
    for name, pinned in PINNED_HASHES.items():
        if hashlib.sha256(files[f"data/{name}"]).hexdigest() != pinned:
            raise DataError("dataset.hash_differs", address=url, file=name)


async def _download(url: str) -> bytes:
    # aiohttp takes a third of a second to import, and only this needs it here.
    import aiohttp

    shown = _shown(url)
    timeout = aiohttp.ClientTimeout(total=TOTAL_SECONDS, sock_connect=CONNECT_SECONDS)
    try:
        # trust_env would also read passwords out of .netrc: the proxy is looked up here instead.
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(url, proxy=_proxy_for(url), max_redirects=5) as response,
        ):
            if response.status != 200:
                raise DataError("dataset.download_failed", address=shown, reason=f"HTTP {response.status}")
            if url.startswith("https:") and response.url.scheme != "https":
                raise DataError("dataset.download_failed", address=shown, reason="https → http")
            return await _body(response, shown)
    except TimeoutError as error:
        reason = Phrase("foreign.timed_out")
        raise DataError("dataset.download_failed", address=shown, reason=reason) from error
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise DataError("dataset.download_failed", address=shown, reason=_reason(error, url)) from error


def _reason(error: BaseException, url: str) -> Phrase | str:
    """Why a download failed; what aiohttp says may end with the whole address."""
    import aiohttp

    said = error.message if isinstance(error, aiohttp.ClientResponseError) else wire_reason(error)
    return mask_secrets(said, _secrets_in(url)) if isinstance(said, str) else said


def _secrets_in(url: str) -> tuple[str, ...]:
    parts = urlsplit(url)
    return tuple(filter(None, (url, parts.query, parts.netloc.rpartition("@")[0], parts.password)))


async def _body(response: aiohttp.ClientResponse, url: str) -> bytes:
    pieces: list[bytes] = []
    size = 0
    async for piece in response.content.iter_chunked(_PIECE):
        size += len(piece)
        if size > MAX_ARCHIVE_BYTES:
            raise DataError("dataset.archive_too_large", address=url, limit=MAX_ARCHIVE_BYTES)
        pieces.append(piece)
    return b"".join(pieces)


def _proxy_for(url: str) -> str | None:
    parts = urlsplit(url)
    host = parts.hostname or ""
    local = host == "localhost" or host.startswith("127.") or host == "::1"
    if local or urllib.request.proxy_bypass(host):
        return None
    return urllib.request.getproxies().get(parts.scheme)


def files_of(data: bytes, origin: str) -> dict[str, bytes]:
    """The wanted files of a repository's zip archive, by path below its one top folder.

    Raises DataError for what is no archive, for entries that would leave their folder, for more than
    :data:`MAX_ENTRIES` entries or :data:`MAX_UNPACKED_BYTES`, and where a wanted file is missing or a link.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _check_entries(entries, origin)
            return {name: _member(archive, entries, name, origin) for name in WANTED}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise DataError("dataset.no_archive", address=origin) from error


def _check_entries(entries: list[zipfile.ZipInfo], origin: str) -> None:
    size = sum(entry.file_size for entry in entries)
    if len(entries) > MAX_ENTRIES or size > MAX_UNPACKED_BYTES:
        raise DataError("dataset.archive_too_large", address=origin, limit=MAX_UNPACKED_BYTES)
    for entry in entries:
        if _leaves_its_folder(entry.filename):
            raise DataError("dataset.archive_unsafe", address=origin, entry=entry.filename)


def _leaves_its_folder(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return name.startswith("/") or "\\" in name or ".." in parts or bool(_DRIVE.match(name))


def _member(archive: zipfile.ZipFile, entries: Iterable[zipfile.ZipInfo], name: str, origin: str) -> bytes:
    found = [entry for entry in entries if entry.filename.partition("/")[2] == name]
    if len(found) != 1:
        raise DataError("dataset.not_in_archive", address=origin, file=name)
    if stat.S_ISLNK(found[0].external_attr >> 16):
        raise DataError("dataset.archive_unsafe", address=origin, entry=found[0].filename)
    with archive.open(found[0]) as member:
        # What the archive says of its sizes may be a lie: count what really comes.
        return read_stream(member, Path(name), MAX_FILE_BYTES)
