"""A scripted model without any network: records in, text out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from heartbench.chat.fake.endpoint import ANSWERS
from heartbench.chat.fake.judging import draw_hits, recognise, verdict_text
from heartbench.chat.fake.plan import draw
from heartbench.records import CallFailure, CallOutcome, Message, ModelTarget, Reply, Request, Usage

Said = str | CallFailure
ModelReplies = str | Sequence[Said] | Callable[[tuple[Message, ...]], Said | None] | None
"""As for the endpoint: one text, texts in turn, a callable (None: the built-in reply), or built-in ones.

Here too texts in turn answer candidates alone: a judging prompt gets verdicts, unless a callable answers.
"""


class FakeModel:
    """Answers as a candidate's callable, and as :meth:`ChatClient.ask` would.

    ::

        model = FakeModel(["抱抱你。", "我在听。"])
        candidate = Candidate("fake", CallableTarget("tests:model", model))

    ``hit_probability`` is the chance of a hit per criterion where it plays the judge,
    ``veto_probability`` that of a veto.
    """

    def __init__(
        self,
        replies: ModelReplies = None,
        *,
        hit_probability: float = 0.5,
        veto_probability: float = 0.0,
        seed: int = 0,
    ) -> None:
        self._script = _as_script(replies)
        self._hit_probability = hit_probability
        self._veto_probability = veto_probability
        self._seed = seed
        self.seen: list[tuple[Message, ...]] = []
        """The messages of every call, oldest first."""

    def __call__(self, request: Request) -> str:
        """A candidate's reply to a request. Raises RuntimeError where the script holds a failure."""
        said = self._say((Message("user", request.prompt),))
        if isinstance(said, CallFailure):
            raise RuntimeError(said.message)
        return said

    async def ask(self, target: ModelTarget, messages: Sequence[Message]) -> CallOutcome:
        """A model's reply to messages, or the failure that the script holds."""
        said = self._say(tuple(messages))
        if isinstance(said, CallFailure):
            return said
        usage = Usage(sum(len(item.content) for item in messages), len(said))
        return Reply(said, said, "stop", usage, sent={"model": target.model})

    def _say(self, messages: tuple[Message, ...]) -> Said:
        self.seen.append(messages)
        said = self._script(messages)
        return self._built_in(messages) if said is None else said

    def _built_in(self, messages: tuple[Message, ...]) -> str:
        text = _last(messages)
        task = recognise(text)
        if task is None:
            return ANSWERS[draw(f"{self._seed}/{text}") % len(ANSWERS)]
        hits = draw_hits(task, self._hit_probability, self._seed, self._veto_probability)
        return verdict_text(task, hits)


def _last(messages: Sequence[Message]) -> str:
    return messages[-1].content if messages else ""


def _as_script(replies: ModelReplies) -> Callable[[tuple[Message, ...]], Said | None]:
    if replies is None:
        return lambda messages: None
    if callable(replies):
        return replies
    texts = itertools.cycle([replies] if isinstance(replies, str) else replies)
    return lambda messages: None if recognise(_last(messages)) else next(texts)
