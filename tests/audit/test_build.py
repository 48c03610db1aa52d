from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from heartbench.audit import Marking, checked, halo_marks, of_the_writers
from heartbench.records import LabelledAnswer
from heartbench.scoring import ABILITY_IDS, score_verdict
from heartbench.statistics import Agreement, AgreementMeasure, Interval, Settings, Undefined

from .evidences import RUBRIC, evidence

FEW = Settings(seed=5, resamples=300)


def value(found: Agreement, name: AgreementMeasure) -> float:
    estimate = found.measures[name].value
    assert isinstance(estimate, float)
    return estimate


def copy(label: LabelledAnswer) -> tuple[bool, ...]:
    return label.hits


def test_a_judge_that_copies_the_markings_agrees_and_changes_no_score() -> None:
    found = checked(evidence(copy), FEW)
    for kind in ("flawed", "plain"):
        assert value(found.kinds[kind], "kappa") == 1.0
        assert value(found.kinds[kind], "specificity") == 1.0
    assert [effect.difference.value for effect in found.effects] == [0.0] * 6
    assert all(effect.by_judge == effect.by_labels for effect in found.effects)


def test_parts_are_those_of_flawed_and_plain_replies() -> None:
    found = checked(evidence(copy), FEW)
    assert found.polarities["bonus"].items == 2 * 30 * len(ABILITY_IDS)
    assert found.polarities["penalty"].items == found.polarities["veto"].items == 60
    assert found.abilities["verbal_expression"].items == 120
    assert found.abilities["morality"].items == 60
    assert sum(item.items for item in found.kinds.values()) == 3 * 30 * len(RUBRIC)
    assert isinstance(found.polarities["veto"].measures["kappa"].value, Undefined)


def test_the_effect_of_a_generous_judge_has_its_size() -> None:
    """A judge who misses nothing of the last ability raises it, and so the overall score."""

    def generous(label: LabelledAnswer) -> list[bool]:
        hits = list(label.hits)
        hits[len(ABILITY_IDS) - 1] = True
        return hits

    found = checked(evidence(generous), FEW)
    effect = next(item for item in found.effects if (item.kind, item.total) == ("plain", "overall"))
    # Every third reply had it: the ability goes from 33.3 to 100, the mean of 15 by a fifteenth of that.
    assert effect.difference.value == pytest.approx((100 - 100 / 3) / 15)
    assert effect.by_labels is not None and effect.by_judge is not None
    assert effect.by_judge - effect.by_labels == pytest.approx(effect.difference.value)
    assert isinstance(effect.difference.interval, Interval)
    best = next(item for item in found.effects if (item.kind, item.total) == ("best", "overall"))
    assert best.difference.value == 0.0


def test_the_halo_judge_sees_the_kind_alone() -> None:
    marks = [halo_marks(item) for item in evidence(copy, 1).markings]
    count = len(ABILITY_IDS)
    first_person = [name == "first_person" for name in ABILITY_IDS]
    assert list(marks[0]) == [True] * count + [False, False]
    assert list(marks[1]) == list(marks[2]) == [*first_person, False, False]


def test_the_base_rate_judge_reads_no_reply() -> None:
    """Over all replies 18 of 30 x 3 bonuses are hit, so it marks every bonus a hit and no penalty."""
    found = checked(evidence(copy), FEW).yardsticks["base_rate"]
    shares = [(1 + 1 / 2 + 1 / 3) / 3] * len(ABILITY_IDS)
    assert min(shares) > 0.5
    assert found["plain"].judged_positives == 30 * len(ABILITY_IDS)
    assert value(found["plain"], "sensitivity") == 1.0


def test_the_second_marker_is_held_against_the_first() -> None:
    found = checked(evidence(copy), FEW).yardsticks["second_marker"]
    assert value(found["flawed"], "percent") == pytest.approx(1 - 2 / len(RUBRIC))


def test_a_judge_of_the_writers_family_is_told() -> None:
    for name in ("claude-sonnet-4-5-20250929", "us.anthropic.Claude-x", "opus", "sonnet-4-5", "x/haiku_3"):
        assert of_the_writers(name), name
    for name in ("qwen2.5-7b", "rules", "claudette-7b", "opusculum"):
        assert not of_the_writers(name), name
    assert checked(evidence(copy, target="claude-x"), FEW).self_consistency
    assert not checked(evidence(copy), FEW).self_consistency


def test_without_any_verdict_every_figure_says_why() -> None:
    empty = replace(evidence(copy), markings=())
    found = checked(empty, FEW)
    assert found.kinds["flawed"].items == 0
    assert isinstance(found.kinds["flawed"].measures["kappa"].value, Undefined)
    assert all(isinstance(effect.difference.value, Undefined) for effect in found.effects)
    assert all(effect.by_judge is None for effect in found.effects)


