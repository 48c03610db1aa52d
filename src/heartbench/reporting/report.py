"""All the files of a run, in a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from heartbench.language import Language
from heartbench.records import Rule
from heartbench.reporting.exports import json_line, table, write_json_lines
from heartbench.reporting.files import claim_folder, file_names, make_folder, replacing, write_whole
from heartbench.reporting.markdown import render_markdown
from heartbench.reporting.rows import place_exports, total_rows
from heartbench.reporting.scored import ScoredPlace, scored_places
from heartbench.reporting.seed_files import overall_rows, question_rows
from heartbench.reporting.structure import summary_structure
from heartbench.reporting.summarise import summarise_tally
from heartbench.reporting.summary import Summary
from heartbench.reporting.tally import Tally
from heartbench.statistics import DEFAULT, Settings
from heartbench.store.results import RunResults, StoredRun

EXPORT_NAMES = ("answers", "verdicts", "scores", "totals")
QUESTION_FILE = "question_score.jsonl"
OVERALL_FILE = "overall_score_results.jsonl"


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """What was written, and what it says."""

    folder: Path
    files: tuple[Path, ...]
    summary: Summary


def write_report(
    results: RunResults,
    output: Path,
    language: Language,
    rule: Rule = "paper",
    settings: Settings = DEFAULT,
) -> WrittenReport:
    """Writes report.md, summary.json, the exports and the seed's two files below ``output``.

    The same run by the same rule refreshes its own files; another run never touches them. With several
    candidates or judges the seed's two files stand in ``candidates/<candidate>`` and, below it, ``<judge>``.
    A run is read once, place by place, and never held as a whole.
    Raises UsageError ``reporting.unwritable``.
    """
    name = results.run.name if rule == "paper" else f"{results.run.name}.{rule}"
    folder = claim_folder(output, name, _identity(results.run, rule))
    places = _seed_places(folder, results.run)
    summary = summarise_tally(_write_places(results, rule, folder, places), settings)
    fields, totals = total_rows(summary)
    with table(folder, "totals", fields) as written:
        for group in totals:
            written.add(group)
    for judgement in summary.judgements:
        for standing in judgement.standings:
            place = places[standing.candidate_no, judgement.judge_no]
            write_json_lines(place / OVERALL_FILE, overall_rows(standing))
    structure = json.dumps(summary_structure(summary, language), ensure_ascii=False, indent=2)
    write_whole(folder / "report.md", render_markdown(summary, language))
    write_whole(folder / "summary.json", structure + "\n")
    return WrittenReport(folder, _files(folder, places.values()), summary)


def _identity(run: StoredRun, rule: Rule) -> dict[str, object]:
    """What makes a run this run: a name used again in another store is another run."""
    return {
        "run": run.name,
        "fingerprint": run.spec.fingerprint,
        "started_at": run.started_at,
        "rule": rule,
    }


def _seed_places(folder: Path, run: StoredRun) -> dict[tuple[int, int], Path]:
    """Where the seed's two files of each (candidate, judge) stand; the folders are made."""
    spec = run.spec
    candidates = file_names(item.label for item in spec.candidates)
    judges = file_names(item.label for item in spec.judges)
    places: dict[tuple[int, int], Path] = {}
    for candidate_no, candidate in enumerate(spec.candidates):
        for judge_no, judge in enumerate(spec.judges):
            place = folder
            if len(candidates) > 1 or len(judges) > 1:
                place = folder / "candidates" / candidates[candidate.label]
            if len(judges) > 1:
                place /= judges[judge.label]
            make_folder(place)
            places[candidate_no, judge_no] = place
    return places


def _write_places(
    results: RunResults, rule: Rule, folder: Path, seed_places: Mapping[tuple[int, int], Path]
) -> Tally:
    """One pass over a run: every row is written as it is read, and added up."""
    tally = Tally(results, rule)
    with ExitStack() as files:
        exports = [
            (export, files.enter_context(table(folder, export.name, export.fields)))
            for export in place_exports(results, rule)
        ]
        for place in _with_seed_files(results, rule, seed_places):
            tally.add(place)
            for export, written in exports:
                for group in export.groups(place):
                    written.add(group)
    tally.close()
    return tally


def _with_seed_files(
    results: RunResults, rule: Rule, seed_places: Mapping[tuple[int, int], Path]
) -> Iterator[ScoredPlace]:
    """Every place, after its rows are in the seed's files: those of one candidate are open at a time."""
    for candidate, places in groupby(scored_places(results, rule), lambda place: place.candidate_no):
        with ExitStack() as files:
            streams = [
                files.enter_context(replacing(seed_places[candidate, judge] / QUESTION_FILE))
                for judge in range(len(results.run.spec.judges))
            ]
            for place in places:
                for judge, stream in enumerate(streams):
                    for row in question_rows(place, judge, results, rule):
                        stream.write(json_line(row) + "\n")
                yield place


def _files(folder: Path, seed_places: Iterable[Path]) -> tuple[Path, ...]:
    exports = [f"{name}.{ending}" for name in EXPORT_NAMES for ending in ("jsonl", "csv")]
    seeds = [place / name for place in seed_places for name in (QUESTION_FILE, OVERALL_FILE)]
    return tuple(folder / name for name in ("report.md", "summary.json", *exports)) + tuple(seeds)
