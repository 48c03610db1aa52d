"""The protocol ``native-v1``: our own words, in Chinese, in text files beside this module."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from heartbench.protocols.templates import Template
from heartbench.records import Criterion, Question, digest

_FIRST_LENGTH = 12
"""Hexadecimal characters a delimiter starts with: an answer cannot be made to hold its own by trial."""


def prompt_text(name: str) -> str:
    """One of the texts beside this module, without its last line break; line ends are ``\\n`` everywhere."""
    path = files("heartbench.protocols").joinpath("prompts", f"{name}.txt")
    return path.read_text(encoding="utf-8").replace("\r\n", "\n").removesuffix("\n")


def answering_template() -> Template:
    """Slot ``dialogue``."""
    return Template.parse(prompt_text("native_v1_answering"))


def judging_template() -> Template:
    """Slots ``dialogue``, ``rubric``, ``count``, then ``mark`` (several times) around ``answer``."""
    return Template.parse(prompt_text("native_v1_judging"))


def correction() -> str:
    """The sentence that attempts after the first append."""
    return prompt_text("native_v1_correction")


def dialogue_text(question: Question) -> str:
    """One line a turn: ``A：…``."""
    return "\n".join(f"{turn.role}：{turn.content}" for turn in question.dialogue)


def rubric_text(question: Question, criteria: Sequence[int], *, weights: bool) -> str:
    """One line a criterion, numbered from 1 in the order asked: ``1. 【加分 +3】情绪感知：…``."""
    lines = []
    for number, index in enumerate(criteria, start=1):
        criterion = question.rubric[index]
        lines.append(f"{number}. 【{_label(criterion, weights)}】{criterion.dimension}：{criterion.text}")
    return "\n".join(lines)


def _label(criterion: Criterion, weights: bool) -> str:
    weight = criterion.weight or 0
    if criterion.is_veto:
        return "否决"
    if not weight:
        return "不计分"
    kind = "加分" if weight > 0 else "扣分"
    return f"{kind} {weight:+g}" if weights else kind


def delimiter(answer: str) -> str:
    """A prefix of the answer's own hash that does not occur in the answer, in either case of letters.

    It is lengthened until absent; should the whole hash occur, hashes of a counted answer follow.
    """
    lowered = answer.lower()
    count = 0
    while True:
        name = digest("delimiter", [answer, count] if count else answer)
        for length in range(_FIRST_LENGTH, len(name) + 1):
            if name[:length] not in lowered:
                return name[:length]
        count += 1
