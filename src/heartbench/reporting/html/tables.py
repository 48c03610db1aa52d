"""The tables of a group of candidates, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from heartbench.language import text
from heartbench.reporting.cells import Column, Table
from heartbench.reporting.html.grouping import Contender, Group
from heartbench.reporting.summary import ALL, CallLine, FailureCount
from heartbench.reporting.words import NOTHING, Words, count, money, score
from heartbench.store.rows import REPLY


def html_text(words: Words, name: str, /, **fields: object) -> str:
    """A text of the page."""
    return text(f"html.{name}", words.language, **fields)


def lengths(group: Group, words: Words) -> Table:
    """Whether longer answers score more: among the answers of each candidate."""
    columns = (
        Column(html_text(words, "number")),
        Column(words("candidate"), numeric=False),
        Column(words("mean_characters")),
        Column(words(group.measure)),
        Column(html_text(words, "correlation")),
        Column(words("questions")),
    )
    rows = []
    for number, entry in enumerate(group.contenders, 1):
        found, pairs = correlation(entry)
        rows.append(
            (
                str(number),
                entry.label,
                score(entry.answering.mean_characters, 0),
                score(entry.score(group.measure)),
                NOTHING if found is None else f"{found:+.2f}",
                count(pairs),
            )
        )
    return Table(html_text(words, "lengths_table"), columns, tuple(rows), 2, html_text(words, "lengths_foot"))


def correlation(entry: Contender) -> tuple[float | None, int]:
    """Pearson's r of length and score over the questions of a candidate, and how many have both.

    None with fewer than three, or where one of them does not vary.
    """
    own, characters = entry.question_scores(), entry.lengths
    there = ~np.isnan(own) & ~np.isnan(characters)
    pairs = int(there.sum())
    if pairs < 3 or np.ptp(own[there]) < 1e-9 or np.ptp(characters[there]) < 1e-9:
        return None, pairs
    return float(np.corrcoef(characters[there], own[there])[0, 1]), pairs


def judge_health(group: Group, words: Words) -> Table:
    """What the judge made of every candidate: coverage, failures, vetoes, agreement of its repeats."""
    columns = (
        Column(words("candidate"), numeric=False),
        Column(words("coverage")),
        Column("%"),
        Column(words("pending")),
        Column(words("vetoed")),
        Column(words("failures_candidate"), numeric=False),
        Column(words("failures_judge"), numeric=False),
        Column(words("lower_bound")),
        Column(html_text(words, "agreement")),
    )
    rows = []
    for entry in group.contenders:
        standing, coverage, share = entry.standing, entry.standing.coverage, entry.agreement.share
        percent = f"{100 * coverage.scored / coverage.asked:.1f}" if coverage.asked else NOTHING
        rows.append(
            (
                entry.label,
                f"{coverage.scored}/{coverage.asked}",
                percent,
                count(coverage.pending),
                count(standing.vetoed),
                _kinds(standing.failures, "candidate", words),
                _kinds(standing.failures, "judge", words),
                score(entry.standing.lower[ALL].overall),
                NOTHING if share is None else f"{100 * share:.1f} %",
            )
        )
    foot = words.joined(
        (words("coverage_foot"), words("foot_lower_bound"), html_text(words, "agreement_foot"))
    )
    return Table(words("coverage_table"), columns, tuple(rows), 1, foot)


def _kinds(failures: Sequence[FailureCount], side: str, words: Words) -> str:
    own = [item for item in failures if item.side == side]
    return words.listed(f"{words(f'kind_{item.kind}')} {item.count}" for item in own) or "0"


def calls(group: Group, words: Words) -> Table:
    """Calls, tokens, cost and time of every candidate and of the judge, run by run; reused work apart."""
    columns = (
        *_whose(words),
        Column(words("calls")),
        Column(words("tokens_in")),
        Column(html_text(words, "tokens_cached")),
        Column(words("tokens_out")),
        Column(words("cost")),
        Column(words("latency")),
    )
    rows = [_call_row(run, line, words) for run, line in _call_lines(group)]
    foot = html_text(words, "calls_foot" if rows else "calls_none")
    return Table(html_text(words, "calls_table"), columns, tuple(rows), 2, foot)


def retries(group: Group, words: Words) -> Iterator[Table]:
    """How the calls of the judge went, where it made any: tried again, failed, for which reasons."""
    columns = (
        *_whose(words),
        Column(words("calls")),
        Column(words("retries")),
        Column(html_text(words, "failed_calls")),
        Column(words("failure_kind"), numeric=False),
    )
    rows = []
    for run, line in _call_lines(group):
        if line.totals.side == "judge":
            failed = {kind: n for kind, n in line.totals.by_status.items() if kind != REPLY}
            kinds = words.listed(f"{words(f'kind_{kind}')} {n}" for kind, n in failed.items())
            counts = (line.totals.calls, line.totals.retries, sum(failed.values()))
            rows.append((*_who(run, line, words), *map(count, counts), kinds or NOTHING))
    if rows:
        yield Table(
            html_text(words, "retries_table"), columns, tuple(rows), 2, html_text(words, "retries_foot")
        )


def _call_lines(group: Group) -> Iterator[tuple[str, CallLine]]:
    """The calls of the candidates and of this judge, each with its run."""
    for data in group.runs:
        for line in data.summary.calls:
            if line.totals.side == "candidate" or line.participant.fingerprint == group.judge.fingerprint:
                yield data.summary.run.name, line


def _whose(words: Words) -> tuple[Column, ...]:
    return (
        Column(words("participant"), numeric=False),
        Column(html_text(words, "run"), numeric=False, folds="never"),
        Column(html_text(words, "when"), numeric=False, folds="never"),
    )


def _who(run: str, line: CallLine, words: Words) -> tuple[str, ...]:
    label = words(f"as_{line.totals.side}", label=line.participant.label)
    return label, run, html_text(words, "earlier" if line.earlier else "now")


def _call_row(run: str, line: CallLine, words: Words) -> tuple[str, ...]:
    item = line.totals
    known = item.usage_unknown < item.calls or not item.calls
    more = "+" if item.usage_unknown else ""

    def tokens(value: int) -> str:
        return count(value) + more if known else NOTHING

    return (
        *_who(run, line, words),
        count(item.calls),
        tokens(item.input_tokens),
        tokens(item.cached_input_tokens),
        tokens(item.output_tokens),
        money(item.cost, item.cost_unknown, item.calls, words),
        f"{item.latency_p50:.1f}/{item.latency_p95:.1f}",
    )
