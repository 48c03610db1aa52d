"""All candidates of a store that were measured in the same way, in one table."""

from heartbench.reporting.leaderboard.build import leaderboard_of
from heartbench.reporting.leaderboard.choice import Group, Wanted, chosen_group, groups_of
from heartbench.reporting.leaderboard.records import Board, Leader, Leaderboard
from heartbench.reporting.leaderboard.rendering import leaderboard_markdown, print_leaderboard
from heartbench.reporting.leaderboard.structure import (
    LEADERBOARD_FIELDS,
    leaderboard_rows,
    leaderboard_structure,
)

__all__ = [
    "LEADERBOARD_FIELDS",
    "Board",
    "Group",
    "Leader",
    "Leaderboard",
    "Wanted",
    "chosen_group",
    "groups_of",
    "leaderboard_markdown",
    "leaderboard_of",
    "leaderboard_rows",
    "leaderboard_structure",
    "print_leaderboard",
]
