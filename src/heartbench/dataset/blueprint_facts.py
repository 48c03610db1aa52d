"""The blueprint ``seed``: what a set has to consist of to be an alternate form of the public one.

Source: counted in the public question files; the quotas of scenes are those of the seed's table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from heartbench.errors import DataError


@dataclass(frozen=True, slots=True)
class AbilityQuota:
    """How often one ability is asked about."""

    criteria: int
    """Exact."""
    questions: int
    """Within the tolerance, as the next two."""
    questions_hard: int
    penalties: int


@dataclass(frozen=True, slots=True)
class Range:
    """Both ends belong to it."""

    low: float
    high: float

    def holds(self, number: float) -> bool:
        """Whether the number lies inside."""
        return self.low <= number <= self.high


@dataclass(frozen=True)
class Blueprint:
    """Counts and bounds of a question set."""

    name: str
    hard: int
    normal: int
    scenes: Mapping[str, int]
    """Chinese name of the primary scene → questions."""
    least_per_secondary: int
    abilities: Mapping[str, AbilityQuota]
    """Ability id → quota."""
    tolerance: float
    """Share by which a quota that is not exact may be missed; one is always allowed."""
    criteria: Range
    """Scored criteria of a question."""
    most_bonuses: int
    least_abilities: int
    turns: frozenset[int]
    turn_shares: Mapping[int, Range]
    """Number of turns → share of the questions."""
    characters: Range
    """Of a dialogue."""
    mean_characters: Range
    bonus: Range
    penalty: Range
    usual_bonus: int
    """Bonuses above this are rare."""
    most_rare_bonuses: float
    """Share of the bonuses that may be rare ones."""
    most_standing: float
    """Share of all criteria, vetoes included, that may be standing ones."""
    most_overlap: float
    """Shared 5-grams of two dialogues over those of the smaller."""
    most_overlap_upstream: float
    shortest_own_criterion: int
    """A criterion of so many characters may not be an upstream one."""
    silent: Range
    """Overall score of doing nothing."""

    @property
    def questions(self) -> int:
        """All of them."""
        return self.hard + self.normal

    def around(self, quota: int) -> Range:
        """What counts as meeting a quota that is not exact."""
        slack = max(1.0, self.tolerance * quota)
        return Range(quota - slack, quota + slack)


def _about(share: float) -> Range:
    return Range(share - 0.05, share + 0.05)


SEED_BLUEPRINT = Blueprint(
    name="seed",
    hard=84,
    normal=212,
    scenes=MappingProxyType(
        {"个人成长": 110, "人际与社会化发展": 66, "职场心理": 53, "家庭关系": 37, "亲密关系": 30}
    ),
    least_per_secondary=3,
    abilities=MappingProxyType(
        {
            "verbal_expression": AbilityQuota(565, 292, 82, 528),
            "curiosity": AbilityQuota(367, 221, 63, 4),
            "warmth": AbilityQuota(305, 207, 47, 5),
            "first_person": AbilityQuota(295, 294, 82, 0),
            "autonomy": AbilityQuota(37, 26, 11, 5),
            "humor": AbilityQuota(36, 27, 17, 4),
            "self_awareness": AbilityQuota(29, 27, 8, 18),
            "emotional_coping": AbilityQuota(390, 218, 56, 31),
            "emotional_understanding": AbilityQuota(309, 200, 51, 7),
            "emotional_perception": AbilityQuota(284, 191, 47, 9),
            "emotional_reaction": AbilityQuota(32, 25, 8, 2),
            "proactivity": AbilityQuota(79, 70, 26, 5),
            "relationship_building": AbilityQuota(25, 23, 13, 1),
            "motivation": AbilityQuota(42, 30, 10, 5),
            "morality": AbilityQuota(23, 18, 7, 6),
        }
    ),
    tolerance=0.1,
    criteria=Range(4, 15),
    most_bonuses=10,
    least_abilities=4,
    turns=frozenset({1, 3, 5, 7, 9}),
    turn_shares=MappingProxyType({1: _about(1 / 3), 9: _about(1 / 3)}),
    characters=Range(20, 2000),
    mean_characters=Range(432, 528),
    bonus=Range(1, 10),
    penalty=Range(-10, -1),
    usual_bonus=6,
    most_rare_bonuses=0.05,
    most_standing=0.35,
    most_overlap=0.35,
    most_overlap_upstream=0.20,
    shortest_own_criterion=12,
    silent=Range(14.0, 21.0),
)


def blueprint_named(name: str) -> Blueprint:
    """The blueprint of that name; raises DataError where there is none."""
    if name != SEED_BLUEPRINT.name:
        raise DataError("dataset.unknown_blueprint", name=name, known=SEED_BLUEPRINT.name)
    return SEED_BLUEPRINT
