"""The bare loop: the same calls by plain aiohttp. It stores nothing and parses nothing.

``python -m benchmarks.bare URL QUESTIONS SLOTS`` prints the seconds that the calls took. All requests
are ready before the clock starts, and the start of this process does not count: it is the best case.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import aiohttp

from benchmarks.commands import CANDIDATE, JUDGE
from heartbench.chat.fake.endpoint import ANSWERS
from heartbench.dataset import read_questions
from heartbench.protocols import Mode, load_protocol
from heartbench.records import Message

Pair = tuple[bytes, bytes]
"""The bodies of an answer's and of a verdict's request."""


def prepare(questions: Path) -> list[Pair]:
    """The requests that ``heartbench run`` makes for these questions, the answer always the same."""
    protocol = load_protocol("native-v1", None)
    mode = Mode.parse("joint")
    pairs = []
    for question in read_questions(questions).questions.questions:
        answering = protocol.answering_messages(question, None)
        judging = protocol.judging(question, mode).parts[0].messages(ANSWERS[0], 1)
        pairs.append((_body(CANDIDATE, answering), _body(JUDGE, judging)))
    return pairs


def _body(model: str, messages: Sequence[Message]) -> bytes:
    items = [{"role": item.role, "content": item.content} for item in messages]
    return json.dumps({"model": model, "messages": items}, ensure_ascii=False).encode()


async def loop(url: str, pairs: Sequence[Pair], slots: int) -> float:
    """Makes all calls, a question's verdict after its answer; returns the seconds."""
    free = asyncio.Semaphore(slots)
    headers = {"Content-Type": "application/json", "Authorization": "Bearer bench"}
    address = f"{url}/v1/chat/completions"

    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=slots), headers=headers, timeout=aiohttp.ClientTimeout(600)
    ) as session:

        async def call(body: bytes) -> None:
            async with free, session.post(address, data=body) as reply:
                await reply.read()
                reply.raise_for_status()

        async def question(pair: Pair) -> None:
            for body in pair:
                await call(body)

        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for pair in pairs:
                group.create_task(question(pair))
        return time.perf_counter() - began


def main(arguments: Sequence[str]) -> None:
    """Prints the seconds."""
    url, questions, slots = arguments
    print(asyncio.run(loop(url, prepare(Path(questions)), int(slots))))


if __name__ == "__main__":
    main(sys.argv[1:])
