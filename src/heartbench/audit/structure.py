"""The check of a judge as JSON. Stable: within ``format`` keys are only ever added."""

from __future__ import annotations

from dataclasses import asdict

from heartbench.audit.records import Effect, JudgeCheck
from heartbench.audit.tables import HEADLINE, badge, check_notes
from heartbench.language import Language
from heartbench.reporting.structure import (
    Json,
    notes_structure,
    participant_structure,
    statistics_structure,
    value_structure,
)
from heartbench.reporting.words import Words
from heartbench.statistics import Agreement

FORMAT = "heartbench-judge-check/1"


def check_structure(found: JudgeCheck, language: Language = "en") -> Json:
    """Shares and kappas are 0 to 1 (kappa from -1 on), scores 0 to 100; what is not defined says why."""
    words, evidence = Words(language), found.evidence
    return {
        "format": FORMAT,
        "judge": participant_structure(evidence.judge),
        "protocol": evidence.protocol,
        "mode": evidence.mode,
        "runs": list(evidence.runs),
        "labels": evidence.labels,
        "questions": len(evidence.questions),
        "reused": evidence.reused,
        "asked": dict(evidence.asked),
        "marked": len(evidence.markings),
        "self_consistency": found.self_consistency,
        "statistics": statistics_structure(found.settings, found.clusters, words),
        "notes": notes_structure(check_notes(found), words.of),
        "headline": {kind: value_structure_of(found.kinds[kind], "kappa", words) for kind in HEADLINE},
        "kinds": {kind: _agreement(item, words) for kind, item in found.kinds.items()},
        "polarities": {sign: _agreement(item, words) for sign, item in found.polarities.items()},
        "abilities": {name: _agreement(item, words) for name, item in found.abilities.items()},
        "yardsticks": {
            name: {kind: _agreement(item, words) for kind, item in kinds.items()}
            for name, kinds in found.yardsticks.items()
        },
        "effects": [_effect(item, words) for item in found.effects],
        "replies": {
            **asdict(evidence.replies),
            "malformed": {kind.value: number for kind, number in evidence.replies.malformed.items()},
            "malformed_rate": evidence.replies.malformed_rate,
        },
        "failures": [
            {"side": item.side, "kind": item.kind.value, "count": item.count} for item in evidence.failures
        ],
        "badge": badge(found, language),
    }


def value_structure_of(found: Agreement, measure: str, words: Words) -> Json:
    """Value and interval of one measure."""
    item = next(estimate for name, estimate in found.measures.items() if name == measure)
    return {
        "value": value_structure(item.value, words),
        "interval": value_structure(item.interval, words),
    }


def _agreement(found: Agreement, words: Words) -> Json:
    return {
        "items": found.items,
        "positives": found.positives,
        "judged_positives": found.judged_positives,
        "prevalence": found.prevalence,
        **{name: value_structure_of(found, name, words) for name in found.measures},
    }


def _effect(found: Effect, words: Words) -> Json:
    return {
        "kind": found.kind,
        "total": found.total,
        "by_labels": found.by_labels,
        "by_judge": found.by_judge,
        "questions": found.difference.questions,
        "difference": value_structure(found.difference.value, words),
        "interval": value_structure(found.difference.interval, words),
    }
