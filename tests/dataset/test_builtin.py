"""The built-in set keeps to its blueprint, and what describes it is true."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from heartbench.dataset import (
    LABELS_FILE,
    SEED_BLUEPRINT,
    Finding,
    builtin_labels,
    builtin_questions,
    check_blueprint,
    describe_finding,
    marker_agreement,
    read_questions,
    references_beside,
    statistics,
)
from heartbench.records import FLAWS, LABEL_KINDS, PLAYS_USER
from heartbench.scoring import score_row, score_verdict, scores_of
from heartbench.taxonomy import ABILITIES, PRIMARY_SCENES

DATA = ROOT / "data"


def rows(name: str = "question_all.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def test_it_keeps_to_the_blueprint() -> None:
    references = references_beside(DATA)
    assert references.standing is not None and references.card is not None and references.folder is not None
    assert references.labels is not None
    findings = check_blueprint(builtin_questions(), SEED_BLUEPRINT, references)
    told = [f"{item.question_id}: {describe_finding(item, 'en')}" for item in _but_differences(findings)]
    assert told == [": Not checked: upstream was not given."]


def _but_differences(findings: Sequence[Finding]) -> list[Finding]:
    """All but the notes on how the two markings of the labelled answers differ."""
    return [item for item in findings if not item.rule.startswith("label_differences")]


def test_nothing_in_it_comes_from_the_public_set(shared: Path) -> None:
    upstream = read_questions(shared / "upstream" / "question_all.jsonl").questions
    references = replace(references_beside(DATA), upstream=upstream)
    assert _but_differences(check_blueprint(builtin_questions(), SEED_BLUEPRINT, references)) == []


def test_its_tables_are_those_of_the_public_set(shared: Path) -> None:
    own = statistics(builtin_questions())
    public = statistics(read_questions(shared / "upstream" / "question_all.jsonl").questions)
    assert [(group.id, group.count, group.percent) for group in own.categories] == [
        (group.id, group.count, group.percent) for group in public.categories
    ]
    for mine, theirs in zip(own.categories, public.categories, strict=True):
        assert [(line.id, line.count, line.percent) for line in mine.abilities] == [
            (line.id, line.count, line.percent) for line in theirs.abilities
        ]
    facts = json.loads((shared / "facts" / "scenes.json").read_text(encoding="utf-8"))
    seed = {scene["zh"]: scene["seed_questions"] for scene in facts["primary"]}
    assert {line.id: line.count for line in own.scenes} == seed


def test_the_plan_is_what_was_written() -> None:
    plan = [
        json.loads(line)
        for line in (ROOT / "docs" / "corpus" / "plan.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    written = {row["question_id"]: row for row in rows()}
    assert len(plan) == len(written) == 296
    zh = {ability.id: ability.zh for ability in ABILITIES}
    for row in plan:
        question = written[row["question_id"]]
        assert len(question["dialogue"]) == row["turns"]
        planned = sorted(
            (zh[ability], weight)
            for ability, weights in row["abilities"].items()
            for weight in (*weights["bonuses"], *weights["penalties"])
        )
        scored = [
            (item["dimension"], item["score"]) for item in question["rubric"] if item["score"] is not None
        ]
        assert sorted(scored) == planned


def test_every_line_keeps_to_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="needs the development extras")
    schema = json.loads((DATA / "question.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for row in rows():
        assert [error.message for error in validator.iter_errors(row)] == []
    bad = {**rows()[0], "difficulty": "easy"}
    assert not validator.is_valid(bad)
    enum = schema["$defs"]["criterion"]["properties"]["dimension"]["enum"]
    assert set(enum) == {ability.zh for ability in ABILITIES}
    assert schema["properties"]["primary_scene"]["enum"] == [name for name, _ in PRIMARY_SCENES]


def test_the_croissant_metadata_is_that_of_the_files() -> None:
    place = ROOT / "docs" / "corpus" / "describe.py"
    spec = importlib.util.spec_from_file_location("describe", place)
    assert spec is not None and spec.loader is not None
    describe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(describe)
    kept = json.loads((DATA / "croissant.json").read_text(encoding="utf-8"))
    assert kept == describe.metadata(), "run: python docs/corpus/describe.py"
    (first, *_) = kept["distribution"]
    assert first["sha256"] == hashlib.sha256((DATA / "question_all.jsonl").read_bytes()).hexdigest()


def test_mlcroissant_validates_and_reads_it() -> None:
    mlcroissant = pytest.importorskip("mlcroissant", reason="needs the development extras")
    dataset = mlcroissant.Dataset(str(DATA / "croissant.json"))
    assert not dataset.metadata.issues.errors
    found = list(dataset.records("questions"))
    assert len(found) == len(rows())
    first, own = found[0], rows()[0]
    assert first["questions/question_id"].decode() == own["question_id"]
    turns = [turn["questions/dialogue/content"].decode() for turn in first["questions/dialogue"]]
    assert turns == [turn["content"] for turn in own["dialogue"]]
    weights = [item["questions/rubric/score"] for item in first["questions/rubric"]]
    assert [None if weight is None else int(weight) for weight in weights] == [
        item["score"] for item in own["rubric"]
    ]


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_tables_of_the_readme_are_those_of_the_data(name: str) -> None:
    found = statistics(builtin_questions())
    text = (ROOT / name).read_text(encoding="utf-8")
    language = "zh" if "zh" in name else "en"
    for group in found.categories:
        for line in group.abilities:
            ability = next(item for item in ABILITIES if item.id == line.id)
            label = ability.zh if language == "zh" else ability.en
            assert f"| {label} | {line.count} ({line.percent}) |" in text
    english = dict(PRIMARY_SCENES)
    for scene in found.scenes:
        label = scene.id if language == "zh" else english[scene.id]
        assert f"| {label} | {scene.count} ({scene.percent}) |" in text


def test_the_counts_of_the_data_card_are_those_of_the_data() -> None:
    card = (DATA / "README.md").read_text(encoding="utf-8")
    questions = rows()
    for ability in ABILITIES:
        own = [
            (question, item["score"])
            for question in questions
            for item in question["rubric"]
            if item["dimension"] == ability.zh
        ]
        with_it = {question["question_id"]: question["difficulty"] for question, _ in own}
        penalties = sum(score < 0 for _, score in own)
        hard = sum(difficulty == "hard" for difficulty in with_it.values())
        counts = (len(own), len(own) - penalties, penalties, len(with_it), hard)
        assert f"| {ability.en} {ability.zh} | {' | '.join(map(str, counts))} |" in card
    for primary, english in PRIMARY_SCENES:
        found = [question for question in questions if question["primary_scene"] == primary]
        hard = sum(question["difficulty"] == "hard" for question in found)
        assert f"| {english} {primary} | {len(found)} | {hard} |" in card
    lengths = [sum(len(turn["content"]) for turn in question["dialogue"]) for question in questions]
    mean = round(sum(lengths) / len(lengths))
    assert f"Characters per dialogue: {min(lengths)} to {max(lengths)}, mean {mean}." in card


def labels() -> list[dict[str, Any]]:
    return rows(LABELS_FILE)


def test_every_labelled_answer_keeps_to_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="needs the development extras")
    schema = json.loads((DATA / "labelled_answer.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for row in labels():
        assert [error.message for error in validator.iter_errors(row)] == []
    first = labels()[0]
    for change in ({"detail": [2, 0, 0, 0, 0]}, {"kind": "flawed", "style": ""}, {"style": "lecture"}):
        assert not validator.is_valid({**first, "kind": "best", **change}), change
    assert set(schema["properties"]["style"]["enum"]) == {"", *FLAWS, PLAYS_USER}


def test_the_labelled_answers_of_the_card_are_those_of_the_data() -> None:
    card = (DATA / "README.md").read_text(encoding="utf-8")
    questions = {item.question_id: item for item in builtin_questions().questions}
    found = builtin_labels()
    for kind in LABEL_KINDS:
        own = [item for item in found.answers if item.kind == kind]
        scored = [score_verdict(questions[item.question_id].rubric, item.hits, "paper") for item in own]
        whole = scores_of([score_row(item) for item in scored])
        points = [item.question_score or 0.0 for item in scored]
        lengths = [len(item.response) for item in own]
        mean = round(sum(lengths) / len(lengths))
        line = f"| `{kind}` | {len(own)} | {min(lengths)} to {max(lengths)}, mean {mean} | "
        line += f"{whole.overall:.1f} | {whole.question_mean:.1f} | {min(points):.1f} to {max(points):.1f} |"
        assert line in card
    styles = Counter(item.style for item in found.answers if item.kind == "flawed")
    for style in FLAWS:
        assert f"{style} {styles[style]}" in card
    differing = marker_agreement(builtin_questions(), found)
    for ability in ABILITIES:
        own_marks = differing[ability.id]
        line = f"| {ability.en} {ability.zh} | {own_marks.marks} | {own_marks.differing} |"
        assert f"{line} {own_marks.kappa:.2f} |" in card
    every = differing["all"]
    assert f"{every.differing} of {every.marks:,} marks" in card


def test_mlcroissant_reads_the_labelled_answers() -> None:
    mlcroissant = pytest.importorskip("mlcroissant", reason="needs the development extras")
    found = list(mlcroissant.Dataset(str(DATA / "croissant.json")).records("labelled_answers"))
    own = labels()
    assert len(found) == len(own) == 742
    for read, row in zip(found[:50], own[:50], strict=True):
        assert read["labelled_answers/response"].decode() == row["response"]
        assert list(read["labelled_answers/detail"]) == row["detail"]
