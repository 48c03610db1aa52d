"""A comparison as tidy rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heartbench.reporting.comparison.records import Comparison
from heartbench.scoring import ABILITY_IDS, Scores
from heartbench.statistics import CATEGORY_IDS, Difference, Interval, SignTest, Undefined

COMPARISON_FIELDS = (
    "first",
    "second",
    "measure",
    "id",
    "questions",
    "first_score",
    "second_score",
    "silent_baseline",
    "difference",
    "low",
    "high",
    "interval",
    "p",
    "normal_tail",
    "p_corrected",
    "detectable",
    "variance_share",
)


def comparison_rows(found: Comparison) -> Iterator[Mapping[str, object]]:
    """One row per pair and measure; what is not defined is null, and ``interval`` says why."""
    for pair in found.pairs:
        first, second = (found.contenders[end].scores for end in (pair.first, pair.second))
        shares = pair.variance_shares
        reach: dict[str, float] = {
            name: own for name, own in pair.detectable.items() if isinstance(own, float)
        }
        measures: list[tuple[str, str, Difference]] = [
            ("overall", "", pair.overall),
            ("question_mean", "", pair.question_mean),
            *(("category", name, pair.categories[name]) for name in CATEGORY_IDS),
            *(("ability", name, pair.abilities[name]) for name in ABILITY_IDS),
        ]
        for measure, name, own in measures:
            yield {
                "first": found.contenders[pair.first].label,
                "second": found.contenders[pair.second].label,
                "measure": measure,
                "id": name,
                "questions": own.questions,
                "first_score": _score(first, measure, name),
                "second_score": _score(second, measure, name),
                "silent_baseline": _score(found.baseline, measure, name),
                "difference": own.value if isinstance(own.value, float) else None,
                **_bounds(own),
                "detectable": reach.get(measure),
                "variance_share": None
                if measure != "ability" or isinstance(shares, Undefined)
                else shares[name],
            }


def _score(scores: Scores, measure: str, name: str) -> float | None:
    totals = {"overall": scores.overall, "question_mean": scores.question_mean}
    return {**totals, **(scores.categories if measure == "category" else scores.abilities)}[name or measure]


def _bounds(own: Difference) -> dict[str, object]:
    bounds, test = own.interval, own.test
    found: dict[str, object] = dict.fromkeys(("low", "high", "interval", "p", "normal_tail", "p_corrected"))
    if isinstance(bounds, Interval):
        found |= {"low": bounds.low, "high": bounds.high, "interval": bounds.method}
    else:
        found["interval"] = bounds.reason
    if isinstance(test, SignTest):
        found |= {"p": test.p, "normal_tail": test.normal_tail, "p_corrected": test.adjusted}
    return found
