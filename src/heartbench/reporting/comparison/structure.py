"""A comparison as JSON."""

from __future__ import annotations

from dataclasses import asdict

from heartbench.language import Language
from heartbench.reporting.comparison.records import Comparison
from heartbench.reporting.structure import (
    Json,
    interval_structure,
    notes_structure,
    participant_structure,
    statistics_structure,
    value_structure,
)
from heartbench.reporting.words import Words
from heartbench.statistics import Difference, Pair, SignTest, Undefined

FORMAT = "heartbench-comparison/1"


def comparison_structure(found: Comparison, language: Language = "en") -> Json:
    """A comparison as JSON; within ``format`` heartbench-comparison/1 keys are only ever added."""
    words = Words(language)
    return {
        "format": FORMAT,
        "rule": found.rule,
        "judge": participant_structure(found.judge),
        "protocol": found.protocol,
        "mode": found.mode,
        "question_set": found.question_set,
        "asked": found.asked,
        "common": found.common,
        "statistics": statistics_structure(found.settings, found.clusters, words),
        "notes": notes_structure(found.notes, words.of),
        "baseline": asdict(found.baseline),
        "contenders": [
            {
                "label": item.label,
                "run": item.run,
                "candidate": participant_structure(item.candidate),
                "scores": asdict(item.scores),
                "intervals": interval_structure(item.intervals, words),
                "own": asdict(item.own),
                "coverage": asdict(item.coverage),
                "reuse": asdict(item.reuse),
                "mean_characters": item.mean_characters,
            }
            for item in found.contenders
        ],
        "pairs": [_pair_structure(pair, found, words) for pair in found.pairs],
        "gate": None if found.gate is None else {**asdict(found.gate), "passed": found.gate.passed},
    }


def _pair_structure(pair: Pair, found: Comparison, words: Words) -> Json:
    shares = pair.variance_shares
    return {
        "first": found.contenders[pair.first].label,
        "second": found.contenders[pair.second].label,
        "overall": _difference_structure(pair.overall, words),
        "question_mean": _difference_structure(pair.question_mean, words),
        "categories": {name: _difference_structure(own, words) for name, own in pair.categories.items()},
        "abilities": {name: _difference_structure(own, words) for name, own in pair.abilities.items()},
        "standard_errors": {name: value_structure(own, words) for name, own in pair.standard_errors.items()},
        "detectable": {name: value_structure(own, words) for name, own in pair.detectable.items()},
        "variance_shares": value_structure(shares, words) if isinstance(shares, Undefined) else dict(shares),
        "changes": [asdict(item) for item in found.changes.get((pair.first, pair.second), ())],
    }


def _difference_structure(found: Difference, words: Words) -> Json:
    test = found.test
    return {
        "value": value_structure(found.value, words),
        "interval": value_structure(found.interval, words),
        "test": asdict(test) if isinstance(test, SignTest) else value_structure(test, words),
        "questions": found.questions,
    }
