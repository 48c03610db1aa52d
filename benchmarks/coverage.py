"""``python -m benchmarks.coverage [--seeds N]``: how often intervals hold the true score.

Takes about 25 minutes: not for CI.

Systems with the published ability scores answer the questions over the wire; per seed another judge, who
marks at random and on average to those scores, judges all answers in a real run. An interval is right where
it holds the score that the judge marks to. The questions are the official ones where HEARTBENCH_SHARED has
them, else the built-in ones. Exit code 1 outside the bounds.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import heartbench
from heartbench.chat.fake import FakeProcess
from heartbench.dataset import builtin_questions, read_questions
from heartbench.evaluation import SilentObserver
from heartbench.records import QuestionSet
from heartbench.reporting.leaderboard import Leader
from heartbench.reporting.published import published_results
from heartbench.reporting.summary import ALL
from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import Interval

OVERALL_BOUNDS, ABILITY_BOUND = (0.93, 0.97), 0.93
_KEY = "coverage"
_SLOTS = 32
_TOLD = 10
"""Progress is printed after so many seeds."""

Profiles = Mapping[str, Mapping[str, float]]


@dataclass
class Coverage:
    """How many intervals held the truth."""

    profiles: Profiles
    seeds: int = 0
    overall: Counter[str] = field(default_factory=Counter)
    """By system."""
    abilities: Counter[str] = field(default_factory=Counter)
    """By ability."""
    widths: list[float] = field(default_factory=list)
    """Of the intervals of the overall score."""
    errors: list[float] = field(default_factory=list)
    """Measured overall score less the true one."""

    def add(self, leaders: Sequence[Leader]) -> None:
        """One run of every system."""
        self.seeds += 1
        for leader in leaders:
            profile = self.profiles[leader.label]
            truth = _mean(list(profile.values()))
            measured, overall = leader.scores[ALL].overall, _whole(leader.intervals.overall)
            assert measured is not None and leader.coverage.scored == leader.coverage.asked
            self.errors.append(measured - truth)
            self.widths.append(overall.high - overall.low)
            self.overall[leader.label] += _holds(overall, truth)
            for name in ABILITY_IDS:
                self.abilities[name] += _holds(_whole(leader.intervals.abilities[name]), profile[name])

    @property
    def pooled(self) -> float:
        """Of the overall scores of all systems."""
        return self.overall.total() / (self.seeds * len(self.profiles))

    @property
    def pooled_abilities(self) -> float:
        """Of all abilities of all systems."""
        return self.abilities.total() / (self.seeds * len(self.profiles) * len(ABILITY_IDS))

    def holds(self) -> bool:
        """Whether both bounds are kept."""
        low, high = OVERALL_BOUNDS
        return low <= self.pooled <= high and self.pooled_abilities >= ABILITY_BOUND


def _whole(interval: object) -> Interval:
    assert isinstance(interval, Interval), interval
    return interval


def _holds(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def published_profiles() -> dict[str, dict[str, float]]:
    """The 13 published systems."""
    return {row.model: {name: row.abilities[name] for name in ABILITY_IDS} for row in published_results()}


def known_questions() -> QuestionSet:
    """The official questions where they lie in the folder of test data, else the built-in ones."""
    official = Path(os.environ.get("HEARTBENCH_SHARED", "")) / "upstream" / "question_all.jsonl"
    found = "HEARTBENCH_SHARED" in os.environ and official.exists()
    return read_questions(official).questions if found else builtin_questions()


def runs(
    profiles: Profiles, questions: QuestionSet, seeds: range, folder: Path
) -> Iterator[tuple[Leader, ...]]:
    """One run per seed. Answers are asked for once; each seed's judge marks all in a store of its own."""
    path = folder / "profiles.json"
    path.write_text(json.dumps(profiles), encoding="utf-8")
    answered, store = folder / "answers.db", folder / "judged.db"
    with FakeProcess("--profiles", str(path)) as fake:
        _run(answered, fake.url, questions, list(profiles), "nobody", answers_only=True)
        for seed in seeds:
            shutil.copyfile(answered, store)
            _run(store, fake.url, questions, list(profiles), f"judge-{seed}")
            yield heartbench.leaderboard(store=store, judge=f"judge-{seed}").leaders
            for file in folder.glob("judged.db*"):
                file.unlink()


def _run(
    store: Path,
    url: str,
    questions: QuestionSet,
    models: list[str],
    judge: str,
    *,
    answers_only: bool = False,
) -> None:
    heartbench.evaluate(
        models=models,
        judge=judge,
        dataset=questions,
        base_url=url,
        api_key=_KEY,
        store=store,
        name=judge,
        concurrency=_SLOTS,
        answers_only=answers_only,
        observer=SilentObserver(),
    )


def margin(share: float, count: int) -> float:
    """95 % of shares of so many draws lie within so much of the true one."""
    return 1.96 * math.sqrt(share * (1.0 - share) / count)


def told(coverage: Coverage) -> Iterator[str]:
    """The coverage of all intervals, line by line."""
    seeds, systems = coverage.seeds, len(coverage.profiles)
    expected = margin(0.95, seeds)
    yield f"overall, by system ({seeds} intervals each; 0.95 ± {expected:.3f} would be chance)"
    for name in coverage.profiles:
        yield f"  {coverage.overall[name] / seeds:.4f}  {name}"
    yield f"abilities ({seeds * systems:,} intervals each)"
    for name in ABILITY_IDS:
        yield f"  {coverage.abilities[name] / (seeds * systems):.4f}  {name}"
    low, high = OVERALL_BOUNDS
    reach = margin(coverage.pooled, seeds * systems)
    yield f"mean width {_mean(coverage.widths):.2f}, mean error {_mean(coverage.errors):+.3f} points"
    yield f"overall, pooled    {coverage.pooled:.4f} ± {reach:.4f}, to be {low} to {high}"
    yield f"abilities, pooled  {coverage.pooled_abilities:.4f}, to be at least {ABILITY_BOUND}"


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the coverage of all intervals."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__)
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    options = parser.parse_args(arguments)
    profiles, questions = published_profiles(), known_questions()
    what = f"{len(questions.questions)} questions ({questions.name})"
    print(f"{len(profiles)} systems, {what}, {options.seeds} seeds", flush=True)
    coverage = Coverage(profiles)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="heartbench-coverage-") as folder:
        seeds = range(options.first, options.first + options.seeds)
        for leaders in runs(profiles, questions, seeds, Path(folder)):
            coverage.add(leaders)
            if coverage.seeds % _TOLD == 0:
                took = (time.monotonic() - began) / 60
                print(f"{coverage.seeds} seeds, {took:.1f} min: overall {coverage.pooled:.4f}", flush=True)
    print("\n".join(told(coverage)))
    return 0 if coverage.holds() else 1


if __name__ == "__main__":
    sys.exit(main())
