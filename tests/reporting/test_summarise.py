from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.records import FailureKind
from heartbench.reporting.summarise import ranks, strata_of, summarise
from heartbench.reporting.summary import (
    ALL,
    HARD,
    NORMAL,
    Coverage,
    FailureCount,
    Reuse,
    Stratum,
    Summary,
    below,
)
from heartbench.statistics import Settings

from .runs import STARTED, RunMaker, failure, full_set, participant, question, random_hits, totals

MODELS = [participant("a"), participant("b")]


def note_keys(summary: Summary) -> list[str]:
    return [note.key for note in summary.notes]


def test_ranks_of_ties() -> None:
    assert ranks([90.0, 80.0, 80.0, 70.0]) == [1, 2, 2, 4]
    assert ranks([None, 80.0, 80.0 + 1e-12]) == [None, 1, 1]
    assert ranks([]) == []


@given(st.lists(st.one_of(st.none(), st.integers(0, 5).map(float)), max_size=8))
def test_a_rank_is_one_more_than_the_number_of_better_ones(values: list[float | None]) -> None:
    for value, rank in zip(values, ranks(values), strict=True):
        if value is None:
            assert rank is None
        else:
            assert rank == 1 + len([other for other in values if other is not None and other > value])


def test_failures_are_left_out_counted_and_bounded() -> None:
    """Case 1: A = 80, 80, fail, fail against B = 60, 60, 60, 60."""
    questions = [question(f"q{number}", ["warmth"]) for number in range(4)]
    made = RunMaker(
        questions,
        MODELS,
        answers={(0, 2, 0): failure(FailureKind.BLOCKED, "candidate")},
        verdicts={(0, 3, 0, 0, 0): FailureKind.UNPARSEABLE, (1, 0, 0, 0, 0): (False, False)},
    )
    summary = summarise(made.make())
    judgement = summary.judgements[0]
    a = next(item for item in judgement.standings if item.candidate_no == 0)
    assert a.scores[ALL].question_mean == 100.0
    assert a.lower[ALL].question_mean == 50.0
    assert a.coverage == Coverage(scored=2, asked=4, pending=0)
    assert a.failures == (
        FailureCount("candidate", FailureKind.BLOCKED, 1),
        FailureCount("judge", FailureKind.UNPARSEABLE, 1),
    )
    assert judgement.common_questions == 2
    b = next(item for item in judgement.standings if item.candidate_no == 1)
    assert a.common is not None
    assert b.common is not None
    assert (a.common.question_mean, b.common.question_mean) == (100.0, 50.0)
    assert "note_coverage" in note_keys(summary)
    assert [line.judge for line in summary.failures] == ["", "judge-x"]


def test_coverage_also_differs_by_single_repeats() -> None:
    made = RunMaker(full_set(), MODELS, repeats=2, verdicts={(0, 0, 0, 0, 1): FailureKind.TRUNCATED}).make()
    summary = summarise(made)
    assert summary.judgements[0].common_questions == 6
    assert "note_coverage" in note_keys(summary)


def test_equal_coverage_needs_no_common_set() -> None:
    summary = summarise(RunMaker(full_set(), MODELS).make())
    assert summary.judgements[0].common_questions is None
    assert "note_coverage" not in note_keys(summary)


def test_a_failed_answer_is_one_failure_however_many_verdicts_it_cost() -> None:
    failed = failure(FailureKind.EMPTY, "candidate")
    made = RunMaker([question("q0", ["warmth"])], repeats=3, answers={(0, 0, 0): failed}).make()
    standing = summarise(made).judgements[0].standings[0]
    assert standing.failures == (FailureCount("candidate", FailureKind.EMPTY, 1),)
    assert standing.coverage == Coverage(0, 3, 0)


def test_what_is_still_owed_is_neither_scored_nor_failed() -> None:
    questions = [question("q0", ["warmth"]), question("q1", ["warmth"])]
    made = RunMaker(questions, status="interrupted", verdicts={(0, 1, 0, 0, 0): None}).make()
    summary = summarise(made)
    assert summary.judgements[0].standings[0].coverage == Coverage(1, 2, 1)
    assert summary.failures == ()
    assert "note_unfinished" in note_keys(summary)


def test_judges_are_never_mixed() -> None:
    made = RunMaker(
        full_set(),
        MODELS,
        [participant("strict"), participant("kind")],
        hits=lambda key, own: tuple(key[3] == 1 and not item.is_veto for item in own.rubric),
    ).make()
    strict, kind = summarise(made).judgements
    assert {item.scores[ALL].overall for item in strict.standings} == {0.0}
    assert {item.scores[ALL].overall for item in kind.standings} == {100.0}


def test_standings_come_best_first_and_unranked_last() -> None:
    names = [participant(name) for name in ("low", "none", "high", "high too")]
    per_model = {0: False, 2: True, 3: True}
    made = RunMaker(
        full_set(3),
        names,
        hits=lambda key, own: (
            FailureKind.REFUSED
            if key[0] == 1
            else tuple(per_model[key[0]] and not item.is_veto for item in own.rubric)
        ),
    ).make()
    judgement = summarise(made).judgements[0]
    assert [(item.candidate.label, item.rank) for item in judgement.standings] == [
        ("high", 1),
        ("high too", 1),
        ("low", 3),
        ("none", None),
    ]
    assert judgement.ranked_by == "overall"


