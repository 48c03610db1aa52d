from __future__ import annotations

import pickle

import pytest

from heartbench.errors import UsageError
from heartbench.language import Phrase, between, describe, span, text


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [
        (-1, "0 s", "0 秒"),
        (59.9, "59 s", "59 秒"),
        (60, "1 min", "1 分钟"),
        (7_300, "2 h", "2 小时"),
        (200_000, "2 d", "2 天"),
    ],
)
def test_a_span_is_said_in_its_largest_unit(seconds: float, english: str, chinese: str) -> None:
    found = span(seconds)
    assert text(found.key, "en", **found.fields) == english
    assert text(found.key, "zh", **found.fields) == chinese


def test_two_equal_spans_are_said_once() -> None:
    assert between(span(3), span(3.9)) == span(3)
    found = between(span(3), span(120))
    assert text(found.key, "en", **found.fields) == "3 s to 2 min"
    assert text(found.key, "zh", **found.fields) == "3 秒至 2 分钟"


def test_a_phrase_in_an_error_is_said_in_the_language_of_the_sentence() -> None:
    error = UsageError("cli.report_at", path=Phrase("span.days", {"count": 3}))
    copy = pickle.loads(pickle.dumps(error))
    assert (describe(copy, "en"), describe(copy, "zh")) == ("Report: 3 d", "报告：3 天")
