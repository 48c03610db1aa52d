"""Fills a store: ``python -m benchmarks.million_store QUESTIONS STORE VERDICTS SAMPLES``."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.commands import ANSWERED, CANDIDATE, JUDGE
from benchmarks.questions import CRITERIA
from heartbench.chat.fake.judging import JudgeTask, verdict_text
from heartbench.dataset import read_questions
from heartbench.evaluation.keys import AnswerAddress
from heartbench.protocols import load_protocol
from heartbench.records import Candidate, Endpoint, ModelTarget, Usage, digest, text_digest
from heartbench.store import AnswerRow, CallRow, Row, Store, VerdictRow

_BATCH = 2000


def answers(questions: Path, store: Store, samples: int) -> Iterator[Row]:
    """The answers of revision ``answered``, under the keys that ``heartbench run`` looks for."""
    target = ModelTarget(Endpoint("bench", "http://127.0.0.1"), CANDIDATE)
    candidate = Candidate(CANDIDATE, target, ANSWERED).fingerprint
    prompt = load_protocol("native-v1", None).answering_hash
    edition = store.edition("answers", candidate).number
    for question in read_questions(questions).questions.questions:
        for sample in range(samples):
            text = f"我在听，你慢慢说。（{question.question_id}，{sample}）"
            yield AnswerRow(
                key=AnswerAddress(question.dialogue_hash, prompt, candidate, edition, sample).key,
                text=text,
                text_hash=text_digest(text),
                dialogue_hash=question.dialogue_hash,
                prompt_hash=prompt,
                candidate=candidate,
                edition=edition,
                sample=sample,
                created_at=time.time(),
            )


def verdicts(count: int) -> Iterator[Row]:
    """Verdicts of other runs, each with its call, under keys that nobody looks for."""
    for number in range(count):
        key, address = digest("bench-verdict", number), digest("bench-address", number)
        hits = tuple((number >> index) % 2 == 1 for index in range(CRITERIA))
        raw = verdict_text(JudgeTask("verdicts", CRITERIA, ""), list(hits))
        now = time.time()
        yield CallRow(key, "judge", 0, 1, 1, JUDGE, "http://127.0.0.1", now, raw=raw, usage=Usage(1000, 300))
        yield VerdictRow(
            key=key,
            text_hash=address,
            dialogue_hash=address,
            judging_hash=address,
            judge=address,
            mode="joint",
            edition=0,
            repeat=0,
            hits=hits,
            reasons=("回复里说到了这一点，语气也合适。",) * CRITERIA,
            raw_values=hits,
            created_at=now,
        )


async def write(store: Store, rows: Iterable[Row]) -> None:
    """Commits the rows in large batches."""
    writer = store.writer()
    try:
        left = iter(rows)
        while batch := list(itertools.islice(left, _BATCH)):
            await writer.commit(*batch)
    finally:
        writer.close()


def main(arguments: Sequence[str]) -> None:
    """Fills the store beside its place and moves it there once it is whole."""
    questions, place, count, samples = arguments
    unfinished = Path(f"{place}.part")
    unfinished.unlink(missing_ok=True)
    with Store.open(unfinished) as store:
        rows = itertools.chain(answers(Path(questions), store, int(samples)), verdicts(int(count)))
        asyncio.run(write(store, rows))
    unfinished.rename(place)


if __name__ == "__main__":
    main(sys.argv[1:])
