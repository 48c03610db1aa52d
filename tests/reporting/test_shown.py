"""How results show themselves in Python."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from heartbench.language import Language, text
from heartbench.reporting import Summary, summarise
from heartbench.reporting.comparison import Comparison
from heartbench.reporting.leaderboard import Leaderboard
from heartbench.reporting.shown import Shown

from .runs import RunMaker, participant, random_hits
from .stores import FEW, some
from .test_comparison import comparison
from .test_leaderboard import board

HOSTILE = "<script>alert(1)</script>\x1b[31m\u202e"


def made(name: str = "b") -> RunMaker:
    return RunMaker(some(), [participant("a"), participant(name)], hits=random_hits(3))


def results(name: str = "b") -> dict[type, Shown]:
    run = made(name)
    return {
        Summary: summarise(run.make(), "paper", FEW),
        Leaderboard: board([run.make()]),
        Comparison: comparison(run),
    }


class Tags(HTMLParser):
    """Checks that all tags are closed in order; keeps their names and the text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.text = ""
        self._open: list[str] = []
        self.feed(source)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.names.add(tag)
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_notebook_sees_tables_in_the_readers_language(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTBENCH_LANG", language)
    for found in results().values():
        tags = Tags(found._repr_html_())
        assert {"table", "th", "td", "caption"} <= tags.names
        assert not tags.names & {"script", "style", "link", "img", "iframe"}
        assert text("reporting.ethics", language) in tags.text
        assert text("reporting.overall", language) in tags.text
        assert text("reporting.overall", language) in str(found)


def test_printed_it_is_as_wide_as_the_readers_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTBENCH_LANG", "en")
    for columns in (80, 140):
        monkeypatch.setenv("COLUMNS", str(columns))
        for found in results().values():
            assert max(map(len, str(found).splitlines())) <= columns


def test_as_it_is_it_is_one_line() -> None:
    for found in results().values():
        assert len(repr(found)) < 200 and "\n" not in repr(found)
    assert "judge" in repr(results()[Leaderboard])


def test_what_users_and_models_write_stays_text() -> None:
    found = results(HOSTILE).values()
    for item in found:
        tags = Tags(item._repr_html_())
        assert "script" not in tags.names
        assert "<script>alert(1)</script>" in tags.text
        for shown in (tags.text, str(item), repr(item)):
            assert "\x1b" not in shown and "\u202e" not in shown


def test_what_changed_most_is_folded() -> None:
    tags = Tags(results()[Comparison]._repr_html_())
    assert {"details", "summary", "ul", "li"} <= tags.names
