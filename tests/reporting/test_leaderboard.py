from __future__ import annotations

import io
import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from heartbench.errors import UsageError
from heartbench.language import Language
from heartbench.records import Criterion, FailureKind, Question, QuestionSet, Turn
from heartbench.reporting import safe_console
from heartbench.reporting.leaderboard import (
    LEADERBOARD_FIELDS,
    Leaderboard,
    Wanted,
    chosen_group,
    groups_of,
    leaderboard_markdown,
    leaderboard_of,
    leaderboard_rows,
    leaderboard_structure,
    print_leaderboard,
)
from heartbench.reporting.published import QUESTIONS, PublishedResult, published_results
from heartbench.reporting.summary import ALL
from heartbench.scoring import ABILITY_IDS
from heartbench.statistics import RankInterval, Undefined
from heartbench.store.results import RunResults
from heartbench.store.rows import Participant
from heartbench.taxonomy import ABILITY_BY_ID

from .runs import RunMaker, VerdictCellKey, participant, random_hits
from .stores import FEW, apart, entries, numbered, some

LANGUAGES: list[Language] = ["zh", "en"]


def model(name: str) -> Participant:
    return replace(participant(name), fingerprint=name)


def board(runs: Sequence[RunResults], wanted: Wanted = Wanted()) -> Leaderboard:  # noqa: B008
    runs = numbered(*runs)
    groups = groups_of([item.run for item in runs], lambda fingerprint: "made up")
    group = chosen_group(groups, wanted)
    others = [item.board for item in groups if item is not group]
    return leaderboard_of(entries(runs, group.places), group, others, "paper", FEW)


def graded(name: str, ability: str, grades: Sequence[float]) -> Question:
    """A question of one ability: hits on so many of the first criteria score one of the ``grades``."""
    order = sorted(set(grades))
    raw = [math.expm1(grade / 100 * math.log1p(100.0)) for grade in order]
    steps = [high - low for low, high in zip([0.0, *raw], [*raw, 100.0], strict=True)]
    zh = ABILITY_BY_ID[ability].zh
    rubric = [Criterion(zh, step, f"{ability} {number}", ability) for number, step in enumerate(steps)]
    return Question(name, (Turn("A", "…"),), tuple(rubric), "hard", "个人成长", "心理困扰")


def published_run() -> RunResults:
    """The published models on questions on which they score as published.

    Ability scores are published with one decimal; what they miss of the published total is shared among them.
    """
    rows = published_results()

    def grades(ability: str) -> list[float]:
        return [
            row.abilities[ability] + row.overall - sum(row.abilities.values()) / len(ABILITY_IDS)
            for row in rows
        ]

    questions = apart(
        [graded(f"{ability}{copy}", ability, grades(ability)) for ability in ABILITY_IDS for copy in range(6)]
    )

    def hits(key: VerdictCellKey, own: Question) -> tuple[bool, ...]:
        ability = own.rubric[0].ability
        assert ability is not None
        level = sorted(set(grades(ability))).index(grades(ability)[key[0]])
        return tuple(number <= level for number in range(len(own.rubric)))

    return RunMaker(questions, [model(row.model) for row in rows], hits=hits).make()


def test_from_the_published_abilities_come_the_published_totals_and_ranks() -> None:
    found = board([published_run()])
    rows = {row.model: row for row in published_results()}
    for leader in found.leaders:
        row: PublishedResult = rows[leader.label]
        overall = leader.scores[ALL].overall
        assert overall is not None
        assert f"{overall:.2f}" == f"{row.overall:.2f}"
        for name, value in leader.scores[ALL].abilities.items():
            assert value == pytest.approx(row.abilities[name], abs=0.05)
    ranks = [(leader.rank, leader.label) for leader in found.leaders]
    assert [rank for rank, _ in ranks] == [1, 2, 3, 4, 5, 5, 7, 8, 9, 10, 11, 12, 13]
    assert {label for rank, label in ranks if rank == 5} == {
        "Qwen3-30B-A3B-instruct-2507",
        "gpt-5-2025-08-07",
    }
    text = shown(found, "en")
    assert len([line for line in text.splitlines() if "60.16" in line]) == 2
    assert "62.65" in text


def shown(found: Leaderboard, language: Language, width: int = 200) -> str:
    stream = io.StringIO()
    print_leaderboard(found, safe_console(stream, width=width), language)
    return stream.getvalue()


def better(key: VerdictCellKey, own: Question) -> tuple[bool, ...]:
    """Candidate 0 hits everything, 1 and 2 nearly nothing."""
    return tuple(not item.is_veto and (key[0] == 0 or key[1] % 9 == 0) for item in own.rubric)


def test_ranks_have_intervals_and_ties_share() -> None:
    found = board([RunMaker(some(), [model("good"), model("bad"), model("bad too")], hits=better).make()])
    assert [(item.rank, item.rank_interval) for item in found.leaders] == [
        (1, RankInterval(1, 1)),
        (2, RankInterval(2, 3)),
        (2, RankInterval(2, 3)),
    ]
    assert found.ranked_by == "overall"
    assert "2–3" in shown(found, "en")


