"""Rows to write, made from a number."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from heartbench.records import Criterion, FailureKind, Question, QuestionSet, Side, Turn, Usage, digest
from heartbench.store import (
    AnswerRow,
    CallRow,
    FailureRow,
    Participant,
    Row,
    RunRow,
    Store,
    VerdictRow,
)

USAGE = Usage(100, 20, 50, None)
THEN = 1_700_000_000.0
REASON = "她说出了自己的难处，回答先接住了情绪，再慢慢问下去，没有急着给建议。"


def key(kind: str, number: int) -> str:
    return digest(kind, number)


def answer(number: int, text: str = "我在听。", created_at: float = THEN) -> AnswerRow:
    return AnswerRow(
        key=key("answer", number),
        text=text,
        text_hash=digest("text", text),
        dialogue_hash=key("dialogue", number),
        prompt_hash="p",
        candidate="c",
        edition=1,
        sample=0,
        created_at=created_at,
    )


def verdict(number: int, hits: tuple[bool, ...] = (True, False), created_at: float = THEN) -> VerdictRow:
    return VerdictRow(
        key=key("verdict", number),
        text_hash="t",
        dialogue_hash="d",
        judging_hash="j",
        judge="f",
        mode="joint",
        edition=1,
        repeat=0,
        hits=hits,
        reasons=tuple(f"{REASON}{index}" for index in range(len(hits))),
        raw_values=tuple(int(hit) for hit in hits),
        created_at=created_at,
    )


def call(
    for_key: str,
    side: Side = "candidate",
    *,
    round: int = 1,
    attempt: int = 1,
    status: str = "reply",
    created_at: float = THEN,
    usage: Usage = USAGE,
    cost: float | None = 0.5,
    latency: float = 1.0,
    raw: str = "原文",
) -> CallRow:
    return CallRow(
        key=for_key,
        side=side,
        part=0,
        round=round,
        attempt=attempt,
        target="model",
        address="https://api.example/v1",
        created_at=created_at,
        status=status,
        raw=raw,
        usage=usage,
        cost=cost,
        latency=latency,
        sent={"model": "model", "temperature": 0.7},
    )


def failure(
    for_key: str, round: int = 1, kind: FailureKind = FailureKind.TRANSPORT, side: Side = "candidate"
) -> FailureRow:
    return FailureRow(
        key=for_key, side=side, round=round, kind=kind, message="no way", created_at=THEN + round
    )


def questions(count: int = 2) -> QuestionSet:
    rubric = (Criterion("温暖", 2, "接住情绪", "warmth"), Criterion("其他", None, "扮演对方", None))
    made = [
        Question(str(number), (Turn("A", f"第{number}句"),), rubric, "hard", "个人成长", "人格与自我")
        for number in range(count)
    ]
    return QuestionSet("sample", tuple(made))


def participant(label: str = "m") -> Participant:
    settings = {"parameters": {"temperature": 0.7}}
    return Participant(label, f"fingerprint of {label}", "model", label, "https://a", "r1", settings)


def run(
    name: str = "run", asked: QuestionSet | None = None, candidates: int = 1, fingerprint: str = "f"
) -> RunRow:
    return RunRow(
        name=name,
        fingerprint=fingerprint,
        questions=(asked or questions()).fingerprint,
        candidates=tuple(participant(f"c{number}") for number in range(candidates)),
        judges=(participant("judge"),),
        protocol="native-v1",
        mode="joint",
    )


def commit(store: Store, *commits: Sequence[Row]) -> list[frozenset[str]]:
    """Commit each of ``commits`` at the same time and wait for all."""

    async def all_of_them() -> list[frozenset[str]]:
        writer = store.writer()
        return await asyncio.gather(*(writer.commit(*rows) for rows in commits))

    return asyncio.run(all_of_them())
