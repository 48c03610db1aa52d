"""All the files of a run, in a folder of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from heartbench.language import Language
from heartbench.records import Rule
from heartbench.reporting.exports import write_csv, write_json_lines
from heartbench.reporting.files import claim_folder, file_names, make_folder, write_whole
from heartbench.reporting.markdown import render_markdown
from heartbench.reporting.rows import exports
from heartbench.reporting.scored import ScoredRun, score_run
from heartbench.reporting.seed_files import write_seed_files
from heartbench.reporting.structure import summary_structure
from heartbench.reporting.summarise import summarise_scored
from heartbench.reporting.summary import Summary
from heartbench.store.results import RunResults, StoredRun


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """What was written, and what it says."""

    folder: Path
    files: tuple[Path, ...]
    summary: Summary


def write_report(
    results: RunResults, output: Path, language: Language, rule: Rule = "paper"
) -> WrittenReport:
    """Writes report.md, summary.json, the exports and the seed's two files below ``output``.

    The same run by the same rule refreshes its own files; another run never touches them. With several
    candidates or judges the seed's two files stand in ``candidates/<candidate>`` and, below it, ``<judge>``.
    Raises UsageError ``reporting.unwritable``.
    """
    scored = score_run(results, rule)
    summary = summarise_scored(scored)
    name = results.run.name if rule == "paper" else f"{results.run.name}.{rule}"
    folder = claim_folder(output, name, _identity(results.run, rule))
    structure = json.dumps(summary_structure(summary, language), ensure_ascii=False, indent=2)
    files = [folder / "report.md", folder / "summary.json"]
    write_whole(files[0], render_markdown(summary, language))
    write_whole(files[1], structure + "\n")
    for export in exports(scored, summary):
        files.append(write_json_lines(folder / f"{export.name}.jsonl", export.rows()))
        files.append(write_csv(folder / f"{export.name}.csv", export))
    files += _seed_files(folder, scored, summary)
    return WrittenReport(folder, tuple(files), summary)


def _identity(run: StoredRun, rule: Rule) -> dict[str, object]:
    """What makes a run this run: a name used again in another store is another run."""
    return {
        "run": run.name,
        "fingerprint": run.spec.fingerprint,
        "started_at": run.started_at,
        "rule": rule,
    }


def _seed_files(folder: Path, scored: ScoredRun, summary: Summary) -> list[Path]:
    spec = summary.run.spec
    candidates = file_names(item.label for item in spec.candidates)
    judges = file_names(item.label for item in spec.judges)
    written: list[Path] = []
    for judgement in summary.judgements:
        for standing in judgement.standings:
            place = folder
            if len(candidates) > 1 or len(judges) > 1:
                place = folder / "candidates" / candidates[standing.candidate.label]
            if len(judges) > 1:
                place /= judges[judgement.judge.label]
            make_folder(place)
            written += write_seed_files(place, scored, judgement.judge_no, standing)
    return written