def test_a_mean_of_k_never_ranks_beside_a_full_score() -> None:
    made = RunMaker(
        full_set(3),
        MODELS,
        verdicts={(0, number, 0, 0, 0): FailureKind.REFUSED for number in range(0, 18, 3)},
    )
    summary = summarise(made.make())
    full, partial = summary.judgements[0].standings
    assert (full.candidate.label, full.rank) == ("b", 1)
    assert partial.rank is None
    assert partial.scores[ALL].overall is None
    assert (partial.scores[ALL].mean_of_k, partial.scores[ALL].k) == (100.0, 10)
    assert "note_mean_of_k" in note_keys(summary)


def test_an_overall_score_on_few_questions_ranks_nobody() -> None:
    """As on leaderboards: with fewer than 5 questions in some ability the question mean ranks."""
    summary = summarise(RunMaker(full_set(2), MODELS).make())
    assert summary.judgements[0].standings[0].scores[ALL].overall is not None
    assert summary.judgements[0].ranked_by == "question_mean"
    assert "note_question_mean_ranks" in note_keys(summary)


def test_where_nobody_has_an_overall_the_question_mean_ranks_and_says_so() -> None:
    summary = summarise(RunMaker([question("q0", ["warmth"])], MODELS).make())
    assert summary.judgements[0].ranked_by == "question_mean"
    assert [item.rank for item in summary.judgements[0].standings] == [1, 1]
    assert "note_question_mean_ranks" in note_keys(summary)


def test_strata_follow_the_taxonomy_and_keep_what_is_off_it() -> None:
    questions = [question("a", ["warmth"], "normal", 3), question("b", ["warmth"], "hard", 1)]
    odd = question("c", ["warmth"], "", 0)
    object.__setattr__(odd, "primary_scene", "别的场景")
    object.__setattr__(odd, "secondary_scene", "")
    strata = strata_of([*questions, odd])
    assert strata[ALL] == (0, 1, 2)
    assert (strata[HARD], strata[NORMAL], strata[Stratum("difficulty")]) == ((1,), (0,), (2,))
    primary = [stratum.name for stratum in strata if stratum.kind == "primary_scene"]
    assert primary == ["人际与社会化发展", "家庭关系", "别的场景"]
    assert strata[Stratum("secondary_scene")] == (2,)


def test_the_silent_baseline_stands_for_every_stratum_and_marks_what_is_below() -> None:
    made = RunMaker(full_set()).make()
    rubric = list(made.questions.questions[0].rubric)
    object.__setattr__(rubric[0], "weight", -3)
    summary = summarise(made)
    assert set(summary.baseline) == set(summary.strata)
    assert summary.baseline[ALL].abilities["verbal_expression"] == 50.0
    vetoed = summarise(
        RunMaker(full_set(), hits=lambda key, own: tuple(item.is_veto for item in own.rubric)).make()
    )
    assert vetoed.judgements[0].standings[0].vetoed == 6
    assert "note_vetoed" in note_keys(vetoed)


def test_a_score_below_doing_nothing_is_pointed_out() -> None:
    questions = full_set()
    for own in questions:
        for item in own.rubric:
            if not item.is_veto:
                object.__setattr__(item, "weight", -3)
    made = RunMaker(questions, hits=lambda key, own: tuple(not item.is_veto for item in own.rubric)).make()
    summary = summarise(made)
    assert summary.baseline[ALL].overall == 100.0
    assert "note_below" in note_keys(summary)


def test_a_score_that_equals_the_baseline_is_not_below_it() -> None:
    made = RunMaker(full_set(), hits=lambda key, own: (False,) * len(own.rubric)).make()
    summary = summarise(made)
    assert below(summary.judgements[0].standings[0].scores[ALL], summary.baseline[ALL]) == frozenset()


def test_notes_on_offline_parts_protocol_and_rule() -> None:
    offline = RunMaker(
        full_set(),
        [participant("listener", "offline")],
        [participant("rules", "offline")],
        protocol="official",
        calls=(totals("judge", cost_unknown=4),),
    )
    keys = note_keys(summarise(offline.make(), "released"))
    for key in ("offline_judge", "offline_candidates", "official", "released", "cost_unknown"):
        assert f"note_{key}" in keys
    assert note_keys(summarise(RunMaker(full_set(3)).make())) == []


def test_a_run_of_answers_only_has_no_table_of_scores() -> None:
    summary = summarise(RunMaker(full_set(), judges=[]).make())
    assert summary.judgements == ()
    assert summary.answering[0].answered == 6
    assert summary.answering[0].mean_characters == 4
    assert note_keys(summary) == ["note_answers_only"]


def test_reuse_and_calls_are_handed_on() -> None:
    ages = {(0, number, 0): 50.0 + 10 * number for number in range(4)}
    reuse = Reuse(4, 6, STARTED - 80, STARTED - 50)
    made = RunMaker(full_set(), ages=ages, calls=(totals("judge"),), earlier_calls=(totals("candidate"),))
    summary = summarise(made.make())
    assert summary.answering[0].reuse == summary.judgements[0].reuse == reuse
    assert [(line.participant.label, line.earlier) for line in summary.calls] == [
        ("judge-x", False),
        ("model-a", True),
    ]


@pytest.mark.parametrize("candidates", [14])
def test_fourteen_candidates_on_296_questions_take_less_than_two_seconds(candidates: int) -> None:
    models = [participant(f"model-{number}") for number in range(candidates)]
    made = RunMaker(full_set(50)[:296], models, hits=random_hits(1)).make()
    started = time.process_time()
    summarise(made, settings=Settings(resamples=2000))
    assert time.process_time() - started < 2.0
