from __future__ import annotations

import json
from pathlib import Path

from heartbench.reporting import write_report
from heartbench.reporting.files import MARKER

from .runs import STARTED, RunMaker, full_set, participant, random_hits

EXPORTS = [
    f"{name}.{ending}" for name in ("answers", "verdicts", "scores", "totals") for ending in ("jsonl", "csv")
]
SEED_FILES = ["question_score.jsonl", "overall_score_results.jsonl"]


def test_one_candidate_and_one_judge_have_all_files_in_one_folder(tmp_path: Path) -> None:
    written = write_report(RunMaker(full_set()).make(), tmp_path, "en")
    assert written.folder == tmp_path / "run-1"
    names = sorted(path.name for path in written.folder.iterdir())
    assert names == sorted(["report.md", "summary.json", MARKER, *EXPORTS, *SEED_FILES])
    assert all(path.is_file() for path in written.files)
    assert json.loads((written.folder / "summary.json").read_text("utf-8"))["rule"] == "paper"


def test_several_candidates_and_judges_have_a_folder_each(tmp_path: Path) -> None:
    names = ["a/b", "A/b", "report.md"]
    made = RunMaker(full_set(), [participant(name) for name in names], [participant("x"), participant("X")])
    written = write_report(made.make(), tmp_path, "en")
    seeds = [path for path in written.files if path.name in SEED_FILES]
    assert len(set(seeds)) == 12
    assert all(tmp_path in path.resolve().parents for path in seeds)
    assert (written.folder / "report.md").is_file()


def test_rendering_again_changes_nothing(tmp_path: Path) -> None:
    made = RunMaker(full_set(), hits=random_hits(2)).make()
    first = write_report(made, tmp_path, "zh")
    before = {path: path.read_bytes() for path in first.files}
    (first.folder / "my notes.txt").write_text("kept")
    again = write_report(made, tmp_path, "zh")
    assert {path: path.read_bytes() for path in again.files} == before
    assert (first.folder / "my notes.txt").read_text() == "kept"


def test_a_second_run_and_another_rule_overwrite_nothing(tmp_path: Path) -> None:
    first = write_report(RunMaker(full_set(), hits=random_hits(2)).make(), tmp_path, "en")
    before = {path: path.read_bytes() for path in first.files}
    later = RunMaker(full_set(), hits=random_hits(3), started_at=STARTED + 5).make()
    second = write_report(later, tmp_path, "en")
    released = write_report(later, tmp_path, "en", "released")
    assert {first.folder.name, second.folder.name, released.folder.name} == {
        "run-1",
        "run-1-2",
        "run-1.released",
    }
    assert {path: path.read_bytes() for path in first.files} == before


def test_a_run_name_cannot_leave_the_output_folder(tmp_path: Path) -> None:
    written = write_report(RunMaker(full_set(), name="../../evil").make(), tmp_path / "out", "en")
    assert written.folder.resolve().parent == (tmp_path / "out").resolve()


def test_a_run_without_judges_has_its_answers(tmp_path: Path) -> None:
    written = write_report(RunMaker(full_set(), judges=[]).make(), tmp_path, "en")
    assert len((written.folder / "answers.jsonl").read_text("utf-8").splitlines()) == 6
    assert not any(path.name in SEED_FILES for path in written.files)
