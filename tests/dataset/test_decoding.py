"""From bytes to text."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.dataset import decoding
from heartbench.dataset.decoding import decode, read_bytes
from heartbench.errors import DataError

from .builders import save

PATH = Path("file.jsonl")
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\ufeff"), min_size=1)


def code_of(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        read_bytes(path)
    return caught.value.code


@given(TEXTS)
def test_utf8_is_never_taken_for_something_else(text: str) -> None:
    decoded = decode(text.encode(), PATH)
    assert (decoded.text, decoded.encoding) == (text, "utf-8")


@given(TEXTS, st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]))
def test_a_mark_decides(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), PATH).text == text


@given(TEXTS, st.integers(min_value=1, max_value=3))
def test_a_cut_inside_the_last_character_loses_that_alone(text: str, cut: int) -> None:
    data = text.encode() + "倾".encode()[: 3 - cut]
    assert decode(data, PATH).text == text


def test_gb18030_is_recognised() -> None:
    text = '{"question_id": "甲", "response": "今天下雨，我有点想家。"}\n'
    decoded = decode(text.encode("gb18030"), PATH)
    assert (decoded.text, decoded.encoding) == (text, "gb18030")


def test_damaged_utf8_is_not_taken_for_gb18030() -> None:
    data = ("今天下雨，我有点想家。" * 20 + "\n").encode()
    damaged = data + data[:31] + b"\xff" + data[32:]
    with pytest.raises(DataError) as caught:
        decode(damaged, PATH)
    assert caught.value.code == "dataset.damaged_bytes"
    assert caught.value.fields["where"] == "file.jsonl:2"


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        decode(b"\x80\xff\xff\x80" * 20 + b"abc", PATH)
    assert caught.value.code == "dataset.encoding"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert code_of(tmp_path / "nothing") == "dataset.file_missing"
    assert code_of(tmp_path) == "dataset.is_folder"
    assert code_of(save(tmp_path / "file", "x") / "below") == "dataset.file_missing"
    assert code_of(tmp_path / "nul\x00byte") == "dataset.unreadable"


def test_gzip_goes_by_magic_bytes(tmp_path: Path) -> None:
    packed = gzip.compress(b"one\n") + gzip.compress(b"two\n")
    assert read_bytes(save(tmp_path / "plain.jsonl", packed)) == b"one\ntwo\n"
    assert read_bytes(save(tmp_path / "named.gz", b"not packed")) == b"not packed"


@pytest.mark.parametrize("damage", [lambda data: data[:-6], lambda data: data[:10] + b"\x00" * 20])
def test_broken_gzip_is_said(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    assert code_of(save(tmp_path / "x.gz", damage(gzip.compress(b"text" * 100)))) == "dataset.gzip_broken"


def test_size_is_bounded_packed_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "MAX_BYTES", 1_000)
    assert code_of(save(tmp_path / "large", b"x" * 1_001)) == "dataset.file_too_large"
    assert code_of(save(tmp_path / "bomb.gz", gzip.compress(b"x" * 5_000_000))) == "dataset.file_too_large"
    assert len(read_bytes(save(tmp_path / "fits", b"x" * 1_000))) == 1_000
