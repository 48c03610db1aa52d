"""Candidates behind one interface: whatever answers, answers the same way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol as Interface

from heartbench.chat import CallableAsker, ChatClient, offline_answer
from heartbench.language import Language, text
from heartbench.protocols import Protocol
from heartbench.records import (
    CallableTarget,
    CallFailure,
    CallOutcome,
    Candidate,
    FailureKind,
    FileTarget,
    ModelTarget,
    OfflineTarget,
    Question,
    Reply,
    Request,
)


class Responder(Interface):
    """Answers a question as one candidate does."""

    paid: bool
    """Whether a reply is a call that is kept."""

    async def respond(self, question: Question, sample: int) -> CallOutcome:
        """One reply, or why there is none."""

    def stopped(self) -> CallFailure | None:
        """Why nothing more can be asked, if so."""


class ModelResponder:
    """A model at an endpoint."""

    paid = True

    def __init__(self, target: ModelTarget, client: ChatClient, protocol: Protocol) -> None:
        self._target = target
        self._client = client
        self._protocol = protocol

    async def respond(self, question: Question, sample: int) -> CallOutcome:
        """Ask the model once."""
        messages = self._protocol.answering_messages(question, self._target.settings.system_prompt)
        return await self._client.ask(self._target, messages)

    def stopped(self) -> CallFailure | None:
        """Whether its lane was given up."""
        return self._client.lane_state(self._target).stopped


class CallableResponder:
    """A user's Python callable."""

    paid = True

    def __init__(self, asker: CallableAsker, protocol: Protocol) -> None:
        self._asker = asker
        self._protocol = protocol

    async def respond(self, question: Question, sample: int) -> CallOutcome:
        """Call it with the dialogue and the prompt, never with the rubric."""
        request = Request(question.dialogue, self._protocol.answering_text(question), sample)
        return await self._asker.ask(request)

    def stopped(self) -> CallFailure | None:
        """Never."""
        return None


class OfflineResponder:
    """A scripted part of the product."""

    paid = False

    def __init__(self, target: OfflineTarget, protocol: Protocol) -> None:
        self._name = target.name
        self._protocol = protocol

    async def respond(self, question: Question, sample: int) -> CallOutcome:
        """The scripted text."""
        request = Request(question.dialogue, self._protocol.answering_text(question), sample)
        text = offline_answer(self._name, request)
        return Reply(text=text, raw=text, finish_reason="stop")

    def stopped(self) -> CallFailure | None:
        """Never."""
        return None


class FileResponder:
    """A file of answers."""

    paid = False

    def __init__(self, target: FileTarget, speak: Language) -> None:
        self._target = target
        self._speak = speak

    async def respond(self, question: Question, sample: int) -> CallOutcome:
        """What the file holds; a blank or missing answer is a failure, never an empty answer."""
        found = self._target.answer(question.question_id, sample)
        if found.status == "text":
            return Reply(text=found.text, raw=found.text, finish_reason="stop")
        return CallFailure(FailureKind.MISSING, text(f"evaluation.answer_{found.status}", self._speak))

    def stopped(self) -> CallFailure | None:
        """Never."""
        return None


@dataclass(frozen=True, slots=True)
class Asking:
    """What responders are made with."""

    client: ChatClient
    protocol: Protocol
    concurrency: int | None
    """Most calls of one callable side by side; None leaves it to the chat room."""
    speak: Language
    """The language of failures' messages."""


def make_responder(candidate: Candidate, asking: Asking) -> Responder:
    """The responder of a candidate."""
    protocol = asking.protocol
    match candidate.target:
        case ModelTarget() as target:
            return ModelResponder(target, asking.client, protocol)
        case CallableTarget() as target:
            asker = CallableAsker(target, asking.concurrency, asking.speak, asking.client.redactor)
            return CallableResponder(asker, protocol)
        case OfflineTarget() as target:
            return OfflineResponder(target, protocol)
        case FileTarget() as target:
            return FileResponder(target, asking.speak)
