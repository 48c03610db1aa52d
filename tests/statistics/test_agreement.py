from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score, recall_score

from heartbench.statistics import (
    AGREEMENT_MEASURES,
    Agreement,
    AgreementMeasure,
    Interval,
    Marks,
    Settings,
    Undefined,
    agreements,
)
from heartbench.statistics.agreement import (
    balanced_f1,
    cohen_kappa,
    gwet_ac1,
    percent_agreement,
    sensitivity,
    specificity,
)

FEW = Settings(seed=3, resamples=400)


def counts(*cells: int) -> np.ndarray:
    return np.array(cells, dtype=np.float64)


def marks(judged: list[bool], reference: list[bool], clusters: list[int] | None = None) -> Marks:
    labels = clusters if clusters is not None else list(range(len(judged)))
    return Marks(np.array(judged, bool), np.array(reference, bool), np.array(labels))


def whole(found: Marks, settings: Settings = FEW) -> Agreement:
    return agreements(found, [np.ones(len(found.judged), bool)], settings)[0]


def value(found: Agreement, name: AgreementMeasure) -> float:
    estimate = found.measures[name].value
    assert isinstance(estimate, float)
    return estimate


def test_cohens_kappa_of_the_textbook_table() -> None:
    # Two readers of 50 proposals: yes-yes 20, yes-no 5, no-yes 10, no-no 15.
    assert cohen_kappa(counts(20, 5, 10, 15)) == pytest.approx(0.4)


def test_ac1_of_the_table_on_which_kappa_is_paradoxical() -> None:
    # Gwet (2008), British Journal of Mathematical and Statistical Psychology 61: 118, 5, 2, 0 of 125.
    table = counts(118, 5, 2, 0)
    assert gwet_ac1(table) == pytest.approx(0.9408, abs=5e-5)
    assert cohen_kappa(table) == pytest.approx(-0.0234, abs=5e-5)
    assert percent_agreement(table) == pytest.approx(0.944)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60))
def test_measures_are_those_of_scikit_learn(pairs: list[tuple[bool, bool]]) -> None:
    judged = [one for one, _ in pairs]
    reference = [other for _, other in pairs]
    table = counts(
        *(pairs.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False)))
    )
    if len({*judged, *reference}) == 2:
        assert cohen_kappa(table) == pytest.approx(cohen_kappa_score(judged, reference), abs=1e-12)
        assert balanced_f1(table) == pytest.approx(f1_score(reference, judged, average="macro"), abs=1e-12)
    else:
        assert np.isnan(cohen_kappa(table)) and np.isnan(balanced_f1(table))
    if any(reference):
        assert sensitivity(table) == pytest.approx(recall_score(reference, judged))
    if not all(reference):
        assert specificity(table) == pytest.approx(recall_score(reference, judged, pos_label=False))


def test_unanimity_is_said_and_no_number() -> None:
    found = whole(marks([True] * 40, [True] * 40))
    assert value(found, "sensitivity") == 1.0
    for name in ("percent", "kappa", "ac1", "balanced_f1", "specificity"):
        estimate = found.measures[name].value
        assert isinstance(estimate, Undefined) and estimate.reason == "too_few_marks"
        assert estimate.fields == {"positives": 40, "negatives": 0, "least": 20}


def test_a_judge_who_always_says_hit_agrees_by_chance_alone() -> None:
    found = whole(marks([True] * 60, [True] * 30 + [False] * 30))
    assert value(found, "kappa") == 0.0
    assert value(found, "sensitivity") == 1.0 and value(found, "specificity") == 0.0


def test_twenty_hits_are_enough_and_nineteen_are_not() -> None:
    enough, short = (
        whole(marks([True, False] * 30, [True] * hits + [False] * (60 - hits))) for hits in (20, 19)
    )
    assert isinstance(enough.measures["kappa"].value, float)
    assert isinstance(short.measures["kappa"].value, Undefined)
    assert isinstance(short.measures["specificity"].value, float)


def test_without_items_there_is_nothing_to_compare() -> None:
    found = agreements(marks([True], [True]), [np.zeros(1, bool)], FEW)[0]
    assert found.items == 0 and found.prevalence is None
    assert {item.value.reason for item in found.measures.values() if isinstance(item.value, Undefined)} == {
        "no_marks"
    }


