"""File names from users' names, a folder for every run, and files that are whole or not there."""

from __future__ import annotations

import json
import re
import secrets
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO

from heartbench.errors import UsageError
from heartbench.language import system_reason
from heartbench.records import digest

MARKER = "run.json"
"""Says which run a folder belongs to."""

_UNSAFE = re.compile(r"[^\w.+=@-]+")
_HASHED = re.compile(r".*-[0-9a-f]{10}$", re.DOTALL)
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?$", re.IGNORECASE)
_MAX_BYTES = 80
_HASH_LENGTH = 10


def file_name(name: str) -> str:
    """A name for a file or folder on any system: no separator, no leading dot, at most 80 bytes.

    A name that can stand as it is does. Any other one loses what is unsafe and gets ten digits of its
    hash behind it, so that two names never share a file; so does a name that looks as if it had them.
    """
    safe = unicodedata.normalize("NFC", _UNSAFE.sub("-", _nameable(name))).strip(".-")
    short = safe.encode("utf-8")[:_MAX_BYTES].decode("utf-8", "ignore")
    if short == name and name and not _HASHED.match(name) and not _RESERVED.match(name):
        return name
    return _hashed(short, name)


def _nameable(name: str) -> str:
    """The name with ``-`` for what names of files cannot hold here: in some locales that is all but ASCII."""
    encoding = sys.getfilesystemencoding()
    return "".join(character if _fits(character, encoding) else "-" for character in name)


def _fits(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def file_names(names: Iterable[str]) -> dict[str, str]:
    """A file name for each of several names, distinct also where a file system ignores case."""
    found: dict[str, str] = {name: file_name(name) for name in names}
    seen: dict[str, int] = {}
    for safe in found.values():
        seen[_folded(safe)] = seen.get(_folded(safe), 0) + 1
    return {name: safe if seen[_folded(safe)] == 1 else _hashed(safe, name) for name, safe in found.items()}


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _hashed(safe: str, name: str) -> str:
    stem = safe.encode("utf-8")[: _MAX_BYTES - _HASH_LENGTH - 1].decode("utf-8", "ignore").rstrip(".-")
    return f"{stem or 'name'}-{digest('file-name', name)[:_HASH_LENGTH]}"


def claim_folder(output: Path, name: str, identity: Mapping[str, object]) -> Path:
    """The folder of one run below ``output``: made now, or found where this run made it before.

    A folder that belongs to another run, or to nobody known, is left alone: the next free name
    (``-2``, ``-3``, …) is taken. Raises UsageError ``reporting.unwritable``.
    """
    make_folder(output)
    with _writable(output):
        for number in count(1):
            folder = output / (file_name(name) if number == 1 else f"{file_name(name)}-{number}")
            if _claimed(folder, identity):
                return folder
    raise AssertionError("count never ends")


def _claimed(folder: Path, identity: Mapping[str, object]) -> bool:
    if folder.is_symlink():
        return False
    try:
        folder.mkdir()
    except FileExistsError:
        return _owner(folder) == dict(identity)
    write_whole(folder / MARKER, json.dumps(identity, ensure_ascii=False, indent=2) + "\n")
    return True


def _owner(folder: Path) -> object:
    try:
        return json.loads((folder / MARKER).read_text("utf-8"))
    except (OSError, ValueError):
        return None


@contextmanager
def replacing(path: Path, encoding: str = "utf-8") -> Iterator[IO[str]]:
    """A file to write that takes its place in one step when all is written, or never.

    Lone surrogates, which UTF-8 lacks, become ``\\udXXX``: in JSON that is the same text.
    Raises UsageError ``reporting.unwritable``.
    """
    with _writable(path):
        temporary = path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}.tmp")
        try:
            with temporary.open("x", encoding=encoding, errors="backslashreplace", newline="") as stream:
                yield stream
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def write_whole(path: Path, text: str) -> None:
    """Writes a text file in one step."""
    with replacing(path) as stream:
        stream.write(text)


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it. Raises UsageError ``reporting.unwritable``."""
    with _writable(folder):
        folder.mkdir(parents=True, exist_ok=True)


def check_writable(output: Path, name: str) -> None:
    """Whether the report of a run can be written below ``output``, asked before the run is paid for.

    Makes the folder. Raises UsageError ``reporting.unwritable``.
    """
    make_folder(output)
    own = output / file_name(name)
    for folder in (output, own) if own.is_dir() else (output,):
        with _writable(folder):
            probe = folder / f".{secrets.token_hex(6)}.tmp"
            try:
                probe.touch()
            finally:
                probe.unlink(missing_ok=True)


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError("reporting.unwritable", path=path, reason=system_reason(error)) from error
