"""What is said of a run that ended with failures: which of them are tried again, and how."""

from __future__ import annotations

from dataclasses import dataclass

from heartbench.cli.session import Session
from heartbench.evaluation import Progress
from heartbench.records import STOPPED_UNTIL_ASKED, FailureKind, RetryFailed
from heartbench.reporting import Summary


@dataclass(frozen=True, slots=True)
class Standing:
    """The failures of a run, by what becomes of them; each is one answer or one verdict."""

    again: int
    """Tried again by the same command."""
    stands: int
    """Not tried again by it."""
    earlier: int
    """Those that stood already when this invocation began, among the ones that stand."""
    missing: int
    """Answers that a file does not hold: no call brings them."""
    unmarked: int
    """Answers that the judge ``labels`` has no marks for."""
    unasked: int
    """Neither there nor failed."""


def standing_of(summary: Summary, progress: Progress, retry: RetryFailed) -> Standing:
    """Counts what is missing in a run."""
    counts = [item for answering in summary.answering for item in answering.failures]
    for judgement in summary.judgements:
        for row in judgement.standings:
            counts += [item for item in row.failures if item.side == "judge"]
    missing, unmarked = (
        sum(item.count for item in counts if item.kind is kind)
        for kind in (FailureKind.MISSING, FailureKind.UNMARKED)
    )
    others = [item for item in counts if item.kind not in (FailureKind.MISSING, FailureKind.UNMARKED)]
    stands = sum(item.count for item in others if _stands(item.kind, retry))
    pending = sum(item.pending for item in summary.answering)
    if not pending:
        pending = sum(row.coverage.pending for item in summary.judgements for row in item.standings)
    kept = progress.answers.kept_failed + progress.verdicts.kept_failed
    again = sum(item.count for item in others) - stands
    return Standing(again, stands, min(kept, stands), missing, unmarked, pending)


def _stands(kind: FailureKind, retry: RetryFailed) -> bool:
    return retry == "none" or (retry == "default" and kind in STOPPED_UNTIL_ASKED)


def say_failures(name: str, standing: Standing, session: Session) -> None:
    """Says that a run ended with failures, and only such advice as mends one of them."""
    counts = {
        "again": standing.again,
        "unasked": standing.unasked,
        "stand": standing.stands - standing.earlier,
        "earlier": standing.earlier,
        "missing": standing.missing,
        "unmarked": standing.unmarked,
    }
    advice = [session.sentence(f"ending.{key}", {"count": count}) for key, count in counts.items() if count]
    session.tell(session.joined((session.sentence("ending.failures", {"name": name}), *advice)))
