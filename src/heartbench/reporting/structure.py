"""A summary as JSON: what ``--json`` prints and ``summary.json`` holds.

Stable: within ``format`` heartbench-summary/1 keys are only ever added. Scores are 0 to 100 or null, never 0
for "not defined"; abilities and categories go by id, scenes by their Chinese name, times in Unix seconds. ::

    format, rule
    run         name, status, started_at, finished_at, protocol, mode, samples, repeats, version,
                fingerprint, question_set {name, fingerprint, questions}
    statistics  seed, resamples, confidence, clusters, judge_error
    notes       [{key, fields, text}]
    baseline    [{stratum, scores}]                     nothing hit; stratum = {kind, name}
    answering   [{candidate, asked, answered, pending, failures, mean_characters, reuse}]
    judgements  [{judge, ranked_by, reuse, common_questions, standings}]
      standings [{candidate, rank, coverage {scored, asked, pending, from_raw}, vetoed, failures, strata,
                common}]
                variance {question, sample, repeat}
        strata  [{stratum, scores, lower_bound, below_baseline, intervals}]
    calls       [{participant, side, earlier, target, calls, by_status, retries, input_tokens, output_tokens,
                cached_input_tokens, usage_unknown, cost, cost_unknown, latency_mean, latency_p50,
                latency_p95}]
    flags       [{question_id, candidate, sample, rules}]   answers that try to talk the judge round
    scores      {overall, mean_of_k, k, question_mean, categories, abilities, counts, scored, asked}
    intervals   {overall, question_mean, categories, abilities, clusters, redrawn, drawn}, or null: each
                {low, high, method}, or why there is none {reason, fields, text}; as a part of the variance
    failures    [{side, kind, count}]
    reuse       {reused, total, oldest, newest}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict

from heartbench.language import Language
from heartbench.reporting.summary import (
    Answering,
    CallLine,
    FailureCount,
    Judgement,
    Note,
    Standing,
    Stratum,
    Summary,
)
from heartbench.reporting.words import Words
from heartbench.scoring import Scores
from heartbench.statistics import Interval, Intervals, Settings, Undefined
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
        "statistics": statistics_structure(summary.settings, summary.clusters, words),
        "notes": notes_structure(summary.notes, words),
        "baseline": [
            {"stratum": asdict(stratum), "scores": _scores(scores)}
            for stratum, scores in summary.baseline.items()
        ],
        "answering": [_answering(item) for item in summary.answering],
        "judgements": [_judgement(item, summary, words) for item in summary.judgements],
        "calls": [_call(line) for line in summary.calls],
        "flags": [asdict(line) for line in summary.flags],
    }


def statistics_structure(settings: Settings, clusters: int, words: Words) -> Json:
    """How intervals and tests were made."""
    return {**asdict(settings), "clusters": clusters, "judge_error": words("judge_error")}


def notes_structure(notes: Sequence[Note], say: Callable[..., str]) -> list[Json]:
    """Notes with their sentences; ``say`` makes a sentence of a key and its fields."""
    return [
        {"key": note.key, "fields": dict(note.fields), "text": say(note.key, **note.fields)} for note in notes
    ]


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


def participant_structure(item: Participant) -> Json:
    """A candidate or judge."""
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
        "candidate": participant_structure(item.candidate),
        "asked": item.asked,
        "answered": item.answered,
        "pending": item.pending,
        "failures": _failures(item.failures),
        "mean_characters": item.mean_characters,
        "reuse": asdict(item.reuse),
    }


def _judgement(item: Judgement, summary: Summary, words: Words) -> Json:
    return {
        "judge": participant_structure(item.judge),
        "ranked_by": item.ranked_by,
        "reuse": asdict(item.reuse),
        "common_questions": item.common_questions,
        "standings": [_standing(standing, summary, words) for standing in item.standings],
    }


def _standing(item: Standing, summary: Summary, words: Words) -> Json:
    return {
        "candidate": participant_structure(item.candidate),
        "rank": item.rank,
        "coverage": asdict(item.coverage),
        "vetoed": item.vetoed,
        "failures": _failures(item.failures),
        "variance": {
            part: value_structure(getattr(item.variance, part), words)
            for part in ("question", "sample", "repeat")
        },
        "strata": [_stratum(stratum, item, summary, words) for stratum in item.scores],
        "common": None if item.common is None else _scores(item.common),
    }


def _stratum(stratum: Stratum, item: Standing, summary: Summary, words: Words) -> Json:
    return {
        "stratum": asdict(stratum),
        "scores": _scores(item.scores[stratum]),
        "lower_bound": _scores(item.lower[stratum]),
        "below_baseline": sorted(item.low(stratum)),
        "intervals": interval_structure(item.intervals[stratum], words)
        if stratum in item.intervals
        else None,
    }


def interval_structure(found: Intervals, words: Words) -> Json:
    """All intervals of one candidate."""
    return {
        "overall": value_structure(found.overall, words),
        "question_mean": value_structure(found.question_mean, words),
        "categories": {name: value_structure(item, words) for name, item in found.categories.items()},
        "abilities": {name: value_structure(item, words) for name, item in found.abilities.items()},
        "clusters": found.clusters,
        "redrawn": found.redrawn,
        "drawn": found.drawn,
    }


def value_structure(found: Interval | Undefined | float, words: Words) -> Json | float:
    """An interval or a number or, in its place, why there is none."""
    match found:
        case Undefined():
            return {"reason": found.reason, "fields": dict(found.fields), "text": words.reason(found)}
        case Interval():
            return asdict(found)
        case _:
            return found


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
