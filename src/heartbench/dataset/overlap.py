"""How much two dialogues share: character 5-grams over the smaller set."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from heartbench.records import Question

GRAM = 5


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
