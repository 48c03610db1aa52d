"""A small part of ``make coverage``: real runs of a few systems whose true scores are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.coverage import Coverage, known_questions, published_profiles, runs, told

from heartbench.dataset import builtin_questions
from heartbench.reporting.leaderboard import Leader
from heartbench.reporting.summary import ALL


def test_real_runs_measure_the_scores_that_systems_are_known_to_have(tmp_path: Path) -> None:
    """45 abilities of 296 questions three times over: four standard errors are allowed."""
    profiles = dict(list(published_profiles().items())[:3])
    coverage = Coverage(profiles)
    seen: list[tuple[Leader, ...]] = []
    for leaders in runs(profiles, builtin_questions(), range(3), tmp_path):
        coverage.add(leaders)
        seen.append(leaders)
    assert coverage.overall.total() >= 7
    assert coverage.pooled_abilities >= 0.95 - 4 * (0.95 * 0.05 / 135) ** 0.5
    assert abs(sum(coverage.errors)) / len(coverage.errors) <= 4 * 1.8 / 3
    assert len({leader.scores[ALL].overall for leaders in seen for leader in leaders}) == 9
    text = "\n".join(told(coverage))
    assert all(model in text for model in profiles) and "overall, pooled" in text
    unfinished = replace(seen[0][0], coverage=replace(seen[0][0].coverage, scored=295))
    with pytest.raises(AssertionError):
        coverage.add([unfinished])


@pytest.mark.parametrize(("inside", "all_is_well"), [(9_250, False), (9_500, True), (9_750, False)])
def test_too_many_are_as_wrong_as_too_few(inside: int, all_is_well: bool) -> None:
    profile = {"m": published_profiles()["gpt-4o-2024-11-20"]}
    coverage = Coverage(profile, seeds=10_000)
    coverage.overall["m"] = inside
    for name in profile["m"]:
        coverage.abilities[name] = 9_400
    assert coverage.holds() is all_is_well
    coverage.abilities.update(dict.fromkeys(profile["m"], -200))
    assert not coverage.holds()


def test_the_official_questions_are_taken_where_they_are(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTBENCH_SHARED", str(shared))
    assert known_questions().name == "question_all.jsonl"
    monkeypatch.delenv("HEARTBENCH_SHARED")
    assert known_questions().fingerprint == builtin_questions().fingerprint
