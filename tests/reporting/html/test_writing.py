from __future__ import annotations

from pathlib import Path

import pytest

from heartbench.errors import UsageError
from heartbench.reporting.html import PageFiles, write_page, writing
from heartbench.reporting.html.drawing import has_chinese_font

from .pages import collected, lively

CHARTS = ["abilities-all", "abilities-hard", "abilities-normal", "drop", "forest", "length", "scenes"]
CHARTS += [f"profile-{number}" for number in (1, 2)]


def test_every_chart_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "has_chinese_font", lambda: True)
    written = write_page([collected(lively(2))], PageFiles(None, tmp_path / "charts"), "zh")
    assert written.page is None
    assert written.png_needs == ""
    assert {path.name for path in written.figures} == {f"{n}.{e}" for n in CHARTS for e in ("svg", "png")}
    for path in written.figures:
        head = path.read_bytes()[:8]
        assert head == b"\x89PNG\r\n\x1a\n" if path.suffix == ".png" else head.startswith(b"<svg")
    drawn = (tmp_path / "charts" / "forest.svg").read_text("utf-8")
    assert "总分与 95% 区间" in drawn and "虚线" in drawn, "a file says itself how it is read"
    length = (tmp_path / "charts" / "length.svg").read_text("utf-8")
    assert ">model-0<" in length and "下表" not in length, "there is no table beside a file"
    assert "#010203" not in drawn
    assert "http" not in drawn.replace("http://www.w3.org/", "")


def test_without_a_chinese_font_svg_alone_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "has_chinese_font", lambda: False)
    written = write_page([collected(lively(2))], PageFiles(None, tmp_path), "en")
    assert {path.suffix for path in written.figures} == {".svg"}
    assert written.png_needs == "fonts-noto-cjk"


def test_a_chinese_font_is_found_where_there_is_one() -> None:
    found = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
    if not found.exists():
        pytest.skip("needs the package fonts-noto-cjk")
    assert has_chinese_font()


def test_the_page_takes_its_place_in_one_step_and_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "report.html"
    written = write_page([collected(lively(2, 2))], PageFiles(path), "en")
    assert written.page == path
    assert path.read_text("utf-8").startswith("<!doctype html>")
    assert [item.name for item in path.parent.iterdir()] == ["report.html"]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError) as refused:
        write_page([collected(lively(2, 2))], PageFiles(tmp_path / "file" / "report.html"), "en")
    assert refused.value.code == "reporting.unwritable"
