from __future__ import annotations

import json
from typing import Any

from heartbench.records import FailureKind
from heartbench.reporting import summarise, summary_structure

from .runs import RunMaker, full_set, participant, totals


def structure() -> dict[str, Any]:
    made = RunMaker(
        full_set(),
        [participant("a"), participant("b")],
        verdicts={(0, 0, 0, 0, 0): FailureKind.CONFLICTING},
        calls=(totals("judge"),),
        status="failures",
    )
    found = summary_structure(summarise(made.make()))
    again: dict[str, Any] = json.loads(json.dumps(found, allow_nan=False))
    return again


def shape(value: object) -> object:
    if isinstance(value, dict):
        return {
            key: shape(item)
            for key, item in value.items()
            if key not in {"abilities", "categories", "counts"}
        }
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return "value"


SCORES = dict.fromkeys(("overall", "mean_of_k", "k", "question_mean", "scored", "asked"), "value")
FAILURES = [dict.fromkeys(("side", "kind", "count"), "value")]
PARTICIPANT = dict.fromkeys(("label", "kind", "target", "address", "revision", "fingerprint"), "value")
REUSE = dict.fromkeys(("reused", "total", "oldest", "newest"), "value")
WHY = {"reason": "value", "fields": {}, "text": "value"}
FEW = dict.fromkeys(("count", "least"), "value")
STRATUM = {"kind": "value", "name": "value"}


def test_the_structure_is_as_documented() -> None:
    found = structure()
    assert found["format"] == "heartbench-summary/1"
    assert list(found) == [
        "format",
        "rule",
        "run",
        "statistics",
        "notes",
        "baseline",
        "answering",
        "judgements",
        "calls",
        "flags",
    ]
    assert shape(found["baseline"]) == [{"stratum": STRATUM, "scores": SCORES}]
    (judgement,) = found["judgements"]
    assert {key: shape(value) for key, value in judgement.items() if key != "standings"} == {
        "judge": PARTICIPANT,
        "ranked_by": "value",
        "reuse": REUSE,
        "common_questions": "value",
    }
    partial = next(item for item in judgement["standings"] if item["candidate"]["label"] == "a")
    assert shape(partial) == {
        "candidate": PARTICIPANT,
        "rank": "value",
        "coverage": dict.fromkeys(("scored", "asked", "pending", "from_raw"), "value"),
        "vetoed": "value",
        "failures": FAILURES,
        "variance": dict.fromkeys(("question", "sample", "repeat"), WHY),
        "strata": [
            {
                "stratum": STRATUM,
                "scores": SCORES,
                "lower_bound": SCORES,
                "below_baseline": [],
                "intervals": {
                    "overall": WHY | {"fields": {**FEW, "ability": "value"}},
                    "question_mean": dict.fromkeys(("low", "high", "method"), "value"),
                    **dict.fromkeys(("clusters", "redrawn", "drawn"), "value"),
                },
            }
        ],
        "common": SCORES,
    }


def test_what_is_not_defined_is_null() -> None:
    made = RunMaker(full_set()[:1], verdicts={(0, 0, 0, 0, 0): FailureKind.REFUSED})
    found: Any = summary_structure(summarise(made.make()))
    scores = found["judgements"][0]["standings"][0]["strata"][0]["scores"]
    assert scores["overall"] is scores["question_mean"] is scores["mean_of_k"] is None
    assert set(scores["abilities"].values()) == {None}


def test_intervals_come_with_how_they_were_made() -> None:
    found = structure()
    assert found["statistics"] == {
        "seed": 20_251_221,
        "resamples": 10_000,
        "confidence": 0.95,
        "clusters": 6,
        "judge_error": "judge error not included",
    }
