from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from heartbench.dataset import near_duplicates, read_questions
from heartbench.statistics import single_linkage
from heartbench.statistics.clusters import cluster_sums


def test_a_chain_joins_what_it_touches() -> None:
    assert single_linkage(6, [(4, 1), (1, 5)]).tolist() == [0, 1, 2, 3, 1, 1]
    assert single_linkage(0, []).tolist() == []


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20))
def test_clusters_are_the_connected_components(pairs: list[tuple[int, int]]) -> None:
    graph = coo_matrix(
        (np.ones(len(pairs)), ([one for one, _ in pairs], [other for _, other in pairs])), shape=(12, 12)
    )
    count, labels = connected_components(graph, directed=False)
    found = single_linkage(12, pairs)
    assert len(set(found.tolist())) == count
    assert len({*zip(found.tolist(), labels.tolist(), strict=True)}) == count


def test_sums_by_cluster() -> None:
    values = np.array([[1.0], [2.0], [4.0]])
    assert cluster_sums(values, np.array([0, 1, 0])).tolist() == [[5.0], [2.0]]


def test_the_public_questions_are_267_clusters(shared: Path) -> None:
    questions = read_questions(shared / "upstream" / "question_all.jsonl").questions.questions
    assert single_linkage(len(questions), near_duplicates(questions)).max() + 1 == 267
