"""A summary as JSON: what ``--json`` prints and ``summary.json`` holds.

Stable: within ``format`` heartbench-summary/1 keys are only ever added. Scores are 0 to 100 or null, never 0
for "not defined"; abilities and categories go by id, scenes by their Chinese name, times in Unix seconds. ::

    format, rule
    run         name, status, started_at, finished_at, protocol, mode, samples, repeats, version,
                fingerprint, question_set {name, fingerprint, questions}
    notes       [{key, fields, text}]
    baseline    [{stratum, scores}]                     nothing hit; stratum = {kind, name}
    answering   [{candidate, asked, answered, pending, failures, mean_characters, reuse}]
    judgements  [{judge, ranked_by, reuse, common_questions, standings}]
      standings [{candidate, rank, coverage {scored, asked, pending, from_raw}, vetoed, failures, strata,
                common}]
        strata  [{stratum, scores, lower_bound, below_baseline}]
    calls       [{participant, side, earlier, target, calls, by_status, retries, input_tokens, output_tokens,
                cached_input_tokens, usage_unknown, cost, cost_unknown, latency_mean, latency_p50,
                latency_p95}]
    flags       [{question_id, candidate, sample, rules}]   answers that try to talk the judge round
    scores      {overall, mean_of_k, k, question_mean, categories, abilities, counts, scored, asked}
    failures    [{side, kind, count}]
    reuse       {reused, total, oldest, newest}
"""

from __future__ import annotations

from dataclasses import asdict

from heartbench.language import Language
from heartbench.reporting.summary import (
    Answering,
    CallLine,
    FailureCount,
    Judgement,
    Standing,
    Stratum,
    Summary,
    below,
)
from heartbench.reporting.words import Words
from heartbench.scoring import Scores
from heartbench.store.rows import Participant

FORMAT = "heartbench-summary/1"

Json = dict[str, object]


def summary_structure(summary: Summary, language: Language = "en") -> Json:
    """The structure described above; ``language`` only matters for the notes' ``text``."""
    words = Words(language)
    return {
        "format": FORMAT,
        "rule": summary.rule,
        "run": _run(summary),
        "notes": [
            {"key": note.key, "fields": dict(note.fields), "text": words(note.key, **note.fields)}
            for note in summary.notes
        ],
        "baseline": [
            {"stratum": asdict(stratum), "scores": _scores(scores)}
            for stratum, scores in summary.baseline.items()
        ],
        "answering": [_answering(item) for item in summary.answering],
        "judgements": [_judgement(item, summary) for item in summary.judgements],
        "calls": [_call(line) for line in summary.calls],
        "flags": [asdict(line) for line in summary.flags],
    }


def _run(summary: Summary) -> Json:
    run, spec = summary.run, summary.run.spec
    return {
        "name": spec.name,
        "status": run.status,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
        "protocol": spec.protocol,
        "mode": spec.mode,
        "samples": spec.samples,
        "repeats": spec.repeats,
        "version": spec.version,
        "fingerprint": spec.fingerprint,
        "question_set": {
            "name": summary.question_set,
            "fingerprint": spec.questions,
            "questions": len(summary.questions),
        },
    }


def _participant(item: Participant) -> Json:
    return {
        "label": item.label,
        "kind": item.kind,
        "target": item.target,
        "address": item.address,
        "revision": item.revision,
        "fingerprint": item.fingerprint,
    }


def _scores(scores: Scores) -> Json:
    return asdict(scores)


def _failures(failures: tuple[FailureCount, ...]) -> list[Json]:
    return [{"side": item.side, "kind": item.kind.value, "count": item.count} for item in failures]


def _answering(item: Answering) -> Json:
    return {
        "candidate": _participant(item.candidate),
        "asked": item.asked,
        "answered": item.answered,
        "pending": item.pending,
        "failures": _failures(item.failures),
        "mean_characters": item.mean_characters,
        "reuse": asdict(item.reuse),
    }


def _judgement(item: Judgement, summary: Summary) -> Json:
    return {
        "judge": _participant(item.judge),
        "ranked_by": item.ranked_by,
        "reuse": asdict(item.reuse),
        "common_questions": item.common_questions,
        "standings": [_standing(standing, summary) for standing in item.standings],
    }


def _standing(item: Standing, summary: Summary) -> Json:
    return {
        "candidate": _participant(item.candidate),
        "rank": item.rank,
        "coverage": asdict(item.coverage),
        "vetoed": item.vetoed,
        "failures": _failures(item.failures),
        "strata": [_stratum(stratum, item, summary) for stratum in item.scores],
        "common": None if item.common is None else _scores(item.common),
    }


def _stratum(stratum: Stratum, item: Standing, summary: Summary) -> Json:
    return {
        "stratum": asdict(stratum),
        "scores": _scores(item.scores[stratum]),
        "lower_bound": _scores(item.lower[stratum]),
        "below_baseline": sorted(below(item.scores[stratum], summary.baseline[stratum])),
    }


def _call(line: CallLine) -> Json:
    item = line.totals
    return {
        "participant": line.participant.label,
        "side": item.side,
        "earlier": line.earlier,
        "target": item.target,
        "calls": item.calls,
        "by_status": dict(item.by_status),
        "retries": item.retries,
        "input_tokens": item.input_tokens,
        "output_tokens": item.output_tokens,
        "cached_input_tokens": item.cached_input_tokens,
        "usage_unknown": item.usage_unknown,
        "cost": item.cost,
        "cost_unknown": item.cost_unknown,
        "latency_mean": item.latency_mean,
        "latency_p50": item.latency_p50,
        "latency_p95": item.latency_p95,
    }
