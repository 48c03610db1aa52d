"""Which keys are owed another round of calls."""

from __future__ import annotations

from collections.abc import Sequence

from heartbench.records import STOPPED_UNTIL_ASKED, RetryFailed
from heartbench.store import StoredFailure


def next_round(failures: Sequence[StoredFailure], retry: RetryFailed) -> int | None:
    """The round to open for a key without a result, or None where its failure stands.

    A later invocation tries failures again, except those that another try seldom mends
    (``blocked``, ``context_length``, ``refused``): these wait for ``all``.
    """
    if not failures:
        return 1
    if retry == "none" or (retry == "default" and failures[-1].kind in STOPPED_UNTIL_ASKED):
        return None
    return failures[-1].round + 1
