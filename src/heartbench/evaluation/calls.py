"""From a reply to the row that is kept of it."""

from __future__ import annotations

from dataclasses import dataclass

from heartbench.chat import mask_url
from heartbench.evaluation.context import now
from heartbench.records import CallableTarget, CallOutcome, FileTarget, ModelTarget, Reply, Side, Target
from heartbench.store import REPLY, CallRow


@dataclass(frozen=True, slots=True)
class CallSite:
    """What a call was made for."""

    key: str
    side: Side
    part: int
    round: int
    attempt: int


def target_name(target: Target) -> str:
    """What a target is known by: model name, import path, offline name or path."""
    match target:
        case ModelTarget():
            return target.model
        case CallableTarget():
            return target.import_path
        case FileTarget():
            return str(target.path)
    return target.name


def target_address(target: Target) -> str:
    """Its base URL with credentials masked, or nothing."""
    return mask_url(target.endpoint.base_url) if isinstance(target, ModelTarget) else ""


def call_row(site: CallSite, target: Target, outcome: CallOutcome) -> CallRow:
    """The row of one paid call."""
    text = None
    if isinstance(outcome, Reply):
        status, message, http_status, finish_reason = REPLY, "", None, outcome.finish_reason
        text = outcome.text if outcome.text != outcome.raw else None
    else:
        status, message, http_status, finish_reason = outcome.kind.value, outcome.message, outcome.status, ""
    return CallRow(
        key=site.key,
        side=site.side,
        part=site.part,
        round=site.round,
        attempt=site.attempt,
        target=target_name(target),
        address=target_address(target),
        created_at=now(),
        status=status,
        raw=outcome.raw,
        text=text,
        finish_reason=finish_reason,
        message=message,
        http_status=http_status,
        usage=outcome.usage,
        latency=outcome.latency,
        cost=outcome.cost,
        retries=outcome.retries,
        sent=outcome.sent,
    )
