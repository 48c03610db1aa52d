"""A console that nothing printed can crash, whatever the terminal's encoding."""

from __future__ import annotations

import os
import sys
from typing import IO, TextIO

from rich.cells import cell_len
from rich.console import Console

from heartbench.errors import UsageError
from heartbench.language import system_reason

PIPED_WIDTH = 200
"""Columns of a table that is written into a file or pipe."""
_STAND_INS = {"—": "-", "–": "-", "…": "~", "·": ".", "×": "x", "≤": "<", "≥": ">", "•": "*", "’": "'"}


class SafeStream:
    """A text stream that replaces what its encoding cannot hold and survives a reader that goes away.

    Raises UsageError ``reporting.output_failed`` where the system refuses to write, as on a full disk.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._gone = False

    @property
    def encoding(self) -> str:
        """The encoding of the stream below; UTF-8 where it has none."""
        return getattr(self._stream, "encoding", None) or "utf-8"

    @property
    def errors(self) -> str:
        """As :mod:`io` has it: this stream replaces."""
        return "replace"

    def write(self, text: str) -> int:
        """Writes ``text``; wide characters become as many question marks as they are columns wide."""
        if not self._gone:
            try:
                self._stream.write(encodable(text, self.encoding))
            except (BrokenPipeError, ConnectionResetError):
                self._let_go()
            except OSError as error:
                raise self._refused(error) from error
        return len(text)

    def flush(self) -> None:
        """Flushes the stream below."""
        if not self._gone:
            try:
                self._stream.flush()
            except (BrokenPipeError, ConnectionResetError):
                self._let_go()
            except OSError as error:
                raise self._refused(error) from error

    def isatty(self) -> bool:
        """Whether the stream below is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """The descriptor of the stream below."""
        return self._stream.fileno()

    def _refused(self, error: OSError) -> UsageError:
        """What is left unwritten would be refused once more when Python flushes at exit."""
        self._let_go()
        return UsageError("reporting.output_failed", reason=system_reason(error))

    def _let_go(self) -> None:
        """Nobody reads any more; Python's own flush at exit must not complain about it either."""
        self._gone = True
        try:
            descriptor = self._stream.fileno()
        except (OSError, ValueError):
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


def encodable(text: str, encoding: str) -> str:
    """``text`` with every character that ``encoding`` lacks replaced by one of the same width."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_replaced(character, encoding) for character in text)
    except LookupError:
        return encodable(text, "ascii")
    return text


def _replaced(character: str, encoding: str) -> str:
    for candidate in (character, _STAND_INS.get(character, "")):
        try:
            candidate.encode(encoding)
        except UnicodeEncodeError:
            continue
        if candidate:
            return candidate
    return "?" * cell_len(character)


def safe_console(stream: TextIO | None = None, *, width: int | None = None) -> Console:
    """A rich console on ``stream`` (standard output if None) that never raises for what it prints.

    Into a file or pipe it writes wide lines, unless COLUMNS says otherwise: nobody's window folds there.
    """
    target = SafeStream(sys.stdout if stream is None else stream)
    if width is None and not target.isatty() and "COLUMNS" not in os.environ:
        width = PIPED_WIDTH
    # Console only writes, flushes and asks for the terminal and the encoding.
    return Console(file=target, width=width, highlight=False, soft_wrap=False)  # type: ignore[arg-type]
