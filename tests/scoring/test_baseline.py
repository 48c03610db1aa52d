from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from heartbench.records import RULES, Question, Rule, Turn
from heartbench.scoring import silent_baseline, silent_under

from .helpers import criterion, rubric_of, upstream


@pytest.mark.parametrize("rule", RULES)
def test_doing_nothing_on_the_upstream_questions(shared: Path, rule: Rule) -> None:
    questions = [
        Question(name, (Turn("A", "…"),), rubric_of(item["rubric"]))
        for name, item in upstream(shared).items()
    ]
    scores = silent_baseline(questions, rule)
    assert scores.overall == pytest.approx(17.43, abs=0.005)
    assert scores.abilities["verbal_expression"] == pytest.approx(98.81, abs=0.005)
    assert scores.abilities["self_awareness"] == pytest.approx(62.14, abs=0.005)
    assert scores.abilities["morality"] == pytest.approx(31.92, abs=0.005)


def test_doing_nothing_gets_what_penalties_not_incurred_leave() -> None:
    rubric = (criterion("温暖", 3), criterion("言语表达", -5), criterion("其他", None))
    scores = silent_baseline([Question("a", (Turn("A", "…"),), rubric)], "paper")
    assert scores.abilities["warmth"] == 0
    assert scores.abilities["verbal_expression"] == 100
    assert scores.question_mean == 50


def test_the_baseline_under_scores_leaves_out_what_has_none() -> None:
    silent = np.array([[100.0, np.nan], [0.0, 50.0]])
    rows = np.array([[np.nan, np.nan], [20.0, np.nan]])
    found = silent_under(silent, rows)
    assert np.isnan(found[0]).all()
    assert found[1].tolist() == [0.0, 50.0]
    assert silent[0, 0] == 100.0
