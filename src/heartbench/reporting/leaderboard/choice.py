"""Which leaderboards a store has, and which one is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from heartbench.errors import UsageError
from heartbench.reporting.entries import Measure, Place, places_of
from heartbench.reporting.leaderboard.records import Board
from heartbench.store.results import StoredRun


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which leaderboard is meant; None: any, and the one of the latest run is taken."""

    dataset: str | None = None
    """Name of the question set, or the beginning of its fingerprint."""
    judge: str | None = None
    """Label."""
    protocol: str | None = None
    mode: str | None = None


@dataclass(frozen=True)
class Group:
    """The places that one leaderboard may show."""

    board: Board
    places: tuple[Place, ...] = field(repr=False)
    """Oldest first."""


SetName = Callable[[str], str]
"""From the fingerprint of a question set to its name."""


def groups_of(runs: Sequence[StoredRun], name_of: SetName) -> tuple[Group, ...]:
    """All leaderboards of a store, the one of the latest run first."""
    found: dict[tuple[str, Measure], list[Place]] = {}
    for place in places_of(runs):
        found.setdefault((place.run.spec.questions, place.measure), []).append(place)
    groups = [
        Group(
            Board(
                question_set=name_of(questions),
                questions=questions,
                judge=own[-1].judge.label,
                protocol=measure.protocol,
                mode=measure.mode,
                candidates=len({place.candidate.fingerprint for place in own}),
            ),
            tuple(own),
        )
        for (questions, measure), own in found.items()
    ]
    # Judges of one run began together: the first of them stands first.
    return tuple(sorted(groups, key=lambda item: -max(place.run.started_at for place in item.places)))


def chosen_group(groups: Sequence[Group], wanted: Wanted) -> Group:
    """The group that is meant. Raises UsageError ``leaderboard.nothing`` and ``leaderboard.not_there``."""
    if not groups:
        raise UsageError("leaderboard.nothing")
    for group in groups:
        if _fits(group.board, wanted):
            return group
    raise UsageError("leaderboard.not_there", known=tuple(_described(item.board) for item in groups))


def _fits(board: Board, wanted: Wanted) -> bool:
    dataset = wanted.dataset
    named = dataset is None or dataset == board.question_set
    return (
        (named or (dataset is not None and len(dataset) >= 6 and board.questions.startswith(dataset)))
        and wanted.judge in (None, board.judge)
        and wanted.protocol in (None, board.protocol)
        and wanted.mode in (None, board.mode)
    )


def _described(board: Board) -> str:
    return f"{board.question_set} / {board.judge} / {board.protocol} / {board.mode}"
