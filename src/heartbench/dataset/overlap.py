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

_DENSE = 32
"""A run that stands in more dialogues than this is counted by matrix, any other by its pairs."""
_ROWS = 64
_PARTS = 16
"""The runs are gone through in so many parts: those of a large set need not stand in memory twice."""

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
    hashes = [_hashes(dialogue_text(question)) for question in questions]
    sizes = np.array([len(own) for own in hashes], dtype=np.float32)
    rare, common = _shared(hashes)
    del hashes
    found: list[tuple[int, int]] = []
    labels = np.arange(len(questions))
    columns = common.T.astype(np.float32)
    for start in range(0, len(questions), _ROWS):
        # Counts are whole numbers far below 2**24, which float32 holds exactly.
        shared = common[start : start + _ROWS].astype(np.float32) @ columns
        first, last = np.searchsorted(rare[0], (start, start + _ROWS))
        np.add.at(shared, (rare[0][first:last] - start, rare[1][first:last]), rare[2][first:last])
        smaller: NDArray[np.float32] = np.minimum(sizes[start : start + _ROWS, None], sizes[None, :])
        for row, near in enumerate((shared > np.float32(above) * smaller) & (smaller > 0), start):
            found += _links(row, row + 1 + np.flatnonzero(near[row + 1 :]), labels)
    return found


def _links(row: int, near: Ints, labels: Ints) -> Iterator[tuple[int, int]]:
    """Pairs of ``row`` with one of each cluster among ``near``; ``labels`` are brought up to date."""
    while len(near := near[labels[near] != labels[row]]):
        yield row, int(near[0])
        labels[labels == labels[near[0]]] = labels[row]


def _hashes(text: str) -> NDArray[np.uint64]:
    """The runs of a text, each once, by 64-bit hashes: two different ones meet by chance once in 10**19."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    count = max(0, len(codes) - GRAM + 1)
    found = np.zeros(count, dtype=np.uint64)
    for place in range(GRAM):
        # Steps that lose no bit, so that only the last one can make two runs meet.
        found = (found ^ codes[place : place + count]) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
    return np.unique(found)


def _shared(hashes: Sequence[NDArray[np.uint64]]) -> tuple[tuple[Ints, Ints, Ints], NDArray[np.bool_]]:
    """What dialogues share: pairs with their counts of rare runs, and who holds which common run.

    The hashes of each dialogue are in order, so that a part of them is a slice.
    """
    pairs: list[Ints] = []
    holders = [np.zeros((len(hashes), 0), dtype=np.bool_)]
    limits = [part << (64 - _PARTS.bit_length() + 1) for part in range(1, _PARTS)]
    edges = np.array([np.searchsorted(own, np.array(limits, dtype=np.uint64)) for own in hashes])
    edges = edges.reshape(len(hashes), _PARTS - 1)
    for part in range(_PARTS):
        own = [
            each[(edge[part - 1] if part else 0) : (edge[part] if part < _PARTS - 1 else None)]
            for each, edge in zip(hashes, edges, strict=True)
        ]
        owners = np.repeat(np.arange(len(own)), [len(each) for each in own])
        _, ids = np.unique(np.concatenate([*own, np.zeros(0, np.uint64)]), return_inverse=True)
        frequency = np.bincount(ids)
        common = frequency[ids] > _DENSE
        pairs.append(_rare_pairs(owners[~common], ids[~common], len(hashes)))
        dense = np.zeros((len(hashes), int((frequency > _DENSE).sum())), dtype=np.bool_)
        dense[owners[common], (np.cumsum(frequency > _DENSE) - 1)[ids[common]]] = True
        holders.append(dense)
    codes, counts = _counted(pairs)
    width = max(1, len(hashes))
    return (codes // width, codes % width, counts), np.concatenate(holders, axis=1)


def _counted(pairs: list[Ints]) -> tuple[Ints, Ints]:
    """The different numbers, in order, and how often each is there; ``pairs`` is emptied."""
    together = np.concatenate(pairs)
    pairs.clear()
    together.sort()
    starts = np.flatnonzero(np.diff(together, prepend=-1))
    return together[starts], np.diff(starts, append=len(together))


def _rare_pairs(owners: Ints, ids: Ints, count: int) -> Ints:
    """Every pair of holders of every run, as first times ``count`` plus second; a pair comes once per run."""
    order = np.lexsort((owners, ids))
    owners, ids = owners[order], ids[order]
    pairs = [np.zeros(0, dtype=np.int64)]
    for step in range(1, _DENSE):
        same = ids[step:] == ids[:-step]
        if not same.any():
            break
        pairs.append(owners[:-step][same] * count + owners[step:][same])
    # Half the memory wherever the numbers are small enough.
    return np.concatenate(pairs, dtype=np.int32 if count < 2**15 else np.int64, casting="same_kind")
