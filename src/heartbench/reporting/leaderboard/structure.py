"""A leaderboard as JSON and as tidy rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from heartbench.language import Language
from heartbench.reporting.leaderboard.records import Leader, Leaderboard
from heartbench.reporting.published import JUDGE
from heartbench.reporting.structure import (
    Json,
    interval_structure,
    notes_structure,
    participant_structure,
    statistics_structure,
    value_structure,
)
from heartbench.reporting.summary import ALL
from heartbench.reporting.words import Words
from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import CATEGORY_IDS, Interval, Undefined

FORMAT = "heartbench-leaderboard/1"


def leaderboard_structure(found: Leaderboard, language: Language = "en") -> Json:
    """A leaderboard as JSON; within ``format`` heartbench-leaderboard/1 keys are only ever added."""
    words = Words(language)
    return {
        "format": FORMAT,
        "board": asdict(found.board),
        "judge": participant_structure(found.judge),
        "rule": found.rule,
        "questions": found.questions,
        "ranked_by": found.ranked_by,
        "least_difference": found.least_difference,
        "common_questions": found.common_questions,
        "statistics": statistics_structure(found.settings, found.clusters, words),
        "notes": notes_structure(found.notes, words.of),
        "baseline": [
            {"stratum": asdict(stratum), "scores": asdict(scores)}
            for stratum, scores in found.baseline.items()
        ],
        "leaders": [_leader(item, words) for item in found.leaders],
        "published": [{**asdict(item), "judge": JUDGE} for item in found.published],
        "superseded": found.superseded,
        "others": [asdict(board) for board in found.others],
    }


def _leader(item: Leader, words: Words) -> Json:
    ranks = item.rank_interval
    return {
        "rank": item.rank,
        "rank_interval": (
            value_structure(ranks, words)
            if isinstance(ranks, Undefined)
            else {"low": ranks.low, "high": ranks.high}
        ),
        "label": item.label,
        "run": item.run,
        "candidate": participant_structure(item.candidate),
        "strata": [
            {"stratum": asdict(stratum), "scores": asdict(scores)} for stratum, scores in item.scores.items()
        ],
        "intervals": interval_structure(item.intervals, words),
        "common": None if item.common is None else asdict(item.common),
        "below_baseline": sorted(item.below),
        "coverage": asdict(item.coverage),
        "mean_characters": item.mean_characters,
    }


LEADERBOARD_FIELDS = (
    "rank",
    "rank_low",
    "rank_high",
    "candidate",
    "run",
    "source",
    "measure",
    "id",
    "value",
    "low",
    "high",
    "interval",
    "silent_baseline",
    "below_baseline",
    "scored",
    "asked",
    "mean_characters",
)


def leaderboard_rows(found: Leaderboard) -> Iterator[Mapping[str, object]]:
    """One row per candidate and measure; rows of ``source`` published are the reference."""
    nothing = dict.fromkeys(LEADERBOARD_FIELDS)
    for item in found.leaders:
        ranks = item.rank_interval
        shared = {
            **nothing,
            "rank": item.rank,
            "rank_low": None if isinstance(ranks, Undefined) else ranks.low,
            "rank_high": None if isinstance(ranks, Undefined) else ranks.high,
            "candidate": item.label,
            "run": item.run,
            "source": "measured",
            "scored": item.coverage.scored,
            "asked": item.coverage.asked,
            "mean_characters": item.mean_characters,
        }
        for own in _measures(item, found):
            yield {**shared, **own}
    for row in found.published:
        shared = {**nothing, "candidate": row.model, "source": f"published, judge {JUDGE}"}
        yield {**shared, "measure": "overall", "id": "", "value": row.overall}
        for name in ABILITY_IDS:
            yield {**shared, "measure": "ability", "id": name, "value": row.abilities[name]}


def _measures(item: Leader, found: Leaderboard) -> Iterator[Mapping[str, object]]:
    scores, floor, bounds = item.scores[ALL], found.baseline[ALL], item.intervals
    measures = [
        ("overall", "", scores.overall, floor.overall, bounds.overall),
        ("question_mean", "", scores.question_mean, floor.question_mean, bounds.question_mean),
    ]
    for name in CATEGORY_IDS:
        own = (scores.categories[name], floor.categories[name], bounds.categories[name])
        measures.append(("category", name, *own))
    for name in ABILITY_IDS:
        own = (scores.abilities[name], floor.abilities[name], bounds.abilities[name])
        measures.append(("ability", name, *own))
    for measure, name, value, silent, bound in measures:
        yield {
            "measure": measure,
            "id": name,
            "value": value,
            "low": bound.low if isinstance(bound, Interval) else None,
            "high": bound.high if isinstance(bound, Interval) else None,
            "interval": bound.method if isinstance(bound, Interval) else bound.reason,
            "silent_baseline": silent,
            "below_baseline": (name or measure) in item.below,
        }
