"""The command line of the original ``run_evaluation.py``, spoken to the same rooms."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from heartbench.api.preferences import preferences
from heartbench.api.wanted import Wanted
from heartbench.cli.main import USAGE, begun_session, guarded, leave
from heartbench.cli.session import Session
from heartbench.config import (
    Addresses,
    AddressOption,
    FileCandidate,
    Surroundings,
    load_settings,
    resolve_candidates,
    resolve_judges,
)
from heartbench.language.arguments import SpokenParser
from heartbench.records import Candidate

KEY_OPTION = "--api_key"


def parser(session: Session) -> argparse.ArgumentParser:
    """The flags, with help in the session's language."""
    found = SpokenParser("run_evaluation.py", session.text("seed_description"), session.language)

    def add(name: str, **more: object) -> None:
        found.add_argument(name, help=session.text(f"seed_{name[2:]}"), **more)  # type: ignore[arg-type]

    add("--base_url")
    add(KEY_OPTION)
    add("--model")
    add("--mode", choices=("all", "hard", "normal"), default="all")
    add("--input_file", type=Path)
    add("--generate_only", action="store_true")
    add("--score_only", action="store_true")
    add("--answer_file", type=Path)
    add("--max_workers", type=_count)
    add("--max_retries", type=_whole)
    add("--lang", choices=("zh", "en"))
    return found


def _count(written: str) -> int:
    value = int(written)
    if value < 1:
        raise ValueError(written)
    return value


def _whole(written: str) -> int:
    value = int(written)
    if value < 0:
        raise ValueError(written)
    return value


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the evaluation and leaves the process with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    session = begun_session(given, "seed")
    leave(guarded(lambda: evaluate(parser(session).parse_args(given), session), session))


def evaluate(flags: argparse.Namespace, session: Session) -> int:
    """Answers and judges, or only one of both."""
    problem = _problem(flags)
    if problem is not None:
        session.say(problem)
        return USAGE
    from heartbench.cli.executing import execute

    if flags.api_key is not None:
        session.say("seed_key_seen")
    return execute(_wanted(flags), session, as_json=False)


def _problem(flags: argparse.Namespace) -> str | None:
    if flags.generate_only and flags.score_only:
        return "seed_both"
    if flags.score_only and flags.answer_file is None:
        return "seed_no_answers"
    if flags.model is None and not flags.score_only:
        return "seed_no_model"
    if flags.api_key is not None and flags.base_url is None:
        return "seed_no_address"
    return None


def _option_of(flags: argparse.Namespace) -> AddressOption | None:
    if flags.base_url is None:
        return None
    return AddressOption("--base_url", flags.base_url, flags.api_key, KEY_OPTION)


def _wanted(flags: argparse.Namespace) -> Wanted:
    settings = load_settings()
    declared = preferences({}, settings)
    chosen = replace(
        declared,
        difficulty=flags.mode,
        dataset=declared.dataset if flags.input_file is None else str(flags.input_file),
        concurrency=flags.max_workers or declared.concurrency,
    )
    around = Surroundings(settings, os.environ, Addresses(_option_of(flags)))
    candidates: tuple[Candidate | FileCandidate, ...]
    if flags.score_only:
        candidates = (FileCandidate(flags.model or flags.answer_file.stem, flags.answer_file),)
    else:
        candidates = resolve_candidates([flags.model], around)
    return Wanted(
        candidates=candidates,
        judges=() if flags.generate_only else resolve_judges((), around),
        preferences=chosen,
        samples_from_files=flags.score_only,
        attempts=None if flags.max_retries is None else flags.max_retries + 1,
    )
