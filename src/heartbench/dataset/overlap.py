"""How much two dialogues share: character 5-grams over the smaller set."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from heartbench.records import Question

GRAM = 5
NEAR = 0.5
"""Above this share two dialogues are near-duplicates."""

_DENSE = 64
"""A gram that stands in more dialogues than this is counted by matrix, any other by its pairs."""
_ROWS = 512

Ints = NDArray[np.int64]


def grams(text: str) -> frozenset[str]:
    """All runs of :data:`GRAM` characters."""
    return frozenset(text[start : start + GRAM] for start in range(len(text) - GRAM + 1))


def dialogue_text(question: Question) -> str:
    """The contents of all turns, joined."""
    return "".join(turn.content for turn in question.dialogue)


def overlaps(
    questions: Sequence[Question], others: Sequence[Question] | None = None
) -> Iterator[tuple[Question, Question, float]]:
    """Pairs that share at least one run, with shared runs / runs of the one that has fewer (0 to 1).

    Within ``questions`` each pair comes once; with ``others`` each of the one goes with each of the other.
    A dialogue shorter than a run shares nothing.
    """
    own = [grams(dialogue_text(question)) for question in questions]
    against = questions if others is None else others
    theirs = own if others is None else [grams(dialogue_text(question)) for question in others]
    places: dict[str, list[int]] = defaultdict(list)
    for place, found in enumerate(theirs):
        for gram in found:
            places[gram].append(place)
    for number, found in enumerate(own):
        shared = Counter(place for gram in found for place in places.get(gram, ()))
        for place, count in sorted(shared.items()):
            if others is None and place <= number:
                continue
            yield questions[number], against[place], count / min(len(found), len(theirs[place]))


def near_duplicates(questions: Sequence[Question], above: float = NEAR) -> list[tuple[int, int]]:
    """Pairs of indices of dialogues that share more than ``above``, by the counts of :func:`overlaps`.

    A pair is left out where a chain of earlier ones joins the two already: single linkage needs no more,
    and a set of many copies has more pairs than memory.
    """
    owners, ids = _incidence([dialogue_text(question) for question in questions])
    sizes = np.bincount(owners, minlength=len(questions))
    frequency = np.bincount(ids)
    common = frequency[ids] > _DENSE
    rare = _rare_pairs(owners[~common], ids[~common], len(questions))
    columns = np.cumsum(frequency > _DENSE) - 1
    dense = np.zeros((len(questions), int((frequency > _DENSE).sum())), dtype=np.float32)
    dense[owners[common], columns[ids[common]]] = 1.0
    found: list[tuple[int, int]] = []
    labels = np.arange(len(questions))
    for start in range(0, len(questions), _ROWS):
        # Counts are whole numbers far below 2**24, which float32 holds exactly.
        shared = dense[start : start + _ROWS] @ dense.T
        first, last = np.searchsorted(rare[0], (start, start + _ROWS))
        np.add.at(shared, (rare[0][first:last] - start, rare[1][first:last]), rare[2][first:last])
        smaller = np.minimum(sizes[start : start + _ROWS, None], sizes[None, :])
        for row, near in enumerate((shared > above * smaller) & (smaller > 0), start):
            found += _links(row, row + 1 + np.flatnonzero(near[row + 1 :]), labels)
    return found


def _links(row: int, near: Ints, labels: Ints) -> Iterator[tuple[int, int]]:
    """Pairs of ``row`` with one of each cluster among ``near``; ``labels`` are brought up to date."""
    while len(near := near[labels[near] != labels[row]]):
        yield row, int(near[0])
        labels[labels == labels[near[0]]] = labels[row]


def _incidence(texts: Sequence[str]) -> tuple[Ints, Ints]:
    """Which dialogue holds which run of characters, each pair of them once; runs go by numbers from 0."""
    hashes, owners = [], []
    for number, text in enumerate(texts):
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
        count = max(0, len(codes) - GRAM + 1)
        own = np.zeros(count, dtype=np.uint64)
        for place in range(GRAM):
            # A product with an odd number keeps all 64 bits; two runs meet by chance once in 10**19.
            own = (own ^ codes[place : place + count]) * np.uint64(0x9E3779B97F4A7C15)
            own ^= own >> np.uint64(29)
        own = np.unique(own)
        hashes.append(own)
        owners.append(np.full(len(own), number, dtype=np.int64))
    if not hashes:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    _, ids = np.unique(np.concatenate(hashes), return_inverse=True)
    return np.concatenate(owners), ids.astype(np.int64)


def _rare_pairs(owners: Ints, ids: Ints, count: int) -> tuple[Ints, Ints, NDArray[np.float32]]:
    """For runs that few dialogues hold: every pair of their holders with how many such runs they share."""
    order = np.lexsort((owners, ids))
    owners, ids = owners[order], ids[order]
    pairs = []
    for step in range(1, _DENSE):
        same = ids[step:] == ids[:-step]
        if not same.any():
            break
        pairs.append(owners[:-step][same] * count + owners[step:][same])
    codes, shared = np.unique(np.concatenate(pairs) if pairs else np.zeros(0, np.int64), return_counts=True)
    return codes // max(1, count), codes % max(1, count), shared.astype(np.float32)
