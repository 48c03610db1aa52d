from __future__ import annotations

import numpy as np
import pytest
import statsmodels.formula.api as smf
from pandas import DataFrame

from heartbench.statistics import Undefined, VarianceParts, variance_parts

from .helpers import Floats


def nested(questions: int, samples: int, repeats: int, seed: int = 1) -> Floats:
    source = np.random.default_rng(seed)
    return np.asarray(
        50
        + source.normal(0, 20, (questions, 1, 1))
        + source.normal(0, 10, (questions, samples, 1))
        + source.normal(0, 5, (questions, samples, repeats))
    )


def test_balanced_parts_are_those_of_reml() -> None:
    scores = nested(40, 3, 2)
    rows = [
        {"score": scores[q, s, r], "question": q, "answer": f"{q}-{s}"}
        for q, s, r in np.ndindex(scores.shape)
    ]
    model = smf.mixedlm(
        "score ~ 1",
        DataFrame(rows),
        groups="question",
        re_formula="1",
        vc_formula={"answer": "0 + C(answer)"},
    )
    fit = model.fit(reml=True)
    found = variance_parts(scores)
    assert found.question == pytest.approx(float(fit.cov_re.iloc[0, 0]), rel=1e-3)
    assert found.sample == pytest.approx(float(fit.vcomp[0]), rel=1e-3)
    assert found.repeat == pytest.approx(float(fit.scale), rel=1e-3)


def test_missing_verdicts_leave_the_estimates_unbiased() -> None:
    parts = []
    for seed in range(40):
        scores = nested(60, 3, 3, seed)
        scores[np.random.default_rng(seed).random(scores.shape) < 0.3] = np.nan
        found = variance_parts(scores)
        parts.append([found.question, found.sample, found.repeat])
    assert np.mean(np.array(parts, dtype=float), axis=0) == pytest.approx([400, 100, 25], rel=0.12)


def test_what_there_is_one_of_is_not_estimable() -> None:
    one = {reason: Undefined(reason) for reason in ("one_repeat", "one_sample", "one_question", "no_score")}
    assert variance_parts(nested(5, 3, 1)) == VarianceParts(*[one["one_repeat"]] * 3)
    single = variance_parts(nested(5, 1, 3))
    assert (single.question, single.sample) == (one["one_sample"], one["one_sample"])
    assert isinstance(single.repeat, float)
    alone = variance_parts(nested(1, 3, 3))
    assert alone.question == one["one_question"]
    assert isinstance(alone.sample, float)
    assert variance_parts(np.full((2, 2, 2), np.nan)) == VarianceParts(*[one["no_score"]] * 3)


def test_an_estimate_below_zero_is_zero() -> None:
    scores = np.array([[[0.0, 100.0], [100.0, 0.0]], [[0.0, 100.0], [100.0, 0.0]]])
    found = variance_parts(scores)
    assert (found.question, found.sample) == (0.0, 0.0)
    assert found.repeat == 5000.0