def test_a_part_of_the_verdicts_is_compared_on_that_part() -> None:
    whole = evidence(copy)
    half = replace(whole, markings=whole.markings[: len(whole.markings) // 2])
    found = checked(half, FEW)
    assert found.kinds["flawed"].items == 15 * len(RUBRIC)
    assert {effect.difference.questions for effect in found.effects} == {15}


def test_noise_gets_its_rates_back() -> None:
    """Sensitivity 0.9 and specificity 0.75 of a judge that errs at random lie in their intervals."""
    source = np.random.default_rng(7)

    def noisy(label: LabelledAnswer) -> list[bool]:
        return [bool(source.random() < (0.9 if hit else 0.25)) for hit in label.hits]

    found = checked(evidence(noisy, 120), Settings(seed=1, resamples=1000))
    for kind in ("flawed", "plain"):
        for name, truth in (("sensitivity", 0.9), ("specificity", 0.75)):
            interval = next(item.interval for key, item in found.kinds[kind].measures.items() if key == name)
            assert isinstance(interval, Interval) and interval.low <= truth <= interval.high


def test_marks_of_one_question_move_together() -> None:
    """A judge that errs on whole questions is less sure than one that errs as often here and there."""

    def by_question(label: LabelledAnswer) -> list[bool]:
        return [not hit if int(label.question_id[1:]) % 5 == 0 else hit for hit in label.hits]

    source = np.random.default_rng(3)

    def here_and_there(label: LabelledAnswer) -> list[bool]:
        return [hit != bool(source.random() < 0.2) for hit in label.hits]

    widths = []
    for decide in (by_question, here_and_there):
        interval = checked(evidence(decide, 60), FEW).kinds["flawed"].measures["percent"].interval
        assert isinstance(interval, Interval)
        widths.append(interval.high - interval.low)
    assert widths[0] > 2 * widths[1]


def test_near_duplicates_are_one_cluster() -> None:
    apart = evidence(copy, 30)
    twins = tuple(
        replace(item, dialogue=apart.questions[number // 2].dialogue)
        for number, item in enumerate(apart.questions)
    )
    assert (checked(apart, FEW).clusters, checked(replace(apart, questions=twins), FEW).clusters) == (30, 15)


def test_both_totals_have_their_own_difference() -> None:
    def lenient(label: LabelledAnswer) -> list[bool]:
        hits = list(label.hits)
        hits[ABILITY_IDS.index("verbal_expression")] = True
        return hits

    own = evidence(lenient)
    found = {item.total: item for item in checked(own, FEW).effects if item.kind == "plain"}
    scored = [item for item in own.markings if item.label.kind == "plain"]

    def mean(marks: Callable[[Marking], Sequence[bool]]) -> float:
        scores = [score_verdict(item.question.rubric, list(marks(item)), "paper") for item in scored]
        return sum(item.question_score or 0.0 for item in scores) / len(scores)

    expected = mean(lambda item: item.hits) - mean(lambda item: item.label.hits)
    assert found["question_mean"].difference.value == pytest.approx(expected)
    # Every question has every ability here, so both totals are one.
    assert found["overall"].difference.value == pytest.approx(expected)


def test_totals_differ_where_abilities_are_rare() -> None:
    """The last ability stands in every third question alone: it weighs more in the overall score."""
    whole = evidence(copy)
    place = len(ABILITY_IDS) - 1

    def without(item: Marking) -> Marking:
        if int(item.question.question_id[1:]) % 3 == 0:
            hits = [*item.hits[:place], True, *item.hits[place + 1 :]]
            return replace(item, hits=tuple(hits))
        keep = [number for number in range(len(RUBRIC)) if number != place]
        question = replace(item.question, rubric=tuple(RUBRIC[number] for number in keep))
        marks = [tuple(own[number] for number in keep) for own in (item.label.hits, item.hits)]
        lists = {"hits": marks[0], "first": marks[0], "second": marks[0], "reasons": ("",) * len(keep)}
        return Marking(replace(item.label, **lists), question, marks[1])  # type: ignore[arg-type]

    markings = tuple(map(without, whole.markings))
    questions = tuple({item.question.question_id: item.question for item in markings}.values())
    found = checked(replace(whole, markings=markings, questions=questions), FEW).effects
    plain = {item.total: item.difference.value for item in found if item.kind == "plain"}
    assert isinstance(plain["overall"], float) and isinstance(plain["question_mean"], float)
    assert plain["overall"] > 2 * plain["question_mean"] > 0


def test_a_veto_that_the_judge_hits_counts_by_the_rule_paper() -> None:
    def vetoing(label: LabelledAnswer) -> list[bool]:
        return [*label.hits[:-1], True]

    found = checked(evidence(vetoing), FEW)
    assert {effect.by_judge for effect in found.effects} == {0.0}


def test_the_base_rate_is_half() -> None:
    """Of flawed and plain replies alone 5 in 12 bonuses are hits: the judge that reads nothing marks none."""
    own = evidence(copy)
    found = checked(
        replace(own, markings=tuple(item for item in own.markings if item.label.kind != "best")), FEW
    )
    assert found.yardsticks["base_rate"]["flawed"].judged_positives == 0
