"""What one invocation of the command line shares: its language and its two streams."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TextIO

from heartbench.errors import UsageError
from heartbench.language import Language, say, system_reason, text, variant

if TYPE_CHECKING:
    from rich.console import Console

    from heartbench.reporting import Column
from heartbench.language.shown import shown, shown_json

Program = Literal["heartbench", "demo", "check", "seed"]
"""Command lines with options of their own: a sentence that names options has a variant for each."""


def write_line(stream: TextIO, line: str) -> OSError | None:
    """Writes a line; what the encoding lacks is replaced, and a reader that went away is no error.

    Never raises, for a run that has paid for replies must not end for a line; returns what kept
    it from being written, such as a full disk.
    """
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        stream.write(line.encode(encoding, "replace").decode(encoding, "replace") + "\n")
        stream.flush()
    except (BrokenPipeError, ConnectionResetError, ValueError):
        return None  # Closed on the other side.
    except OSError as error:
        return error
    return None


def unwritten(problem: OSError | None) -> None:
    """Raises UsageError where a result could not be written: it must not be lost in silence."""
    if problem is not None:
        raise UsageError("reporting.output_failed", reason=system_reason(problem))


@dataclass(frozen=True, slots=True)
class Session:
    """Handed to every command."""

    language: Language
    program: Program = "heartbench"

    def text(self, key: str, **fields: object) -> str:
        """A text of the command line."""
        return self.sentence(f"cli.{key}", fields)

    def listed(self, items: Iterable[object]) -> str:
        """Several things, one behind the other."""
        return say(tuple(items), self.language)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences in a row; Chinese ones stand without a blank between them."""
        return ("" if self.language == "zh" else " ").join(sentences)

    def sentence(self, key: str, fields: Mapping[str, object]) -> str:
        """A text of any room, as this command line says it."""
        return text(variant(key, self.program, self.language), self.language, **fields)

    def notice(self, key: str, fields: Mapping[str, object]) -> None:
        """A text of any room, on standard error."""
        self.tell(self.sentence(key, fields))

    def say(self, key: str, **fields: object) -> None:
        """A sentence for people, on standard error."""
        self.tell(self.text(key, **fields))

    def tell(self, sentence: str) -> None:
        """A finished sentence, on standard error; where nobody can be told, nothing ends for that."""
        write_line(sys.stderr, shown(sentence))

    def show(self, line: str) -> None:
        """A line of the result, on standard output. Raises UsageError where it cannot be written."""
        unwritten(write_line(sys.stdout, shown(line)))

    def show_table(self, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
        """A table of the result, as wide as standard output. Raises UsageError where it cannot be written."""
        from heartbench.reporting import print_columns

        self.show_printed(lambda console, _: print_columns(columns, rows, console))

    def show_printed(self, printing: Callable[[Console, Language], None]) -> None:
        """What ``printing`` puts on the console. Raises UsageError where it cannot be written."""
        from heartbench.reporting import safe_console

        console = safe_console()
        printing(console, self.language)
        unwritten(console.problem)

    def show_json(self, value: object) -> None:
        """The result for programs: one JSON document on standard output."""
        encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
        ascii_only = not encoding.startswith("utf")
        document = json.dumps(value, ensure_ascii=ascii_only, indent=2, allow_nan=False)
        self.show(shown_json(document))
