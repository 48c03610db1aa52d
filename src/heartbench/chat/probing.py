"""Whether a model can be asked as a run would ask it."""

from __future__ import annotations

from dataclasses import dataclass

from heartbench import language
from heartbench.chat.client import ChatClient
from heartbench.chat.lanes import LaneLimits
from heartbench.chat.limits import ClientLimits
from heartbench.chat.pricing import price
from heartbench.records import CallFailure, CallOutcome, Message, ModelTarget, Reply, Usage

_LIMITS = ClientLimits(
    attempts=2, few=1, refusals=2, lanes=LaneLimits(patience=15.0, first_patience=3.0, host_patience=3.0)
)
_MESSAGES = (Message("system", "请简短回答。"), Message("user", "你好，请用一句话打个招呼。"))


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What one small call found out."""

    target: ModelTarget
    outcome: CallOutcome
    system_folded: bool
    """The model takes no system role, so its text went into the user turn."""
    counts_tokens: bool
    """The endpoint says what a call used."""
    reasons: bool
    """Reasoning stands in the text; it is cut off before judging."""
    priced: bool
    """The price of a call is known."""

    @property
    def ok(self) -> bool:
        """Whether a text came back."""
        return isinstance(self.outcome, Reply)

    @property
    def failure(self) -> CallFailure | None:
        """Why none did."""
        return self.outcome if isinstance(self.outcome, CallFailure) else None


async def probe(
    target: ModelTarget, speak: language.Language = "en", limits: ClientLimits = _LIMITS
) -> ProbeResult:
    """Ask a model for one sentence, with all its parameters and a system text."""
    async with ChatClient(limits, speak=speak) as client:
        outcome = await client.ask(target, _MESSAGES)
    replied = isinstance(outcome, Reply)
    return ProbeResult(
        target=target,
        outcome=outcome,
        system_folded=bool(outcome.sent.get("system_folded")),
        counts_tokens=replied and outcome.usage.output_tokens is not None,
        reasons=isinstance(outcome, Reply) and outcome.raw != outcome.text,
        priced=price(target, Usage(1, 1)) is not None,
    )
