from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heartbench.dataset import near_duplicates
from heartbench.dataset.overlap import overlaps
from heartbench.records import Question, Turn
from heartbench.statistics import single_linkage


def dialogue(number: int, text: str) -> Question:
    return Question(f"q{number}", (Turn("A", text),), ())


pieces = st.lists(st.sampled_from(["最近总是睡不好，", "昨天又吵了一架，", "😀abcdef", "想", ""]), max_size=5)


@given(st.lists(pieces.map("".join), max_size=9))
def test_the_same_clusters_as_by_counting_one_by_one(texts: list[str]) -> None:
    questions = [dialogue(number, text) for number, text in enumerate(texts)]
    place = {own.question_id: number for number, own in enumerate(questions)}
    shared = [pair for pair in overlaps(questions) if pair[2] > 0.5]
    slow = [(place[one.question_id], place[other.question_id]) for one, other, _ in shared]
    found = near_duplicates(questions)
    assert set(found) <= set(slow)
    assert single_linkage(len(texts), found).tolist() == single_linkage(len(texts), slow).tolist()


def test_runs_that_very_many_share_are_counted_too() -> None:
    """More holders than the pairs of a run are listed for; each dialogue also has a run of its own."""
    questions = [dialogue(number, "最近总是睡不好，" + f"{number:05d}") for number in range(200)]
    assert len(near_duplicates(questions, above=0.3)) == 199
    assert near_duplicates(questions, above=0.95) == []
