from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from heartbench.reporting.console import SafeStream, encodable, safe_console

ENCODINGS = ["ascii", "gbk", "cp437", "cp1252", "utf-8", "no-such-encoding"]
SOURCE = Path(__file__).resolve().parents[2] / "src"


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=st.text())
def test_what_comes_out_can_be_encoded(encoding: str, text: str) -> None:
    known = "ascii" if encoding == "no-such-encoding" else encoding
    encodable(text, encoding).encode(known)


def test_replacements_keep_the_width_so_that_tables_stay_aligned() -> None:
    text = "能力 — 温暖 ×2…"
    assert encodable(text, "ascii") == "???? - ???? x2~"
    assert cell_len(encodable(text, "ascii")) == cell_len(text)
    assert encodable("能力 👋", "gbk") == "能力 ??"


def test_a_console_prints_on_an_ascii_stream() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    console = safe_console(stream, width=40)
    console.rule("得分")
    console.print("能力 👋 \udc80")
    stream.flush()
    assert b"????" in raw.getvalue()


class Gone(io.StringIO):
    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_a_reader_that_goes_away_does_not_end_the_run() -> None:
    stream = SafeStream(Gone())
    assert stream.write("first") == 5
    assert stream.write("second") == 6
    stream.flush()


SCRIPT = """
from heartbench.reporting import safe_console
console = safe_console()
for number in range(20000):
    console.print(f"能力 {number} — 👋")
import sys
print("what others print")
sys.stdout.flush()
print("finished", file=sys.stderr)
"""


@pytest.mark.parametrize("encoding", ["ascii", "gbk", "utf-8"])
def test_a_process_survives_its_encoding_and_a_closed_pipe(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(SOURCE)}
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert process.stdout is not None
    process.stdout.read(100)
    process.stdout.close()
    assert process.stderr is not None
    errors = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(60) == 0
    assert errors.strip() == "finished"
