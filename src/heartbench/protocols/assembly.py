"""From the parts of a verdict back to the order of the rubric."""

from __future__ import annotations

from collections.abc import Sequence

from heartbench.protocols.contracts import Parsed, ParseFailure
from heartbench.protocols.protocol import JudgingPart
from heartbench.records import Verdict


def assemble(parts: Sequence[tuple[JudgingPart, Parsed]]) -> Verdict:
    """The verdict on a whole rubric.

    Raises ValueError unless the parts cover it exactly once: that would be a slip of ours.
    """
    hits: dict[int, bool] = {}
    reasons: dict[int, str] = {}
    for part, parsed in parts:
        hits |= zip(part.criteria, parsed.hits, strict=True)
        reasons |= zip(part.criteria, parsed.reasons, strict=True)
    asked = sum(len(part.criteria) for part, _ in parts)
    if sorted(hits) != list(range(asked)):
        raise ValueError("the parts of a verdict do not cover its rubric")
    order = range(asked)
    return Verdict(tuple(hits[index] for index in order), tuple(reasons[index] for index in order))


def assemble_raw(parts: Sequence[tuple[JudgingPart, Parsed | ParseFailure]]) -> tuple[object, ...] | None:
    """The raw values on a whole rubric for rule ``released``, None where a part has no readable list.

    A rubric asked at once and in its own order keeps its list as it is, too short or too long;
    else values go to their criteria, a missing one is None and surplus ones have no place.
    """
    lists = [(part.criteria, parsed.raw_values) for part, parsed in parts]
    slots: dict[int, object] = {index: None for criteria, _ in lists for index in criteria}
    for criteria, values in lists:
        if values is None:
            return None
        if len(lists) == 1 and list(criteria) == sorted(criteria):
            return values
        slots |= zip(criteria, values, strict=False)
    return tuple(slots[index] for index in sorted(slots))