def test_fewer_than_twenty_clusters_make_no_interval() -> None:
    judged, reference = [True, False] * 30, [True] * 25 + [False] * 35
    short = whole(marks(judged, reference, [number % 19 for number in range(60)]))
    enough = whole(marks(judged, reference, [number % 20 for number in range(60)]))
    interval = short.measures["kappa"].interval
    assert interval == Undefined("too_few_clusters", {"count": 19, "least": 20})
    assert isinstance(enough.measures["kappa"].interval, Interval)


def test_clusters_are_those_of_the_part() -> None:
    found = marks([True, False] * 60, [True, True, False, False] * 30)
    part = np.arange(120) < 19 * 3
    clusters = np.array([number // 3 for number in range(120)])
    whole_, few = agreements(Marks(found.judged, found.reference, clusters), [np.ones(120, bool), part], FEW)
    assert isinstance(whole_.measures["kappa"].interval, Interval)
    assert few.measures["kappa"].interval == Undefined("too_few_clusters", {"count": 19, "least": 20})


def test_where_nothing_varies_there_is_a_value_and_no_interval() -> None:
    same = whole(marks([True, False] * 30, [True, False] * 30))
    assert value(same, "kappa") == 1.0
    assert same.measures["kappa"].interval == Undefined("no_variation")


def test_without_resamples_the_interval_is_left_out() -> None:
    found = whole(marks([True, False] * 30, [True] * 30 + [False] * 30), Settings(resamples=0))
    assert found.measures["kappa"].interval == Undefined("left_out")


def test_the_seed_decides_and_the_same_seed_repeats() -> None:
    found = marks([True, False, False] * 30, [True] * 45 + [False] * 45)
    one, other, again = (whole(found, Settings(seed, 400)) for seed in (1, 2, 1))
    assert one.measures == again.measures
    assert one.measures["kappa"].interval != other.measures["kappa"].interval


def test_an_interval_is_withheld_where_resamples_often_leave_no_value() -> None:
    """All 20 reference hits lie in one of 40 clusters: a third of the resamples have none of them."""
    reference = [True] * 20 + [False] * 80
    clusters = [0] * 20 + [1 + number % 39 for number in range(80)]
    found = whole(marks([True, False] * 50, reference, clusters))
    interval = found.measures["sensitivity"].interval
    assert isinstance(interval, Undefined) and interval.reason == "resamples_undefined"
    assert 30 < float(str(interval.fields["percent"])) < 43
    assert isinstance(found.measures["specificity"].interval, Interval)


def test_marks_of_one_question_move_together() -> None:
    drawn = np.random.default_rng(1).random(50) < 0.5
    reference = [bool(item) for item in drawn for _ in range(20)]
    judged = [not item if number // 20 % 5 == 0 else item for number, item in enumerate(reference)]
    apart = whole(marks(judged, reference)).measures["percent"].interval
    together = whole(marks(judged, reference, [number // 20 for number in range(1000)])).measures["percent"]
    assert isinstance(apart, Interval) and isinstance(together.interval, Interval)
    assert together.interval.high - together.interval.low > 3 * (apart.high - apart.low)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_parts_and_whole_count_the_same_items(seed: int) -> None:
    source = np.random.default_rng(seed)
    found = Marks(source.random(90) < 0.5, source.random(90) < 0.6, source.integers(0, 30, 90))
    mask = source.random(90) < 0.4
    whole_, part, rest = agreements(found, [np.ones(90, bool), mask, ~mask], FEW)
    assert part.items + rest.items == whole_.items == 90
    assert part.positives + rest.positives == whole_.positives == int(found.reference.sum())
    assert part.judged_positives + rest.judged_positives == int(found.judged.sum())
    for item in (whole_, part, rest):
        for name in AGREEMENT_MEASURES:
            interval = item.measures[name].interval
            assert not isinstance(interval, Interval) or interval.low <= interval.high


def test_intervals_hold_the_sensitivity_and_specificity_that_were_put_in() -> None:
    """Of 200 judges of sensitivity 0.85 and specificity 0.7, at least 180 get each back within 95 %."""
    truths: dict[AgreementMeasure, float] = {"sensitivity": 0.85, "specificity": 0.7}
    held = dict.fromkeys(truths, 0)
    for seed in range(200):
        source = np.random.default_rng(seed)
        clusters = np.repeat(np.arange(120), 9)
        reference = source.random(1080) < 0.35
        judged = np.where(reference, source.random(1080) < 0.85, source.random(1080) >= 0.7)
        found = whole(Marks(judged, reference, clusters))
        for name, truth in truths.items():
            interval = found.measures[name].interval
            assert isinstance(interval, Interval)
            held[name] += interval.low <= truth <= interval.high
    assert min(held.values()) >= 180, held
