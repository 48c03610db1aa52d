"""The tables as they are now; :mod:`heartbench.store.migrations` makes them.

Short columns stand before long ones, so that reading them touches no overflow page.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import Column, Double, Integer, MetaData, Table, Text

METADATA = MetaData()

Found: TypeAlias = Any
"""A row that a query found: its columns are its attributes, in the query's order."""

SCHEMA = Table("heartbench_schema", METADATA, Column("version", Integer, nullable=False))

QUESTIONS = Table(
    "questions",
    METADATA,
    Column("content_hash", Text, primary_key=True),
    Column("content", Text, nullable=False),
)

QUESTION_SETS = Table(
    "question_sets",
    METADATA,
    Column("fingerprint", Text, primary_key=True),
    Column("name", Text, nullable=False),
)

QUESTION_SET_ITEMS = Table(
    "question_set_items",
    METADATA,
    Column("fingerprint", Text, primary_key=True),
    Column("question_no", Integer, primary_key=True),
    Column("content_hash", Text, nullable=False),
)

EDITIONS = Table(
    "editions",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("scope", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("started_at", Double, nullable=False),
)

CALLS = Table(
    "calls",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("part", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("target", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("retries", Integer),
    Column("latency", Double),
    Column("cost", Double),
    Column("input_tokens", Integer),
    Column("output_tokens", Integer),
    Column("cached_input_tokens", Integer),
    Column("cache_write_tokens", Integer),
    Column("http_status", Integer),
    Column("finish_reason", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("sent", Text, nullable=False),
    Column("raw", Text, nullable=False),
    Column("text", Text),
)

ANSWERS = Table(
    "answers",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("text_hash", Text, nullable=False),
    Column("dialogue_hash", Text, nullable=False),
    Column("prompt_hash", Text, nullable=False),
    Column("candidate", Text, nullable=False),
    Column("edition", Integer, nullable=False),
    Column("sample", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("raw", Text, nullable=False),
)

VERDICTS = Table(
    "verdicts",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("text_hash", Text, nullable=False),
    Column("dialogue_hash", Text, nullable=False),
    Column("judging_hash", Text, nullable=False),
    Column("judge", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("edition", Integer, nullable=False),
    Column("repeat", Integer, nullable=False),
    Column("hits", Text, nullable=False),
    Column("raw_values", Text, nullable=False),
    Column("reasons", Text, nullable=False),
)

FAILURES = Table(
    "failures",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("side", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("message", Text, nullable=False),
    Column("raw_values", Text),
    Column("raw", Text, nullable=False),
)

RUNS = Table(
    "runs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("begun_at", Double, nullable=False),
    Column("finished_at", Double),
    Column("spec", Text, nullable=False),
)

RUN_OWNERS = Table(
    "run_owners",
    METADATA,
    Column("run_id", Integer, primary_key=True),
    Column("host", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("token", Text, nullable=False),
    Column("since", Double, nullable=False),
    Column("heartbeat_at", Double, nullable=False),
)

RUN_ANSWERS = Table(
    "run_answers",
    METADATA,
    Column("run_id", Integer, primary_key=True),
    Column("candidate_no", Integer, primary_key=True),
    Column("question_no", Integer, primary_key=True),
    Column("sample", Integer, primary_key=True),
    Column("key", Text, nullable=False),
)

RUN_VERDICTS = Table(
    "run_verdicts",
    METADATA,
    Column("run_id", Integer, primary_key=True),
    Column("candidate_no", Integer, primary_key=True),
    Column("question_no", Integer, primary_key=True),
    Column("sample", Integer, primary_key=True),
    Column("judge_no", Integer, primary_key=True),
    Column("repeat", Integer, primary_key=True),
    Column("key", Text, nullable=False),
)
