from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.backoff import backoff, parse_retry_after

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("5", 5.0),
        (" 0.5 ", 0.5),
        ("0", 0.0),
        ("86400", 86400.0),
        ("Thu, 01 Jan 2026 12:00:30 GMT", 30.0),
        ("Thu, 01 Jan 2026 12:00:30", 30.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", None),
        ("", None),
        ("  ", None),
        (None, None),
        ("-1", None),
        ("nan", None),
        ("inf", None),
        ("1e999", None),
        ("soon", None),
        ("99999999999999999999", 1e20),
    ],
)
def test_retry_after(value: str | None, seconds: float | None) -> None:
    assert parse_retry_after(value, NOW) == seconds


@given(st.text())
def test_any_header_is_read_without_a_crash(value: str) -> None:
    seconds = parse_retry_after(value, NOW)
    assert seconds is None or seconds >= 0


@given(st.integers(0, 1000))
def test_backoff_grows_to_its_cap(step: int) -> None:
    wait = backoff(step, 0.5, 16.0)
    assert min(16.0, 0.5 * 2**step) * 0.75 <= wait <= 20.0
