"""``heartbench models check``: whether models can be asked as a run would ask them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heartbench.cli.options import Asking, words_of
from heartbench.cli.session import Session

if TYPE_CHECKING:
    from heartbench.chat import ProbeResult
    from heartbench.records import ModelTarget, Side


@dataclass(frozen=True, kw_only=True)
class CheckOptions(Asking):
    """What ``heartbench models check`` takes."""


@dataclass(frozen=True)
class _Checked:
    """A model that was asked once."""

    label: str
    side: Side
    result: ProbeResult


def check(session: Session, options: CheckOptions) -> int:
    """One small call to every model; exit code 3 where one of them does not answer."""
    import asyncio

    models = list(_models(options))
    if not models:
        session.say("check_nothing")
        return 0
    checked = asyncio.run(_ask(models, session))
    if options.json:
        session.show_json([_structure(item) for item in checked])
    else:
        for item in checked:
            session.show(_line(item, session))
    return 0 if all(item.result.ok for item in checked) else 3


COMMANDS = (("check", CheckOptions, check),)


def _models(options: CheckOptions) -> Iterable[tuple[str, Side, ModelTarget]]:
    from heartbench.api.preferences import preferences, settings_of
    from heartbench.api.wanted import surroundings
    from heartbench.api.words import RunWords, option_spelling
    from heartbench.config import resolve_candidates, resolve_judges
    from heartbench.records import Candidate, ModelTarget

    words = words_of(options, RunWords)
    settings = settings_of(words)
    chosen = preferences(words, settings)
    around = surroundings(words, settings, chosen, option_spelling, options.system_prompt)
    candidates = resolve_candidates(options.models or (), around)
    for item in candidates:
        if isinstance(item, Candidate) and isinstance(item.target, ModelTarget):
            yield item.label, "candidate", item.target
    for judge in resolve_judges(options.judge or (), around):
        if isinstance(judge.target, ModelTarget):
            yield judge.label, "judge", judge.target


async def _ask(models: Sequence[tuple[str, Side, ModelTarget]], session: Session) -> list[_Checked]:
    import asyncio

    from heartbench.chat import probe

    results = await asyncio.gather(*(probe(target, session.language) for _, _, target in models))
    return [_Checked(label, side, result) for (label, side, _), result in zip(models, results, strict=True)]


def _remarks(result: ProbeResult) -> list[str]:
    remarks = []
    if result.system_folded:
        remarks.append("system_folded")
    if result.ok and not result.counts_tokens:
        remarks.append("no_token_counts")
    if result.reasons:
        remarks.append("reasons")
    if result.ok and not result.priced:
        remarks.append("no_price")
    return remarks


def _line(item: _Checked, session: Session) -> str:
    from heartbench.chat import mask_url

    target, result = item.result.target, item.result
    fields = {
        "side": session.text(f"side_{item.side}"),
        "label": item.label,
        "address": mask_url(target.endpoint.base_url),
    }
    if result.failure is not None:
        return session.text(
            "check_failed", kind=result.failure.kind, message=result.failure.message, **fields
        )
    remarks = [session.text(f"remark_{name}") for name in _remarks(result)]
    seconds = f"{result.outcome.latency:.1f}"
    return session.joined((session.text("check_ok", seconds=seconds, **fields), *remarks))


def _structure(item: _Checked) -> dict[str, object]:
    from heartbench.chat import mask_url

    result, failure = item.result, item.result.failure
    return {
        "label": item.label,
        "side": item.side,
        "model": result.target.model,
        "address": mask_url(result.target.endpoint.base_url),
        "ok": result.ok,
        "failure": None if failure is None else {"kind": failure.kind.value, "message": failure.message},
        "seconds": result.outcome.latency,
        "remarks": _remarks(result),
    }
