"""How long to wait before asking again."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def parse_retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Seconds that a Retry-After header asks for; None where it asks for nothing sensible.

    Seconds or an HTTP date; a blank value, a negative one and nonsense count as absent.
    """
    stripped = (value or "").strip()
    if not stripped:
        return None
    seconds = _seconds(stripped)
    if seconds is None:
        seconds = _until(stripped, now or datetime.now(UTC))
    return seconds if seconds is not None and seconds >= 0 else None


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def _until(value: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(value)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return (moment - now).total_seconds()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def backoff(step: int, base: float, cap: float) -> float:
    """Seconds before try ``step`` + 1 (0, 1, …): doubling from ``base`` to ``cap``, spread by a quarter.

    The spread keeps calls that failed together from coming back together.
    """
    return float(min(cap, base * 2.0 ** min(step, 30)) * random.uniform(0.75, 1.25))
