from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.errors import UsageError
from heartbench.reporting.files import (
    MARKER,
    check_writable,
    claim_folder,
    file_name,
    file_names,
    replacing,
    write_whole,
)

HOSTILE = [
    "qwen/qwen3:8b",
    "qwen:qwen3/8b",
    "https://models.example/v1",
    "a|b",
    "通义 千问",
    "..",
    ".",
    "",
    "../../etc/passwd",
    "CON",
    "nul.txt",
    "a\x00b",
    "-rf",
    "x" * 300,
    "x" * 301,
    "名" * 300,
    "lone \ud800",
]


@pytest.mark.parametrize("name", ["gpt-4.1-2025-04-14", "Qwen3-30B-A3B", "通义千问", "run_1", "a+b=c@d"])
def test_a_name_that_can_stand_does(name: str) -> None:
    assert file_name(name) == name


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_name_is_one_harmless_component(name: str, tmp_path: Path) -> None:
    safe = file_name(name)
    assert len(safe.encode()) <= 80
    assert (tmp_path / safe).resolve().parent == tmp_path.resolve()
    (tmp_path / safe).mkdir()


def test_hostile_names_do_not_collide() -> None:
    assert len({file_name(name) for name in HOSTILE}) == len(HOSTILE)


@given(st.lists(st.text(), unique=True, max_size=6))
def test_different_names_get_different_files(names: list[str]) -> None:
    found = file_names(names)
    assert len({safe.casefold() for safe in found.values()}) == len(names)
    assert all(not set(safe) & set('/\\:*?"<>|\x00') for safe in found.values())


def test_a_name_that_looks_hashed_cannot_take_the_place_of_one_that_is() -> None:
    hashed = file_name("a/b")
    assert file_name(hashed) != hashed


def test_names_that_differ_by_case_alone_get_different_files() -> None:
    found = file_names(["Qwen", "qwen", "ＱＷＥＮ"]).values()
    assert len({unicodedata.normalize("NFKC", name).casefold() for name in found}) == 3


def test_the_same_run_comes_back_to_its_folder_and_another_never_gets_it(tmp_path: Path) -> None:
    mine, other = {"run": "r", "started_at": 1.0}, {"run": "r", "started_at": 2.0}
    first = claim_folder(tmp_path, "r", mine)
    assert claim_folder(tmp_path, "r", mine) == first
    second = claim_folder(tmp_path, "r", other)
    assert second.name == "r-2"
    assert claim_folder(tmp_path, "r", other) == second
    assert json.loads((first / MARKER).read_text("utf-8")) == mine


@pytest.mark.parametrize("content", [None, "not json", "[]"])
def test_a_folder_of_unknown_origin_is_left_alone(tmp_path: Path, content: str | None) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "mine.txt").write_text("precious")
    if content is not None:
        (tmp_path / "r" / MARKER).write_text(content)
    assert claim_folder(tmp_path, "r", {"run": "r"}).name == "r-2"


def test_a_link_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / MARKER).write_text('{"run": "r"}')
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "r").symlink_to(outside)
    assert claim_folder(tmp_path / "results", "r", {"run": "r"}).name == "r-2"


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    write_whole(path, "old")
    with pytest.raises(RuntimeError), replacing(path) as stream:
        stream.write("half")
        raise RuntimeError
    assert path.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["report.md"]


def test_a_place_that_cannot_be_written_is_one_typed_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError) as caught:
        claim_folder(tmp_path / "file", "r", {})
    assert caught.value.code == "reporting.unwritable"
    with pytest.raises(UsageError):
        write_whole(tmp_path / "file" / "x", "")


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX modes")
def test_files_are_as_readable_as_any_other(tmp_path: Path) -> None:
    plain, written = tmp_path / "plain", tmp_path / "written"
    plain.write_text("")
    write_whole(written, "")
    assert written.stat().st_mode == plain.stat().st_mode


def test_a_probe_leaves_nothing_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "results", "run")
    (tmp_path / "results" / "run").mkdir()
    check_writable(tmp_path / "results", "run")
    assert [path.name for path in (tmp_path / "results").rglob("*")] == ["run"]