def test_nothing_is_mixed_and_other_boards_are_named() -> None:
    judges = [participant("kind"), replace(participant("strict"), fingerprint="s" * 40)]
    runs = [
        RunMaker(some(), [model("a")], judges[:1], hits=random_hits(1), name="one").make(),
        RunMaker(some(), [model("b")], judges, hits=random_hits(2), name="two").make(),
        RunMaker(some()[:20], [model("c")], judges[:1], hits=random_hits(3), name="three").make(),
    ]
    latest = board(runs)
    assert [leader.label for leader in latest.leaders] == ["c"]
    assert len(latest.others) == 2
    kind = board(runs, Wanted(judge="kind", dataset=runs[0].run.spec.questions[:8]))
    assert {leader.label for leader in kind.leaders} == {"a", "b"}
    strict = board(runs, Wanted(judge="strict"))
    assert [leader.label for leader in strict.leaders] == ["b"]
    assert strict.leaders[0].rank_interval == Undefined("one_candidate")
    assert "kind" in shown(strict, "en")
    with pytest.raises(UsageError, match="not_there"):
        board(runs, Wanted(mode="single"))
    with pytest.raises(UsageError, match="nothing"):
        chosen_group([], Wanted())


def test_a_candidate_stands_there_once_where_it_has_most_scores() -> None:
    broken = {(0, number, 0, 0, 0): FailureKind.REFUSED for number in range(10)}
    runs = [
        RunMaker(some(), [model("a")], hits=random_hits(1), name="whole").make(),
        RunMaker(some(), [model("a")], hits=random_hits(1), name="broken", verdicts=broken).make(),
    ]
    found = board(runs)
    assert [leader.run for leader in found.leaders] == ["whole"]
    assert found.superseded == 1


def test_where_coverage_differs_ranks_are_those_on_the_common_questions() -> None:
    """The first answers only what it is good at: on the common set it is no better."""
    failed = {(0, number, 0, 0, 0): FailureKind.REFUSED for number in range(24)}

    def hits(key: VerdictCellKey, own: Question) -> tuple[bool, ...]:
        return tuple(not item.is_veto and key[1] >= 24 for item in own.rubric)

    found = board([RunMaker(some(), [model("part"), model("whole")], hits=hits, verdicts=failed).make()])
    assert {leader.rank for leader in found.leaders} == {1}
    assert found.common_questions == 24
    assert [leader.scores[ALL].overall for leader in found.leaders] == [100.0, pytest.approx(50.0, abs=10)]
    assert "leaderboard.note_coverage" in [note.key for note in found.notes]
    assert "24 questions" in shown(found, "en")


def test_who_is_not_finished_is_not_ranked() -> None:
    made = RunMaker(
        some(),
        [model("done"), model("stopped")],
        hits=random_hits(1),
        verdicts={(1, number, 0, 0, 0): None for number in range(40)},
        status="interrupted",
    )
    found = board([made.make()])
    assert [(leader.label, leader.rank) for leader in found.leaders] == [("done", 1), ("stopped", None)]
    assert "leaderboard.note_unfinished" in [note.key for note in found.notes]


def test_few_questions_rank_by_the_question_mean_and_say_so() -> None:
    found = board([RunMaker(some(1), [model("a"), model("b")], hits=random_hits(1)).make()])
    assert found.ranked_by == "question_mean"
    assert "leaderboard.note_question_mean" in [note.key for note in found.notes]


def test_scores_below_the_silent_baseline_are_marked() -> None:
    rubric = [Criterion(ABILITY_BY_ID[name].zh, -3, "…", name) for name in ABILITY_IDS]
    questions = apart([Question("q", (), tuple(rubric), "hard", "个人成长", "心理困扰")] * 6)
    made = RunMaker(questions, [model("a")], hits=lambda key, own: (key[1] > 1,) * len(own.rubric))
    found = board([made.make()])
    assert "overall" in found.leaders[0].below
    assert "*" in shown(found, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_published_rows_stand_beside_the_official_questions_alone(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = RunMaker(some(), [model("a"), model("b")], hits=random_hits(1)).make()
    assert board([made]).published == ()
    assert "claude-sonnet-4.5" not in shown(board([made]), language)
    monkeypatch.setattr(QuestionSet, "fingerprint", QUESTIONS)
    found = board([made])
    assert len(found.published) == 13
    text = shown(found, language)
    assert (
        "published, judge claude-sonnet-4.5" if language == "en" else "已发表，评委 claude-sonnet-4.5"
    ) in text
    assert [leader.rank for leader in found.leaders] == [1, 2]
    sources = {row["source"] for row in leaderboard_rows(found)}
    assert sources == {"measured", "published, judge claude-sonnet-4.5"}


def test_the_published_fingerprint_is_that_of_the_official_questions(shared: Any) -> None:
    from heartbench.dataset import read_questions

    assert read_questions(shared / "upstream" / "question_all.jsonl").questions.fingerprint == QUESTIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_media_render(language: Language) -> None:
    names = [model(f"model-{number}|<b>") for number in range(4)]
    found = board([RunMaker(some(), names, hits=random_hits(1)).make()])
    assert shown(found, language, 70)
    assert "<b>" not in leaderboard_markdown(found, language)
    structure: Any = json.loads(json.dumps(leaderboard_structure(found, language), allow_nan=False))
    assert structure["format"] == "heartbench-leaderboard/1"
    assert len(structure["leaders"]) == 4
    rows = list(leaderboard_rows(found))
    assert len(rows) == 4 * 22
    assert {frozenset(row) for row in rows} == {frozenset(LEADERBOARD_FIELDS)}
