"""From a user's file to text: compression by magic bytes, encodings by a fixed order."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from heartbench.errors import DataError
from heartbench.language import system_reason

MAX_BYTES = 512 * 1024 * 1024
"""No file of questions or answers is read beyond this size, compressed or not."""

_PIECE = 1024 * 1024
_GZIP = b"\x1f\x8b"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is its beginning
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DAMAGE_LIMIT = 0.1
"""A file with fewer broken than whole characters than this is damaged UTF-8, not GB18030."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file and how it was read."""

    text: str
    encoding: str
    """``utf-8``, ``utf-16-le``, …, ``gb18030``."""


class ByteStream(Protocol):
    """What can be read by pieces."""

    def read(self, size: int, /) -> bytes:
        """At most ``size`` bytes; none at the end."""


def read_bytes(path: Path) -> bytes:
    """The content of a file, unpacked where it is gzip whatever its name.

    Raises DataError where the file is missing, a folder, unreadable, too large, or broken gzip.
    """
    data = _read_file(path)
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            return read_stream(packed, path)
    except (OSError, EOFError, zlib.error) as error:
        raise DataError("dataset.gzip_broken", path=path) from error


def read_stream(stream: ByteStream, path: Path, limit: int | None = None) -> bytes:
    """All bytes of a stream, by pieces, for a packed one can be far larger than its file.

    Raises DataError beyond ``limit`` (by default :data:`MAX_BYTES`).
    """
    limit = MAX_BYTES if limit is None else limit
    pieces: list[bytes] = []
    size = 0
    while piece := stream.read(_PIECE):
        size += len(piece)
        if size > limit:
            raise DataError("dataset.file_too_large", path=path, limit=limit)
        pieces.append(piece)
    return b"".join(pieces)


def _read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return read_stream(file, path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise DataError("dataset.file_missing", path=path) from error
    except IsADirectoryError as error:
        raise DataError("dataset.is_folder", path=path) from error
    except ValueError as error:
        raise DataError("dataset.unreadable", path=path, reason=str(error)) from error
    except OSError as error:
        raise DataError("dataset.unreadable", path=path, reason=system_reason(error)) from error


def decode(data: bytes, path: Path) -> Decoded:
    """Text of the bytes: a byte order mark first, then strict UTF-8, then GB18030.

    Bytes that stop inside a character lose that one, as a writer that was killed leaves them.
    Raises DataError for bytes that are none of these.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], encoding, path)
    unmarked = _utf16_without_mark(data)
    if unmarked:
        return _strict(data, unmarked, path)
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        if _stops_inside_a_character(error, data):
            return Decoded(data[: error.start].decode("utf-8"), "utf-8")
        if _is_damaged_utf8(data):
            line = data.count(b"\n", 0, error.start) + 1
            raise DataError("dataset.damaged_bytes", where=f"{path}:{line}") from error
    return _strict(data, "gb18030", path)


def _strict(data: bytes, encoding: str, path: Path) -> Decoded:
    try:
        return Decoded(data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        if error.end >= len(data) and error.start > 0:
            return Decoded(data[: error.start].decode(encoding), encoding)
        raise DataError("dataset.encoding", path=path) from error


def _utf16_without_mark(data: bytes) -> str | None:
    """A file that begins with one ASCII character in two bytes."""
    if len(data) < 2 or (data[0] == 0) == (data[1] == 0):
        return None
    return "utf-16-be" if data[0] == 0 else "utf-16-le"


def _stops_inside_a_character(error: UnicodeDecodeError, data: bytes) -> bool:
    return error.reason == "unexpected end of data" and error.end == len(data)


def _is_damaged_utf8(data: bytes) -> bool:
    # Chinese in GB18030 breaks at almost every character when taken for UTF-8; a copy
    # with a few lost bytes breaks at a few. Taking the latter for GB18030 would load mojibake.
    replaced = data.decode("utf-8", "replace")
    broken = replaced.count("\ufffd")
    whole = sum(1 for character in replaced if character > "\x7f") - broken
    return broken < whole * _DAMAGE_LIMIT
