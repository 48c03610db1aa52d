"""Candidates of a store side by side: comparisons and leaderboards, as records."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from heartbench.api.outcomes import measuring
from heartbench.api.preferences import preferences, settings_of
from heartbench.api.words import CompareWords, LeaderboardWords, check_words
from heartbench.errors import UsageError
from heartbench.records import Rule
from heartbench.reporting.comparison import (
    Comparison,
    answers_of,
    check_reuse,
    compared,
    gate_of,
    wanted_answers,
    with_changes,
)
from heartbench.reporting.entries import Entry, Place, chosen_places, entries_of, labels_of, runs_of
from heartbench.reporting.leaderboard import Leaderboard, Wanted, chosen_group, groups_of, leaderboard_of
from heartbench.statistics import DEFAULT
from heartbench.store import Store

CHANGES = 5
"""Questions shown for each pair."""


def compare(*names: str, **words: Unpack[CompareWords]) -> Comparison:
    """Compare candidates of the store on the questions that all of them have a score for; costs no call.

    ``names`` are two or more, each a label (of its latest run) or ``run/label``; differences are the later
    less the earlier ones. :class:`heartbench.api.words.CompareWords` lists the words. With ``fail_below`` the
    result has a ``gate``, whose ``passed`` says how it ended: a gate that fails raises nothing.

    Raises UsageError where the names cannot be compared, GateError where a gate cannot decide: answers that
    were all reused without a revision, or no interval. StoreError and ConfigError.
    """
    check_words(words, CompareWords.__annotations__)
    if len(names) < 2:
        raise UsageError("comparison.two_names")
    margin, gate = words.get("fail_below"), words.get("gate")
    if gate is not None and margin is None:
        raise UsageError("comparison.gate_without_margin")
    if margin is not None and not math.isfinite(margin):
        raise UsageError("comparison.margin", margin=margin)
    chosen = preferences(words, settings_of(words))
    with Store.open(chosen.store, create=False) as store:
        runs = store.runs()
        usual = runs if any("/" in name for name in names) else measuring(runs)
        places = chosen_places(usual, names, words.get("judge"))
        found = _compared(store, places, chosen.rule, words.get("changes"))
    if margin is None:
        return found
    if not words.get("allow_reused"):
        check_reuse(found.contenders[1:])
    return replace(found, gate=gate_of(found, gate or "interval", margin))


def _compared(store: Store, places: Sequence[Place], rule: Rule, changes: int | None) -> Comparison:
    count = CHANGES if changes is None else changes
    entries = _entries(store, places, rule)
    found = compared(entries, rule, DEFAULT)
    wanted = wanted_answers(found, entries, count)
    answers = {}
    for run in runs_of([place for place, questions in wanted.items() if questions]):
        with store.results(run) as results:
            answers.update(answers_of(results, wanted, rule))
    return with_changes(found, entries, answers, count)


def _entries(store: Store, places: Sequence[Place], rule: Rule) -> list[Entry]:
    """In the order of ``places``; each run is read once."""
    labels = dict(zip(places, labels_of(places), strict=True))
    found: dict[Place, Entry] = {}
    for run in runs_of(places):
        with store.results(run) as results:
            found.update((entry.place, entry) for entry in entries_of(results, labels, rule))
    return [found[place] for place in places]


def leaderboard(**words: Unpack[LeaderboardWords]) -> Leaderboard:
    """All candidates of the store on one question set, judge, protocol, mode and rule; costs no call.

    Without words, those of the latest run; :class:`heartbench.api.words.LeaderboardWords` lists them. Which
    other leaderboards the store has, stands in the result. Raises UsageError ``leaderboard.nothing`` and
    ``leaderboard.not_there``, StoreError and ConfigError.
    """
    check_words(words, LeaderboardWords.__annotations__)
    chosen = preferences(words, settings_of(words))
    wanted = Wanted(words.get("dataset"), words.get("judge"), words.get("protocol"), words.get("mode"))
    with Store.open(chosen.store, create=False) as store:
        groups = groups_of(measuring(store.runs()), lambda fingerprint: store.question_set(fingerprint).name)
        group = chosen_group(groups, wanted)
        entries = _entries(store, group.places, chosen.rule)
    others = [item.board for item in groups if item is not group]
    return leaderboard_of(entries, group, others, chosen.rule, DEFAULT)
