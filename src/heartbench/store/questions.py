"""Question sets and editions, as the store keeps them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.engine import Connection

from heartbench.errors import StoreError
from heartbench.records import Criterion, Question, QuestionSet, Turn
from heartbench.store.dialect import insert_or_ignore
from heartbench.store.packing import pack_json, pack_text, unpack_text
from heartbench.store.results import Edition
from heartbench.store.rows import EditionKind
from heartbench.store.schema import EDITIONS, QUESTION_SET_ITEMS, QUESTION_SETS, QUESTIONS

_BLOCK = 200
"""Questions packed at once: a large set need not stand in memory a second time."""


def put(connection: Connection, questions: QuestionSet) -> QuestionSet:
    """Keep a set and its questions; what is there already stays. Returns it under the name it has here."""
    fingerprint = questions.fingerprint
    known = select(QUESTION_SETS.c.name).where(QUESTION_SETS.c.fingerprint == fingerprint)
    name = connection.execute(known).scalar_one_or_none()
    if name is not None:
        return replace(questions, name=unpack_text(name))
    numbered = list(enumerate(questions.questions))
    for start in range(0, len(numbered), _BLOCK):
        _put_block(connection, fingerprint, numbered[start : start + _BLOCK])
    connection.execute(insert(QUESTION_SETS).values(fingerprint=fingerprint, name=pack_text(questions.name)))
    return questions


def _put_block(connection: Connection, fingerprint: str, block: Sequence[tuple[int, Question]]) -> None:
    rows = [{"content_hash": item.content_hash, "content": _pack(item)} for _, item in block]
    items = [
        {"fingerprint": fingerprint, "question_no": number, "content_hash": item.content_hash}
        for number, item in block
    ]
    connection.execute(insert_or_ignore(QUESTIONS), rows)
    connection.execute(insert(QUESTION_SET_ITEMS), items)


def get(connection: Connection, fingerprint: str) -> QuestionSet:
    """The set with that fingerprint. Raises StoreError ``store.no_questions``."""
    known = select(QUESTION_SETS.c.name).where(QUESTION_SETS.c.fingerprint == fingerprint)
    name = connection.execute(known).scalar_one_or_none()
    if name is None:
        raise StoreError("store.no_questions", fingerprint=fingerprint)
    items = QUESTION_SET_ITEMS.c
    joined = QUESTION_SET_ITEMS.join(QUESTIONS, items.content_hash == QUESTIONS.c.content_hash)
    query = select(QUESTIONS.c.content).select_from(joined).where(items.fingerprint == fingerprint)
    contents = connection.execute(query.order_by(items.question_no)).scalars()
    return QuestionSet(unpack_text(name), tuple(_unpack(json.loads(content)) for content in contents))


def current_edition(connection: Connection, kind: EditionKind, scope: str) -> Edition:
    """The latest edition of a scope; the first where nobody started one."""
    columns = EDITIONS.c
    query = select(columns.number, columns.started_at).where(columns.kind == kind, columns.scope == scope)
    found = connection.execute(query.order_by(columns.number.desc()).limit(1)).one_or_none()
    return Edition(1, None) if found is None else Edition(found.number, found.started_at)


def start_edition(connection: Connection, kind: EditionKind, scope: str) -> Edition:
    """Start the next edition of a scope."""
    number = current_edition(connection, kind, scope).number + 1
    edition = Edition(number, time.time())
    values = {"kind": kind, "scope": scope, "number": number, "started_at": edition.started_at}
    connection.execute(insert(EDITIONS).values(values))
    return edition


def _pack(question: Question) -> str:
    return pack_json(
        {
            "question_id": question.question_id,
            "dialogue": [[turn.role, turn.content] for turn in question.dialogue],
            "rubric": [[item.dimension, item.weight, item.text, item.ability] for item in question.rubric],
            "difficulty": question.difficulty,
            "primary_scene": question.primary_scene,
            "secondary_scene": question.secondary_scene,
        }
    )


def _unpack(values: Mapping[str, Any]) -> Question:
    dialogue = tuple(Turn(*turn) for turn in values["dialogue"])
    rubric = tuple(Criterion(*criterion) for criterion in values["rubric"])
    return Question(**{**values, "dialogue": dialogue, "rubric": rubric})
