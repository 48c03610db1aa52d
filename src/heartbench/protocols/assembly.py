"""From the parts of a verdict back to the order of the rubric."""

from __future__ import annotations

from collections.abc import Sequence

from heartbench.protocols.contracts import Parsed, ParseFailure
from heartbench.protocols.protocol import Judging
from heartbench.records import Verdict


def assemble(judging: Judging, results: Sequence[Parsed]) -> Verdict:
    """The verdict on a whole rubric, from one result a part, in the order of the parts.

    Raises ValueError where parts and results do not fit: that would be a slip of ours.
    """
    placed: dict[int, tuple[bool, str]] = {}
    for part, result in zip(judging.parts, results, strict=True):
        placed |= zip(part.criteria, zip(result.hits, result.reasons, strict=True), strict=True)
    pairs = [placed[index] for index in sorted(placed)]
    return Verdict(tuple(hit for hit, _ in pairs), tuple(reason for _, reason in pairs))


def assemble_raw(judging: Judging, results: Sequence[Parsed | ParseFailure]) -> tuple[object, ...] | None:
    """The raw values on a whole rubric for rule ``released``, None where a part has no readable list.

    A rubric asked at once and in its own order keeps its list as it is, too short or too long. Else values go
    to their criteria: a missing one is None, surplus ones have no place.
    """
    first = judging.parts[0].criteria
    if len(results) == 1 and list(first) == sorted(first):
        return results[0].raw_values
    slots: dict[int, object] = {index: None for part in judging.parts for index in part.criteria}
    for part, result in zip(judging.parts, results, strict=True):
        if result.raw_values is None:
            return None
        slots |= zip(part.criteria, result.raw_values, strict=False)
    return tuple(slots[index] for index in sorted(slots))
