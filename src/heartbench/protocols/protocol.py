"""A protocol: a version name, the answering prompt, the judging prompt, the reply contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from heartbench.errors import ProtocolError
from heartbench.protocols import native, official
from heartbench.protocols.contracts import Contract
from heartbench.protocols.modes import Mode
from heartbench.protocols.templates import Template
from heartbench.records import Message, PromptTexts, Question, digest

PROTOCOLS: tuple[str, ...] = ("native-v1", "official")
"""The names that :func:`load_protocol` takes."""


@dataclass(frozen=True, slots=True)
class JudgingPart:
    """One call of a verdict: some criteria of a rubric, ready for any answer."""

    index: int
    """Which part of the verdict, from 0."""
    criteria: tuple[int, ...]
    """Rubric indices in the order asked; the judge sees them as 1, 2, …"""
    template: Template = field(repr=False)
    """All but the answer (and its delimiter) is filled in."""
    correction: str = ""
    """Appended from the second attempt on; empty: attempts repeat the prompt unchanged."""

    def messages(self, answer: str, attempt: int = 1) -> tuple[Message, ...]:
        """The request for one answer, the invariant part first. ``attempt`` counts from 1."""
        template = self.template
        values = {"answer": answer}
        if "mark" in template.slots:
            values["mark"] = native.delimiter(answer)
        content = template.render(values)
        if attempt > 1 and self.correction:
            content = f"{content}\n\n{self.correction}"
        return (Message("user", content, len(template.literals[0])),)


@dataclass(frozen=True, slots=True)
class Judging:
    """One question's judging prompt in one mode: made once, used for every answer."""

    hash: str
    """Of everything that is rendered without the answer, all parts, the corrective sentence included."""
    parts: tuple[JudgingPart, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """How a protocol writes down a dialogue and a rubric."""

    dialogue: Callable[[Question], str]
    rubric: Callable[..., str]
    """``(question, criteria, weights=shown)``."""
    hides_weights: bool
    """Whether the mode may hide the weights."""


@dataclass(frozen=True)
class Protocol:
    """What candidates and judges are asked with; see :func:`load_protocol`."""

    name: str
    contract: Contract
    answering: Template = field(repr=False)
    judging_prompt: Template = field(repr=False)
    style: Style = field(repr=False)
    correction: str = field(default="", repr=False)

    @cached_property
    def answering_hash(self) -> str:
        """Of the answering prompt's text."""
        return digest("answering-prompt", [self.name, self.answering.value])

    @cached_property
    def judging_hash(self) -> str:
        """Of the judging prompt's text, the corrective sentence and the contract."""
        return digest(
            "judging-prompt", [self.name, self.contract, self.judging_prompt.value, self.correction]
        )

    def answering_text(self, question: Question) -> str:
        """The answering prompt for one question, as callables and scripted candidates get it."""
        return self.answering.render({"dialogue": self.style.dialogue(question)})

    def answering_messages(self, question: Question, system_prompt: str | None = None) -> tuple[Message, ...]:
        """One user message, after a system message where the candidate brings a system prompt."""
        asked = Message("user", self.answering_text(question))
        return (Message("system", system_prompt), asked) if system_prompt else (asked,)

    def judging(self, question: Question, mode: Mode) -> Judging:
        """The judging prompt of one question, cut into parts by ``mode``.

        Raises ProtocolError (``protocols.weights_hidden``) where the mode would change upstream's words.
        """
        if mode.weights == "hidden" and not self.style.hides_weights:
            raise ProtocolError("protocols.weights_hidden", protocol=self.name, mode=str(mode))
        dialogue = self.style.dialogue(question)
        parts = tuple(
            self._part(question, dialogue, index, criteria, mode)
            for index, criteria in enumerate(mode.parts(question))
        )
        rendered = [[part.criteria, part.template.value] for part in parts]
        return Judging(digest("judging", [self.name, self.contract, rendered, self.correction]), parts)

    def _part(
        self, question: Question, dialogue: str, index: int, criteria: Sequence[int], mode: Mode
    ) -> JudgingPart:
        rubric = self.style.rubric(question, criteria, weights=mode.weights == "shown")
        values = {"dialogue": dialogue, "rubric": rubric, "count": str(len(criteria))}
        return JudgingPart(index, tuple(criteria), self.judging_prompt.fill(values), self.correction)


def load_protocol(name: str, official_prompts: PromptTexts | None = None) -> Protocol:
    """The protocol of one name (:data:`PROTOCOLS`).

    ``official`` needs the imported prompts. Raises ProtocolError:
    ``protocols.unknown``, ``protocols.official_missing``, ``protocols.template_not_understood``.
    """
    if name == "native-v1":
        return _native()
    if name != "official":
        raise ProtocolError("protocols.unknown", name=name, known=tuple(PROTOCOLS))
    if official_prompts is None:
        raise ProtocolError("protocols.official_missing")
    return _official(official_prompts)


def _native() -> Protocol:
    return Protocol(
        name="native-v1",
        contract="verdicts",
        answering=native.answering_template(),
        judging_prompt=native.judging_template(),
        style=Style(native.dialogue_text, native.rubric_text, hides_weights=True),
        correction=native.correction(),
    )


def _official(prompts: PromptTexts) -> Protocol:
    fields = prompts.fields
    return Protocol(
        name="official",
        contract="detail",
        answering=official.official_template(prompts.answering, ("dialogue",), fields),
        judging_prompt=official.official_template(prompts.judging, ("dialogue", "rubric", "answer"), fields),
        style=Style(official.dialogue_text, official.rubric_text, hides_weights=False),
    )
