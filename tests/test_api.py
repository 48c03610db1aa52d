"""The Python API gives what the command line gives."""

from __future__ import annotations

from pathlib import Path

import heartbench
from heartbench.dataset import builtin_questions
from heartbench.records import CallableTarget, Candidate, Judge, OfflineTarget, Request, RunSpec
from heartbench.reporting import ALL


def mine(request: Request) -> str:
    return f"我听着呢。你说「{request.dialogue[-1].content[:4]}」，是什么意思？"


def test_a_callable_is_answered_judged_and_scored(tmp_path: Path) -> None:
    spec = RunSpec(
        name="r",
        questions=builtin_questions(),
        candidates=(Candidate("mine", CallableTarget("test_api:mine", mine)),),
        judges=(Judge("offline:rules", OfflineTarget("rules")),),
    )
    summary = heartbench.evaluate(spec, tmp_path / "s.db")
    standing = summary.judgements[0].standings[0]
    assert standing.candidate.label == "mine"
    assert standing.scores[ALL].overall is not None


def test_every_exported_name_is_there() -> None:
    assert all(getattr(heartbench, name) is not None for name in heartbench.__all__)
